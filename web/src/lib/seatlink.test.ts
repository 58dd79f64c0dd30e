import { expect, test } from "vitest";
import { named, type SeatKeys, understood, written } from "./seatlink";

const [anna, ben, host] = ["a", "b", "h"].map((letter) => letter.repeat(24)) as [string, string, string];

test("what is written is understood", () => {
  const all: SeatKeys[] = [
    { keys: { A: anna }, host: null },
    { keys: { A: anna, C: ben }, host },
    { keys: {}, host },
  ];
  for (const held of all) expect(understood(`#${written(held)}`)).toEqual(held);
});

test("a key without a seat is taken as well", () => {
  expect(understood(`#${anna}`)).toEqual({ keys: { "?aaaaaa": anna }, host: null });
});

test("anything else behind # is left alone", () => {
  for (const other of ["", "#", "#mv-16", "#A=short", `#Z=${anna}`, `#A=${anna}&x`, `#<b>=${anna}`])
    expect(understood(other)).toBeNull();
});

test("a stranger's seat is the one that the server says beside those we know", () => {
  const held = { keys: { A: anna, "?bbbbbb": ben }, host: null };
  expect(named(held, ["A", "B"], false)).toEqual({ keys: { A: anna, B: ben }, host: null });
});

test("a key that opens no seat is the host's", () => {
  expect(named({ keys: { "?hhhhhh": host }, host: null }, [], true)).toEqual({ keys: {}, host });
});

test("two strangers, or a key that opens nothing, keep their names", () => {
  const two = { keys: { "?aaaaaa": anna, "?bbbbbb": ben }, host: null };
  expect(named(two, ["A", "B"], false)).toEqual(two);
  const lost = { keys: { "?aaaaaa": anna }, host: null };
  expect(named(lost, [], false)).toEqual(lost);
});

test("the order of keys stays, so that nobody connects anew", () => {
  const held = { keys: { B: ben, "?aaaaaa": anna }, host: null };
  expect(Object.values(named(held, ["A", "B"], false).keys)).toEqual([ben, anna]);
});
