"""Ranges of changes: 95 % of the time they hold, and what is sure of its sign never holds 0."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from faubourg.core.players import NATURE
from faubourg.review.ranges import Change, Range, Z, range_of
from faubourg.review.result import SMALLEST, SURE, WHOLE, Move

SIZES = st.floats(0.0, 1.0)
PARTS = st.builds(
    Change, st.floats(-WHOLE, WHOLE), st.floats(0.0, WHOLE / 10), of_size=st.sampled_from([0, 0.5])
)


def move(change: int, error: float, of_size: float) -> Move:
    """Of the first of two players, whose chances were all or nothing before."""
    errors, changes = (error, error), (change, -change)
    after = (WHOLE + change, -change) if change < 0 else (change, WHOLE - change)
    return Move(1, 0, 0, True, (0, 0), after, changes, errors, None, of_size)


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.3, 0.39])
@pytest.mark.parametrize("of_size", [0.2, 0.5, 0.6, 1.0])
def test_a_range_holds_95_times_of_100(noise: float, of_size: float):
    """Of a cost whose noise is added to it and whose size is off by a factor of mean 1."""
    generator = np.random.default_rng(1)
    spread = math.sqrt(math.log1p(of_size**2))
    factor = np.exp(spread * generator.standard_normal(200_000) - spread**2 / 2)
    so = (1 - noise * generator.standard_normal(200_000)) * factor * WHOLE
    low, high = range_of([Change(WHOLE, noise * WHOLE, of_size)])
    assert ((so >= low) & (so <= high)).mean() == pytest.approx(0.95, abs=0.004)
    assert ((so < low).mean(), (so > high).mean()) == pytest.approx((0.025, 0.025), abs=0.006)
    assert factor.mean() == pytest.approx(1.0, abs=0.01), "what is told is right on average"


@given(lost=st.integers(SMALLEST, WHOLE), noise=st.floats(0.0, 1.0), of_size=SIZES)
def test_the_range_of_a_mistake_never_holds_0(lost: int, noise: float, of_size: float):
    """Whatever its size may be off; what is surely lost is a tenth of a point at least, so that
    nobody reads "0 points"."""
    told = move(-lost, noise * lost / SURE, of_size)
    low, high = told.ranges[0]
    assert -WHOLE <= low <= -lost <= high <= -WHOLE / 1000
    assert told.ranges[1] == Range(-high, -low), "what one loses the other gains"


@given(change=st.integers(-WHOLE, WHOLE), error=st.floats(0.0, WHOLE), of_size=SIZES)
def test_only_the_noise_decides_whether_a_change_is_sure(change: int, error: float, of_size: float):
    assume(abs(abs(change) - Z * error) > 1)
    found = range_of([Change(change, error, of_size)])
    assert found.is_sure == (abs(change) > Z * error)
    assert found.low <= change <= found.high
    assert found.is_sure == (abs(change) > found.margin(change)), "as readers of format 2 ask"


@given(parts=st.lists(PARTS, max_size=6))
def test_a_sum_lies_in_its_range_and_the_same_the_other_way_round(parts: list[Change]):
    low, high = range_of(parts)
    assert low - 1 <= sum(part.change for part in parts) <= high + 1
    turned = range_of([part._replace(change=-part.change) for part in parts])
    assert turned == Range(-high, -low)


@given(
    after=st.integers(0, WHOLE),
    change=st.integers(-WHOLE, WHOLE),
    error=st.floats(0.0, WHOLE),
    of_size=SIZES,
)
def test_nobody_loses_more_than_there_was(after: int, change: int, error: float, of_size: float):
    """Nor gains more than was missing; and what is sure stays so."""
    told = Move(1, 0, 0, True, (0,), (after,), (change,), (error,), None, of_size)
    was = min(max(after - change, 0), WHOLE)
    (found,) = told.ranges
    assert 0 <= was + found.low <= was + found.high <= WHOLE
    assert found.low <= change <= found.high
    assert found.is_sure == range_of([told.found(0)]).is_sure


def test_luck_has_the_interval_that_it_had():
    half = (WHOLE // 2, WHOLE // 2)
    thrown = Move(1, NATURE, 0, True, half, half, (1000, -1000), (100.0, 100.0), None)
    assert thrown.ranges == (Range(804, 1196), Range(-1196, -804))


def test_many_costs_are_surer_of_their_sum_than_one_cost_is():
    one, many = range_of([Change(-900, 0, 0.5)]), range_of([Change(-100, 0, 0.5)] * 9)
    assert one.low < many.low < -900 < many.high < one.high < 0
    assert one.high / -900 == pytest.approx(0.35, abs=0.01)
    assert many.high / -900 == pytest.approx(0.71, abs=0.01)


def test_costs_and_gains_whose_sizes_are_unsure_may_outweigh_each_other():
    """What two others gave and took: only where one is much larger is the sign of the sum sure."""
    little, much = Change(100, 0, 0.5), Change(-1000, 0, 0.5)
    assert range_of([little, much]).high < 0
    assert not range_of([little._replace(change=700), much]).is_sure
