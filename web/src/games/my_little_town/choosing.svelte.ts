/** What the player is about to do: a place and a turn for the tile, or a standee and a row for it. */
import type { Action } from "$lib/game";
import { following, placesOf, rowsNear, rowsOf, turnedBy, type Place, type Row } from "./geometry";
import type { Side, View } from "./types";

export class Choosing {
  view = $state.raw<View>()!;
  legal = $state.raw<Action[]>([]);
  top = $state<Side>("north");
  placeKey = $state<string | null>(null);
  picked = $state<number | null>(null);
  row = $state.raw<Row | null>(null);

  places = $derived(placesOf(this.view, this.legal));
  groups = $derived(rowsOf(this.view, this.legal));
  place = $derived(this.places.find((place) => place.key === this.placeKey) ?? null);
  rows = $derived((this.picked !== null && this.groups.get(this.picked)) || []);
  extend = $derived(this.legal.find((action) => action.text === "extend") ?? null);
  pass = $derived(this.legal.find((action) => action.text === "pass") ?? null);
  /** What the check button would play. */
  ready = $derived(this.place ? (this.place.turns[this.top] ?? null) : (this.row?.action ?? null));

  constructor(view: View) {
    this.view = view;
  }

  /** Another position: whatever was about to be done is forgotten. */
  renew(view: View, legal: Action[]) {
    this.view = view;
    this.legal = legal;
    this.top = "north";
    this.forget();
  }

  forget() {
    this.placeKey = null;
    this.picked = null;
    this.row = null;
  }

  turn(quarters: number) {
    if (this.places.length) this.top = turnedBy(this.top, quarters);
  }

  /** A place is touched: the tile goes there, or turns if it is there already. */
  touchPlace(place: Place) {
    if (this.placeKey === place.key) this.turn(1);
    else this.placeKey = place.key;
  }

  pick(length: number) {
    this.row = null;
    this.picked = this.picked === length ? null : length;
  }

  /** The town is touched while a standee is picked; touching again goes through the rows that it can mean. */
  touchRows(point: [number, number], reach: number): Row | null {
    const near = rowsNear(this.rows, point, reach);
    this.row = following(near, this.row) ?? this.row;
    return near.length ? this.row : null;
  }

  otherRow(by: number): Row | null {
    return (this.row = following(this.rows, this.row, by));
  }
}
