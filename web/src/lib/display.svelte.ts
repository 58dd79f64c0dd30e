/** How large text is and how strong its contrast. public/early.js applies what is kept before the first paint. */
import { erase, read, write } from "./storage";

export type TextSize = "usual" | "large" | "largest";
const SCALE: Record<TextSize, number> = { usual: 1, large: 1.125, largest: 1.25 }; // --text in type.css
const TEXT = "faubourg.text";
const CONTRAST = "faubourg.contrast";
const strong = matchMedia("(prefers-contrast: more)");

function firstSize(): TextSize {
  const kept = read(TEXT);
  return kept === "large" || kept === "largest" ? kept : "usual";
}

let size = $state<TextSize>(firstSize());
let chosen = $state(read(CONTRAST)); // null: as the system says
let system = $state(strong.matches);
strong.addEventListener("change", () => {
  system = strong.matches;
  show();
});

// Another tab may have chosen.
addEventListener("storage", ({ key }) => {
  if (key !== TEXT && key !== CONTRAST) return;
  size = firstSize();
  chosen = read(CONTRAST);
  show();
});

function show(): void {
  const root = document.documentElement.dataset;
  if (size === "usual") delete root.text;
  else root.text = size;
  if (display.contrast) root.contrast = "more";
  else delete root.contrast;
  dispatchEvent(new Event("resize")); // boards measure themselves anew
}

export const display = {
  get text(): TextSize {
    return size;
  },
  /** How much larger than usual text is. To a board a window is so much smaller. */
  get scale(): number {
    return SCALE[size];
  },
  set text(wanted: TextSize) {
    size = wanted;
    if (wanted === "usual") erase(TEXT);
    else write(TEXT, wanted);
    show();
  },
  /** Whether contrast is high: as was chosen on this device, or else as the system wants it. */
  get contrast(): boolean {
    return chosen === null ? system : chosen === "more";
  },
  set contrast(wanted: boolean) {
    chosen = wanted ? "more" : "usual";
    write(CONTRAST, chosen);
    show();
  },
};
