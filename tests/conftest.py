"""What all tests share."""

import asyncio
import importlib.util
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, settings

from tests import fork_server
from tests.effort import LONG
from tests.order import BROWSER, mark_units, ordered
from tests.reaper import MARK, Run

# A skipped test proves nothing. Locally that may be all right; CI sets this and wants them all.
NO_SKIPS = os.environ.get("FAUBOURG_NO_SKIPS") == "1"

# A busy machine is no fault of ours. The examples are the same each time: `make test-long` looks
# for new ones.
settings.register_profile(
    "faubourg",
    deadline=None,
    derandomize=not LONG,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("faubourg")

# Researchers' libraries are in an environment of their own.
collect_ignore = [] if importlib.util.find_spec("torch") else ["research"]

RUN = pytest.StashKey[Run]()


def pytest_configure(config: pytest.Config) -> None:
    """Workers, and runs that a test starts, belong to the run that is under way."""
    if MARK not in os.environ:
        config.stash[RUN] = Run()


def pytest_report_header() -> list[str]:
    return ["tests/research has its own environment: make test-research"] if collect_ignore else []


def pytest_unconfigure(config: pytest.Config) -> None:
    fork_server.close()
    if RUN in config.stash:
        config.stash[RUN].end()


def left_out(config: pytest.Config) -> list[str]:
    """Every test that was skipped or expected to fail, with the reason, as lines to print."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    # Workers of pytest-xdist hand their reports to the main process, which alone has a reporter.
    if not NO_SKIPS or reporter is None:
        return []
    lines = []
    for outcome in ("skipped", "xfailed"):
        for report in reporter.stats.get(outcome, []):
            # A skip is (file, line, reason); an expected failure has its reason apart.
            reason = report.longrepr[2] if outcome == "skipped" else report.wasxfail
            lines.append(f"{outcome}: {report.nodeid}: {reason or 'no reason given'}")
    return lines


def pytest_sessionfinish(session: pytest.Session) -> None:
    if left_out(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if lines := left_out(config):
        terminalreporter.section("FAILED: tests were left out, and FAUBOURG_NO_SKIPS=1", red=True)
        for line in lines:
            terminalreporter.line(line)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """pytest-xdist looks at the units, and pytest itself has an order of its own."""
    mark_units(items)
    yield
    items[:] = ordered(items)


@contextmanager
def no_running_loop(item: pytest.Item) -> Iterator[None]:
    """Playwright leaves its event loop marked as the one that runs in this thread, where no other
    could be run then. The mark is put aside for tests that have nothing to do with it."""
    running = asyncio._get_running_loop()
    if BROWSER not in item.path.parents:
        asyncio._set_running_loop(None)
    try:
        yield
    finally:
        if running is not None:
            asyncio._set_running_loop(running)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    with no_running_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    with no_running_loop(item):
        return (yield)
