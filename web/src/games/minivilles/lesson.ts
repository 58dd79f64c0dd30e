/** The words of the lesson; its positions are made from lesson.toml. */
import type { Lesson, Stage, Tip } from "$lib/game";
import * as m from "$messages";
import box from "./box.json";
import stages from "./lesson.json";
import TipPicture from "./TipPicture.svelte";

/** A card is opened first, and built by its button. */
const opened: Tip = {
  id: "opened",
  when: () => document.querySelector("dialog .do") !== null,
  say: m.mv_tip_opened,
  point: "dialog .do",
};

const card = (id: string, say: () => string): Tip => ({ id, say, point: ".minivilles .market [data-asked]" });

const words = [
  { tips: [opened, card("build", m.mv_tip_build)], done: m.mv_tip_built },
  { tips: [opened, card("blue", m.mv_tip_blue)], done: m.mv_tip_others },
  { tips: [opened, card("red", m.mv_tip_red)], done: m.mv_tip_families },
  {
    tips: [{ id: "two", say: m.mv_tip_two, point: ".minivilles .choices button:nth-of-type(2)" }],
    done: m.mv_tip_sum,
  },
  {
    tips: [
      opened,
      {
        id: "landmark",
        say: m.mv_tip_landmark,
        point: ".minivilles .landmarks [data-asked], .minivilles .site",
      },
    ],
    done: m.mv_tip_landmarks,
  },
];

export default {
  box,
  stages: words.map((said, place) => ({ ...(stages as unknown as Stage[])[place]!, ...said })),
  Picture: TipPicture,
} satisfies Lesson;
