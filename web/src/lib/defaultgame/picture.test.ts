import { expect, it } from "vitest";
import { label, picture } from "./picture";

const words = { language: "fr", yes: "oui", no: "non" } as const;
const draw = (view: unknown) => picture(view, ["A", "B"], words);
const leaf = (text: string, seat: string | null = null) => ({ text, seat });

it("makes keys readable", () => {
  expect(label("turn_count")).toBe("Turn count");
  expect(label("éléments_posés")).toBe("Éléments posés");
});

it("draws numbers, words and texts as chips", () => {
  const view = {
    turn_count: 3,
    over: false,
    name: { en: "Oslo", fr: "Oslo la belle" },
    seat: "B",
    drawn: null,
  };
  expect(draw(view).chips).toEqual([
    { kind: "chip", label: "Turn count", leaf: leaf("3") },
    { kind: "chip", label: "Over", leaf: leaf("non") },
    { kind: "chip", label: "Name", leaf: leaf("Oslo la belle") },
    { kind: "chip", label: "Seat", leaf: leaf("B", "B") },
    { kind: "chip", label: "Drawn", leaf: leaf("") },
  ]);
});

it("gives every player a panel of what is kept by seat", () => {
  const { players, rest } = draw({
    coins: { A: 3, B: 0 },
    towns: { A: { cards: ["mine"] }, B: { cards: [] } },
  });
  expect(rest).toEqual([]);
  expect(players).toEqual([
    {
      letter: "A",
      parts: [
        { kind: "chip", label: "Coins", leaf: leaf("3") },
        { kind: "row", label: "Cards", leaves: [leaf("mine")] },
      ],
    },
    {
      letter: "B",
      parts: [
        { kind: "chip", label: "Coins", leaf: leaf("0") },
        { kind: "row", label: "Cards", leaves: [] },
      ],
    },
  ]);
});

it("keeps apart what two parts of the view say of a player", () => {
  const { players } = draw({ towns: { A: { coins: 3 } }, hopes: { A: { coins: 5 } } });
  expect(players[0]?.parts.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    "chips Towns",
    "chips Hopes",
  ]);
});

it("draws lists of lists as a grid, in which seats are seen", () => {
  const board = [
    ["A", ""],
    ["B", "wild_card"],
  ];
  expect(draw({ board }).rest).toEqual([
    {
      kind: "grid",
      label: "Board",
      rows: [
        [leaf("A", "A"), leaf("")],
        [leaf("B", "B"), leaf("wild card")],
      ],
    },
  ]);
});

it("draws things with the same fields as a table, and all else as groups", () => {
  const { rest } = draw({
    piles: [
      { kind: "red", left: 2 },
      { kind: "blue", left: 0 },
    ],
    middle: { red: { cube: 1 }, bag: [1, [2]] },
    bag: { red: 2, old_rose: 1 },
  });
  expect(rest[0]).toEqual({
    kind: "table",
    label: "Piles",
    columns: ["Kind", "Left"],
    rows: [
      { head: "1", leaves: [leaf("red"), leaf("2")] },
      { head: "2", leaves: [leaf("blue"), leaf("0")] },
    ],
  });
  expect(rest[1]).toMatchObject({ kind: "group", label: "Middle", size: 3 });
  expect(rest[2]).toMatchObject({
    kind: "chips",
    label: "Bag",
    chips: [{ label: "Red" }, { label: "Old rose" }],
  });
});

it("draws whatever there is", () => {
  for (const view of [null, 7, "x", [], {}, [[]], { a: {} }, { A: 1 }])
    expect(() => draw(view)).not.toThrow();
});
