import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ReviewRequest } from "./request.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A process of a server: it thinks about what it was asked for, and is done after so many looks. */
function process(looks: number) {
  let asked = false;
  return {
    answer(method: string): Response {
      if (method === "POST") asked = true;
      else if (!asked) return Response.json({ code: "no-review", en: "No.", fr: "Non." }, { status: 404 });
      else looks -= 1;
      const review = looks <= 0 ? { game: "minivilles" } : null;
      return Response.json({ share: review ? 1 : 1 / (1 + looks), review });
    },
  };
}

/** Servers behind one address, asked in turn; what was asked of them. */
function behind(...processes: ReturnType<typeof process>[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (_path: string, { method }: { method: string }) => {
    const one = processes[asked.length % processes.length]!;
    asked.push(method);
    return Promise.resolve(one.answer(method));
  });
  return asked;
}

async function reviewed(): Promise<{ request: ReviewRequest; shares: number[] }> {
  const request = new ReviewRequest("t");
  const shares: number[] = [];
  const done = request.start();
  for (let look = 0; look < 20; look++) {
    await vi.advanceTimersByTimeAsync(700);
    if (request.share !== null) shares.push(request.share);
  }
  await done;
  return { request, shares };
}

it("asks once, and looks until it is there", async () => {
  const asked = behind(process(3));
  const { request } = await reviewed();
  expect(request.review).toEqual({ game: "minivilles" });
  expect(asked).toEqual(["POST", "GET", "GET", "GET"]);
});

it("looks on when another process on the same database answers, and never goes back", async () => {
  const asked = behind(process(3), process(9));
  const { request, shares } = await reviewed();
  expect(request.review).not.toBeNull();
  expect(request.failed).toBe(false);
  expect(asked.filter((method) => method === "POST")).toHaveLength(1);
  expect(shares).toEqual([...shares].sort());
});

it("asks again when the process that was asked is gone", async () => {
  const [first, second] = [process(99), process(2)];
  let asked = 0;
  const either = { answer: (method: string) => (asked++ < 3 ? first : second).answer(method) };
  behind(either);
  const { request } = await reviewed();
  expect(request.review).not.toBeNull();
});

it("says that it failed when the server refuses, and may be asked again", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: "busy" }, { status: 503 })));
  const { request } = await reviewed();
  expect([request.failed, request.share]).toEqual([true, null]);
  behind(process(1));
  await Promise.all([request.start(), vi.advanceTimersByTimeAsync(3000)]);
  expect(request.review).not.toBeNull();
});
