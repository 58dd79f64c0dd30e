import { expect, test } from "vitest";
import type { Action, Entry } from "$lib/game";
import { selection } from "./selection.svelte";
import type { View } from "./types";

const view = (turns: number, phase: View["phase"] = "build") => ({ seat: "A", turns, phase }) as View;
const legal = [{ id: 1 }] as Action[];
const entry = (number: number, ...kinds: string[]) =>
  ({ number, events: kinds.map((kind) => ({ kind, seat: "A" })) }) as unknown as Entry;

test("dice that were just thrown wait for a tap, and all that came with them", () => {
  selection.reset();
  const now = view(4);
  selection.meet({
    view: now,
    legal,
    hinted: [],
    news: [entry(7, "took"), entry(8, "thrown"), entry(9, "blue")],
  });
  expect(selection.waitsFrom({ view: now, legal, news: [] })).toBe(8);
  selection.roll(now);
  expect(selection.waitsFrom({ view: now, legal, news: [] })).toBe(null);
});

test("they wait where the gnome is cross, too", () => {
  selection.reset();
  const now = view(5, "destroy");
  selection.meet({ view: now, legal, hinted: [], news: [entry(8, "thrown"), entry(9, "emblem")] });
  expect(selection.waits(now)).toBe(true);
  const later = view(5);
  selection.roll(now);
  selection.meet({ view: later, legal, hinted: [], news: [entry(10, "destroyed")] });
  expect(selection.waits(later)).toBe(false);
});

test("nothing waits for who only watches, nor when a hint has been asked for", () => {
  selection.reset();
  const now = view(6);
  const news = [entry(8, "thrown")];
  selection.meet({ view: now, legal: [], hinted: [], news });
  expect(selection.waits(now)).toBe(false);
  selection.reset();
  selection.meet({ view: now, legal, hinted: [], news });
  expect(selection.waits(now)).toBe(true);
  selection.meet({ view: now, legal, hinted: [1], news });
  expect(selection.waits(now)).toBe(false);
});
