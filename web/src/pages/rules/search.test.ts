import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { askedWords, folded, isNear, pieces, score, stem } from "./search";

/** The clauses of a game's rules, as the file has them. */
function clauses(game: string): { id: string; en: string; fr: string }[] {
  const file = new URL(`../../../../src/faubourg/games/${game}/clauses.toml`, import.meta.url);
  return [
    ...readFileSync(file, "utf8").matchAll(/id = "(.+)"\s+(?:ruling = true\s+)?en = "(.+)"\s+fr = "(.+)"/g),
  ].map(([, id, en, fr]) => ({ id: id!, en: en!, fr: fr! }));
}

/** The clauses that a question finds, the best first. */
function found(game: string, language: "en" | "fr", query: string): string[] {
  return clauses(game)
    .map((clause) => ({ id: clause.id, worth: score(clause[language], "", query) }))
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth)
    .map(({ id }) => id);
}

describe("searching the rules", () => {
  it.each([
    ["minivilles", "mv-19"],
    ["cities", "cit-37"],
    ["lutins", "lut-26"],
    ["my_little_town", "mlt-15"],
  ])("finds who wins in %s", (game, clause) => {
    for (const query of ["who wins", "Who wins?", "winner", "how do I win", "winnning"])
      expect(found(game, "en", query), query).toContain(clause);
    for (const query of ["qui gagne", "Qui gagne ?", "vainqueur", "comment gagner", "gange"])
      expect(found(game, "fr", query), query).toContain(clause);
  });

  it("does not mind accents, case, apostrophes, plurals or one wrong letter", () => {
    expect(score("La dernière pièce de l’hôtel", "", "PIECE l'hotel")).toBeGreaterThan(0);
    expect(score("A coin", "", "coins")).toBeGreaterThan(0);
    expect(score("Des châteaux", "", "chateau")).toBeGreaterThan(0);
    expect(score("The market is dealt", "", "makret")).toBeGreaterThan(0);
    expect(score("The market is dealt", "", "markte")).toBeGreaterThan(0);
    expect(score("The market is dealt", "", "basket")).toBe(0);
    expect(score("The market is dealt", "", "market harbour")).toBe(0); // every word counts
    expect(score("Nothing of it", "The end", "end")).toBeGreaterThan(0); // by its chapter
    expect(score("anything", "", "  ")).toBe(0);
  });

  it("ranks the very word above a kindred one, and that above a slip", () => {
    const worth = (text: string) => score(text, "", "wins");
    expect(worth("She wins")).toBeGreaterThan(worth("The winner"));
    expect(worth("The winner")).toBeGreaterThan(worth("The winds"));
  });

  it("asks only for words that mean something", () => {
    expect(askedWords("Who wins the game?")).toEqual(["wins", "game"]);
    expect(askedWords("who")).toEqual(["who"]);
  });

  it("knows near words and stems", () => {
    for (const [one, other] of [
      ["market", "makret"],
      ["market", "maket"],
      ["market", "markett"],
      ["market", "morket"],
    ] as const)
      expect(isNear(one, other)).toBe(true);
    expect(isNear("market", "mrakte")).toBe(false);
    expect(stem("pieces")).toBe(stem("piece"));
  });

  it("marks what was found where it stands", () => {
    expect(pieces("Une pièce, deux pièces", "piece")).toEqual([
      { text: "Une ", found: false },
      { text: "pièce", found: true },
      { text: ", deux ", found: false },
      { text: "pièces", found: true },
    ]);
    expect(pieces("abc", "")).toEqual([{ text: "abc", found: false }]);
    expect(pieces("", "a")).toEqual([]);
  });

  it("keeps every letter in its place", () => {
    for (const text of ["Île, ÉTÉ, ß, ﬁ, 😀 œ", "l’été"]) expect(folded(text)).toHaveLength(text.length);
  });
});
