"""Web Push in a real browser, by a real server and the real service worker.

Chromium's own push service is out of reach here, so three things stand in for it and nothing else:
`PushManager.subscribe` and `getSubscription` hand out a subscription at the tests' push service
with keys of the test's own; that service takes what the server posts, and the test opens it as a
browser would; and DevTools (`ServiceWorker.deliverPushMessage`) hands the text to the worker.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from faubourg.server.push_keys import make as make_keys
from tests.browser.tables import Visit, link, wait_for_promise
from tests.browser.test_coming_back import BLOCKED
from tests.server.client import PATIENCE
from tests.server.process import ServerProcess, wait_until
from tests.server.push_service import Browser, PushService, push_service
from tests.server.test_push import CONTACT, QUICK, play_turn, rows

SUBSCRIPTION = """({ endpoint, ...keys }) => {
  let held = null;
  PushManager.prototype.getSubscription = async () => held;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new Error("Chromium wants every message to be shown");
    window.askedWith = applicationServerKey;
    held = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => ((held = null), true),
    };
    return held;
  };
}"""

SHOWN = """async (table) => {
  const worker = await navigator.serviceWorker.getRegistration();
  const [shown, ...more] = await worker.getNotifications();
  return shown?.title === "Your turn!" && shown.body === "Minivilles Deluxe"
    && shown.tag === table && more.length === 0;
}"""

# As Chromium does without a network. Its own way also complains about private windows, as ours are.
NO_SERVICE = """() => {
  PushManager.prototype.subscribe = async () => {
    throw new DOMException("Registration failed - could not connect", "AbortError");
  };
}"""


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path) as found:
        monkeypatch.setenv("SSL_CERT_FILE", str(found.certificate))
        yield found


@pytest.fixture
def pushing(tmp_path: Path, service: PushService) -> Iterator[ServerProcess]:
    """A server that pushes to the tests' own service."""
    key = tmp_path / "push.pem"
    make_keys(key, "en")
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", **QUICK)
    process.options = [
        "--push-key", str(key), "--push-contact", CONTACT, "--push-host", service.host,
    ]  # fmt: skip
    yield process.start()
    process.close()


def sit(visit: Visit, house: ServerProcess, address: str, script: str = "", **more: str) -> Page:
    """Somebody at their seat, who lets pages show notifications."""
    page = visit("about:blank", **more)
    if script:
        page.add_init_script(script)
    page.goto(address)
    page.context.grant_permissions(["notifications"], origin=house.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page


def switch(page: Page, name: str = "Tell me when it is my turn") -> Locator:
    """Flip the switch in the menu; the menu."""
    page.get_by_role("button", name="Menu").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("switch", name=name).click()
    return sheet


def deliver(page: Page, house: ServerProcess, data: str) -> None:
    """Hand a message to the worker, as a push service does."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait_until(lambda: bool(page.evaluate("true") and found))
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": house.url, "registrationId": found[-1], "data": data},
    )


def tell(page: Page, house: ServerProcess, data: str, script: str, arg: object) -> None:
    """Hand a message to the worker until it shows what it should: a push service tries again, too,
    when a busy machine did not start the worker in time. A message of the same table takes the
    place of the one before."""
    for seconds in (20, 20, PATIENCE):
        deliver(page, house, data)
        with suppress(AssertionError):
            return wait_until(lambda: bool(page.evaluate(script, arg)), seconds)
    raise AssertionError("the message was never shown")


def test_a_closed_page_is_told_and_a_tap_leads_to_the_table(
    visit_in_a_window: Visit, pushing: ServerProcess, service: PushService
):
    made = pushing.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    keys = Browser()
    page = sit(visit_in_a_window, pushing, link(pushing, made, "B"))
    # Without a push service the page says so, and tries again when asked.
    page.evaluate(NO_SERVICE)
    sheet = switch(page)
    expect(sheet).to_contain_text("the browser’s own service could not be reached")
    page.evaluate(SUBSCRIPTION, service.subscription(keys, "ben"))
    for _ in range(2):
        sheet.get_by_role("switch", name="Tell me when it is my turn").click()
    expect(sheet).to_contain_text("Also while Faubourg is closed.")
    assert page.evaluate("window.askedWith") == pushing.api.get("/api/push")["key"]
    [row] = rows(pushing)
    assert row["endpoint"] == service.subscription(keys, "ben")["endpoint"]

    page.goto(f"{pushing.url}/fair")  # another page: nobody is connected to the table
    play_turn(pushing, made, "A")
    wait_until(lambda: len(service.messages) == 1)
    [message] = service.messages
    message.check_signature(service.origin, CONTACT)
    said = keys.opened(message.body)
    tell(page, pushing, json.dumps(said), SHOWN, made["table"])
    # A tap, which a page can't make: its event is handed to the worker.
    page.context.service_workers[0].evaluate(
        """async () => {
          const [notification] = await self.registration.getNotifications();
          self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }"""
    )
    page.wait_for_url(f"{pushing.url}/t/{made['table']}")
    wait_for_promise(
        page,
        "navigator.serviceWorker.ready.then((w) => w.getNotifications()).then((n) => !n.length)",
    )
    # The switch was remembered; off, the server forgets this browser.
    page.evaluate(SUBSCRIPTION, service.subscription(keys, "ben"))
    sheet = switch(page)
    expect(sheet.get_by_role("switch", name="Tell me when it is my turn")).not_to_be_checked()
    sheet.get_by_role("switch", name="Tell me when it is my turn").click()
    expect(sheet).to_contain_text("Also while Faubourg is closed.")
    sheet.get_by_role("switch", name="Tell me when it is my turn").click()
    wait_until(lambda: rows(pushing) == [])


def test_where_nothing_may_be_kept_one_is_told_in_ones_language_all_the_same(
    visit_in_a_window: Visit, pushing: ServerProcess, service: PushService
):
    made = pushing.api.make("minivilles", ["Anna:person", "Ben:person"], first="A")
    keys = Browser()
    script = f"{BLOCKED}; ({SUBSCRIPTION})({json.dumps(service.subscription(keys, 'ben'))})"
    page = sit(visit_in_a_window, pushing, link(pushing, made, "B"), script, locale="fr-FR")
    expect(switch(page, "Me prévenir quand c’est à moi")).to_contain_text(
        "Aussi quand Faubourg est fermé."
    )
    page.close()
    play_turn(pushing, made, "A")
    wait_until(lambda: len(service.messages) == 1)
    assert keys.opened(service.messages[0].body)["title"] == "À toi de jouer\u202f!"
