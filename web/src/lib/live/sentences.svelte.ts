/** The legal actions in words. The server is asked for them only when somebody wants to read them. */
import type { Action, Both } from "../game";
import { say } from "../lang.svelte";

export class Sentences {
  private known = $state.raw<ReadonlyMap<number, Both>>(new Map());

  constructor(private ask: () => void) {}

  /** Somebody reads: get those of the actions that are legal now, unless they are here. */
  want(legal: Action[]): void {
    if (legal.some(({ id }) => !this.known.has(id))) this.ask();
  }

  /** What an action would do; its notation until the sentence has come. */
  of(action: Action): string {
    const sentence = this.known.get(action.id);
    return sentence ? say(sentence) : action.text;
  }

  came(described: (Action & Both)[]): void {
    this.known = new Map(described.map((action) => [action.id, action]));
  }

  /** The position is another one, and the same action may do something else there. */
  forget(): void {
    if (this.known.size) this.known = new Map();
  }
}
