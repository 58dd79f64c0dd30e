import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { newKey } from "../join/key";
import { spelled } from "./code";
import { picture } from "./qr";

describe("a code", () => {
  it("is spelled in groups that can be read aloud", () => {
    expect(spelled("bakolimute")).toBe("bako-limu-te");
    expect(spelled("Bako LIMU-te")).toBe("bako-limu-te");
    expect(spelled("")).toBe("");
  });
});

describe("a key of our own", () => {
  it("has the letters and the length that the server wants, and is new every time", () => {
    expect(newKey()).toMatch(/^[A-Za-z0-9_-]{24}$/);
    expect(newKey()).not.toBe(newKey());
  });
});

describe("the QR picture", () => {
  it("covers exactly the dark modules", () => {
    const text = "http://192.168.1.20:8472/join/bakolimute";
    const { size, path } = picture(text);
    const { data } = encode(text, { ecc: "M", border: 2 });
    const drawn = new Set<string>();
    for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
      for (let step = 0; step < Number(width); step++) drawn.add(`${Number(x) + step} ${y}`);
    const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`${x} ${y}`] : [])));
    expect(size).toBe(data.length);
    expect([...drawn].sort()).toEqual(dark.sort());
  });
});
