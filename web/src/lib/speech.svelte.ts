/** Reading aloud with the browser's own voice, for those who can't read yet or would rather listen. */
import { language } from "./lang.svelte";
import { read, write } from "./storage";

const KEPT = "faubourg.speech";
const voice = "speechSynthesis" in globalThis ? speechSynthesis : null;

let kept = $state(read(KEPT)); // null: nobody has chosen on this device
let eager = $state(false);
let unheard: string | null = null; // said before the page was touched

export const speech = {
  available: voice !== null,
  /** Whether tasks are read aloud by themselves: as was chosen, or else as the game wants it. */
  get on(): boolean {
    return voice !== null && (kept === "on" || (kept === null && eager));
  },
  set on(wanted: boolean) {
    kept = wanted ? "on" : "off";
    write(KEPT, kept);
    if (!wanted) voice?.cancel();
  },
  /** The game on the table is for those who can't read yet. */
  set eager(wanted: boolean) {
    eager = wanted;
  },
};

/** Say something now, instead of what was being said. */
export function speak(text: string): void {
  if (!voice || !text) return;
  voice.cancel();
  unheard = null;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = language.now === "fr" ? "fr-FR" : "en-GB";
  spoken.rate = 0.95;
  spoken.onerror = ({ error }) => (unheard = error === "not-allowed" ? text : null);
  voice.speak(spoken);
}

/** Browsers keep quiet until the page was touched; then they hear what was said last. */
addEventListener("click", () => {
  const text = unheard;
  setTimeout(() => text && text === unheard && speech.on && speak(text));
});
