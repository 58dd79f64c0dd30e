import { describe, expect, it } from "vitest";
import { ANIMALS, facesAt, picksFor, understoodPicks, type Animal } from "./faces";

const people = (count: number, picked: Partial<Record<string, Animal>> = {}) =>
  Array.from({ length: count }, (_, place) => {
    const seat = "ABCDEF"[place]!;
    return { seat, kind: "person", face: picked[seat] ?? null };
  });

describe("faces at a table", () => {
  it("come from the seat, the same each time", () => {
    expect(facesAt(people(3))).toEqual({ A: "fox", B: "rabbit", C: "bear" });
  });

  it("are those of the level for bots, a known one for levels that nobody knows", () => {
    const bots = [
      { seat: "A", kind: "person" },
      { seat: "B", kind: "bot", level: "expert" },
      { seat: "C", kind: "bot", level: "some-new-level" },
    ];
    expect(facesAt(bots)).toEqual({ A: "fox", B: "expert", C: "steady" });
    expect(Object.keys(facesAt(bots))).toEqual(["A", "B", "C"]); // as lists of tables show them
  });

  it("are picked, and then nobody else has them", () => {
    for (const face of ANIMALS) {
      const faces = facesAt(people(6, { B: face }));
      expect(faces.B).toBe(face);
      expect(new Set(Object.values(faces)).size).toBe(6);
    }
  });

  it("are given to the first of two who picked the same", () => {
    const faces = facesAt(people(2, { A: "owl", B: "owl" }));
    expect(faces).toEqual({ A: "owl", B: "rabbit" });
  });

  it("follow people from table to table by their order on a device", () => {
    const picks: (Animal | null)[] = ["cat", null, "owl"];
    expect(picksFor(["B", "D", "E"], picks)).toEqual({ B: "cat", E: "owl" });
    expect(picksFor(["C"], picks)).toEqual({ C: "cat" });
  });

  it("are read only where they are understood", () => {
    expect(understoodPicks('["owl", "expert", 3, "cat"]')).toEqual(["owl", null, null, "cat"]);
    expect(understoodPicks("{}")).toEqual([]);
    expect(understoodPicks("owl")).toEqual([]);
    expect(understoodPicks(null)).toEqual([]);
  });
});
