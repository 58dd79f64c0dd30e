"""Unboxing: how a kernel's wrapper takes a record from Python, by the address of its bytes.

Numba asks NumPy for a buffer, and NumPy writes a description of all fields for it: 3 to 4 us for
each record of each call, while the kernels of a game take 0.1 us. A record knows where its bytes
are, so here the wrapper reads that address. The dispatcher has compared the types before.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import pythonapi as numba_pythonapi
from numba.core import types as numba_types

pythonapi: Any = numba_pythonapi  # these have no types
types: Any = numba_types

# A record is NumPy's PyVoidScalarObject, whose first field is the address of its bytes. Before it
# is the head of an object of variable size, which is all that a tuple has.
ADDRESS = tuple.__basicsize__


def is_address_known() -> bool:
    """Whether that is so in this NumPy, for a record of an array and for one on its own."""
    rows = np.array([(7, 11)], [("one", "i8"), ("two", "i8")])
    of_array, alone = rows[0], rows[0].copy()
    if type(alone).__basicsize__ < ADDRESS + ctypes.sizeof(ctypes.c_void_p):
        return False
    if _address(of_array) != rows.ctypes.data:
        return False
    return ctypes.string_at(_address(alone), alone.nbytes) == rows.tobytes()


def _address(record: np.void) -> int:
    return ctypes.c_size_t.from_address(id(record) + ADDRESS).value


class Unboxing(pythonapi.PythonAPI):  # type: ignore[misc]
    """What writes the code that turns Python's objects into arguments of a kernel."""

    def to_native_value(self, kind: Any, given: Any) -> Any:
        if not isinstance(kind, types.Record):
            return super().to_native_value(kind, given)
        pointer = ir.IntType(8).as_pointer()
        head = self.builder.bitcast(given, pointer)
        field = self.builder.gep(head, [ir.Constant(ir.IntType(64), ADDRESS)])
        data = self.builder.load(self.builder.bitcast(field, pointer.as_pointer()))
        return pythonapi.NativeValue(self.builder.bitcast(data, self.context.get_value_type(kind)))


def unboxing_of(target: Any) -> Callable[[Any], Any]:
    """What a compiler for a target calls for its unboxing: Numba's own if a record of this NumPy
    is not laid out as it is known here, which is slower and nothing else."""
    if is_address_known():
        return lambda builder: Unboxing(target, builder)
    own: Callable[[Any], Any] = target.get_python_api
    return own
