"""A real Chromium and a real server with the built page, for tests that sit down and play."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.server.process import ServerProcess

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# The same engine without windows and menus: a page takes two thirds of the processor time.
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--no-first-run",
]  # fmt: skip
PATIENCE = 120_000  # milliseconds; a busy machine is no fault of the page
# For tests that answer requests themselves: a service worker would ask past them.
ROUTED = {"service_workers": "block"}
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}

# Tests that are not about taking back do not wait for it, nor for what others do to be shown; on a
# large screen the log is open. A page without storage has none to set.
KEPT = """try {{
  localStorage['faubourg.hold'] ??= '{hold}';
  localStorage['faubourg.pace'] ??= '{pace}';
  localStorage['faubourg.drawer'] ??= '{drawer}';
}} catch {{}}"""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; without it the test is skipped, and CI fails."""
    if CHROMIUM is None or SHELL is None:
        pytest.skip("there is no Chromium; run scripts/setup-tests")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=SHELL, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that all tests share which need none of their own; its bots are quick."""
    database = f"sqlite:///{tmp_path_factory.mktemp('browser') / 'tables.db'}"
    process = ServerProcess(database, pace=0.05, tables_per_minute=10_000, review_seconds=2).start()
    yield process
    process.close()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that the test may kill and start again."""
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", pace=0.05).start()
    yield process
    process.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address as a new visitor. A page that complains on its console fails the test."""
    with visits(browser) as open_page:
        yield open_page


@pytest.fixture
def visit_in_a_window(browser: Browser) -> Iterator[Callable[..., Page]]:
    """The whole of Chromium, as families have it, which can show notifications; it takes half as
    much processor time again."""
    whole = browser.browser_type.launch(executable_path=CHROMIUM, args=FLAGS)
    with visits(whole) as open_page:
        yield open_page
    whole.close()


@contextmanager
def visits(browser: Browser) -> Iterator[Callable[..., Page]]:
    """The same with any browser."""
    opened = []
    complaints: list[str] = []

    def open_page(
        url: str,
        viewport: dict[str, int] = DESKTOP,
        locale: str = "en-GB",
        refusals: bool = False,  # that the server refuses something is no complaint then
        hold: float = 0,  # seconds for which a move that ends a turn can be taken back
        pace: str = "instant",  # how fast what others do is shown
        drawer: str = "log",  # what stands at the side of a large screen
        **more: Any,
    ) -> Page:
        more = {"reduced_motion": "reduce"} | more  # tests of motion itself ask for it
        context = browser.new_context(viewport=viewport, locale=locale, **more)  # type: ignore[arg-type]
        opened.append(context)
        context.add_init_script(KEPT.format(hold=hold, pace=pace, drawer=drawer))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text)
                if said.type == "error"
                and "WebSocket" not in said.text
                and "ERR_" not in said.text
                and "Push API in incognito" not in said.text  # as every window of a test is
                and "status of 503" not in said.text  # a server that is just being stopped
                and not (refusals and "the server responded with a status of 4" in said.text)
                else None
            ),
        )
        page.goto(url)
        return page

    yield open_page
    for context in opened:
        context.close()
    assert not complaints, complaints[:5]
