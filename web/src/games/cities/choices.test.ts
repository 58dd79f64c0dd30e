import { describe, expect, it } from "vitest";
import type { Action } from "$lib/game";
import { choicesOf, freshOf, hintedSquares } from "./choices";

const action = (id: number, text: string): Action => ({
  id,
  text,
  words: text.split(" "),
});

describe("legal actions", () => {
  const choices = choicesOf(
    [
      "take modules 4",
      "start 3",
      "tile 1,-1 east",
      "tile 1,-1 west",
      "put ferry b3",
      "put red c4",
      "put red d10",
      "discard red",
    ].map((text, id) => action(id, text)),
  );

  it("are found where they lie", () => {
    expect(choices.takes.get("modules 4")?.id).toBe(0);
    expect(choices.starters.get("3")?.id).toBe(1);
    expect([...(choices.lots.get("1,-1")?.keys() ?? [])]).toEqual(["east", "west"]);
    expect([...(choices.puts.get("red")?.keys() ?? [])]).toEqual(["c4", "d10"]);
    expect(choices.discards.get("red")?.id).toBe(7);
  });

  it("tell which squares a hint means", () => {
    expect(hintedSquares(choices.puts.get("red"), [6])).toEqual(new Set(["d10"]));
    expect(hintedSquares(undefined, [6]).size).toBe(0);
  });
});

describe("news", () => {
  it("name the squares of what was laid and built", () => {
    const event = (kind: string, more: object) => ({ kind, seat: "B", en: "", fr: "", ...more });
    const events = [
      event("tile", { first: "c1", last: "d2" }),
      event("module", { square: "a4" }),
      event("turn", {}),
    ];
    expect(freshOf([{ number: 7, kind: "move", seat: "B", at: 0, events }])).toEqual([
      { key: "7.0", seat: "B", squares: ["c1", "d1", "c2", "d2"] },
      { key: "7.1", seat: "B", squares: ["a4"] },
    ]);
  });
});
