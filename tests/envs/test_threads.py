"""A pool does all games once, whoever does them, and wakes nobody for little."""

import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from faubourg.envs.threads import SHARE, WORTH_WAKING, WorkerPool, slices


@given(st.integers(1, 40_000), st.integers(1, 9))
def test_slices_are_all_games_in_order(n: int, workers: int):
    parts = slices(n, workers)
    assert [game for first, last in parts for game in range(first, last)] == list(range(n))
    assert all(last > first for first, last in parts)
    assert (len(parts) == 1) == (workers == 1 or n < 2 * SHARE)


@pytest.mark.parametrize("workers", [2, 3, 5])
def test_long_work_is_shared_and_every_game_done_once(workers: int):
    n = 20 * SHARE
    pool, done, threads = WorkerPool(n, workers), np.zeros(n, np.int64), set()
    together = threading.Barrier(workers)

    def work(first: int, last: int) -> None:
        done[first:last] += 1
        if last - first < n and threading.get_ident() not in threads:
            threads.add(threading.get_ident())
            together.wait(30)  # nobody goes on before all are there
        time.sleep(4 * WORTH_WAKING)

    pool.run("slow", work)  # alone, to see how long it takes
    assert not threads
    pool.run("slow", work)
    pool.close()
    assert (done == 2).all()
    assert len(threads) == workers


def test_nobody_is_woken_for_little():
    n = 20 * SHARE
    pool, parts = WorkerPool(n, 2), []
    for _ in range(50):
        pool.run("nothing", lambda first, last: parts.append((first, last)))
    pool.close()
    assert parts.count((0, n)) > 25, "but for moments in which the machine was busy with others"


def test_what_goes_wrong_with_a_helper_is_not_lost():
    n = 20 * SHARE
    pool, mine, met = WorkerPool(n, 2), threading.get_ident(), threading.Event()

    def work(first: int, last: int) -> None:
        time.sleep(4 * WORTH_WAKING)
        if threading.get_ident() != mine:
            met.set()
            raise ValueError("a helper's")
        if last - first < n:
            met.wait(30)

    pool.run("wrong", work)
    with pytest.raises(ValueError, match="a helper's"):
        pool.run("wrong", work)
    pool.close()
