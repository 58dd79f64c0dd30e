/** The live region's text, for screen readers: all that happened, but not more at once than one can listen to. */
import type { Entry } from "$lib/game";

const MOST = 5;

export function sentences(entries: Entry[], language: "en" | "fr"): string[] {
  return entries.flatMap((entry) => (entry.events ?? []).map((event) => event[language]));
}

/** The newest of what waits to be said; the log has the rest. */
export function digest(waiting: string[]): string {
  const last = waiting.slice(-MOST);
  return (waiting.length > MOST ? "… " : "") + last.join(" ");
}

/** A queue that speaks at once when it was quiet, and else when the one before has been heard. */
export class Announcer {
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private speak: (text: string) => void,
    private pause = 1500,
  ) {}

  say(...texts: string[]): void {
    this.waiting.push(...texts.filter(Boolean));
    if (this.timer === null) this.next(60); // what comes together is said together
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private next(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.waiting.length === 0) return;
      this.speak(digest(this.waiting));
      this.waiting = [];
      this.next(this.pause);
    }, milliseconds);
  }
}
