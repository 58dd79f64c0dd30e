/** Interaction with the board. What the player is about to do: a place and a turn for the tile, or a standee and a row for it. */
import type { Action } from "$lib/game";
import { following, placesOf, rowsNear, rowsOf, SIDES, turnedBy, type Place, type Row } from "./geometry";
import type { Side, View } from "./types";

export class Interaction {
  view = $state.raw<View>()!;
  legal = $state.raw<Action[]>([]);
  top = $state<Side>("north");
  placeKey = $state<string | null>(null);
  picked = $state<number | null>(null);
  rowId = $state<number | null>(null); // the number of its action

  places = $derived(placesOf(this.view, this.legal));
  groups = $derived(rowsOf(this.view, this.legal));
  place = $derived(this.places.find((place) => place.key === this.placeKey) ?? null);
  rows = $derived((this.picked !== null && this.groups.get(this.picked)) || []);
  row = $derived(this.rows.find((row) => row.action.id === this.rowId) ?? null);
  extend = $derived(this.legal.find((action) => action.text === "extend") ?? null);
  pass = $derived(this.legal.find((action) => action.text === "pass") ?? null);
  /** What the check button would play. */
  ready = $derived(this.place ? (this.place.turns[this.top] ?? null) : (this.row?.action ?? null));

  #told = "";

  constructor(view: View) {
    this.view = view;
  }

  /** Whatever was about to be done is forgotten, if this is another position and not the same told again. */
  renew(view: View, legal: Action[]): boolean {
    const told = [
      view.turns,
      view.phase,
      view.pile,
      view.seat,
      legal.length,
      legal[0]?.id,
      legal.at(-1)?.id,
    ].join();
    if (told === this.#told) return false;
    this.#told = told;
    this.view = view;
    this.legal = legal;
    this.top = "north";
    this.forget();
    return true;
  }

  forget() {
    this.placeKey = null;
    this.picked = null;
    this.rowId = null;
  }

  turn(quarters: number) {
    if (this.places.length) this.top = turnedBy(this.top, quarters);
  }

  /** A place is touched: the tile goes there (turned as advised), or turns if it is there already. */
  touchPlace(place: Place, hinted: number[]) {
    if (this.placeKey === place.key) return this.turn(1);
    this.placeKey = place.key;
    this.top = SIDES.find((top) => hinted.includes(place.turns[top]?.id ?? -1)) ?? this.top;
  }

  /** Do what is advised, but for the last tap. The best comes first. */
  showHint(ids: number[]) {
    const [best] = ids;
    for (const place of this.places) {
      const top = SIDES.find((side) => place.turns[side]?.id === best);
      if (top) [this.placeKey, this.top] = [place.key, top];
    }
    for (const [length, rows] of this.groups) {
      if (rows.some((row) => row.action.id === best)) [this.picked, this.rowId] = [length, best!];
    }
  }

  pick(length: number) {
    this.rowId = null;
    this.picked = this.picked === length ? null : length;
  }

  /** The town is touched while a standee is picked; touching again goes through the rows that it can mean. */
  touchRows(point: [number, number], reach: number): boolean {
    const near = rowsNear(this.rows, point, reach).map((row) => row.action.id);
    if (near.length) this.rowId = following(near, this.rowId);
    return near.length > 0;
  }

  otherRow(by: number): Row | null {
    const ids = this.rows.map((row) => row.action.id);
    this.rowId = following(ids, this.rowId, by);
    return this.row;
  }
}
