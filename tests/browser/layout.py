"""What a player sees of a table in one window: what is asked for, what covers it, its sizes."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from tests.browser.targets import too_small


@dataclass(frozen=True)
class Window:
    width: int
    height: int
    fingers: bool

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


WINDOWS = (
    Window(360, 640, fingers=True),
    Window(390, 844, fingers=True),
    Window(844, 390, fingers=True),
    Window(820, 1180, fingers=True),
    Window(1280, 720, fingers=False),
    Window(1440, 900, fingers=False),
    Window(2560, 1440, fingers=False),
)
USUAL, LARGE = WINDOWS[-2], WINDOWS[-1]
PHONE, LAPTOP = WINDOWS[1], WINDOWS[4]
SMALLEST = 12  # pixels: no text is smaller
GROWTH = 1.3  # text is so much larger at least where the window is 1.6 times as high
POINTED = 24  # pixels: the size of everything for a mouse
TABLE = 0.6  # share of the window at least that is the game's
FILLED = 0.5  # and so much of it lies within what is drawn there

# Boards mark what the prompt asks for by `data-asked`: each such thing lies wholly in the window,
# a finger reaches it, and nothing of the page around the board lies over any part of it.
LOOK = """() => {
  const [wide, high] = [innerWidth, innerHeight];
  const inside = ({ left, top, right, bottom }) =>
    left > -1 && top > -1 && right < wide + 1 && bottom < high + 1;
  const seen = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const board = document.querySelector(".middle > .board");
  const share = ({ left, top, right, bottom }) =>
    (Math.max(0, Math.min(right, wide) - Math.max(left, 0))
      * Math.max(0, Math.min(bottom, high) - Math.max(top, 0))) / (wide * high);
  const named = (part) =>
    (part.ariaLabel || part.textContent.trim().replace(/\\s+/g, " ") || part.className?.baseVal
      || part.className || part.tagName).toString().slice(0, 50);

  const faults = [];
  const asked = [...document.querySelectorAll("[data-asked]")].filter(seen);
  if (!asked.length) faults.push("nothing is marked as asked for");
  for (const part of asked) {
    const box = part.getBoundingClientRect();
    if (!inside(box)) {
      const at = [box.left, box.top, box.right, box.bottom].map(Math.round);
      faults.push(`out of the window: ${named(part)} ${at}`);
      continue;
    }
    const points = [[0.5, 0.5], [0.3, 0.3], [0.7, 0.3], [0.3, 0.7], [0.7, 0.7]];
    const hits = points.map(([across, down]) =>
      document.elementFromPoint(box.left + box.width * across, box.top + box.height * down));
    if (!hits.some((hit) => hit && part.contains(hit)))
      faults.push(`not to be reached: ${named(part)}`);
    const over = hits.find((hit) => hit && !board.contains(hit) && !part.contains(hit));
    if (over) faults.push(`${named(over)} lies over ${named(part)}`);
  }

  const frames = new Map();  // what cuts off what is in it, of each part
  const frameOf = (part) => {
    if (part === board || part === null) return null;
    if (!frames.has(part))
      frames.set(part, getComputedStyle(part).overflowY === "hidden" ? part
        : frameOf(part.parentElement));
    return frames.get(part);
  };
  const sizes = [];
  const small = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.nodeValue.trim();
    const part = walk.currentNode.parentElement;
    if (!text || !seen(part) || part.closest("script, style, option, .visually-hidden")) continue;
    const box = part.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || !share(box)) continue;
    const plane = part.ownerSVGElement ? part.getScreenCTM() : null;
    const scale = plane ? Math.sqrt(Math.abs(plane.a * plane.d - plane.b * plane.c)) : 1;
    const size = parseFloat(getComputedStyle(part).fontSize) * scale;
    if (board.contains(part)) {
      sizes.push(size);
      const frame = frameOf(part.parentElement)?.getBoundingClientRect();
      if (frame && box.bottom > frame.bottom + 1) faults.push(`cut off: ${text.slice(0, 40)}`);
    }
    if (size < SMALLEST - 0.05 && !small.has(text)) small.set(text, size);
  }
  for (const [text, size] of [...small].slice(0, 12))
    faults.push(`text of ${size.toFixed(1)} px: ${text.slice(0, 40)}`);

  const boxes = [...board.querySelectorAll("svg, button, [role=button], p, span, li, table, img")]
    .filter((part) => seen(part) && !part.closest(".visually-hidden"))
    .map((part) => part.getBoundingClientRect())
    .filter(share);
  const side = (name, pick) => pick(...boxes.map((box) => box[name]));
  const drawn = {
    left: side("left", Math.min), top: side("top", Math.min),
    right: side("right", Math.max), bottom: side("bottom", Math.max),
  };
  sizes.sort((one, other) => one - other);
  return {
    faults,
    table: share(board.getBoundingClientRect()),
    filled: share(drawn),
    text: sizes[Math.floor(sizes.length / 2)] ?? 0,
    prompt: parseFloat(getComputedStyle(document.querySelector(".banner p")).fontSize),
    sideways: document.documentElement.scrollWidth - wide,
  };
}""".replace("SMALLEST", str(SMALLEST))

# Two frames after the last one in which anything that ends was still moving.
REST = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const moving = () => document.getAnimations().some(({ effect, playState }) =>
    playState === "running" && effect.getComputedTiming().iterations !== Infinity);
  await frame();
  for (let most = 120; most && moving(); most--) await frame();
  scrollTo(0, 0);
  await frame();
}"""

CHOOSE = """([name, value]) => {
  const key = `faubourg.${name}`;
  localStorage.setItem(key, value);
  dispatchEvent(new StorageEvent("storage", { key, newValue: value }));
}"""


class Looker:
    """Looks at one page through windows of all sizes."""

    def __init__(self, page: Page, least: int) -> None:
        self.page, self.least = page, least
        self.devtools: CDPSession = page.context.new_cdp_session(page)

    def resize(self, window: Window) -> None:
        touch = {"enabled": window.fingers, "maxTouchPoints": 1 + 4 * window.fingers}
        self.devtools.send("Emulation.setTouchEmulationEnabled", touch)
        self.page.set_viewport_size({"width": window.width, "height": window.height})
        self.page.evaluate(REST)

    def speak(self, language: str) -> None:
        """Change the language, as another tab would."""
        self.page.evaluate(CHOOSE, ["language", language])
        expect(self.page.locator("html")).to_have_attribute("lang", language)

    def write(self, size: str) -> None:
        """Change the size of text, as another tab would."""
        self.page.evaluate(CHOOSE, ["text", size])
        shown = self.page.locator("html").get_attribute("data-text")
        assert shown == (None if size == "usual" else size)

    def faults(self, windows: tuple[Window, ...] = WINDOWS, table: float = TABLE) -> list[str]:
        """All that is wrong with what is shown now, window by window; the game has at least a
        share `table` of each."""
        looks: dict[Window, dict[str, Any]] = {}
        found = []
        for window in windows:
            self.resize(window)
            look = looks[window] = self.page.evaluate(LOOK)
            small = too_small(self.page, self.least if window.fingers else POINTED)
            said = [*look["faults"], *(f"{one['size']:.0f} px: {one['name']}" for one in small[:8])]
            if look["table"] < table:
                said.append(f"only {look['table']:.0%} of the window is table")
            if look["filled"] < FILLED:
                said.append(f"only {look['filled']:.0%} of the window is filled")
            if look["sideways"] > 0:
                said.append(f"the page is {look['sideways']} px too wide")
            found += [f"{window}: {fault}" for fault in said]
        if USUAL in looks and LARGE in looks:
            for kind in ("prompt", "text"):
                before, after = looks[USUAL][kind], looks[LARGE][kind]
                if after < GROWTH * before:
                    found.append(f"{LARGE}: {kind} of {after:.1f} px, {before:.1f} at {USUAL}")
        return found
