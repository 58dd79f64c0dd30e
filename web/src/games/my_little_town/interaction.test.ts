import { describe, expect, it } from "vitest";
import type { Action } from "$lib/game";
import { Interaction } from "./interaction.svelte";
import written from "./steps.jsonl?raw";
import type { View } from "./types";

type Step = { before: View; legal: string[]; move: string };
const steps: Step[] = written
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const act = (text: string, id: number): Action => ({ id, text, words: text.split(" ") });
const begin = (kind: string) => {
  const { before, legal } = steps.find(({ move }) => move.startsWith(kind))!;
  const interaction = new Interaction(before);
  interaction.renew(before, legal.map(act));
  return { interaction, before, legal: legal.map(act) };
};

describe("choosing a place", () => {
  it("turns the tile when its place is touched again", () => {
    const { interaction } = begin("tile");
    const [place] = interaction.places;
    expect(interaction.ready).toBeNull();
    interaction.touchPlace(place!, []);
    expect(interaction.ready?.text).toBe(`tile ${place!.key} top north`);
    interaction.touchPlace(place!, []);
    expect(interaction.ready?.text).toBe(`tile ${place!.key} top east`);
    interaction.turn(-2);
    expect(interaction.ready?.text).toBe(`tile ${place!.key} top west`);
  });

  it("turns it as a hint says", () => {
    const { interaction } = begin("tile");
    const place = interaction.places[1]!;
    interaction.touchPlace(place, [place.turns.south!.id]);
    expect(interaction.ready).toEqual(place.turns.south);
  });

  it("is kept when the same position is told again", () => {
    const { interaction, before, legal } = begin("tile");
    interaction.touchPlace(interaction.places[0]!, []);
    expect(interaction.renew({ ...before }, [...legal])).toBe(false);
    expect(interaction.place).not.toBeNull();
    expect(interaction.renew({ ...before, turns: before.turns + 1 }, [])).toBe(true);
    expect(interaction.place).toBeNull();
  });
});

describe("choosing a row", () => {
  it("goes through the rows of the picked standee only", () => {
    const { interaction } = begin("standee");
    const [length] = interaction.groups.keys();
    interaction.pick(length!);
    const first = interaction.otherRow(1)!;
    expect(first.length).toBe(length);
    expect(interaction.ready).toEqual(first.action);
    for (let turn = 1; turn < interaction.rows.length; turn++) interaction.otherRow(1);
    expect(interaction.otherRow(1)).toEqual(first);
    interaction.pick(length!);
    expect(interaction.picked).toBeNull();
    expect(interaction.ready).toBeNull();
  });
});
