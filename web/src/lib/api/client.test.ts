import { afterEach, describe, expect, it, vi } from "vitest";
import { api, Problem, problem } from "./client";

const answer = (status: number, body: string) => vi.fn(async () => new Response(body, { status }));

describe("asking the server", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("gives what was asked for", async () => {
    vi.stubGlobal("fetch", answer(200, '{"games": [], "bots": ["greedy"]}'));
    expect((await api.games()).bots).toEqual(["greedy"]);
  });

  it("turns a refusal into its words", async () => {
    vi.stubGlobal("fetch", answer(404, '{"code": "no-code", "en": "No.", "fr": "Non.", "clause": null}'));
    await expect(api.find("x")).rejects.toMatchObject({ code: "no-code", fr: "Non.", status: 404 });
  });

  it("says in plain words that nobody answers", async () => {
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => Promise.reject(new TypeError("failed"))),
    );
    await expect(api.games()).rejects.toMatchObject({ code: "offline" });
    vi.stubGlobal("fetch", answer(502, "<html>bad gateway</html>"));
    await expect(api.games()).rejects.toMatchObject({ code: "offline" });
  });

  it("is not confused by nonsense", async () => {
    vi.stubGlobal("fetch", answer(200, "<!doctype html>"));
    await expect(api.games()).rejects.toMatchObject({ code: "strange" });
    expect(problem(new Error("x"))).toBeInstanceOf(Problem);
  });
});
