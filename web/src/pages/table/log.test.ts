import { expect, it } from "vitest";
import type { Entry } from "$lib/game";
import { sinceMine, turnEnds, turns, undone } from "./log";

let last = 0;
const entry = (kind: string, seat: string | null, more: object = {}): Entry => ({
  number: ++last,
  kind,
  seat,
  at: 0,
  ...more,
});
const move = (seat: string, moves: number, ...kinds: string[]) =>
  entry(seat === "*" ? "nature" : "move", seat, {
    move: { id: 0, text: "x" },
    moves,
    events: kinds.map((kind) => ({ kind: kind.split(" ")[0], seat: kind.split(" ")[1], en: kind, fr: kind })),
  });

function game(): Entry[] {
  last = 0;
  return [
    entry("begin", null),
    move("*", 1, "drawn", "turn A"),
    move("A", 2, "rolls"),
    move("*", 3, "rolled", "paid"),
    move("A", 4, "built"),
    entry("undo", "A", { moves: 3 }),
    move("A", 4, "passed", "turn B", "gift"),
    entry("handed", "B", { level: "greedy" }),
  ];
}

it("gathers lines by turns, with what comes before the first", () => {
  const found = turns(game());
  expect(
    found.map((turn) => [turn.seat, turn.lines.map((line) => line.said.map((said) => said.en))]),
  ).toEqual([
    [null, [["drawn"]]],
    ["A", [["rolls"], ["rolled", "paid"], ["built"], ["passed"]]],
    ["B", [["gift"], []]],
  ]);
});

it("knows which moves were taken back, and leads to no position that is no more", () => {
  expect([...undone(game())]).toEqual([5]);
  const lines = turns(game()).flatMap((turn) => turn.lines);
  expect(lines.map((line) => line.moves)).toEqual([1, 2, 3, null, 4, 4, null]);
});

it("begins a turn in which nothing has happened yet only at the end", () => {
  const found = turns([move("*", 1, "turn A"), move("A", 2, "turn B")]);
  expect(found.map((turn) => turn.seat)).toEqual(["B"]);
});

it("knows after how many moves turns are over, and what others did since my last move", () => {
  const entries = [
    move("*", 1, "turn A"),
    move("A", 2, "rolls"),
    move("A", 3, "built", "turn B"),
    move("*", 4, "rolled"),
    move("B", 5, "built", "turn C"),
    move("*", 6, "rolled"),
    move("C", 7, "passed", "turn A"),
    move("*", 8, "rolled"),
  ];
  expect(turnEnds(entries)).toEqual([1, 3, 5, 7]);
  const waited = sinceMine(entries, ["A"]);
  expect(
    waited.map((turn) => [turn.seat, turn.lines.flatMap((line) => line.said.map((said) => said.en))]),
  ).toEqual([
    ["B", ["rolled", "built"]],
    ["C", ["rolled", "passed"]],
  ]);
  expect(sinceMine(entries.slice(0, 1), ["A"])).toEqual([]);
});
