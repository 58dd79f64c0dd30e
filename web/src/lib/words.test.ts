import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { newWord, sealOf, typedPart } from "./words";

test("a seal is the SHA-256 that everybody else computes", () => {
  for (const word of [
    "",
    "abc",
    "tulip",
    "é".repeat(40),
    "x".repeat(55),
    "x".repeat(56),
    "x".repeat(64),
    "🎲".repeat(300),
  ])
    expect(sealOf(word)).toBe(createHash("sha256").update(word).digest("hex"));
});

test("a word has 128 random bits, and nothing that a saved game can't keep", () => {
  expect(newWord()).toMatch(/^[0-9a-f]{32}$/);
  expect(newWord("  tulip,\n#rain= ")).toMatch(/^tulip rain [0-9a-f]{32}$/);
  expect(newWord("x".repeat(99))).toHaveLength(32 + 1 + 32);
  expect(newWord("\u001b\u202eé")).toMatch(/^é [0-9a-f]{32}$/);
  expect(newWord()).not.toBe(newWord());
});

test("what somebody typed is shown without the rest", () => {
  expect(typedPart(newWord("tulip rain"))).toBe("tulip rain");
  expect(typedPart(newWord())).toBe("");
});
