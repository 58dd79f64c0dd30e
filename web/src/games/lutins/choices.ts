/** The legal actions sorted by what a player does on the board. */
import type { Action } from "$lib/game";
import type { Face } from "./types";

export type Take = { block: string; house: string; action: Action };
export type Choices = {
  takes: Take[];
  declines: Map<string, Action>; // by the face of the die
  destroys: Map<string, Action>; // by house
  picks: Map<string, Action>; // by house
};

export function sorted(legal: Action[]): Choices {
  const choices: Choices = { takes: [], declines: new Map(), destroys: new Map(), picks: new Map() };
  for (const action of legal) {
    const [verb, ...words] = action.words;
    if (verb === "take") choices.takes.push({ block: `${words[0]} ${words[1]}`, house: words[3]!, action });
    else if (verb === "decline") choices.declines.set(words[0]!, action);
    else if (verb === "destroy") choices.destroys.set(words[0]!, action);
    else if (verb === "pick") choices.picks.set(words[0]!, action);
  }
  return choices;
}

/** What the player has pointed at so far. */
export type Pointed = { block: string | null; house: string | null; die: string | null };
export const NOTHING: Pointed = { block: null, house: null, die: null };

export const colourOf = (block: string): string => block.split(" ")[0]!;

/** Whether a block may be taken with the die that is pointed at; any die will do while none is. */
const bought = (block: string, die: string | null) => !die || die === "white" || die === colourOf(block);

/** The takes that go with what was pointed at. */
export function fitting(takes: Take[], pointed: Pointed): Take[] {
  return takes.filter(
    (take) =>
      (!pointed.block || take.block === pointed.block) &&
      (!pointed.house || take.house === pointed.house) &&
      bought(take.block, pointed.die),
  );
}

export type DieState = "ready" | "idle" | "used" | "blue";

/** The dice of a throw and what became of each: to be played, of no use, played, or the gnome's. */
export function diceStates(thrown: Face[], left: Face[], usable: (face: Face) => boolean) {
  const rest = [...left];
  return thrown.map((face): { face: Face; state: DieState } => {
    const at = rest.indexOf(face);
    if (at >= 0) rest.splice(at, 1);
    if (face === "blue") return { face, state: "blue" };
    return { face, state: at < 0 ? "used" : usable(face) ? "ready" : "idle" };
  });
}
