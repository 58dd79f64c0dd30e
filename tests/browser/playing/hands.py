"""What people touch things with: mouse, finger, keys; and keys led by a screen reader alone."""

from typing import Any, Protocol

from playwright.sync_api import CDPSession, Locator, Page


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
        tree = AccessibilityTree(self._ask(page, "Accessibility.getFullAXTree")["nodes"])
        focused = self._ask(page, "Runtime.evaluate", expression="document.activeElement")
        element = self._ask(page, "DOM.describeNode", objectId=focused["result"]["objectId"])
        node = tree.of_element(element["node"]["backendNodeId"])
        assert node, f"the tree does not have {element['node']['attributes']}"
        spoken = tree.spoken(node)
        assert node["role"]["value"] in self.ROLES, spoken
        assert tree.name(node), spoken
        alike = [one for one in tree.nodes.values() if tree.spoken(one) == spoken]
        assert alike == [node], f"{len(alike)} things are called {spoken}"
        return spoken

    def _ask(self, page: Page, method: str, **given: Any) -> dict[str, Any]:
        if self._session is None:
            self._session = page.context.new_cdp_session(page)
            self._session.send("Accessibility.enable")
        answer: dict[str, Any] = self._session.send(method, given)
        return answer


class AccessibilityTree:
    """What Chromium hands to screen readers."""

    GROUPS = (
        "region", "group", "dialog", "alertdialog", "list", "listitem", "navigation", "radiogroup",
        "tabpanel", "toolbar", "form", "complementary", "row", "grid",
    )  # fmt: skip

    def __init__(self, nodes: list[dict[str, Any]]) -> None:
        self.nodes = {node["nodeId"]: node for node in nodes if not node["ignored"]}
        self._parents = {node["nodeId"]: node.get("parentId") for node in nodes}

    def of_element(self, id: int) -> dict[str, Any] | None:
        return next(
            (node for node in self.nodes.values() if node.get("backendDOMNodeId") == id), None
        )

    def name(self, node: dict[str, Any]) -> str:
        return str(node.get("name", {}).get("value", "")).strip()

    def spoken(self, node: dict[str, Any]) -> str:
        """Role and name, then the names of the groups that it is in, from the inside."""
        parts = [f"{node['role']['value']} {self.name(node)!r}"]
        parent = self._parents[node["nodeId"]]
        while parent:
            group = self.nodes.get(parent)
            if group and group["role"]["value"] in self.GROUPS and self.name(group):
                parts.append(self.name(group))
            parent = self._parents[parent]
        return ", in ".join(parts)
