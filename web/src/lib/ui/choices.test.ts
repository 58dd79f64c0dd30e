import { expect, it } from "vitest";
import type { Action } from "$lib/game";
import { commonStart, groups, matches } from "./choices";

const action = (text: string, id = 0): Action => ({ id, text, words: text.split(" ") });
const describe = (each: Action) => each.text;

it("leaves a few choices as they are", () => {
  expect(groups([action("roll 1"), action("pass")], describe).length).toBe(1);
});

it("groups many by their first words", () => {
  const many = ["build", "sell"].flatMap((verb) =>
    Array.from({ length: 10 }, (_, n) => action(`${verb} card_${n}`)),
  );
  expect(groups(many, describe).map((group) => [group.start, group.actions.length])).toEqual([
    ["build", 10],
    ["sell", 10],
  ]);
});

it("looks at more words where one makes groups that are too large", () => {
  const many = ["red", "blue"].flatMap((colour) =>
    Array.from({ length: 20 }, (_, n) => action(`take ${colour} block for house ${n}`)),
  );
  expect(groups(many, describe).map((group) => group.start)).toEqual([
    "take red block for house",
    "take blue block for house",
  ]);
});

it("tells groups apart that begin alike", () => {
  const many = ["card", "tile"].flatMap((what) =>
    Array.from({ length: 10 }, (_, n) => action(`${what} ${n}`)),
  );
  const said = groups(many, (each) => `Take the ${each.words[0] === "card" ? "" : "large "}${each.text}`);
  expect(said.map((group) => group.start)).toEqual(["Take the card", "Take the large tile"]);
  const alike = groups(many, (each) => `Take ${each.words[1]} of the ${each.words[0]}s`);
  expect(alike.map((group) => group.start)).toEqual(["Take 0 of the cards", "Take 0 of the tiles"]);
});

it("loses none", () => {
  const many = Array.from({ length: 500 }, (_, n) => action(`tile ${n % 40} top ${n}`, n));
  const ids = groups(many, describe).flatMap((group) => group.actions.map((each) => each.id));
  expect(ids.sort((one, other) => one - other)).toEqual(many.map((each) => each.id));
});

it("finds what sentences have in common", () => {
  expect(commonStart(["Build a Bakery", "Build a Café"])).toBe("Build a");
  expect(commonStart(["Roll", "Pass"])).toBe("");
});

it("finds words however they are typed", () => {
  expect(matches("Construire Fleuriste et Épicerie", "epi fleu")).toBe(true);
  expect(matches("Construire Fleuriste", "boulangerie")).toBe(false);
});
