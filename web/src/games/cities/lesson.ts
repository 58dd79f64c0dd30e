/** The words of the lesson; its positions are made from lesson.toml. */
import type { Lesson, Stage, Tip } from "$lib/game";
import * as m from "$messages";
import box from "./box.json";
import stages from "./lesson.json";
import TipPicture from "./TipPicture.svelte";

const places = (now: { view: { phase: string } }) => now.view.phase === "place";
const LAY = ".hand .main:enabled";
const lot: Tip = { id: "lot", when: places, say: m.cit_tip_tile, point: '[data-testid^="lot"]' };
const lay: Tip = {
  id: "lay",
  when: () => document.querySelector(LAY) !== null,
  say: m.cit_tip_lay,
  point: LAY,
};
const put = (id: string, say: () => string): Tip => ({
  id,
  when: places,
  say,
  point: "[data-square][data-asked]",
});

const words = [
  { tips: [{ id: "start", say: m.cit_tip_start }], done: m.cit_tip_goals },
  { tips: [lay, lot, { id: "take", say: m.cit_tip_take }], done: m.cit_tip_rows },
  {
    tips: [put("modules", m.cit_tip_modules), { id: "take", say: m.cit_tip_take_modules }],
    done: m.cit_tip_storeys,
  },
  {
    tips: [put("sights", m.cit_tip_sight), { id: "take", say: m.cit_tip_take_sight }],
    done: m.cit_tip_sights,
  },
  { tips: [{ id: "card", say: m.cit_tip_card }], done: m.cit_tip_cards },
];

export default {
  box,
  stages: words.map((said, place) => ({ ...(stages as unknown as Stage[])[place]!, ...said })),
  Picture: TipPicture,
} satisfies Lesson;
