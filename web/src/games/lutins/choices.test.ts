import { describe, expect, it } from "vitest";
import { diceStates, fitting, NOTHING, sorted } from "./choices";

const legal = [
  "take red cube for hut",
  "take red cube for bridge",
  "take mauve roof for hut",
  "decline red",
  "decline white",
].map((text, id) => ({ id, text, words: text.split(" ") }));

describe("choices", () => {
  const { takes, declines, destroys } = sorted(legal);

  it("are sorted by what they do", () => {
    expect(takes.map((take) => [take.block, take.house])).toEqual([
      ["red cube", "hut"],
      ["red cube", "bridge"],
      ["mauve roof", "hut"],
    ]);
    expect([...declines.keys()]).toEqual(["red", "white"]);
    expect(destroys.size).toBe(0);
  });

  it("narrow down by block, house and die", () => {
    expect(fitting(takes, NOTHING)).toHaveLength(3);
    expect(fitting(takes, { ...NOTHING, block: "red cube" })).toHaveLength(2);
    expect(fitting(takes, { ...NOTHING, house: "bridge" })).toHaveLength(1);
    expect(fitting(takes, { ...NOTHING, die: "red" })).toHaveLength(2);
    expect(fitting(takes, { ...NOTHING, die: "white" })).toHaveLength(3);
  });
});

describe("dice", () => {
  it("tell what became of them", () => {
    const states = diceStates(["red", "red", "blue"], ["red"], () => true);
    expect(states.map((die) => die.state)).toEqual(["ready", "used", "blue"]);
    expect(diceStates(["mauve"], ["mauve"], () => false)[0]!.state).toBe("idle");
  });
});
