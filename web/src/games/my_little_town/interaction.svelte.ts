/** Interaction with the board. What the player is about to do: a place and a turn for the tile, or a standee and a row for it. */
import type { Action } from "$lib/game";
import {
  following,
  placeNear,
  placesOf,
  rowAt,
  rowsNear,
  rowsOf,
  SIDES,
  turnedBy,
  type Place,
  type Row,
} from "./geometry";
import type { Side, View } from "./types";

/** What is dragged: the drawn tile, or the standee of so many figures. */
export type Piece = "tile" | number;
const REACH = 0.8; // squares beside a place at which a dragged piece still goes there

export class Interaction {
  view = $state.raw<View>()!;
  legal = $state.raw<Action[]>([]);
  top = $state<Side>("north");
  placeKey = $state<string | null>(null);
  picked = $state<number | null>(null);
  rowId = $state<number | null>(null); // the number of its action
  hoverKey = $state<string | null>(null); // the place over which a mouse is
  hoverRowId = $state<number | null>(null);

  places = $derived(placesOf(this.view, this.legal));
  groups = $derived(rowsOf(this.view, this.legal));
  place = $derived(this.places.find((place) => place.key === this.placeKey) ?? null);
  rows: Row[] = $derived((this.picked !== null && this.groups.get(this.picked)) || []);
  row = $derived(this.rows.find((row) => row.action.id === this.rowId) ?? null);
  hoverRow = $derived(this.rows.find((row) => row.action.id === this.hoverRowId) ?? null);
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
    this.hover(null, 0);
  }

  /** A mouse is over the town: what a click there would choose. */
  hover(point: [number, number] | null, reach: number) {
    this.hoverKey = (point && placeNear(this.places, point, reach)?.key) ?? null;
    this.hoverRowId = (point && this.#meant(point, reach)) ?? null;
  }

  /** A tile or a standee is dragged over the town, or beside it: where it would lie. */
  carry(piece: Piece, point: [number, number] | null): boolean {
    if (piece === "tile") {
      this.placeKey = (point && placeNear(this.places, point, REACH)?.key) ?? null;
      return this.placeKey !== null;
    }
    this.picked = piece;
    this.rowId = (point && rowAt(this.rows, point, REACH + 1)?.action.id) ?? null;
    return this.rowId !== null;
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
    const meant = this.#meant(point, reach);
    if (meant !== null) this.rowId = meant;
    return meant !== null;
  }

  #meant(point: [number, number], reach: number): number | null {
    const near = rowsNear(this.rows, point, reach).map((row) => row.action.id);
    return following(near, this.rowId);
  }

  otherRow(by: number): Row | null {
    const ids = this.rows.map((row) => row.action.id);
    this.rowId = following(ids, this.rowId, by);
    return this.row;
  }
}
