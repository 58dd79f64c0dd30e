/** Sentences said aloud by the browser's own voice, when somebody asks for it. */
import { language } from "./lang.svelte";

export function speak(text: string): void {
  if (!("speechSynthesis" in window)) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language.now;
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(said);
}
