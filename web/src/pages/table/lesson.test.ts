import { expect, it } from "vitest";
import type { BoardProps, Tip } from "$lib/game";
import { Lesson } from "./lesson";

const tip = (id: string, when: (step: number) => boolean): Tip => ({
  id,
  when: (now) => when(now.view as number),
  say: () => id,
});
const at = (step: number) => ({ view: step }) as BoardProps;
const tips = [
  tip("roll", (step) => step === 1),
  tip("build", (step) => step >= 2),
  tip("win", (step) => step >= 2),
];

it("shows one tip at a time, in the order of the list, each once", () => {
  const lesson = new Lesson(tips);
  expect(lesson.look(at(0))).toBeNull();
  expect(lesson.look(at(1))?.id).toBe("roll");
  expect(lesson.gotIt(at(1))).toBeNull();
  expect(lesson.look(at(1))).toBeNull();
  expect(lesson.look(at(2))?.id).toBe("build");
  expect(lesson.gotIt(at(2))?.id).toBe("win");
  expect(lesson.over).toBe(false);
  expect(lesson.gotIt(at(2))).toBeNull();
  expect(lesson.over).toBe(true);
});

it("goes on when the player has acted without a word", () => {
  const lesson = new Lesson(tips);
  lesson.look(at(1));
  expect(lesson.look(at(2))?.id).toBe("build");
  expect([...lesson.seen]).toEqual(["roll"]);
});

it("keeps a tip that no longer fits until there is another", () => {
  const lesson = new Lesson(tips);
  lesson.look(at(1));
  expect(lesson.look(at(0))?.id).toBe("roll");
});

it("remembers what was seen, and survives a tip that fails", () => {
  const broken: Tip = { id: "broken", when: () => { throw new Error("no such field"); }, say: () => "" }; // prettier-ignore
  const lesson = new Lesson([broken, ...tips], ["roll", "build"]);
  expect(lesson.look(at(2))?.id).toBe("win");
});

it("shows the same tip after a reload, though an earlier one would fit by now", () => {
  const late = [tip("dice", (step) => step === 3), tip("house", (step) => step >= 2)];
  const lesson = new Lesson(late);
  expect(lesson.look(at(2))?.id).toBe("house");
  expect(Lesson.restore(late, lesson.save()).look(at(3))?.id).toBe("house");
  lesson.gotIt(at(2));
  expect(Lesson.restore(late, lesson.save()).look(at(3))?.id).toBe("dice");
  expect(Lesson.restore(late, null).look(at(2))?.id).toBe("house");
});
