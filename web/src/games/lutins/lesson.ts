/** The words of the lesson; its positions are made from lesson.toml. */
import type { Lesson, Stage, Tip } from "$lib/game";
import * as m from "$messages";
import box from "./box.json";
import stages from "./lesson.json";
import { selection } from "./selection.svelte";
import TipPicture from "./TipPicture.svelte";

const dice: Tip = {
  id: "dice",
  when: (now) => selection.waitsFrom(now) !== null,
  say: m.lut_lesson_dice,
  point: ".tray [data-asked]",
};
const house: Tip = {
  id: "house",
  when: () => selection.pointed.block !== null,
  say: m.lut_lesson_house,
  point: "[data-house].ready",
};
const block: Tip = { id: "block", say: m.lut_lesson_block, point: "[data-block].shines" };

const words = [
  { tips: [dice, house, block], done: m.lut_lesson_built },
  { tips: [dice, { ...block, id: "white", say: m.lut_lesson_white }], done: m.lut_lesson_done },
  { tips: [dice, { ...block, id: "blue", say: m.lut_lesson_blue_block }], done: m.lut_lesson_blue },
  {
    tips: [
      dice,
      {
        id: "cross",
        when: () => selection.doomed !== null,
        say: m.lut_lesson_cross_again,
        point: '[data-house][aria-pressed="true"]',
      },
      { id: "cross", say: m.lut_lesson_cross, point: "[data-house].threat" },
    ],
    done: m.lut_lesson_crossed,
  },
  { tips: [dice, { ...block, say: m.lut_lesson_last }], done: m.lut_lesson_win },
];

export default {
  box,
  stages: words.map((said, place) => ({ ...(stages as unknown as Stage[])[place]!, ...said })),
  Picture: TipPicture,
} satisfies Lesson;
