/** Interaction with the board, shared by its parts: the position, who "I" am, and which card is being looked at. */
import { getContext, setContext } from "svelte";
import type { Action, BoardProps, Seat } from "$lib/game";
import type { Box, Town, View } from "./types";
import { actionsAt, inOrder, type Spot } from "./spots";

type Props = BoardProps<View, Box>;
const BEFORE_A_ROLL = ["deal", "first", "roll", "dice"];
export type Fired = { built: string; cards: Set<string> };

export class Interaction {
  #now: () => Props;
  #places: Record<string, string[]> = {}; // of the cards in each town, as they were first seen
  opened = $state.raw<Spot | null>(null);
  visited = $state<string | null>(null); // the town that is looked at closely
  hovered = $state.raw<{ spot: Spot; node: HTMLElement; rect: DOMRect } | null>(null);
  narrow = $state(false); // market and towns do not lie side by side
  fired = $state.raw<Fired>({ built: "", cards: new Set() });

  constructor(now: () => Props) {
    this.#now = now;
  }

  get now(): Props {
    return this.#now();
  }
  get view(): View {
    return this.now.view;
  }
  get box(): Box {
    return this.now.box;
  }

  /** The seat at the front: mine to act, else the first of mine, else whose turn it is. */
  get me(): string {
    const mine = this.now.seats.filter((seat) => seat.mine);
    const acting = mine.find((seat) => seat.letter === this.now.turn);
    return (acting ?? mine[0])?.letter ?? this.view.seat;
  }
  get town(): Town {
    return this.view.towns[this.me]!;
  }
  cardsOf(letter: string): { id: string; count: number }[] {
    return inOrder(this.box, this.view.towns[letter]!, (this.#places[letter] ??= []));
  }
  get watching(): boolean {
    return !this.now.seats.some((seat) => seat.mine);
  }

  /** Whether the dice on the table were thrown in this turn: before a roll they still lie as the last player left them. */
  get thrown(): boolean {
    return this.view.dice.length > 0 && !BEFORE_A_ROLL.includes(this.view.phase);
  }
  /** Whether one of my own cards is to be chosen now. */
  get choosingOwn(): boolean {
    return this.now.legal.length > 0 && ["give", "offer"].includes(this.view.phase);
  }

  seat(letter: string): Seat {
    return this.now.seats.find((seat) => seat.letter === letter)!;
  }
  name(letter: string): string {
    return this.seat(letter)?.name || letter;
  }
  colour(letter: string): string {
    return `var(--seat-${this.seat(letter)?.place ?? 0})`;
  }

  legal(text: string): Action | undefined {
    return this.now.legal.find((action) => action.text === text);
  }
  actions(spot: Spot): Action[] {
    return actionsAt(this.now.legal, spot, this.me);
  }
  hinted(actions: Action[]): boolean {
    return actions.some((action) => this.now.hinted.includes(action.id));
  }
  play(action: Action): void {
    this.opened = null;
    this.visited = null;
    this.hovered = null;
    this.now.play(action);
  }
  refuse(notation: string): void {
    this.opened = null;
    this.visited = null;
    this.now.refuse(notation);
  }
  open(spot: Spot): void {
    this.hovered = null;
    this.opened = spot;
  }
}

const KEY = Symbol("minivilles");
export const setInteraction = (interaction: Interaction): Interaction => setContext(KEY, interaction);
export const useInteraction = (): Interaction => getContext(KEY);
