import { describe, expect, it } from "vitest";
import { glance } from "./record";

const RECORD = `faubourg record 1
game: minivilles
rules: 1
players: 2
options: length=long first=A
seats: Anna=me, greedy
seed: 102

* draw vineyard
* first A

# turn 1
* die 1
A build general_store
`;

describe("a glance at a record", () => {
  it("tells the game, its options, who played and how long", () => {
    expect(glance(RECORD)).toEqual({
      game: "minivilles",
      players: 2,
      options: { length: "long", first: "A" },
      names: ["Anna", ""],
      moves: 4,
      over: false,
    });
    expect(glance(RECORD.replace("seed: 102", "result: A wins"))?.over).toBe(true);
    expect(glance(RECORD.replaceAll("\n", "\r\n"))?.moves).toBe(4);
    expect(glance(RECORD.replace(/^options.*\n/m, ""))?.options).toEqual({});
  });

  it("is nothing for other files", () => {
    for (const text of ["", "hello", "faubourg record 1", "faubourg record 1\ngame: x\nplayers: 99\n"])
      expect(glance(text)).toBeNull();
  });
});
