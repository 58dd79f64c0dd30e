/**
 * Interaction with a centre. What the player is about to do there: which way round the tile lies and where, which thing is
 * to be placed; and what a touch means.
 */
import type { BoardProps } from "$lib/game";
import type { Choices } from "./choices";
import { nextTop, turnedTile } from "./geometry";
import type { Lot } from "./map";
import type { Box, Top, View } from "./types";

type Now = BoardProps<View, Box>;
type Told = { now: Now; choices: Choices; shown: string };

export class Interaction {
  #told: () => Told;
  top = $state<Top>("north");
  #wanted = $state("");
  #spot = $state.raw<Lot | null>(null);
  #hovered = $state.raw<Lot | null>(null); // by a mouse
  over = $state(""); // the square over which the thing is dragged

  #now = $derived.by(() => this.#told().now);
  #choices = $derived.by(() => this.#told().choices);
  hand = $derived.by(() => this.#now.view.hand);
  acting = $derived.by(() => this.#now.view.phase === "place" && this.#told().shown === this.#now.view.seat);
  mine = $derived.by(() => this.acting && this.#now.legal.length > 0);
  laying = $derived.by(() => this.mine && this.#choices.lots.size > 0);
  items = $derived.by(() => Object.keys({ ...this.hand.attractions, ...this.hand.modules }));
  /** The thing to be placed: the one that was chosen, else the first for which there is room. */
  item = $derived.by(() => {
    if (this.items.includes(this.#wanted)) return this.#wanted;
    return this.items.find((one) => this.#choices.puts.has(one)) ?? this.items[0] ?? "";
  });
  puts = $derived.by(() => this.#choices.puts.get(this.item));
  targets = $derived.by(() =>
    this.mine && this.item && !this.hand.rows ? new Set(this.puts?.keys() ?? []) : null,
  );
  #lot = $derived.by(() => {
    const only = this.#choices.lots.size === 1 ? parsed([...this.#choices.lots.keys()][0]!) : null;
    return this.laying ? (this.#spot ?? only) : null;
  });
  /** The tile in hand, where it would lie, or lies while that can be taken back. */
  ghost = $derived.by(() => {
    const { rows } = this.hand;
    if (!rows) return null;
    const [verb, where = "", top] = this.#now.held?.text.split(" ") ?? [];
    if (verb === "tile") return { ...parsed(where), squares: turnedTile(rows, top as Top) };
    const lot = this.#lot ?? (this.laying ? this.#hovered : null);
    return lot ? { ...lot, squares: turnedTile(rows, this.top) } : null;
  });
  ready = $derived.by(() => this.#lot !== null);
  hintedLots = $derived.by(() => {
    const hinted = [...this.#choices.lots].filter(([, tops]) =>
      [...tops.values()].some((action) => this.#now.hinted.includes(action.id)),
    );
    return new Set(hinted.map(([name]) => name));
  });

  constructor(told: () => Told) {
    this.#told = told;
  }

  /** Another tile is in hand. */
  reset(): void {
    this.top = "north";
    this.#spot = null;
    this.#hovered = null;
  }

  hover(lot: Lot | null): void {
    this.#hovered = lot;
  }

  /** The tile is dragged over an open place, or over none. */
  moveTo(lot: Lot | null): boolean {
    if (!lot) this.#spot = null;
    else if (this.#spot?.x !== lot.x || this.#spot.y !== lot.y) this.#settle(lot);
    return lot !== null;
  }

  /** A thing is dragged over a square: whether it may go there. */
  hang(square: string): boolean {
    this.over = this.puts?.has(square) ? square : "";
    return this.over !== "";
  }

  turn(step: number): void {
    this.top = nextTop(this.top, step);
  }

  choose(item: string): void {
    this.#wanted = item;
  }

  touchLot(touched: Lot): void {
    if (this.#lot?.x === touched.x && this.#lot.y === touched.y) return this.turn(1);
    this.#settle(touched);
  }

  /** The tile lies there, turned as a hint says. */
  #settle(lot: Lot): void {
    this.#spot = lot;
    const tops = [...(this.#choices.lots.get(`${lot.x},${lot.y}`) ?? [])];
    this.top = tops.find(([, action]) => this.#now.hinted.includes(action.id))?.[0] ?? this.top;
  }

  lay(): void {
    const action = this.#lot && this.#choices.lots.get(`${this.#lot.x},${this.#lot.y}`)?.get(this.top);
    if (action) this.#now.play(action);
  }

  touchSquare(name: string): void {
    const action = this.puts?.get(name);
    if (action) return this.#now.play(action);
    const square = this.#now.view.players[this.#told().shown]!.centre.squares[name]!;
    if (this.hand.rows) this.#now.refuse(`tile ${square.x >> 1},${square.y >> 1} ${this.top}`);
    else if (this.item) this.#now.refuse(`put ${this.item} ${name}`);
  }

  discard(): void {
    const action = this.#choices.discards.get(this.item);
    if (action) this.#now.play(action);
  }
}

function parsed(name: string): Lot {
  const [x, y] = name.split(",").map(Number) as [number, number];
  return { x, y };
}
