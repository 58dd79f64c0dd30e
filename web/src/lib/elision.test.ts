import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { catalogues } from "../../catalogues";
import { of } from "./elision";

const web = fileURLToPath(new URL("../..", import.meta.url));

describe("French before a name", () => {
  it("elides before vowels and a mute h, and before nothing else", () => {
    const elided = ["Anna", "Élise", "Œdipe", "Hélène", "Hugo", "Yves", "Île"];
    expect(elided.map(of)).toEqual(elided.map((name) => `d’${name}`));
    const whole = ["Ben", "Hans", "Yann", "Heidi", "Oui-Oui", "Zoé", "A", "7"];
    expect(whole.map(of)).toEqual(whole.map((name) => `de ${name}`));
  });

  it("is left to the helper by every message with a name", () => {
    const texts = catalogues(web).map((path) =>
      readFileSync(`${web}/${path.replace("{locale}", "fr")}`, "utf8"),
    );
    expect(texts.length).toBeGreaterThan(5);
    const bare = texts.flatMap(
      (text) => text.match(/[^\n]*\b(de|que|jusque) \{(name|game|city|owner)\}[^\n]*/gi) ?? [],
    );
    expect(bare).toEqual([]);
    expect(texts.join("").match(/\{of\}/g)?.length).toBeGreaterThan(9);
  });

  it("says tu", () => {
    const texts = catalogues(web).map((path) =>
      readFileSync(`${web}/${path.replace("{locale}", "fr")}`, "utf8"),
    );
    const page = readFileSync(`${web}/index.html`, "utf8");
    const polite =
      /(?<!\p{L})(?!(?:assez|chez|nez)(?!\p{L}))(?:votre|vos|vôtres?|faites|dites|êtes|\p{L}+ez)(?!\p{L})/giu;
    expect([...texts, page].flatMap((text) => text.match(polite) ?? [])).toEqual([]);
  });
});
