/** Light, dark, or as the system says. */
import { erase, read, write } from "./storage";

export type Theme = "auto" | "light" | "dark";
const KEPT = "faubourg.theme";
const night = matchMedia("(prefers-color-scheme: dark)");

function first(): Theme {
  const kept = read(KEPT);
  return kept === "light" || kept === "dark" ? kept : "auto";
}

let chosen = $state<Theme>(first());
let nightly = $state(night.matches);
night.addEventListener("change", () => {
  nightly = night.matches;
  show();
});

function show(): void {
  const root = document.documentElement;
  if (chosen === "auto") delete root.dataset.theme;
  else root.dataset.theme = chosen;
  const colour = theme.isDark ? "#1b1d23" : "#fbf6ec"; // --paper
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", colour);
}

export const theme = {
  get now(): Theme {
    return chosen;
  },
  set now(wanted: Theme) {
    chosen = wanted;
    if (wanted === "auto") erase(KEPT);
    else write(KEPT, wanted);
    show();
  },
  get isDark(): boolean {
    return chosen === "auto" ? nightly : chosen === "dark";
  },
};

show();
