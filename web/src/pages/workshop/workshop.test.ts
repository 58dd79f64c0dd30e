import { expect, it, vi } from "vitest";
import { differences, takenBack } from "./differences";
import { BOX, FORM } from "./example";
import {
  blank,
  fieldsOf,
  freeId,
  lettersOf,
  nodeAt,
  slug,
  variant,
  type TableNode,
  type Tree,
  type UnionNode,
} from "./form";
import { begin, change, redo, settled, undo } from "./history";
import { at, equal, insert, put, under } from "./paths";
import { apart, entriesOf, entryAt, shelvesOf } from "./shelves";
import { dotted, likelyFirst, wholes } from "./sweeps";
import { valuesOf } from "./fields/values";
import { entryName, placeName, sentence, told } from "./words";

// There is no browser here whose language could be asked.
vi.mock("$lib/lang.svelte", () => ({ language: { now: "en" }, say: (text: { en: string }) => text.en }));

const card = (place: number): Tree => at(BOX, ["card", place]) as Tree;
const union = nodeAt(FORM, BOX, ["card", 0, "effect"]) as UnionNode;

it("changes one value, and shares all others", () => {
  const changed = put(BOX, ["card", 0, "cost"], 5);
  expect(at(changed, ["card", 0, "cost"])).toBe(5);
  expect(at(BOX, ["card", 0, "cost"])).toBe(6);
  expect(at(changed, ["card", 1])).toBe(card(1));
});

it("takes away entries of lists and keys of tables", () => {
  expect(at(put(BOX, ["card", 0], undefined), ["card"])).toEqual([card(1)]);
  expect(at(put(BOX, ["card", 0, "en"], undefined), ["card", 0])).not.toHaveProperty("en");
  expect(at(insert(BOX, ["card"], 1, card(0)), ["card"])).toEqual([card(0), card(0), card(1)]);
});

it("knows equal values whatever the order of their keys", () => {
  expect(equal({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(equal({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(under(["card", 1, "cost"], ["card", 1])).toBe(true);
  expect(under(["card", 11], ["card", 1])).toBe(false);
});

it("undoes and redoes, typed letters at once", () => {
  let history = change(change(begin("a"), "ab", "typed name"), "abc", "typed name");
  expect(undo(history).now).toBe("a");
  expect(redo(undo(history)).now).toBe("abc");
  history = change(settled(history), "abcd", "typed name");
  expect(undo(history).now).toBe("abc");
  expect(change(undo(history), "x").future).toEqual([]);
  expect(undo(begin(1)).now).toBe(1);
});

it("finds what differs, with a way back that leads to the printed box", () => {
  let draft = put(put(BOX, ["card", 0, "cost"], 5), ["game", "calm"], true);
  draft = insert(draft, ["card"], 2, { ...card(0), id: "mine_2" });
  draft = put(draft, ["card", 1], undefined);
  draft = put(draft, ["tiles", "district", 1], "XX/XX");
  const found = differences(BOX, draft);
  expect(found.map(({ kind, path }) => [kind, path.join(".")])).toEqual([
    ["changed", "game.calm"],
    ["changed", "tiles.district.1"],
    ["changed", "card.0.cost"],
    ["added", "card.1"],
    ["removed", "card.1"],
  ]);
  let back = draft;
  for (let one = differences(BOX, back)[0]; one; one = differences(BOX, back)[0]) back = takenBack(back, one);
  expect(back).toEqual(BOX);
});

it("takes another kind of effect for one difference, not for many", () => {
  const draft = put(BOX, ["card", 0, "effect"], { kind: "fee", coins: 5 });
  expect(differences(BOX, draft)).toHaveLength(1);
});

it("makes the least that is allowed", () => {
  expect(blank(nodeAt(FORM, BOX, ["card", 0])!, BOX)).toEqual({
    id: "",
    cost: 1,
    numbers: [1],
    effect: { kind: "income", coins: 1 },
  });
  expect(blank(nodeAt(FORM, BOX, ["tiles", "district", 0])!, BOX)).toBe("XX/XX");
});

it("keeps what fits when an effect becomes one of another kind", () => {
  expect(
    variant(union, "fee", union.variants.fee!, BOX, { kind: "income", coins: 7, needs: "cafe" }),
  ).toEqual({
    kind: "fee",
    coins: 7,
  });
  expect(variant(union, "income", union.variants.income!, BOX, { kind: "fee", coins: "all" })).toEqual({
    kind: "income",
    coins: 1,
  });
});

it("shows fields only where they mean something", () => {
  const node = nodeAt(FORM, BOX, ["card", 0]) as TableNode;
  expect(fieldsOf(node, card(0)).map(({ key }) => key)).toContain("deck");
  expect(fieldsOf(node, card(1)).map(({ key }) => key)).not.toContain("deck");
  expect(fieldsOf(union, { kind: "none" })).toEqual([]);
});

it("finds an id that nobody has", () => {
  expect(freeId("mine", ["cafe"])).toBe("mine");
  expect(freeId("mine", ["mine", "mine_2"])).toBe("mine_3");
  expect(freeId("mine_2", ["mine", "mine_2"])).toBe("mine_3");
  expect(slug("Épicerie du Nord !")).toBe("epicerie_du_nord");
});

it("paints with the letters of the box and of its entries", () => {
  const node = { type: "squares", rows: 1, columns: 1, letters: [], from: "colour" } as const;
  const box: Tree = { colour: [{ letter: "B", en: "blue" }, { en: "nothing" }] };
  expect(lettersOf({ ...node, letters: [] }, box)).toEqual([
    { letter: "B", label: { en: "blue", fr: "blue" } },
  ]);
});

it("lays lists on shelves of their own, and the rest of a table on another", () => {
  const shelves = shelvesOf(FORM);
  expect(shelves.map(({ path }) => path.join("."))).toEqual(["game", "tiles.district", "card"]);
  expect(entriesOf(shelves[2]!, BOX)).toHaveLength(2);
  expect(entryAt(shelves, BOX, ["card", 1, "effect", "coins"])).toEqual(["card", 1]);
  expect(entryAt(shelves, BOX, ["game", "coins"])).toEqual(["game"]);
  expect(entryAt(shelves, BOX, ["card", 7])).toBeNull();
  expect(apart(entriesOf(shelves[2]!, BOX), "cost").map(([key]) => key)).toEqual(["6", "2"]);
});

it("says an effect in one line, and where a path leads", () => {
  expect(sentence(union, { kind: "income", coins: 5, needs: "cafe" }, BOX)).toBe(
    "Coins from the bank: Coins 5, needs Café",
  );
  expect(told(nodeAt(FORM, BOX, ["card", 1, "effect", "coins"]), "all", BOX)).toBe("everything");
  expect(placeName(FORM, BOX, ["card", 0, "cost"])).toBe("Mine · Cost");
  expect(placeName(FORM, BOX, ["game", "coins"])).toBe("The whole game · Coins");
  const list = nodeAt(FORM, BOX, ["tiles", "district"]);
  expect(entryName(list?.type === "list" ? list : undefined, "XX/XX", 1)).toBe("tile 2");
});

it("knows which numbers a study can vary, and how the lab calls them", () => {
  const found = wholes(FORM, BOX);
  expect(found.map(({ path }) => dotted(BOX, path))).toEqual([
    "game.coins",
    "card.mine.cost",
    "card.mine.deck",
    "card.mine.effect.coins",
    "card.cafe.cost",
  ]);
  expect(dotted(BOX, ["tiles", "district", 1])).toBe("tiles.district.2");
  expect(likelyFirst(found, [["card", 1]])[0]?.path).toEqual(["card", 1, "cost"]);
});

it("shows few values side by side", () => {
  expect(valuesOf(nodeAt(FORM, BOX, ["card", 1, "effect", "coins"])!, BOX)).toEqual([
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    "all",
  ]);
  expect(valuesOf({ type: "reference", to: "card" }, BOX)).toEqual(["mine", "cafe"]);
  expect(valuesOf({ type: "whole", least: 0, most: 99 }, BOX)).toBeNull();
});
