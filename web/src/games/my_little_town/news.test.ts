import { expect, it } from "vitest";
import type { Entry } from "$lib/game";
import { freshIn } from "./news";

it("finds what was put on the town", () => {
  const told = { en: "", fr: "" };
  const news: Entry[] = [
    { number: 1, kind: "move", seat: "A", at: 0, events: [{ kind: "tile", seat: "A", number: 7, ...told }] },
    { number: 2, kind: "undo", seat: "A", at: 0 },
    {
      number: 3,
      kind: "move",
      seat: "B",
      at: 0,
      events: [{ kind: "standee", seat: "B", length: 5, ...told }],
    },
  ];
  expect([...freshIn(news)]).toEqual(["tile 7", "B5"]);
});
