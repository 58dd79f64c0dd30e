/** A first game that teaches itself: one tip when it first fits. */
import type { BoardProps, Tip } from "$lib/game";
import * as m from "$messages";
import type { View } from "./types";

const fits = ({ legal }: BoardProps, length = 2) =>
  legal.some(({ words }) => words[0] === "standee" && Number(words[1]) >= length);
const phase = ({ view, legal }: BoardProps<View>, wanted: View["phase"]) =>
  legal.length > 0 && view.phase === wanted;

export const lesson: Tip[] = [
  { id: "aim", when: (now) => phase(now, "act"), say: () => m.mlt_lesson_aim(), point: ".mlt-tray" },
  { id: "draw", when: (now) => phase(now, "act"), say: () => m.mlt_lesson_draw(), point: ".mlt-pile" },
  { id: "place", when: (now) => phase(now, "place"), say: () => m.mlt_lesson_place(), point: ".mlt-town" },
  { id: "colour", when: (now) => fits(now), say: () => m.mlt_lesson_colour(), point: ".mlt-town" },
  { id: "pick", when: (now) => fits(now), say: () => m.mlt_lesson_pick(), point: ".mlt-tray" },
  {
    id: "cross",
    when: (now) => phase(now, "act") && now.view.version === "normal",
    say: () => m.mlt_lesson_cross(),
    point: ".mlt-town",
  },
  { id: "big", when: (now) => fits(now, 5), say: () => m.mlt_lesson_big(), point: ".mlt-tray" },
  { id: "last", when: (now) => phase(now, "last"), say: () => m.mlt_lesson_last(), point: ".mlt-tray" },
];
