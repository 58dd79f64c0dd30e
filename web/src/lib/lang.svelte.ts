/** The language of the page: the browser's if it is one of ours, until the reader chooses. */
import { overwriteGetLocale } from "../messages/runtime.js";
import type { Both } from "./game";
import { read, write } from "./storage";
import { unbroken } from "./typography";

export type Language = "en" | "fr";
const KEPT = "faubourg.language";

function first(): Language {
  const kept = read(KEPT);
  if (kept === "en" || kept === "fr") return kept;
  const wished = navigator.languages.map((tag) => tag.slice(0, 2));
  return (wished.find((tag) => tag === "en" || tag === "fr") as Language | undefined) ?? "en";
}

let current = $state<Language>(first());
overwriteGetLocale(() => current); // messages are then read again whenever the language changes
document.documentElement.lang = first();

// Another tab may have chosen.
addEventListener("storage", (event) => {
  if (event.key !== KEPT) return;
  current = first();
  document.documentElement.lang = current;
});

export const language = {
  get now(): Language {
    return current;
  },
  set now(chosen: Language) {
    current = chosen;
    write(KEPT, chosen);
    document.documentElement.lang = chosen;
  },
};

/** A text of the server's in the current language. */
export function say(text: Both): string {
  return current === "fr" ? unbroken(text.fr) : text.en;
}
