/** Reading aloud with the browser's own voice, for those who can't read yet or would rather listen. */
import { language } from "./lang.svelte";
import { read, write } from "./storage";

const KEPT = "faubourg.speech";
const voice = "speechSynthesis" in globalThis ? speechSynthesis : null;

let on = $state(read(KEPT) === "on");

export const speech = {
  available: voice !== null,
  /** Whether tasks are read aloud by themselves. */
  get on(): boolean {
    return on && voice !== null;
  },
  set on(wanted: boolean) {
    on = wanted;
    write(KEPT, wanted ? "on" : "off");
    if (!wanted) voice?.cancel();
  },
};

/** Say something now, instead of what was being said. */
export function speak(text: string): void {
  if (!voice || !text) return;
  voice.cancel();
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = language.now === "fr" ? "fr-FR" : "en-GB";
  spoken.rate = 0.95;
  voice.speak(spoken);
}
