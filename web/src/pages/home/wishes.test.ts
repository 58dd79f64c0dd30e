import { describe, expect, it } from "vitest";
import type { GameInfo } from "$lib/api/client";
import { chosen, goodLevel, goodNumber, optionValue, resized, seatsFor, told } from "./wishes";

const both = { en: "", fr: "" };
const game: GameInfo = {
  ...{ name: "g", title: both, least: 2, most: 4, rules: 1, compiled: 1 },
  reconstructed: null,
  options: [
    {
      ...{ name: "length", help: both, default: { "2": "normal", "3": "normal" } },
      allowed: { "2": ["normal", "long"], "3": ["normal"] },
    },
    {
      ...{ name: "die", help: both, default: { "2": "standard", "3": "balanced" } },
      allowed: { "2": ["standard", "balanced"], "3": ["standard", "balanced"] },
    },
  ],
};

describe("seats", () => {
  it("are good company by themselves", () => {
    expect(goodNumber({ least: 2, most: 4 })).toBe(2);
    expect(goodNumber({ least: 2, most: 5 })).toBe(3);
    expect(goodNumber({ least: 3, most: 3 })).toBe(3);
    expect(goodLevel(["gentle", "steady", "expert"])).toBe("steady");
    expect(goodLevel(["gentle", "steady", "expert"], 4)).toBe("gentle");
    expect(goodLevel(["random"])).toBe("random");
  });

  it("follow the way to play", () => {
    expect(seatsFor("bots", 3, "greedy").map(({ kind }) => kind)).toEqual(["person", "bot", "bot"]);
    expect(seatsFor("friends", 2, "greedy").map(({ kind }) => kind)).toEqual(["person", "open"]);
    expect(seatsFor("screen", 2, "greedy", ["Ada", "Ben"]).map(({ name }) => name)).toEqual(["Ada", "Ben"]);
  });

  it("keep what was chosen when there are more", () => {
    const two = seatsFor("screen", 2, "greedy", ["Ada", "Ben"]);
    const three = resized(two, 3, "bots", "greedy");
    expect(three.map(({ kind }) => kind)).toEqual(["person", "person", "bot"]);
    expect(resized(three, 1, "bots", "greedy")).toHaveLength(1);
  });

  it("are told as the server wants it", () => {
    const wishes = [
      ...seatsFor("bots", 2, "greedy", [" Ada "]),
      ...seatsFor("friends", 2, "greedy").slice(1),
    ];
    expect(told(wishes, ["owl"])).toEqual([
      { kind: "person", name: "Ada", face: "owl" },
      { kind: "bot", level: "greedy", name: "" },
      { kind: "open" },
    ]);
  });
});

describe("options", () => {
  it("are told only where they change something and are allowed", () => {
    expect(chosen(game, 2, { length: "long" })).toEqual({ length: "long" });
    expect(chosen(game, 3, { length: "long" })).toEqual({});
    expect(chosen(game, 2, { length: "normal", other: "x" })).toEqual({});
  });

  it("stand on what is usual for the number of players until somebody picks", () => {
    const die = game.options[1]!;
    expect(optionValue(die, 2, {})).toBe("standard");
    expect(optionValue(die, 3, {})).toBe("balanced");
    expect(optionValue(die, 3, { die: "standard" })).toBe("standard");
    expect(chosen(game, 3, { die: "standard" })).toEqual({ die: "standard" });
    expect(chosen(game, 2, { die: "standard" })).toEqual({});
    expect(optionValue(game.options[0]!, 3, { length: "long" })).toBe("normal");
  });
});
