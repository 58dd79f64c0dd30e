/** A first game that teaches itself: each tip when it first fits, and never beside what is asked for. */
import type { BoardProps, Tip } from "$lib/game";
import * as m from "$messages";
import { guide } from "./guide.svelte";
import type { View } from "./types";

const fits = ({ legal }: BoardProps, length = 2) =>
  legal.some(({ words }) => words[0] === "standee" && Number(words[1]) >= length);
const phase = ({ view, legal }: BoardProps<View>, wanted: View["phase"]) =>
  legal.length > 0 && view.phase === wanted;
const free = () => guide.doing === null;

export const lesson: Tip[] = [
  { id: "turn", when: () => guide.doing === "turn", say: () => m.mlt_lesson_turn(), point: ".mlt-pile" },
  { id: "row", when: () => guide.doing === "row", say: () => m.mlt_lesson_row(), point: ".mlt-town" },
  {
    id: "draw",
    when: (now) => phase(now, "act") && !fits(now),
    say: () => m.mlt_lesson_draw(),
    point: ".mlt-pile",
  },
  {
    id: "place",
    when: (now) => phase(now, "place") && free(),
    say: () => m.mlt_lesson_place(),
    point: ".mlt-places .place",
  },
  {
    id: "pick",
    when: (now) => fits(now) && free(),
    say: () => m.mlt_lesson_pick(),
    point: ".mlt-tray .standee.fits",
  },
  { id: "colour", when: (now) => fits(now) && free(), say: () => m.mlt_lesson_colour(), point: ".mlt-tray" },
  { id: "aim", when: (now) => fits(now) && free(), say: () => m.mlt_lesson_aim(), point: ".mlt-tray" },
  {
    id: "cross",
    when: (now) => phase(now, "act") && now.view.version === "normal",
    say: () => m.mlt_lesson_cross(),
    point: ".mlt-town",
  },
  { id: "big", when: (now) => fits(now, 5), say: () => m.mlt_lesson_big(), point: ".mlt-tray" },
  { id: "last", when: (now) => phase(now, "last"), say: () => m.mlt_lesson_last(), point: ".mlt-tray" },
];
