"""What people touch things with: mouse, finger, keys; and keys led by a screen reader alone."""

from collections.abc import Iterator
from typing import Any, Protocol

from playwright.sync_api import CDPSession, Locator, Page

Node = dict[str, Any]  # of Chromium's accessibility tree


class Hand(Protocol):
    """What people touch things with."""

    def touch(self, part: Locator) -> None: ...


class Mouse:
    def touch(self, part: Locator) -> None:
        part.click()


class Finger:
    def touch(self, part: Locator) -> None:
        part.tap()


class Keys:
    """Tab to a thing, then Enter; nothing else moves the focus."""

    # How often to press Tab; null if the focus is nowhere.
    WAY = """(target) => {
      const scope = document.querySelector("dialog:modal") ?? document;
      const all = scope.querySelectorAll("a[href], button, input, summary, [tabindex]");
      const seen = (one) => one.checkVisibility({ visibilityProperty: true });
      const reachable = [...all].filter((one) => one.tabIndex >= 0 && !one.disabled && seen(one));
      const here = reachable.indexOf(document.activeElement);
      const there = reachable.indexOf(target);
      if (there < 0) throw new Error(`Tab does not lead to ${target.outerHTML.slice(0, 200)}`);
      return here < 0 ? null : there - here;
    }"""

    def touch(self, part: Locator) -> None:
        self.reach(part)
        self.press(part.page)

    def press(self, page: Page) -> None:
        """Enter, on what has the focus."""
        page.keyboard.press("Enter")

    def reach(self, part: Locator) -> None:
        part.wait_for()
        keyboard = part.page.keyboard
        for _ in range(6):
            way = part.evaluate(self.WAY)
            if way == 0:
                return
            for _ in range(abs(way or 1)):
                keyboard.press("Tab" if way is None or way > 0 else "Shift+Tab")
        raise AssertionError(f"Tab does not reach {part}")


class ScreenReader(Keys):
    """Keys of somebody who only hears: before Enter, the accessibility tree must say by role, name
    and the named groups around it what has the focus, in words that fit nothing else there."""

    ROLES = ("button", "link", "checkbox", "radio", "tab", "menuitem", "DisclosureTriangle")

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._session: CDPSession | None = None

    def press(self, page: Page) -> None:
        self.heard.append(self.hear(page))
        super().press(page)

    def hear(self, page: Page) -> str:
        """What is spoken of the thing that has the focus."""
        element = self._element(page, "document.activeElement")
        nodes = self._ask(page, "Accessibility.getAXNodeAndAncestors", objectId=element)["nodes"]
        node, spoken = nodes[0], spoken_of(nodes)
        assert node["role"]["value"] in self.ROLES, spoken
        assert name_of(node), spoken
        alike = [one for one in self._called(page, node) if one == spoken]
        assert len(alike) == 1, f"{len(alike)} things are called {spoken}"
        return spoken

    def _called(self, page: Page, like: Node) -> Iterator[str]:
        """What is spoken of each thing with the role and the name of `like`, itself among them."""
        words = {"role": like["role"]["value"], "accessibleName": like["name"]["value"]}
        root = self._element(page, "document")
        for found in self._ask(page, "Accessibility.queryAXTree", objectId=root, **words)["nodes"]:
            if not found["ignored"]:
                within = {"backendNodeId": found["backendDOMNodeId"]}
                yield spoken_of(
                    self._ask(page, "Accessibility.getAXNodeAndAncestors", **within)["nodes"]
                )

    def _element(self, page: Page, expression: str) -> str:
        found = self._ask(page, "Runtime.evaluate", expression=expression)
        return str(found["result"]["objectId"])

    def _ask(self, page: Page, method: str, **given: Any) -> dict[str, Any]:
        if self._session is None:
            self._session = page.context.new_cdp_session(page)
            self._session.send("Accessibility.enable")
        answer: dict[str, Any] = self._session.send(method, given)
        return answer


GROUPS = (
    "region", "group", "dialog", "alertdialog", "list", "listitem", "navigation", "radiogroup",
    "tabpanel", "toolbar", "form", "complementary", "row", "grid",
)  # fmt: skip


def name_of(node: Node) -> str:
    return str(node.get("name", {}).get("value", "")).strip()


def spoken_of(nodes: list[Node]) -> str:
    """Role and name of a node, then the names of the groups that it is in, from the inside: `nodes`
    is what Chromium hands to screen readers of it and of all around it."""
    node, *around = nodes
    parts = [f"{node['role']['value']} {name_of(node)!r}"]
    for group in around:
        if not group["ignored"] and group["role"]["value"] in GROUPS and name_of(group):
            parts.append(name_of(group))
    return ", in ".join(parts)
