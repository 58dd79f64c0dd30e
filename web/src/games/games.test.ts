import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { catalogues } from "../../catalogues";

it("finds a game's messages by its folder", () => {
  const web = mkdtempSync(join(tmpdir(), "faubourg-"));
  for (const path of ["messages/table", "src/games/new_game/messages", "src/games/silent_game"])
    mkdirSync(join(web, path), { recursive: true });
  expect(catalogues(web)).toEqual([
    "./messages/{locale}.json",
    "./messages/table/{locale}.json",
    "./src/games/new_game/messages/{locale}.json",
  ]);
});
