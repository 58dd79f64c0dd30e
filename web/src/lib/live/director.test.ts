import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Entry, Scene } from "../game";
import { type Arrival, Director, eventsOf, type Shown } from "./director";
import { added } from "./history";
import type { State } from "./protocol";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entry = (number: number, ...kinds: string[]): Entry => ({
  number,
  kind: "move",
  seat: "B",
  at: 0,
  move: { id: 0, text: "" },
  moves: number,
  events: kinds.map((kind) => ({ kind, en: kind, fr: kind })),
});
const arrival = (number: number, view: unknown, ...entries: Entry[]): Arrival => ({
  state: { number, moves: number, view, turn: "A", phase: "playing", undo: null } as unknown as State,
  legal: [number],
  entries,
  whole: false,
});
const scene = (view: unknown, events: number, more: Partial<Scene> = {}): Scene => ({
  view,
  turn: "B",
  events,
  ms: 100,
  ...more,
});

function directed(scenes: Scene[][], pace = 1) {
  const shown: Shown[] = [];
  const director = new Director(
    (one) => shown.push(one),
    () => pace,
  );
  director.split = () => scenes.shift()!;
  director.push({ ...arrival(1, "first"), whole: true });
  return { director, shown, views: () => shown.map(({ state }) => state.view) };
}
const kinds = ({ entries }: Shown) => eventsOf(entries).map(({ kind }) => kind);

it("shows one scene after the other, each for its time, and tells no more than it shows", async () => {
  const { director, shown, views } = directed([[scene("a", 1), scene("b", 1), scene("c", 1)]]);
  director.push(arrival(3, "c", entry(2, "built", "turn"), entry(3, "rolled", "paid")));
  expect(views()).toEqual(["first", "a"]);
  await vi.advanceTimersByTimeAsync(99);
  expect(views().length).toBe(2);
  await vi.advanceTimersByTimeAsync(102);
  expect(views()).toEqual(["first", "a", "b", "c"]);
  expect(shown.slice(1).map(kinds)).toEqual([["built"], ["turn"], ["rolled", "paid"]]);
  expect(shown.map(({ state }) => state.number)).toEqual([1, 1, 2, 3]);
  expect(shown.map(({ legal }) => legal)).toEqual([[1], [], [], [3]]);
  const log = shown.reduce<Entry[]>((known, { entries }) => added(known, entries), []);
  expect(log.map(({ number, events }) => [number, events?.length])).toEqual([
    [2, 2],
    [3, 2],
  ]);
});

it("goes to the present by a tap, with all that happened, but not past what waits for a tap of its own", () => {
  const { director, shown, views } = directed([
    [scene("a", 1), scene("b", 1), scene("wait", 0, { waits: true }), scene("c", 1)],
  ]);
  director.push(arrival(3, "c", entry(2, "built"), entry(3, "drawn", "rolled")));
  director.skip();
  expect(views()).toEqual(["first", "a", "wait"]);
  expect(kinds(shown[2]!)).toEqual(["drawn"]);
  director.skip();
  expect(shown.at(-1)?.waits).toBe(true);
  director.reveal();
  expect(views().at(-1)).toBe("c");
  expect([shown.at(-1)?.waits, kinds(shown.at(-1)!)]).toEqual([false, ["rolled"]]);
});

it("does not let what follows a tap wait until what was shown has had its time", () => {
  const { director, views } = directed([[scene("a", 1)], [scene("b", 1)], [scene("c", 1)]]);
  director.push(arrival(2, "a", entry(2, "built")));
  director.skip();
  director.push(arrival(3, "b", entry(3, "built")));
  expect(views()).toEqual(["first", "a", "b"]);
  director.push(arrival(4, "c", entry(4, "built")));
  expect(views()).toEqual(["first", "a", "b"]);
});

it("queues what comes meanwhile, and lets those who are to act do so before all is shown", async () => {
  const { director, shown, views } = directed([[scene("a", 1), scene("b", 0)], [scene("c", 0, { open: true }), scene("d", 1)]]); // prettier-ignore
  director.push(arrival(2, "b", entry(2, "built")));
  director.push(arrival(3, "d", entry(3, "rolled")));
  expect(views()).toEqual(["first", "a"]);
  await vi.advanceTimersByTimeAsync(250);
  expect(views()).toEqual(["first", "a", "b", "c"]);
  expect(shown.at(-1)?.legal).toEqual([3]);
});

it("shows everything at once when told to, and after a gap", () => {
  const { director, views } = directed([], 0);
  director.push(arrival(2, "b", entry(2, "built")));
  expect(views()).toEqual(["first", "b"]);
  const slow = directed([[scene("a", 1), scene("b", 0)]]);
  slow.director.push(arrival(2, "b", entry(2, "built")));
  slow.director.push({ ...arrival(9, "z"), whole: true });
  expect(slow.views()).toEqual(["first", "a", "z"]);
});

it("waits for a tap no longer when the seat was handed to a bot, or play goes on", () => {
  for (const overtaking of [{ ...entry(3), kind: "handed", move: undefined }, entry(3, "built")]) {
    const { director, shown, views } = directed([
      [scene("cup", 0, { waits: true }), scene("thrown", 1)],
      [scene("named", 0)],
      [scene("after", 0)],
    ]);
    director.push(arrival(2, "thrown", entry(2, "rolled")));
    director.push(arrival(2, "named", { ...entry(3), kind: "name", move: undefined }));
    expect(views()).toEqual(["first", "cup"]);
    director.push(arrival(3, "after", overtaking));
    expect(views()).toEqual(["first", "cup", "thrown"]);
    vi.advanceTimersByTime(1000);
    expect(views()).toEqual(["first", "cup", "thrown", "named", "after"]);
    expect(shown.at(-1)!.legal).toEqual([3]);
  }
});

it("shows how a game begins as scenes too, also when the game can say them only later", () => {
  const shown: Shown[] = [];
  const director = new Director(
    (one) => shown.push(one),
    () => 1,
  );
  const nature = { ...entry(1, "rolled"), kind: "nature" };
  director.push({ ...arrival(1, "thrown", nature), whole: true });
  expect(shown.map(({ state }) => state.view)).toEqual(["thrown"]);
  director.split = () => [scene("cup", 0, { waits: true }), scene("thrown", 1)];
  director.open();
  director.skip();
  expect(shown.slice(1).map(({ state, waits }) => [state.view, state.number, waits])).toEqual([
    ["cup", 0, true],
  ]);
  expect(kinds(shown[1]!)).toEqual([]);
  director.reveal();
  expect([shown.at(-1)!.state.view, shown.at(-1)!.state.number, kinds(shown.at(-1)!)]).toEqual([
    "thrown",
    1,
    ["rolled"],
  ]);
  director.open();
  expect(shown).toHaveLength(3);
});

it("does not take a game that people have begun for one that begins", () => {
  const shown: Shown[] = [];
  const director = new Director(
    (one) => shown.push(one),
    () => 1,
  );
  director.push({
    ...arrival(2, "now", { ...entry(1, "rolled"), kind: "nature" }, entry(2, "built")),
    whole: true,
  });
  director.split = () => [scene("cup", 0, { waits: true }), scene("thrown", 1)];
  director.open();
  expect(shown.map(({ state }) => state.view)).toEqual(["now"]);
});
