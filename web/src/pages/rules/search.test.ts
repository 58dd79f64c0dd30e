import { describe, expect, it } from "vitest";
import { folded, matches, pieces } from "./search";

describe("searching the rules", () => {
  it("does not mind accents, case or apostrophes", () => {
    expect(matches("La dernière pièce de l’hôtel", "PIECE l'hotel")).toBe(true);
    expect(matches("Cœur de ville", "cœur")).toBe(true);
    expect(matches("A coin", "coins")).toBe(false);
    expect(matches("anything", "  ")).toBe(true);
  });

  it("marks what was found where it stands", () => {
    expect(pieces("Une pièce, deux pièces", "piece")).toEqual([
      { text: "Une ", found: false },
      { text: "pièce", found: true },
      { text: ", deux ", found: false },
      { text: "pièce", found: true },
      { text: "s", found: false },
    ]);
    expect(pieces("abc", "")).toEqual([{ text: "abc", found: false }]);
    expect(pieces("", "a")).toEqual([]);
  });

  it("keeps every letter in its place", () => {
    for (const text of ["Île, ÉTÉ, ß, ﬁ, 😀 œ", "l’été"]) expect(folded(text)).toHaveLength(text.length);
  });
});
