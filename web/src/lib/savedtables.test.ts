import { describe, expect, it } from "vitest";
import { byTurn, MOST, parse } from "./savedtables";

describe("my tables, read again", () => {
  it("are none where nothing sensible is written", () => {
    for (const text of [null, "", "{", "7", "null", "{}", '"x"', "[null, 3, {}, []]", '[{"id": "../x"}]'])
      expect(parse(text)).toEqual([]);
  });

  it("are mended where a part is missing or wrong", () => {
    const [kept] = parse(
      '[{"id": "abc", "game": "cities", "keys": {"A": "k", "B": 3}, "at": "late", "names": 7}]',
    );
    expect(kept).toMatchObject({ id: "abc", keys: { A: "k" }, host: null, at: 0, names: {} });
    expect(kept?.title).toEqual({ en: "cities", fr: "cities" });
  });

  it("come newest first, each once, and not too many", () => {
    const many = Array.from({ length: MOST + 9 }, (_, at) => ({ id: `t${at}`, at }));
    const read = parse(JSON.stringify([...many, { id: "t5", at: 5000 }]));
    expect(read).toHaveLength(MOST);
    expect(read[0]).toMatchObject({ id: "t5", at: 5000 });
    expect(read.filter((kept) => kept.id === "t5")).toHaveLength(1);
  });

  it("are sorted by whose turn it is", () => {
    const told = [
      { id: "over", phase: "over", turn: null, since: 900 },
      { id: "theirs", phase: "playing", turn: "B", since: 500 },
      { id: "lately", phase: "playing", turn: "A", since: 400 },
      { id: "seats", phase: "waiting", turn: null, since: 600 },
      { id: "longest", phase: "playing", turn: "A", since: 100 },
    ];
    const read = parse(JSON.stringify(told.map((each) => ({ ...each, keys: { A: "k" } }))));
    expect(byTurn(read).map(({ id }) => id)).toEqual(["longest", "lately", "seats", "theirs", "over"]);
  });
});
