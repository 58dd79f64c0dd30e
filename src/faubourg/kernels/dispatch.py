"""A kernel's dispatcher: LLVM bitcode for kernels that call it, machine code for Python.

Numba optimises every function and makes machine code of it, with all that it calls, before it goes
on with the function's caller, where the same is done again. Most kernels are only ever called by
others. So here a kernel that another one calls is only lowered to bitcode, which is linked into its
caller; a kernel that Python calls gets a wrapper, and is optimised and made machine code of once,
with all that it calls. Both forms are cached.
"""

from typing import Any

import llvmlite.binding
from numba.core import codegen as numba_codegen
from numba.core import compiler as numba_compiler
from numba.core import registry
from numba.core import sigutils as numba_sigutils
from numba.core import types as numba_types
from numba.core.compiler_lock import global_compiler_lock

from faubourg.kernels.cache import KernelCache
from faubourg.kernels.unboxing import unboxing_of

codegen: Any = numba_codegen  # these have no types
compiler: Any = numba_compiler
sigutils: Any = numba_sigutils
types: Any = numba_types
Dispatcher: Any = registry.CPUDispatcher
lock: Any = global_compiler_lock


class Flags(compiler.Flags):  # type: ignore[misc]
    """Numba's options of a compilation, quick to compare: they are part of the key under which it
    remembers every overload, and it would list all of them each time."""

    __slots__ = ()

    def __hash__(self) -> int:
        return FLAGS_HASH

    def __eq__(self, other: object) -> bool:
        return getattr(other, "_values", None) == self._values or bool(super().__eq__(other))


FLAGS_HASH = hash(compiler.Flags())  # it depends on their names alone


class Bitcode(codegen.JITCodeLibrary):  # type: ignore[misc]
    """A code library that is linked into others, and never becomes machine code itself."""

    def _optimize_final_module(self) -> None:
        """Left to the machine code that it becomes part of."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class BitcodeCompiler(compiler.Compiler):  # type: ignore[misc]
    """Numba's compiler up to LLVM's bitcode."""

    def compile_extra(self, function: Any) -> Any:
        target = self.state.targetctx
        self.state.flags = Flags(self.state.flags)
        self.state.flags.no_compile = True
        self.state.library = Bitcode(target.codegen(), function.__qualname__)
        result = super().compile_extra(function)
        result.library.finalize()
        called = result._replace(entry_point=Callee(), reload_init=result.library._reload_init)
        target.insert_user_function(called.entry_point, called.fndesc, [called.library])
        return called


class Callee:
    """What stands for a kernel in bitcode where Numba looks for something to be called."""


class Linked(Dispatcher):  # type: ignore[misc]
    """The form of a kernel that other kernels call."""

    def add_overload(self, compiled: Any) -> None:
        self.overloads[tuple(compiled.signature.args)] = compiled

    @staticmethod
    def _reduce(compiled: Any) -> tuple[Any, ...]:
        """A compiled signature as what can be pickled."""
        library, described = compiled.library, compiled.fndesc
        described.typemap = described.calltypes = None
        module = library._get_module_for_linking()
        return (
            library.name, module.as_bitcode(), described, compiled.signature,
            compiled.environment, compiled._find_referenced_environments(), library._reload_init,
        )  # fmt: skip

    @staticmethod
    def _rebuild(
        target: Any, name: str, bitcode: bytes, described: Any, signature: Any, own: Any,
        environments: Any, reload_init: Any,
    ) -> Any:  # fmt: skip
        for each in reload_init:
            each()
        library = Bitcode(target.codegen(), name)
        library._final_module = library._shared_module = llvmlite.binding.parse_bitcode(bitcode)
        library._reload_init.update(reload_init)
        library._finalize_final_module()
        return compiler.compile_result(
            typing_context=target.typing_context, target_context=target, entry_point=Callee(),
            library=library, signature=signature, objectmode=False, lifted=(), fndesc=described,
            environment=own, reload_init=reload_init, referenced_envs=environments,
        )  # fmt: skip


class Kernel(Dispatcher):  # type: ignore[misc]
    """The form of a kernel that Python calls, and the way to that which kernels call."""

    def __init__(self, function: Any, folder: Any, options: dict[str, Any]) -> None:
        linked = {**options, "no_cpython_wrapper": True}
        self.linked = Linked(function, {}, linked, pipeline_class=BitcodeCompiler)
        super().__init__(function, {}, options)
        if function.__closure__ is None:  # what a closure holds has no name in the cache
            self.linked._cache = KernelCache(function, folder, Linked, "bitcode")
            self._cache = KernelCache(function, folder, compiler.CompileResult, "code")

    def __reduce__(self) -> str:
        """Pickled by its name, as a function is."""
        return str(self.__qualname__)

    @property
    def is_compiling(self) -> Any:
        return self.linked.is_compiling

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What type inference asks for a call by another kernel: one form serves all whole numbers,
        constants too, where Numba would compile one for each width and for each constant."""
        wide = {name: _wide(kind) for name, kind in kws.items()}
        return self.linked.get_call_template([_wide(kind) for kind in args], wide)

    def get_overload(self, signature: Any) -> Any:
        return self.linked.get_overload(signature)

    def compile(self, signature: Any) -> Any:
        """Load or make the machine code for some types; returns what Python can call."""
        with lock:
            args = tuple(sigutils.normalize_signature(signature)[0])
            if args not in self.overloads:
                compiled = self._cache.load_overload(args, self.targetctx)
                if compiled is None:
                    self._cache_misses[args] += 1
                    self.linked.compile(args)
                    compiled = self._machine_code(self.linked.overloads[args])
                    self._cache.save_overload(args, compiled)
                else:
                    self._cache_hits[args] += 1
                self.add_overload(compiled)
            return self.overloads[args].entry_point

    def _machine_code(self, linked: Any) -> Any:
        """A kernel with a wrapper for Python around it, optimised with all that it calls."""
        target = self.targetctx.subtarget(enable_nrt=True)
        target.get_python_api = unboxing_of(target)
        library = target.codegen().create_library(linked.library.name)
        library.enable_object_caching()
        library.add_linking_library(linked.library)
        with target.push_code_library(library):
            target.create_cpython_wrapper(
                library, linked.fndesc, linked.environment, None, self.targetoptions["nogil"]
            )
        made = linked._replace(
            library=library,
            entry_point=target.get_executable(library, linked.fndesc, linked.environment),
        )
        for each in made._find_referenced_environments():
            library.codegen.set_env(each.env_name, each)
        return made


def _wide(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind
