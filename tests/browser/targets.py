"""What can be touched on a page, and how large it is."""

from typing import Any

from playwright.sync_api import Page

# Everything in sight that a finger could mean: its name and its size in pixels. What is drawn
# smaller may have more around it that belongs to it: its reach is felt with a finger's points.
TOUCHABLE = """(least) => {
  const scope = document.querySelector("dialog:modal") ?? document.body;
  const kinds = "a[href], button, input, select, textarea, summary, [role=button], [role=tab]";
  const found = [];
  for (let part of scope.querySelectorAll(kinds)) {
    const name = part.ariaLabel || part.textContent.trim() || part.type || part.tagName;
    if (part.disabled || part.ariaDisabled === "true") continue;
    if (part.matches("input") && part.closest("label")) part = part.closest("label");
    const { x, y, width, height } = part.getBoundingClientRect();
    const style = getComputedStyle(part);
    if (!part.checkVisibility({ visibilityProperty: true }) || width < 2 || height < 2) continue;
    if (style.pointerEvents === "none" || inSentence(part)) continue;
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const reach = Math.min(wide(part, middleX, middleY, 1, 0), wide(part, middleX, middleY, 0, 1));
    found.push({ name: name.slice(0, 60), size: Math.max(Math.min(width, height), reach) });
  }
  return found.filter(({ size }) => size < least - 0.5);

  function inSentence(part) {  // the words around it are what one reads
    const around = part.parentElement?.textContent.trim() ?? "";
    return part.matches("a") && getComputedStyle(part).display === "inline"
      && around.length > part.textContent.trim().length + 10;
  }
  function wide(part, x, y, across, down) {
    const half = least / 2 - 1;
    const hit = [-half, -half / 2, 0, half / 2, half].every((by) => {
      const there = document.elementFromPoint(x + by * across, y + by * down);
      return there && (part.contains(there) || there.closest("label") === part);
    });
    return hit ? least : 0;
  }
}"""


def too_small(page: Page, least: int) -> list[Any]:
    """What is in sight and smaller than so many pixels."""
    found: list[Any] = page.evaluate(TOUCHABLE, least)
    return found
