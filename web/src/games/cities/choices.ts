/** The legal actions by where they lie on the board, read from their notation. */
import type { Action, BoardProps, GameEvent } from "$lib/game";
import type { Top } from "./types";

export type Choices = {
  takes: Map<string, Action>; // by place: "tile 2"
  starters: Map<string, Action>; // by number
  lots: Map<string, Map<Top, Action>>; // by place of the map: "1,-1"
  puts: Map<string, Map<string, Action>>; // by item, by square
  discards: Map<string, Action>; // by item
};

export function choicesOf(legal: Action[]): Choices {
  const choices: Choices = {
    takes: new Map(),
    starters: new Map(),
    lots: new Map(),
    puts: new Map(),
    discards: new Map(),
  };
  for (const action of legal) {
    const [verb, what, where] = action.text.split(" ") as [string, string, string];
    if (verb === "take") choices.takes.set(`${what} ${where}`, action);
    else if (verb === "start") choices.starters.set(what, action);
    else if (verb === "tile") within(choices.lots, what).set(where as Top, action);
    else if (verb === "put") within(choices.puts, what).set(where, action);
    else if (verb === "discard") choices.discards.set(what, action);
  }
  return choices;
}

function within<Key, Value>(maps: Map<string, Map<Key, Value>>, name: string): Map<Key, Value> {
  const found = maps.get(name) ?? new Map<Key, Value>();
  maps.set(name, found);
  return found;
}

/** Squares that a hint or the news speak of. */
export function hintedSquares(puts: Map<string, Action> | undefined, hinted: number[]): Set<string> {
  const found = [...(puts ?? [])].filter(([, action]) => hinted.includes(action.id));
  return new Set(found.map(([square]) => square));
}

export type Fresh = { key: string; seat: string; squares: string[] };

/** What was just laid or built, by seat and squares; keys differ from entry to entry. */
export function freshOf(news: BoardProps["news"]): Fresh[] {
  const found: Fresh[] = [];
  for (const entry of news) {
    for (const [place, event] of (entry.events ?? []).entries()) {
      const squares = squaresIn(event);
      if (event.seat && squares.length)
        found.push({ key: `${entry.number}.${place}`, seat: event.seat, squares });
    }
  }
  return found;
}

function squaresIn(event: GameEvent): string[] {
  if (event.kind === "module" || event.kind === "attraction") return [event.square as string];
  if (event.kind !== "tile") return [];
  const [first, last] = [event.first as string, event.last as string];
  return [first, last[0] + first.slice(1), first[0] + last.slice(1), last];
}
