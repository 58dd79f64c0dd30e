import { describe, expect, it } from "vitest";
import type { Action } from "$lib/game";
import { Choosing } from "./choosing.svelte";
import written from "./steps.jsonl?raw";
import type { View } from "./types";

type Step = { before: View; legal: string[]; move: string };
const steps: Step[] = written
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const act = (text: string, id: number): Action => ({ id, text, words: text.split(" "), en: text, fr: text });
const begin = (kind: string) => {
  const { before, legal } = steps.find(({ move }) => move.startsWith(kind))!;
  const choosing = new Choosing(before);
  choosing.renew(before, legal.map(act));
  return { choosing, before, legal: legal.map(act) };
};

describe("choosing a place", () => {
  it("turns the tile when its place is touched again", () => {
    const { choosing } = begin("tile");
    const [place] = choosing.places;
    expect(choosing.ready).toBeNull();
    choosing.touchPlace(place!, []);
    expect(choosing.ready?.text).toBe(`tile ${place!.key} top north`);
    choosing.touchPlace(place!, []);
    expect(choosing.ready?.text).toBe(`tile ${place!.key} top east`);
    choosing.turn(-2);
    expect(choosing.ready?.text).toBe(`tile ${place!.key} top west`);
  });

  it("turns it as a hint says", () => {
    const { choosing } = begin("tile");
    const place = choosing.places[1]!;
    choosing.touchPlace(place, [place.turns.south!.id]);
    expect(choosing.ready).toEqual(place.turns.south);
  });

  it("is kept when the same position is told again", () => {
    const { choosing, before, legal } = begin("tile");
    choosing.touchPlace(choosing.places[0]!, []);
    expect(choosing.renew({ ...before }, [...legal])).toBe(false);
    expect(choosing.place).not.toBeNull();
    expect(choosing.renew({ ...before, turns: before.turns + 1 }, [])).toBe(true);
    expect(choosing.place).toBeNull();
  });
});

describe("choosing a row", () => {
  it("goes through the rows of the picked standee only", () => {
    const { choosing } = begin("standee");
    const [length] = choosing.groups.keys();
    choosing.pick(length!);
    const first = choosing.otherRow(1)!;
    expect(first.length).toBe(length);
    expect(choosing.ready).toEqual(first.action);
    for (let turn = 1; turn < choosing.rows.length; turn++) choosing.otherRow(1);
    expect(choosing.otherRow(1)).toEqual(first);
    choosing.pick(length!);
    expect(choosing.picked).toBeNull();
    expect(choosing.ready).toBeNull();
  });
});
