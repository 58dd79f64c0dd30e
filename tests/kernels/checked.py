"""Kernels as plain Python with every index checked, and a list of those that ran.

Compiled kernels check no index. Python checks one that is too large, but takes a negative one from
the end, where machine code may read other memory; so each kernel is rewritten, `a[i]` to
`Guard(a)[i]`, which refuses those too. That takes no compiling, and sees what `NUMBA_BOUNDSCHECK`
does not: the intrinsics of `memory.py` and `piles.py`, which are plain Python here as well.

`install` must come before any game is imported.
"""

import ast
import inspect
import operator
import textwrap
from collections.abc import Callable
from typing import Any

from faubourg.kernels import compile as compiling
from faubourg.kernels import memory, piles

UNCHECKED = (
    (memory, ("copy_small", "word", "signed_at", "line")),
    (piles, ("pile_of",)),
)
kernels: set[str] = set()  # all that there are, as far as they were imported
called: set[str] = set()


class Guard:
    """An array, or a record or a tuple of them, of which every index is from 0 on."""

    __slots__ = ("_array",)

    def __init__(self, array: Any) -> None:
        self._array = array

    def __getitem__(self, index: Any) -> Any:
        return self._array[self._checked(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[self._checked(index)] = value

    def _checked(self, index: Any) -> Any:
        for axis, each in enumerate(index if isinstance(index, tuple) else (index,)):
            if isinstance(each, slice):
                length = self._array.shape[axis]
                ends = [end for end in (each.start, each.stop) if end is not None]
                if not all(0 <= operator.index(end) <= length for end in ends):
                    raise IndexError(f"{each} of {length}")
            elif hasattr(each, "__index__") and operator.index(each) < 0:
                raise IndexError(f"{each} is negative")
        return index


class _Guarding(ast.NodeTransformer):
    """`a[i]` becomes `Guard(a)[i]`. A negative number that is written down is meant."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.UnaryOp):
            node.value = ast.Call(ast.Name("__guard__", ast.Load()), [node.value], [])
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.target = self.visit(node.target)
        node.value = None if node.value is None else self.visit(node.value)
        return node


def checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function with all indices checked, which notes down that it ran."""
    name = f"{function.__module__}.{function.__name__}"
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list, definition.returns = [], None
    for argument in definition.args.args:
        argument.annotation = None
    noting = ast.parse(f"__called__.add({name!r})").body
    definition.body = [*noting, *map(_Guarding().visit, definition.body)]
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    code = compile(ast.fix_missing_locations(tree), function.__code__.co_filename, "exec")
    made: dict[str, Any] = {}
    function.__globals__.update(__guard__=Guard, __called__=called)
    exec(code, function.__globals__, made)
    kernels.add(name)
    found: Callable[..., Any] = made[function.__name__]
    found.__module__ = function.__module__
    return found


def install() -> None:
    """From now on every kernel is checked."""
    compiling._jit = lambda function, inline: checked(function)  # type: ignore[assignment]
    for module, names in UNCHECKED:
        for name in names:
            setattr(module, name, checked(getattr(module, name)))
