import { expect, it, vi } from "vitest";
import { forget, keyOf, mine, MOST, parse, remember } from "./mine";

const kept = new Map<string, string>();
vi.mock("$lib/storage", () => ({
  read: (name: string) => kept.get(name) ?? null,
  write: (name: string, value: string) => kept.set(name, value),
}));

const one = (id: string, at: number) => ({ id, game: "lutins", key: `key of ${id}`, at });

it("remembers the newest first, each once, and forgets", () => {
  remember("boxes", one("aa", 1));
  remember("boxes", one("bb", 2));
  remember("boxes", one("aa", 3));
  expect(mine("boxes").map(({ id, at }) => [id, at])).toEqual([
    ["aa", 3],
    ["bb", 2],
  ]);
  expect(keyOf("boxes", "bb")).toBe("key of bb");
  expect(keyOf("studies", "bb")).toBeNull();
  forget("boxes", "bb");
  expect(mine("boxes").map(({ id }) => id)).toEqual(["aa"]);
});

it("leaves out what it can't understand, and the oldest of too many", () => {
  expect(parse(null)).toEqual([]);
  expect(parse("{")).toEqual([]);
  expect(parse('{"id":"aa"}')).toEqual([]);
  const strange = [null, 3, { ...one("aa", 1), key: 5 }, { ...one("../x", 1) }, { ...one("cc", 1), at: "1" }];
  expect(parse(JSON.stringify([...strange, one("dd", 1)]))).toEqual([one("dd", 1)]);
  const many = Array.from({ length: MOST + 5 }, (_, at) => one(`a${at}`, at));
  expect(parse(JSON.stringify(many))).toHaveLength(MOST);
  expect(parse(JSON.stringify(many))[0]).toEqual(many.at(-1));
});
