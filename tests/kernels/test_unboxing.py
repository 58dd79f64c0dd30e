"""Kernels read and write a record where it lies, whoever made it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faubourg.core.game import Game, games
from faubourg.kernels import dispatch, unboxing
from faubourg.kernels.dispatch import Kernel
from faubourg.kernels.rows import row_dtype
from faubourg.kernels.template import play_kernels

OPTIONS = {"nopython": True, "nogil": False, "error_model": "numpy"}
ROW = row_dtype([("to_act", "i8"), ("coins", "i2", (3,)), ("flag", "i1")])
OTHER = row_dtype([("flag", "i1"), ("coins", "i2", (3,)), ("to_act", "i8")])


def pay(box: Any, row: Any, seat: int) -> int:
    row.coins[seat] += box.coins[seat]
    row.to_act += 1
    return int(row.coins[seat])


def filled(dtype: np.dtype[Any]) -> Any:
    rows = np.zeros(3, dtype)
    rows["coins"] = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    return rows


def paid(kernel: Any) -> None:
    """Records of arrays, on their own, on bytes, and of another dtype."""
    box, rows = filled(ROW)[0], filled(ROW)
    assert kernel(box, rows[1], 2) == 9
    assert rows["coins"].tolist() == [[1, 2, 3], [4, 5, 9], [7, 8, 9]]
    assert rows["to_act"].tolist() == [0, 1, 0]
    alone = np.void.copy(rows[2])
    assert kernel(alone, alone, 0) == 14
    copied = rows[2].copy()
    assert kernel(box, copied, 1) == 10
    assert copied.coins.tolist() == [7, 10, 9]
    data = bytearray(rows[0].tobytes())
    shown = np.frombuffer(data, ROW)[0]
    kernel(box, shown, 0)
    assert data == shown.tobytes() != rows[0].tobytes()
    others = filled(OTHER)
    assert kernel(others[2], others[0], 2) == 12
    assert others["coins"].tolist() == [[1, 2, 12], [4, 5, 6], [7, 8, 9]]
    assert rows["coins"].tolist() == [[1, 2, 3], [4, 5, 9], [7, 8, 9]]
    kernel.disable_compile()  # as in a process that began in plain Python
    for wrong in (None, 7, b"bytes", rows, rows.tolist()):
        with pytest.raises(TypeError):
            kernel(wrong, rows[0], 0)


def test_a_record_is_read_and_written_where_it_lies(tmp_path: Path):
    assert unboxing.is_address_known(), "this NumPy lays out its records in another way"
    paid(Kernel(pay, tmp_path, OPTIONS))


def test_where_records_are_laid_out_otherwise_numba_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(unboxing, "is_address_known", lambda: False)
    monkeypatch.setattr(unboxing.Unboxing, "to_native_value", lambda *given: pytest.fail("used"))
    paid(Kernel(pay, tmp_path, OPTIONS))


def test_the_address_is_looked_for_in_records_of_arrays_and_in_others(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(unboxing, "ADDRESS", unboxing.ADDRESS - 8)
    assert not unboxing.is_address_known()
    monkeypatch.setattr(unboxing, "ADDRESS", np.void.__basicsize__)
    assert not unboxing.is_address_known()


def test_a_copy_of_a_row_has_bytes_of_its_own():
    rows = filled(ROW)
    copied = rows[1].copy()
    assert type(copied) is type(rows[1])
    assert copied.dtype is rows.dtype
    assert copied.tobytes() == rows[1].tobytes()
    copied.coins[0] = copied.to_act = 50
    assert rows["coins"][1, 0] == 4
    again = copied.copy()
    again.coins[0] = 60
    assert copied.coins[0] == 50


@pytest.mark.parametrize("name", games())
def test_a_games_kernels_keep_the_gil_and_loops_over_games_give_it_up(name: str):
    """To win it back after each step would take longer than the step."""
    rules = Game(name).rules
    for kernel in (rules.legal, rules.chance, rules.nature, rules.step, rules.outcome):
        assert isinstance(kernel, dispatch.Kernel)
        assert not kernel.targetoptions["nogil"]
    assert play_kernels(name).play_block.targetoptions["nogil"]
