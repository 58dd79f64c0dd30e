import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Every back that the box names has a drawing of its own. */
it("every back of a card is drawn", () => {
  const box = readFileSync("../src/faubourg/games/lutins/components.toml", "utf-8");
  const art = readFileSync("src/games/lutins/art/Back.svelte", "utf-8");
  const drawings = art.slice(art.indexOf("DRAWINGS"), art.indexOf("isDrawn"));
  const backs = [...box.matchAll(/^back = \{ id = "(\w+)"/gm)].map((found) => found[1]!);
  expect(new Set(backs).size).toBe(12);
  for (const back of backs) expect(drawings).toMatch(new RegExp(`^    ${back}: \\[`, "m"));
});
