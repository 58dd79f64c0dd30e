import { beforeEach, expect, test, vi } from "vitest";
import * as family from "./family";
import type { Played, Player } from "./family";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});

const who = (name: string, more: Partial<Player> = {}): Player => ({
  name, here: true, bot: null, won: false, points: 10, ...more,
}); // prettier-ignore
const bot = (level: string, won = false): Player => who("Robo", { here: false, bot: level, won });
let number = 0;
const game = (players: Player[], name = "lutins"): Played => {
  number += 1;
  return { id: `t${number}`, game: name, at: number, players };
};

test("games are kept once, oldest first, and forgotten when wished", () => {
  const [one, other] = [game([who("Anna")]), game([who("Ben", { won: true })])];
  family.keep([other]);
  family.keep([one, other]);
  expect(family.games()).toEqual([one, other]);
  family.forget();
  expect(family.games()).toEqual([]);
});

test("only so many are kept", () => {
  const many = Array.from({ length: family.MOST + 5 }, () => game([who("Anna")]));
  family.keep(many);
  expect(family.games()).toHaveLength(family.MOST);
  expect(family.games()[0]).toEqual(many[5]);
});

test("a browser that forbids to remember forgets", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(family.keep([game([who("Anna")])])).toBe(false);
  expect(family.games()).toEqual([]);
  family.forget();
});

test("what is wrong in a file is left out, and a file of another kind is none", () => {
  const good = game([who("Anna")]);
  const bad = [
    null, 3, {}, { ...good, id: "../x" }, { ...good, players: [] }, { ...good, at: "now" },
    { ...good, players: [who("x".repeat(99))] }, { ...good, players: [who("A", { points: 1.5 })] },
  ]; // prettier-ignore
  expect(family.parsed(JSON.stringify({ form: 1, games: [...bad, good] }))).toEqual([good]);
  for (const text of ["", "{", "[]", "null", '{"form": 2, "games": []}', '{"form": 1}'])
    expect(family.parsed(text)).toBeNull();
  expect(family.parsed(family.written([good]))).toEqual([good]);
});

test("wins are told by game, by person and by opponent", () => {
  const games = [
    game([who("Anna", { won: true }), bot("gentle")]),
    game([who("Anna"), bot("gentle", true)], "cities"),
    game([who("Anna"), who("Ben", { won: true })]),
    game([who("Zoé", { here: false })]), // nobody of ours
  ];
  expect(family.byGame(games)).toEqual([
    { name: "lutins", played: 2, won: 2 },
    { name: "cities", played: 1, won: 0 },
  ]);
  expect(family.byPerson(games)).toEqual([
    { name: "Anna", played: 3, won: 1 },
    { name: "Ben", played: 1, won: 1 },
  ]);
  expect(family.byOpponent(games)).toEqual([{ name: "bot:gentle", played: 2, won: 1 }]);
  expect(family.longestRow(games)).toBe(1);
});

test("the best towns come first", () => {
  const games = [game([who("Anna", { points: 12 })]), game([who("Ben", { points: 40 })])];
  expect(family.bestTowns(games, "lutins").map(({ who, points }) => [who, points])).toEqual([
    ["Ben", 40],
    ["Anna", 12],
  ]);
});

test("badges are earned by playing", () => {
  expect(family.badges([], ["lutins"]).size).toBe(0);
  const won = [1, 2, 3].map(() => game([who("Anna", { won: true }), bot("expert")]));
  const earned = family.badges(won, ["lutins"]);
  expect([...earned]).toEqual(["first_game", "first_win", "all_games", "three_in_a_row", "beat_expert"]);
  const two = game([who("Anna", { won: true }), who("Ben", { won: true })]);
  expect(family.badges([two], [two.game, "another"])).toContain("together");
  expect(family.badges([two], [two.game, "another"])).not.toContain("all_games");
});
