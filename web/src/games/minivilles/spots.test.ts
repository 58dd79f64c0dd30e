import { expect, test } from "vitest";
import type { Action, GameEvent } from "$lib/game";
import { distance } from "./arrows";
import type { Box, Town } from "./types";
import told from "./box.json";
import { PICTURES } from "./art/pictures";
import { FAMILIES, SYMBOLS } from "./art/symbols";
import { actionsAt, inOrder, meant, othersAfter } from "./spots";
import { firedBy, flightsOf, ledger } from "./news";

const box = told as unknown as Box;
const action = (text: string, id = 0): Action => ({ id, text, words: text.split(" ") });
const event = (kind: string, more: object = {}): GameEvent => ({ kind, en: kind, fr: kind, ...more });

test("every card, symbol and family has its drawing", () => {
  for (const id of [...Object.keys(box.cards), ...Object.keys(box.landmarks)])
    expect(PICTURES[id]).toBeTruthy();
  for (const id of Object.keys(box.symbols)) expect(SYMBOLS[id]).toBeTruthy();
  for (const id of [...Object.keys(box.colours), "landmark"]) expect(FAMILIES[id]).toBeTruthy();
});

test("an action belongs to the card that it is about, where that lies", () => {
  const legal = ["pass", "build mine", "offer mine", "give mine to B", "for mine of B", "for mine of C"].map(
    action,
  );
  const at = (place: "market" | "town" | "landmark", letter: string) =>
    actionsAt(legal, { place, id: "mine", letter }, "A").map(({ text }) => text);
  expect(at("market", "")).toEqual(["build mine"]);
  expect(at("town", "A")).toEqual(["offer mine", "give mine to B"]);
  expect(at("town", "B")).toEqual(["for mine of B"]);
  expect(
    actionsAt([action("demolish harbor")], { place: "landmark", id: "harbor", letter: "A" }, "A"),
  ).toHaveLength(1);
  expect(
    actionsAt([action("demolish harbor")], { place: "landmark", id: "harbor", letter: "B" }, "A"),
  ).toEqual([]);
});

test("what a touch means depends on what is asked", () => {
  const own = { place: "town", id: "stadium", letter: "A" } as const;
  expect(meant(own, "give", "A", "B")).toBe("give stadium to B");
  expect(meant(own, "offer", "A", "B")).toBe("offer stadium");
  expect(meant(own, "build", "A", "B")).toBeNull();
  expect(meant({ ...own, letter: "B" }, "swap", "A", "B")).toBe("for stadium of B");
  expect(meant({ place: "landmark", id: "airport", letter: "A" }, "demolish", "A", "B")).toBe(
    "demolish airport",
  );
});

test("cards lie by number, then by how many numbers, then by family", () => {
  const cards = { cafe: 1, general_store: 1, ranch: 1, mine: 2, bakery: 1, wheat_field: 1 };
  const town: Town = { coins: 0, cards, landmarks: [] };
  expect(inOrder(box, town).map(({ id }) => id)).toEqual(
    ["wheat_field", "ranch", "general_store", "bakery", "cafe", "mine"], // prettier-ignore
  );
});

test("a card that is bought moves no other, also when one goes and comes back", () => {
  const places: string[] = [];
  const town = (cards: Record<string, number>): Town => ({ coins: 0, cards, landmarks: [] });
  const ids = (cards: Record<string, number>) => inOrder(box, town(cards), places).map(({ id }) => id);
  expect(ids({ bakery: 1, wheat_field: 1, mine: 1 })).toEqual(["wheat_field", "bakery", "mine"]);
  expect(ids({ bakery: 2, wheat_field: 1, mine: 1, ranch: 1 })).toEqual([
    "wheat_field",
    "bakery",
    "mine",
    "ranch",
  ]);
  expect(ids({ bakery: 2, mine: 1, ranch: 1, cafe: 1 })).toEqual(["bakery", "mine", "ranch", "cafe"]);
  expect(ids({ bakery: 2, wheat_field: 1, ranch: 1 })).toEqual(["wheat_field", "bakery", "ranch"]);
});

test("the others follow in the order of play", () => {
  expect(othersAfter(["A", "B", "C"], "B")).toEqual(["C", "A"]);
});

test("coins travel between players and the bank", () => {
  const paid = event("paid", { from: "B", to: "A", coins: 2, card: "cafe" });
  const excused = event("paid", { from: "B", to: "A", coins: 0, card: "cafe" });
  const earned = event("earned", { seat: "A", coins: 1, card: "bakery" });
  const built = event("built", { seat: "A", coins: -3, card: "forest" });
  expect(flightsOf([paid, excused, earned, built])).toEqual([
    { from: "B", to: "A", coins: 2, card: "cafe" },
    { from: "", to: "A", coins: 1, card: "bakery" },
    { from: "A", to: "", coins: 3, card: "forest" },
  ]);
  expect([...firedBy([paid, earned, built])]).toEqual(["A:cafe", "A:bakery"]);
});

test("the lines begin with the last roll and go on until the next", () => {
  const first = ledger([], [event("built"), event("turn"), event("rolled"), event("paid")]);
  expect(first.map(({ kind }) => kind)).toEqual(["rolled", "paid"]);
  expect(ledger(first, [event("built")]).map(({ kind }) => kind)).toEqual(["rolled", "paid", "built"]);
  expect(ledger(first, [event("rolled")]).map(({ kind }) => kind)).toEqual(["rolled"]);
});

test("arrow keys prefer what lies straight ahead", () => {
  const from = { x: 0, y: 0 };
  expect(distance(from, { x: 10, y: 0 }, [1, 0])).toBeLessThan(distance(from, { x: 8, y: 5 }, [1, 0]));
  expect(distance(from, { x: -10, y: 0 }, [1, 0])).toBe(Infinity);
});
