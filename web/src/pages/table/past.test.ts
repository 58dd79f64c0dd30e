import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Moment, Past } from "./past.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pastOf(last: number, turns: number[] = []): { past: Past; asked: number[] } {
  const asked: number[] = [];
  const read = (moves: number): Promise<Moment> => {
    asked.push(moves);
    return Promise.resolve({ moves, view: moves, outcome: null });
  };
  return {
    past: new Past(
      read,
      () => last,
      () => turns,
      100,
    ),
    asked,
  };
}

it("shows only the newest of many wishes, and asks for a moment once", async () => {
  const { past, asked } = pastOf(9);
  await Promise.all([past.show(3), past.show(4), past.show(5)]);
  expect(past.shown?.moves).toBe(5);
  await past.show(3);
  expect(asked).toEqual([3, 5, 6, 4]);
});

it("stays within the game", async () => {
  const { past } = pastOf(9);
  await past.show(50);
  expect(past.wanted).toBe(9);
  await past.show(-1);
  expect(past.wanted).toBe(0);
});

it("plays to the end and stops", async () => {
  const { past } = pastOf(3);
  await past.show(0);
  past.play();
  await vi.advanceTimersByTimeAsync(1000);
  expect([past.shown?.moves, past.playing]).toEqual([3, false]);
});

it("forgets what was taken back", async () => {
  const { past, asked } = pastOf(9);
  await past.show(7);
  past.forgetAfter(6);
  expect(past.open).toBe(false);
  await past.show(7);
  expect(asked.filter((moves) => moves === 7).length).toBe(2);
});

it("goes turn by turn, on and back, with a last turn that is not over", async () => {
  const { past } = pastOf(9, [2, 5, 7]);
  past.byTurns = true;
  await past.show(0);
  const seen: number[] = [];
  for (const by of [1, 1, 1, 1, -1, -1, -1, -1] as const) {
    past.step(by);
    await vi.advanceTimersByTimeAsync(0);
    seen.push(past.wanted);
  }
  expect(seen).toEqual([2, 5, 7, 9, 7, 5, 2, 0]);
});

it("plays faster when told, also while it plays", async () => {
  const { past } = pastOf(20);
  await past.show(0);
  past.speed = 4;
  past.play();
  await vi.advanceTimersByTimeAsync(26 * 8);
  expect(past.wanted).toBe(8);
  past.speed = 0.5;
  await vi.advanceTimersByTimeAsync(220);
  expect(past.wanted).toBe(9 + 1);
});
