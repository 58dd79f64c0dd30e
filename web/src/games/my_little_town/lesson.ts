/** The words of the lesson; its positions are made from lesson.toml. */
import type { BoardProps, Lesson, Stage, Tip } from "$lib/game";
import * as m from "$messages";
import box from "./box.json";
import { guide } from "./guide.svelte";
import stages from "./lesson.json";
import TipPicture from "./TipPicture.svelte";
import type { View } from "./types";

const CHECK = ".bar [data-asked]";
const may = (now: BoardProps<View>, verb: string) => now.legal.some(({ words }) => words[0] === verb);

const draw: Tip = {
  id: "draw",
  when: (now) => may(now, "extend"),
  say: m.mlt_lesson_draw,
  point: ".mlt-pile",
};
const place: Tip = {
  id: "place",
  when: (now) => may(now, "tile") && guide.doing === null,
  say: m.mlt_lesson_place,
  point: ".mlt-places .place",
};
const turn: Tip = {
  id: "turn",
  when: (now) => may(now, "tile") && !document.querySelector(CHECK),
  say: m.mlt_lesson_turn,
  point: ".mlt-places .chosen",
};
const check: Tip = { id: "check", say: m.mlt_prompt_check, point: CHECK };
const pick: Tip = {
  id: "pick",
  when: () => guide.doing === null,
  say: m.mlt_lesson_pick,
  point: ".mlt-tray .fits",
};
const row: Tip = {
  id: "row",
  when: () => guide.doing === "row",
  say: m.mlt_lesson_row,
  point: ".mlt-rows .way",
};

const words = [
  { tips: [draw, place, check], done: m.mlt_lesson_grown },
  { tips: [draw, place, turn, check], done: m.mlt_lesson_turned },
  { tips: [pick, row, check], done: m.mlt_lesson_colour },
  { tips: [{ ...pick, say: m.mlt_lesson_pick_long }, row, check], done: m.mlt_lesson_cross },
  { tips: [{ ...pick, say: m.mlt_lesson_pick_last }, row, check], done: m.mlt_lesson_aim },
];

export default {
  box,
  stages: words.map((said, place) => ({ ...(stages as unknown as Stage[])[place]!, ...said })),
  Picture: TipPicture,
} satisfies Lesson;
