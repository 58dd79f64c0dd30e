import { beforeEach, expect, test, vi } from "vitest";
import { best, earn, earned, forget } from "./stars";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});

test("the best stars are kept, and only what is better is new", () => {
  expect(earn("lutins", { gnome: 2, low_tower: 0 })).toEqual(["gnome"]);
  expect(earn("lutins", { gnome: 1, low_tower: 1 })).toEqual(["low_tower"]);
  expect(earn("cities", { skyline: 3 })).toEqual(["skyline"]);
  expect(earned()).toEqual({ lutins: { gnome: 2, low_tower: 1 }, cities: { skyline: 3 } });
  forget();
  expect(earned()).toEqual({});
});

test("of several people at one device the best counts", () => {
  expect(best({ A: { x: 1, y: 3 }, B: { x: 2, y: 0 }, C: { x: 3 } }, ["A", "B"])).toEqual({ x: 2, y: 3 });
});

test("what somebody else has written is no reason to fail", () => {
  for (const text of ["{", "null", "[]", '{"a": {"b": 9}}', '{"a": null}']) {
    kept.set("faubourg.stars", text);
    expect(earned()).toEqual({});
  }
  vi.stubGlobal("localStorage", undefined);
  expect(earn("lutins", { gnome: 2 })).toEqual(["gnome"]);
});
