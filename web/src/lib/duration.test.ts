import { describe, expect, it } from "vitest";
import { asClock, inWords } from "./duration";

describe("lengths of time", () => {
  it("are said in their largest unit", () => {
    expect(inWords(30, "en")).toBe("30 seconds");
    expect(inWords(60, "fr")).toBe("1 minute");
    expect(inWords(3 * 86_400, "fr")).toBe("3\u00a0jours");
    expect(inWords(0, "en")).toBe("0 seconds");
  });

  it("are figures where every second counts", () => {
    expect(asClock(65, "en")).toBe("1:05");
    expect(asClock(0.2, "en")).toBe("0:01");
    expect(asClock(-3, "en")).toBe("0:00");
    expect(asClock(7300, "en")).toBe("2 hr");
    expect(asClock(3 * 86_400, "en")).toBe("3 days");
  });
});
