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
QUICK = 0.02  # seconds that a test takes of which nothing is known
# Browsers are done before the others, which then fill the workers evenly.
EARLIER = 0.9
SECONDS = {
    "browser/test_workshop.py": 210, "server/test_studies.py": 150, "test_contract.py": 125,
    "browser/test_layout.py": 120, "browser/test_games.py": 115, "browser/test_axe.py": 110,
    "browser/test_learning.py": 70, "browser/test_lost.py": 65, "server/test_failover.py": 55,
    "kernels/test_compile.py": 50, "lab/test_ray.py": 50, "server/test_clocks.py": 50,
    "browser/test_home.py": 50, "test_new_game.py": 45, "browser/test_turns.py": 45,
    "server/test_processes.py": 40, "server/test_proxy.py": 40, "browser/test_lan.py": 40,
    "server/test_boxes.py": 40, "kernels/test_bounds.py": 35, "browser/test_craft.py": 35,
    "terminal/test_window.py": 35, "test_cli.py": 35, "browser/test_together.py": 35,
    "browser/test_wheel.py": 35, "kernels/test_cache.py": 35, "server/test_crash.py": 35,
    "browser/test_children.py": 30, "server/test_move_database.py": 30,
    "browser/test_past.py": 30, "browser/test_take_back.py": 30, "test_references.py": 30,
    "browser/test_coming_back.py": 25, "lab/test_runner.py": 25, "server/test_description.py": 25,
    "server/test_comforts.py": 25, "browser/test_ready.py": 25, "browser/test_senses.py": 25,
    "bots/test_levels.py": 20, "browser/test_friends.py": 20, "server/test_tables.py": 20,
    "server/test_push.py": 20, "browser/test_review.py": 20, "test_repository.py": 20,
    "server/test_backup.py": 20, "server/test_faults.py": 20, "server/test_lan.py": 20,
    "server/test_review.py": 20, "terminal/test_screen.py": 20, "lab/test_cli.py": 15,
    "browser/test_days.py": 15, "browser/test_ending.py": 15, "review/test_command.py": 15,
    "server/test_play.py": 15, "terminal/test_play.py": 15, "browser/test_push.py": 15,
    "browser/test_targets.py": 15, "browser/test_weight.py": 15, "kernels/test_switch.py": 15,
    "lab/test_report.py": 15, "server/test_patch.py": 15, "test_docs.py": 15,
    "terminal/test_whole_games.py": 15, "envs/test_gymnasium.py": 10,
    "games/lutins/test_properties.py": 10, "server/test_states.py": 10,
    "browser/test_glance.py": 10, "bench/test_control_variates.py": 10, "envs/test_batch.py": 10,
    "gamekit/test_form.py": 10, "gamekit/test_mutated_boxes.py": 10,
    "games/cities/test_properties.py": 10, "lab/test_adaptive.py": 10,
    "pictures/test_pictures.py": 10, "review/test_review.py": 10, "server/test_admin.py": 10,
    "server/test_dead_workers.py": 10, "server/test_hostile.py": 10, "server/test_sandbox.py": 10,
    "server/test_people.py": 10, "server/test_warmup.py": 10, "sheets/test_sheets.py": 10,
    "test_setup.py": 10,
}  # fmt: skip
SLOW = 1.0  # seconds a test, from which on each test of a file is handed out by itself
LONG_UNIT = 10.0  # seconds from which on a unit comes first


def mark_units(items: Sequence[pytest.Item]) -> None:
    """Say of each test which unit it belongs to, as `--dist=loadgroup` of pytest-xdist asks."""
    seconds = _seconds(items)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(_unit(item, seconds[item.path])))


def ordered(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The same tests in the order in which they are handed out."""
    seconds = _seconds(items)
    units: dict[str, list[pytest.Item]] = {}
    for item in items:
        [unit] = [mark.args[0] for mark in item.iter_markers("xdist_group")]
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
