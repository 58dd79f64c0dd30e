"""What errors of Python's own say of the machine."""

import zlib

import pytest

from faubourg.core.errors import lacks_memory


@pytest.mark.parametrize(
    ("error", "lacks"),
    [
        (MemoryError(), True),
        (OSError(12, "no memory"), True),
        (BlockingIOError(11, "no more processes"), True),
        (RuntimeError("can't start new thread"), True),
        (zlib.error("Error -4 while decompressing data"), True),
        (OSError(2, "no such file"), False),
        (zlib.error("Error -3 while decompressing data: incorrect header check"), False),
        (RuntimeError("anything else"), False),
    ],
)
def test_want_of_memory_is_known_by_its_errors(error: Exception, lacks: bool):
    assert lacks_memory(error) == lacks
