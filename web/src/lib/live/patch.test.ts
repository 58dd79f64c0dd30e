import { describe, expect, it } from "vitest";
import { apply, type Json, type Patch } from "./patch";
import cases from "./patch.cases.json";

const made = cases as unknown as [Patch, Patch | null, Patch][];

describe("a patch", () => {
  it("that the server made leads to the same state here, members in the same order", () => {
    const whole = made.filter(([, patch]) => patch === null);
    expect(whole.length).toBeLessThan(made.length / 2);
    for (const [old, patch, now] of made) {
      if (patch === null) continue;
      const before = JSON.stringify(old);
      expect(JSON.stringify(apply(old, patch))).toBe(JSON.stringify(now));
      expect(JSON.stringify(old)).toBe(before);
    }
  });

  it("leaves what it does not name the same object", () => {
    const old = { market: { mine: 1 }, towns: { A: { coins: 3 }, B: { coins: 4 } } };
    const now = apply(old, { towns: { A: { coins: 5 } } });
    expect(now.towns.A).toEqual({ coins: 5 });
    expect(now.market).toBe(old.market);
    expect(now.towns.B).toBe(old.towns.B);
  });

  it("removes items of a list first, then changes and appends", () => {
    const old: Json[] = ["a", "b", { c: 1 }];
    expect(apply(old, { "0": [], "1": { c: 2 }, "2": [["d"]] })).toEqual(["b", { c: 2 }, ["d"]]);
  });
});
