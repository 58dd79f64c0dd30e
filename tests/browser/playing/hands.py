"""What people touch things with: mouse, finger, keys."""

from typing import Protocol

from playwright.sync_api import Locator


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
        part.page.keyboard.press("Enter")

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
