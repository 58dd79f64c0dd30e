import { describe, expect, it } from "vitest";
import type { GameInfo } from "$lib/api/client";
import {
  arePartners,
  chosen,
  goodBots,
  goodLevel,
  goodNumber,
  goodOptions,
  hardness,
  meaningful,
  optionValue,
  resized,
  seatsAgain,
  seatsFor,
  told,
} from "./wishes";

const both = { en: "", fr: "" };
const game: GameInfo = {
  ...{ name: "g", title: both, least: 2, most: 4, rules: 1, compiled: 1 },
  reconstructed: null,
  options: [
    {
      ...{ name: "length", help: both, default: { "2": "normal", "3": "normal" } },
      allowed: { "2": ["normal", "long"], "3": ["normal"] },
      ...{ when: {}, by_level: {} },
    },
    {
      ...{ name: "die", help: both, default: { "2": "standard", "3": "balanced" } },
      allowed: { "2": ["standard", "balanced"], "3": ["standard", "balanced"] },
      ...{ when: {}, by_level: {} },
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

  it("are those of the game that is played on", () => {
    const bot = { kind: "bot", name: "Basile", level: "gentle", mine: false } as const;
    const person = { kind: "person", name: "Zoé", level: null, mine: true } as const;
    const [levels, other] = [["gentle", "steady"], { ...person, name: "Ben", mine: false }];
    expect(seatsAgain([bot, person, other], levels)).toEqual([
      { kind: "bot", name: "", level: "gentle" },
      { kind: "person", name: "Zoé", level: "steady" },
      { kind: "bot", name: "Ben", level: "steady" },
    ]);
    const watched = seatsAgain([{ ...bot, level: "greedy" }, other], levels);
    expect(watched).toEqual([
      { kind: "person", name: "", level: "steady" },
      { kind: "bot", name: "Ben", level: "steady" },
    ]);
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

describe("a game in which bots are partners", () => {
  const levels = ["gentle", "steady", "expert"];
  const by_level = { gentle: "calm", steady: "book", expert: "furious" };
  const every = (value: string) => ({ "2": value, "3": value });
  const each = (...values: string[]) => ({ "2": values, "3": values });
  const together: GameInfo = {
    ...game,
    options: [
      {
        name: "game",
        help: both,
        default: every("all"),
        allowed: each("all", "one"),
        when: {},
        by_level: {},
      },
      {
        ...{ name: "strength", help: both, default: every("book"), when: { game: "all" }, by_level },
        allowed: each("calm", "book", "furious"),
      },
      {
        ...{ name: "die", help: both, default: every("old"), when: { game: "one" }, by_level: {} },
        allowed: each("old", "new"),
      },
    ],
  };

  it("says by an option how hard it is, and its bots are as good as for anybody", () => {
    expect(hardness(together, 2, {})?.name).toBe("strength");
    expect(goodOptions(together, levels, 4)).toEqual({ strength: "calm" });
    expect(goodOptions(together, levels)).toEqual({ strength: "book" });
    expect(goodBots(together, levels, 4, 2, {})).toBe("steady");
    expect(goodOptions(game, levels, 4)).toEqual({});
    expect(goodBots(game, levels, 4, 2, {})).toBe("gentle");
  });

  it("has partners only where somebody sits with them, or still comes", () => {
    const partners = (...kinds: string[]) =>
      arePartners(
        together,
        {},
        kinds.map((kind) => ({ kind })),
      );
    expect(partners("person", "bot")).toBe(true);
    expect(partners("open", "bot")).toBe(true);
    expect(partners("bot", "bot")).toBe(false);
    expect(arePartners(together, { game: "one" }, [{ kind: "person" }, { kind: "bot" }])).toBe(false);
    expect(arePartners(game, {}, [{ kind: "person" }, { kind: "bot" }])).toBe(false);
    expect(arePartners(undefined, {}, [{ kind: "person" }, { kind: "bot" }])).toBe(false);
  });

  it("has bots of a level where it is played against each other", () => {
    expect(hardness(together, 2, { game: "one" })).toBeUndefined();
    expect(goodBots(together, levels, 4, 2, { game: "one" })).toBe("gentle");
  });

  it("knows which options mean anything beside the others", () => {
    const names = (picked: Record<string, string>) => meaningful(together, 2, picked).map(({ name }) => name);
    expect(names({})).toEqual(["game", "strength"]);
    expect(names({ game: "all", strength: "book", die: "old" })).toEqual(["game", "strength"]);
    expect(names({ game: "one", strength: "book", die: "old" })).toEqual(["game", "die"]);
    expect(meaningful(game, 2, {})).toEqual(game.options);
  });

  it("names how hard it is also where that is as usual, and no option that means nothing", () => {
    expect(chosen(together, 2, {})).toEqual({ strength: "book" });
    expect(chosen(together, 2, { strength: "calm", die: "new" })).toEqual({ strength: "calm" });
    expect(chosen(together, 2, { game: "one", strength: "calm", die: "new" })).toEqual({
      ...{ game: "one", die: "new" },
    });
  });
});
