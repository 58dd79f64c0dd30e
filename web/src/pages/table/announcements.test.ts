import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Announcer, digest } from "./announcements";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("says the newest when there is too much", () => {
  expect(digest(["a", "b"])).toBe("a b");
  expect(digest(["1", "2", "3", "4", "5", "6", "7"])).toBe("… 3 4 5 6 7");
});

it("speaks soon, then lets what follows gather", () => {
  const heard: string[] = [];
  const announcer = new Announcer((text) => heard.push(text), 1000);
  announcer.say("one");
  announcer.say("two");
  vi.advanceTimersByTime(100);
  expect(heard).toEqual(["one two"]);
  announcer.say("three");
  vi.advanceTimersByTime(500);
  announcer.say("four");
  expect(heard).toEqual(["one two"]);
  vi.advanceTimersByTime(600);
  expect(heard).toEqual(["one two", "three four"]);
  vi.advanceTimersByTime(5000);
  announcer.say("five");
  vi.advanceTimersByTime(100);
  expect(heard.at(-1)).toBe("five");
});
