/** A first game that teaches itself: each tip when it fits for the first time, and never beside what is asked for. */
import * as m from "$messages";
import type { BoardProps, Tip } from "$lib/game";
import { selection } from "./selection.svelte";

const happened = (now: BoardProps, kind: string) =>
  selection.waitsFrom(now) === null &&
  now.news.some((entry) => entry.events?.some((event) => event.kind === kind));
const rolled = (now: BoardProps) => now.legal.length > 0 && selection.waitsFrom(now) === null;
const building = (now: BoardProps) => rolled(now) && now.view.phase === "build";
const holding = (now: BoardProps) => building(now) && selection.pointed.block !== null;

export const lesson: Tip[] = [
  {
    id: "dice",
    when: (now) => selection.waitsFrom(now) !== null,
    say: () => m.lut_lesson_dice(),
    point: ".lutins .tray button",
  },
  {
    id: "house",
    when: holding,
    say: () => m.lut_lesson_house(),
    point: ".lutins .house.ready",
  },
  {
    id: "block",
    when: (now) => building(now) && !holding(now),
    say: () => m.lut_lesson_block(),
    point: ".lutins .pile .shines",
  },
  {
    id: "cross",
    when: (now) => rolled(now) && now.view.phase === "destroy",
    say: () => m.lut_lesson_cross(),
    point: ".lutins .house.threat",
  },
  {
    id: "white",
    when: (now) => building(now) && !holding(now) && now.view.dice.includes("white"),
    say: () => m.lut_lesson_white(),
    point: ".lutins .tray .ready",
  },
  {
    id: "blue",
    when: (now) => happened(now, "blue") || happened(now, "grown"),
    say: () => m.lut_lesson_blue(),
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
