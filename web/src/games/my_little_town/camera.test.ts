import { describe, expect, it } from "vitest";
import { between, fit, kept, moved, zoomed } from "./camera";

const bounds = { left: -3, top: -3, right: 9, bottom: 6 };
const size = { width: 360, height: 300 };

describe("the camera", () => {
  it("fits the whole town", () => {
    expect(fit(bounds, size)).toEqual({ x: 3, y: 1.5, scale: 30 });
  });

  it("does not blow up a small town, but fills a large screen", () => {
    const tile = { left: 0, top: 0, right: 3, bottom: 3 };
    expect(fit(tile, { width: 400, height: 400 }).scale).toBe(64);
    expect(fit(tile, { width: 2000, height: 1400 }).scale).toBe(200);
  });

  it("keeps the point under the finger where it is", () => {
    const camera = { x: 3, y: 1.5, scale: 30 };
    const near = zoomed(camera, 2, [60, -30]);
    expect(near.x + 60 / near.scale).toBeCloseTo(camera.x + 60 / camera.scale);
    expect(near.y - 30 / near.scale).toBeCloseTo(camera.y - 30 / camera.scale);
  });

  it("never loses the town", () => {
    const lost = moved({ x: 3, y: 1.5, scale: 60 }, -10_000, 10_000);
    const found = kept(lost, bounds, size);
    expect(found.x).toBe(9 - 180 / 60);
    expect(found.y).toBe(-3 + 150 / 60);
    expect(kept({ ...lost, scale: 2 }, bounds, size)).toEqual(fit(bounds, size));
  });

  it("comes to where it goes", () => {
    const [from, to] = [fit(bounds, size), { x: 0, y: 0, scale: 60 }];
    expect(between(from, to, 0)).toEqual(from);
    expect(between(from, to, 1)).toEqual(to);
  });
});
