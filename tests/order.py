"""How tests are handed out to the workers: in units, slow ones first, so that no worker is alone
with them in the end; and those in a browser, which wait half of the time, between those that keep a
core busy.

Each worker computes anew what tests of a file share (caches, machine code, fixtures of the module),
and a fixture of the module ends as soon as a test of another file is next. So a file is one unit. A
test is one of its own in a file with slow tests that share nothing but what lasts as long as the
worker. Where a server of each kind of database is shared, there is a unit for each of them.

The order must be the same in every worker. `SECONDS` need not be exact: about what a file took in
all, as `--durations=0` tells; files that are not named are quick. When one becomes slow, add it.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
BROWSER = TESTS / "browser"
QUICK = 0.05  # seconds that a test takes of which nothing is known
# Browsers are done before the others, which then fill the workers evenly.
EARLIER = 0.9
SECONDS = {
    "browser/test_games.py": 830, "browser/test_axe.py": 450, "browser/test_lost.py": 370,
    "browser/test_home.py": 250, "browser/test_targets.py": 155, "browser/test_learning.py": 150,
    "browser/test_past.py": 135, "browser/test_glance.py": 90, "browser/test_review.py": 70,
    "browser/test_friends.py": 70, "browser/test_weight.py": 60, "browser/test_new_game.py": 40,
    "browser/test_senses.py": 45, "browser/test_layout.py": 200, "browser/test_ending.py": 70,
    "browser/test_together.py": 60, "browser/test_days.py": 60,
    "browser/test_take_back.py": 60, "browser/test_children.py": 60, "browser/test_craft.py": 60,
    "browser/test_coming_back.py": 90, "browser/test_lan.py": 60, "browser/test_workshop.py": 60,
    "browser/test_turns.py": 40, "browser/test_ready.py": 40, "browser/test_wheel.py": 60,
    "test_new_game.py": 400, "kernels/test_compile.py": 155, "lab/test_ray.py": 80,
    "lab/test_runner.py": 120, "test_repository.py": 100, "terminal/test_screen.py": 85,
    "terminal/test_play.py": 80, "terminal/test_whole_games.py": 45, "lab/test_cli.py": 50,
    "review/test_command.py": 50, "bench/test_bench.py": 50, "test_references.py": 45,
    "test_cli.py": 50, "test_layers.py": 25, "terminal/test_window.py": 30,
    "server/test_processes.py": 60, "server/test_crash.py": 45, "server/test_review.py": 45,
    "server/test_states.py": 45, "server/test_tables.py": 60, "server/test_comforts.py": 50,
    "server/test_safety.py": 45, "server/test_play.py": 45, "server/test_description.py": 40,
    "server/test_clocks.py": 60, "server/test_proxy.py": 60, "server/test_failover.py": 90,
    "server/test_move_database.py": 50, "server/test_push.py": 60, "browser/test_push.py": 30,
    "test_contract.py": 300, "kernels/test_bounds.py": 20,
}  # fmt: skip
SLOW = 1.0  # seconds a test, from which on each test of a file is handed out by itself
LONG_UNIT = 10.0  # seconds from which on a unit comes first


def ordered(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The same tests in the order in which they are handed out, each marked with its unit."""
    seconds = _seconds(items)
    units: dict[str, list[pytest.Item]] = {}
    for item in items:
        unit = _unit(item, seconds[item.path])
        item.add_marker(pytest.mark.xdist_group(unit))
        units.setdefault(unit, []).append(item)
    timed = [(sum(seconds[item.path] for item in unit), unit) for unit in units.values()]
    in_browser = [(took, unit) for took, unit in timed if BROWSER in unit[0].path.parents]
    others = [(took, unit) for took, unit in timed if BROWSER not in unit[0].path.parents]
    # Sorting keeps the order of tests that share a server.
    others.sort(key=lambda one: seconds[one[1][0].path] < SLOW and one[0] < LONG_UNIT)
    return [item for unit in _merged(in_browser, others) for item in unit]


def _seconds(items: Sequence[pytest.Item]) -> dict[Path, float]:
    """What a test of each file takes."""
    counts: dict[Path, int] = {}
    for item in items:
        counts[item.path] = counts.get(item.path, 0) + 1
    known = {TESTS / file: seconds for file, seconds in SECONDS.items()}
    return {path: known.get(path, QUICK * count) / count for path, count in counts.items()}


def _unit(item: pytest.Item, seconds: float) -> str:
    """The name of the unit that a test belongs to."""
    file = item.path.name if TESTS not in item.path.parents else str(item.path.relative_to(TESTS))
    if (seconds >= SLOW or BROWSER in item.path.parents) and not _shares_a_module(item):
        return item.nodeid.replace("@", " ")
    call = getattr(item, "callspec", None)
    server = call.params.get("server") if call else None
    return f"{file} on {server}" if isinstance(server, str) else file


def _shares_a_module(item: pytest.Item) -> bool:
    """Whether it uses a fixture that ends with the last test of its file."""
    fixtures = getattr(item, "_fixtureinfo", None)
    found = fixtures.name2fixturedefs.values() if fixtures else []
    return any(definition.scope == "module" for same in found for definition in same)


Timed = list[tuple[float, list[pytest.Item]]]


def _merged(in_browser: Timed, others: Timed) -> list[list[pytest.Item]]:
    """Both lists in step by the seconds that they take."""
    marks: list[tuple[float, list[pytest.Item]]] = []
    for part, share in ((in_browser, EARLIER), (others, 1.0)):
        total, passed = sum(took for took, _ in part), 0.0
        for took, unit in part:
            marks.append((share * passed / total, unit))
            passed += took
    marks.sort(key=lambda mark: mark[0])
    return [unit for _, unit in marks]
