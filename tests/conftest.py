"""What all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

BROWSER = Path(__file__).parent / "browser"
# A skipped test proves nothing. Locally that may be all right; CI sets this and wants them all.
NO_SKIPS = os.environ.get("FAUBOURG_NO_SKIPS") == "1"

# A busy machine is no fault of ours. In CI the examples are the same each time: who looks for new
# ones runs the tests at home.
settings.register_profile(
    "faubourg",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("faubourg")


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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers come last: Playwright keeps an event loop running, in which no other can be run."""
    items.sort(key=lambda item: BROWSER in item.path.parents)
