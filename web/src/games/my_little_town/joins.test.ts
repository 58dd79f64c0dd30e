import { describe, expect, it } from "vitest";
import { AROUND, joinsOf, kindsIn, outline, rim, ways, type KindAt } from "./joins";
import written from "./steps.jsonl?raw";
import type { View } from "./types";

const drawn =
  (...rows: string[]): KindAt =>
  (x, y) =>
    rows[y]?.[x];
const joined = (kindAt: KindAt, x: number, y: number) => [...joinsOf(kindAt, x, y)].sort().join(" ");

describe("squares of a kind", () => {
  it("join over their sides, and over a corner only when both sides beside it join", () => {
    const kinds = drawn("GG.", "GGB", "BGB");
    expect(joined(kinds, 0, 0)).toBe("e s se");
    expect(joined(kinds, 1, 1)).toBe("n nw s w");
    expect(joined(kinds, 1, 2)).toBe("n");
    expect(joined(kinds, 2, 1)).toBe("s");
    expect(joined(kinds, 0, 2)).toBe("");
  });

  it("do not join over a corner alone", () => {
    expect(joined(drawn("GB", "BG"), 0, 0)).toBe("");
  });

  it("are never building pits", () => {
    expect(joined(drawn("XX", "XX"), 0, 0)).toBe("");
  });

  it("join in both directions, also from tile to tile, in every town of a played game", () => {
    const views = written
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { before: View }).before);
    let across = 0;
    for (const view of views) {
      const kindAt = kindsIn(view);
      for (const { squares } of Object.values(view.town))
        for (const { x, y, kind } of Object.values(squares)) {
          const east = joinsOf(kindAt, x, y).has("e");
          expect(east).toBe(kind !== "X" && kindAt(x + 1, y) === kind);
          expect(joinsOf(kindAt, x + 1, y).has("w")).toBe(east);
          if (east && ((x % 3) + 3) % 3 === 2) across++;
        }
    }
    expect(across).toBeGreaterThan(0);
  });
});

describe("what is drawn of them", () => {
  const all = new Set(AROUND);
  const none = new Set<never>();

  it("reaches the edge where it joins, and stays behind a street where it does not", () => {
    expect(outline(all)).toBe("M40.3 -0.3L40.3 40.3L-0.3 40.3L-0.3 -0.3Z");
    const numbers = outline(none)
      .match(/-?[\d.]+/g)!
      .map(Number);
    expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([2.6, 37.4]);
  });

  it("has a rim on all four sides when alone, on none when surrounded, and at an inner corner", () => {
    expect(rim(none).match(/L/g)).toHaveLength(4);
    expect(rim(none).match(/Q/g)).toHaveLength(4);
    expect(rim(all)).toBe("");
    const inner = new Set(AROUND.filter((way) => way !== "ne"));
    expect(rim(inner)).toBe("M37.4 0Q37.4 2.6 40 2.6");
    expect(outline(inner)).toContain("Q37.4 2.6");
  });

  it("has a way to every neighbour over a side", () => {
    expect(ways(new Set(["n", "w"] as const))).toBe("M20 20L20 -0.3M20 20L-0.3 20");
    expect(ways(none)).toBe("");
  });
});
