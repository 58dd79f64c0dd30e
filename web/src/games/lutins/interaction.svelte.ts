/** Interaction with the board. What a touch means: a block or a house is pointed at, a move is made, or the rule is asked for. */
import type { BoardProps } from "$lib/game";
import { fitting, sorted, type Take } from "./choices";
import type { Stage } from "./layout";
import type { Scene } from "./scene.svelte";
import { selection } from "./selection.svelte";
import type { Box, Face, View } from "./types";

type Now = BoardProps<View, Box>;

export class Interaction {
  #now: () => Now;
  choices = $derived.by(() => sorted(this.#now().legal));
  /** The takes that go with what the hand points at. */
  fits = $derived.by(() => fitting(this.choices.takes, selection.pointed));
  stage: Stage = $derived.by(() => {
    const { view, legal } = this.#now();
    if (!legal.length) return "watch";
    if (selection.waits(view)) return "roll";
    if (view.phase === "pick" || view.phase === "destroy") return view.phase;
    if (view.phase !== "build") return "watch";
    return selection.pointed.block ? "house" : "block";
  });

  #scene: Scene;

  constructor(now: () => Now, scene: Scene) {
    this.#now = now;
    this.#scene = scene;
  }

  /** The houses of a player; the finished ones last. */
  housesOf(letter: string) {
    return Object.entries(this.#now().view.houses)
      .filter(([, house]) => house.owner === letter)
      .sort(([, one], [, other]) => Number(one.finished) - Number(other.finished));
  }

  block(block: string): void {
    const { takes } = this.choices;
    const fits = fitting(takes, { ...selection.pointed, block });
    const anyhow = fits.length ? fits : takes.filter((one) => one.block === block);
    if (selection.pointed.block === block) selection.point({});
    else if (anyhow.length === 1 && !this.#hasSpots(anyhow[0]!)) this.#take(anyhow[0]!);
    else if (anyhow.length) {
      selection.roll(this.#now().view);
      selection.point({ block });
    } else this.#refuse(block, selection.pointed.house);
  }

  /** A house is touched; an imaginary one at a spot where the block shall stand. */
  house(id: string, spot: { x: number; y: number } | null = null): void {
    const { view } = this.#now();
    if (view.phase === "destroy") return this.#strike(id);
    if (view.phase !== "build") return;
    const found = this.fits.find((one) => one.house === id);
    if (selection.pointed.block) {
      if (found && selection.pointed.house !== id && this.#hasSpots(found)) this.#ask(found);
      else if (found) this.#take(found, spot);
      else this.#refuse(selection.pointed.block, id);
    } else if (selection.pointed.house === id) selection.point({});
    else if (this.choices.takes.some((one) => one.house === id)) {
      selection.roll(view);
      selection.point({ house: id });
    } else if (this.choices.takes[0]) this.#refuse(this.choices.takes[0].block, id);
  }

  /** A block is dragged: now it is seen where it may go. */
  lift(block: string): void {
    selection.roll(this.#now().view);
    selection.point({ block });
  }

  /** It hangs over a house, or over none; an imaginary house then shows where it may stand. */
  over(block: string, house: string | null): boolean {
    const found = this.#takeFor(block, house);
    selection.over = found ? house : null;
    const asks = found && this.#hasSpots(found) ? house : null;
    if (selection.pointed.house !== asks) selection.point({ block, house: asks });
    return found !== undefined;
  }

  /** Put down on a house; anywhere else it goes back. */
  drop(block: string, house: string | null, spot: number): void {
    const found = this.#takeFor(block, house);
    const spots = found && this.#hasSpots(found) ? this.#scene.spots(found.house, block) : [];
    selection.point({});
    if (found) this.#take(found, spots[spot] ?? null);
    else if (house) this.#refuse(block, house);
  }

  #takeFor(block: string, house: string | null): Take | undefined {
    return this.choices.takes.find((one) => one.block === block && one.house === house);
  }

  die(face: Face): void {
    if (!this.choices.declines.has(face)) this.#now().refuse(`decline ${face}`);
    else selection.point({ die: selection.pointed.die === face ? null : face });
  }

  card(id: string): void {
    const action = this.choices.picks.get(id);
    if (action) this.#now().play(action);
    else this.#now().refuse(`pick ${id}`);
  }

  /** The gnome's foot: the first touch points, the second strikes. */
  #strike(id: string): void {
    const action = this.choices.destroys.get(id);
    if (!action) {
      selection.pointAtWrong({ house: id });
      this.#now().refuse(`destroy ${id}`);
    } else if (selection.doomed === id) this.#now().play(action);
    else selection.doomed = id;
  }

  /** In an imaginary house one chooses where the block stands. It is only the picture; the rules don't mind. */
  #hasSpots({ house, block }: Take): boolean {
    return this.#now().view.building === "imaginary" && this.#scene.spots(house, block).length > 1;
  }

  #ask({ house, block }: Take): void {
    selection.roll(this.#now().view);
    selection.point({ block, house });
  }

  #take(chosen: Take, spot: { x: number; y: number } | null = null): void {
    selection.roll(this.#now().view);
    this.#scene.wish = spot && { ...spot, house: chosen.house, block: chosen.block };
    this.#now().play(chosen.action);
  }

  /** The rule for a block that can't be taken, said for a house that could need it if there is one. */
  #refuse(block: string, house: string | null): void {
    const { view, refuse } = this.#now();
    if (view.phase !== "build") return;
    const own = this.housesOf(view.seat).filter(([, one]) => !one.finished);
    const shape = block.split(" ")[1]!;
    const meant = house ?? (own.find(([, one]) => one.missing[shape] || one.missing.any) ?? own[0])?.[0];
    selection.pointAtWrong({ block, house });
    if (meant) refuse(`take ${block} for ${meant}`);
  }
}
