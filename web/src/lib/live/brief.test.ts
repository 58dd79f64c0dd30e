import { expect, it } from "vitest";
import { type Brief, restore } from "./brief";

it("numbers entries by their place, and gives Nature's their kind, moves and events", () => {
  const told: Brief[] = [
    { kind: "move", seat: "A", move: [10, "build bakery"], moves: 33, at: 1 },
    { move: [380, "draw mine"], at: 1, events: [["drawn", { card: "mine" }, "A mine.", "Une mine."]] },
    { move: [394, "die 1"], at: 1 },
    { kind: "join", seat: null, at: 2 },
  ];
  const drawn = [{ kind: "drawn", card: "mine", en: "A mine.", fr: "Une mine." }];
  const common = { kind: "nature", seat: "*", at: 1 };
  expect(restore(told, 37)).toEqual([
    {
      number: 34,
      kind: "move",
      seat: "A",
      move: { id: 10, text: "build bakery" },
      moves: 33,
      at: 1,
      events: [],
    },
    { number: 35, ...common, move: { id: 380, text: "draw mine" }, moves: 34, events: drawn },
    { number: 36, ...common, move: { id: 394, text: "die 1" }, moves: 35, events: [] },
    { number: 37, kind: "join", seat: null, at: 2 },
  ]);
});
