import { expect, it } from "vitest";
import { unbroken } from "./typography";

const messages = import.meta.glob<Record<string, unknown>>(
  ["../../messages/**/fr.json", "../games/*/messages/fr.json"],
  { eager: true, import: "default" },
);

it("keeps marks with the word before them", () => {
  expect(unbroken("Que construis-tu ? « Mine » : 6 !")).toBe(
    "Que construis-tu\u202f? «\u202fMine\u202f»\u202f: 6\u202f!",
  );
});

it.each(Object.keys(messages))("no mark of %s can stand alone on a line", (file) => {
  const found = Object.entries(messages[file]!).map(([key, text]) => [key, JSON.stringify(text)] as const);
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(([, text]) => text !== unbroken(text))).toEqual([]);
  expect(found.filter(([, text]) => text.includes(" %"))).toEqual([]);
});
