import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

// What making a table needs, and that wants a window.
vi.mock("$lib/router.svelte", () => ({}));
vi.mock("$lib/opening", () => ({}));
vi.mock("$lib/tables.svelte", () => ({}));

const FOUND = JSON.stringify({ games: [], levels: ["steady"], bots: ["steady"] });
const found = async () => new Response(FOUND);
const nobody = async () => Promise.reject(new TypeError("failed"));

describe("the games of the server", () => {
  let page: typeof import("./start.svelte");
  const asked = vi.fn<() => Promise<Response>>();

  beforeEach(async () => {
    vi.stubGlobal("fetch", asked);
    vi.resetModules();
    page = await import("./start.svelte");
  });
  afterEach(() => {
    asked.mockReset();
    vi.unstubAllGlobals();
  });

  it("are asked for once by all who need them at the same time", async () => {
    asked.mockImplementation(found);
    await Promise.all([page.needGames(), page.needGames(), page.loadGames()]);
    await page.needGames();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(page.games.levels).toEqual(["steady"]);
  });

  it("are asked for again after nobody answered", async () => {
    asked.mockImplementationOnce(nobody).mockImplementation(found);
    await page.needGames();
    expect(page.games.levels).toEqual([]);
    await page.needGames();
    expect(asked).toHaveBeenCalledTimes(2);
    expect(page.games.levels).toEqual(["steady"]);
  });

  it("leave no trouble where the page does without them", async () => {
    asked.mockImplementation(nobody);
    await page.needGames();
    expect(page.starting.trouble).toBeNull();
  });

  it("leave their trouble where it is shown, until they come, whoever asks at the same time", async () => {
    asked.mockImplementation(nobody);
    await Promise.all([page.needGames(), page.loadGames()]);
    expect(page.starting.trouble?.code).toBe("offline");
    asked.mockImplementation(found);
    await page.loadGames();
    expect(page.starting.trouble).toBeNull();
  });
});
