/** A card where it lies: what it is, what may be done with it, and what has just happened to it. */
import * as m from "$messages";
import { say } from "$lib/lang.svelte";
import { factsOf } from "./types";
import { useInteraction } from "./interaction.svelte";
import type { Spot } from "./spots";

export class PlacedCard {
  readonly interaction = useInteraction();
  readonly #where: () => Spot;
  readonly spot = $derived.by(() => this.#where());
  readonly facts = $derived.by(() => factsOf(this.interaction.box, this.spot.id));
  readonly actions = $derived.by(() => this.interaction.actions(this.spot));
  readonly can = $derived.by(() => this.actions.length > 0);
  readonly hinted = $derived.by(() => this.interaction.hinted(this.actions));
  readonly fired = $derived.by(() => this.interaction.fired.cards.has(this.#owned));
  readonly fresh = $derived.by(() => this.interaction.fired.built === this.#owned);
  readonly offered = $derived.by(
    () => this.interaction.view.offered === this.spot.id && this.interaction.view.seat === this.spot.letter,
  );

  constructor(where: () => Spot) {
    this.#where = where;
  }

  get #owned(): string {
    return `${this.spot.letter}:${this.spot.id}`;
  }
  open(): void {
    this.interaction.open(this.spot);
  }
  /** Its name for whoever listens, what else is worth saying (what is empty is not), and whether it is hinted at. */
  label(...more: string[]): string {
    return [say(this.facts.name), ...more, this.hinted ? m.mv_hint() : ""].filter(Boolean).join(", ");
  }
}
