import { expect, it } from "vitest";
import { restore } from "./brief";

it("numbers entries by their place, and gives Nature's their kind, moves and events", () => {
  const told = [
    { kind: "move", seat: "A", move: [10, "build bakery"] as [number, string], moves: 33, at: 1, events: [] },
    { move: [380, "draw mine"] as [number, string], at: 1, events: [{ kind: "drawn", en: "", fr: "" }] },
    { move: [394, "die 1"] as [number, string], at: 1 },
    { kind: "join", seat: null, at: 2 },
  ];
  const common = { kind: "nature", seat: "*", at: 1 };
  expect(restore(told, 37)).toEqual([
    { number: 34, kind: "move", seat: "A", move: { id: 10, text: "build bakery" }, moves: 33, at: 1, events: [] },
    { number: 35, ...common, move: { id: 380, text: "draw mine" }, moves: 34, events: told[1]!.events },
    { number: 36, ...common, move: { id: 394, text: "die 1" }, moves: 35, events: [] },
    { number: 37, kind: "join", seat: null, at: 2 },
  ]);
});
