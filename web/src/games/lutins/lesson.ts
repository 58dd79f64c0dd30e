/** A first game that teaches itself: each tip when it fits for the first time. */
import * as m from "$messages";
import type { BoardProps, Tip } from "$lib/game";
import { selection } from "./selection.svelte";

const happened = (now: BoardProps, kind: string) =>
  now.news.some((entry) => entry.events?.some((event) => event.kind === kind));
const building = (now: BoardProps) => now.legal.length > 0 && now.view.phase === "build";

export const lesson: Tip[] = [
  { id: "dice", when: building, say: () => m.lut_lesson_dice(), point: ".lutins .tray" },
  {
    id: "block",
    when: (now) => building(now) && !selection.waits(now.view),
    say: () => m.lut_lesson_block(),
    point: ".lutins .pile",
  },
  { id: "house", when: building, say: () => m.lut_lesson_house(), point: ".lutins .plot.featured" },
  {
    id: "white",
    when: (now) => building(now) && now.view.dice.includes("white"),
    say: () => m.lut_lesson_white(),
    point: ".lutins .tray",
  },
  {
    id: "blue",
    when: (now) => happened(now, "blue") || happened(now, "grown"),
    say: () => m.lut_lesson_blue(),
    point: ".lutins .tower",
  },
  {
    id: "cross",
    when: (now) => happened(now, "emblem") || now.view.phase === "destroy",
    say: () => m.lut_lesson_cross(),
    point: ".lutins .tower",
  },
  { id: "done", when: (now) => happened(now, "finished"), say: () => m.lut_lesson_done() },
  {
    id: "win",
    when: (now) => now.view.turns > 4,
    say: () => m.lut_lesson_win(),
    point: ".lutins .race",
  },
];
