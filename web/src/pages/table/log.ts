/** The log: entries as lines, gathered by the turns of players. */
import type { Both, Entry } from "$lib/game";

export type Line = {
  number: number; // of the entry
  kind: string;
  seat: string | null;
  moves: number | null; // the position after it, to jump to; null if there is none any more
  undone: boolean;
  said: Both[]; // of a move: what it did
  entry: Entry;
};
export type Turn = { key: string; seat: string | null; lines: Line[] };

const QUIET = ["undo", "word", "begin", "clock", "face", "quiet", "offered", "agreed"]; // kinds that say nothing by themselves, or are seen otherwise

/** The numbers of entries whose move was taken back. */
export function undone(entries: Entry[]): Set<number> {
  const back = new Set<number>();
  const standing: Entry[] = [];
  for (const entry of entries) {
    if (entry.move) standing.push(entry);
    else if (entry.kind === "undo") {
      while (standing.length && Number(standing.at(-1)!.moves) > Number(entry.moves))
        back.add(standing.pop()!.number);
    }
  }
  return back;
}

/** After how many moves each turn was over, the preparation too; what was taken back does not count. */
export function turnEnds(entries: Entry[]): number[] {
  const back = undone(entries);
  return entries
    .filter(({ move, number, events }) => move && !back.has(number) && events?.some(isTurn))
    .map(({ moves }) => Number(moves));
}
const isTurn = ({ kind }: { kind: string }): boolean => kind === "turn";

/** What others did since my last move, turn by turn; nothing if I have not moved yet. */
export function sinceMine(entries: Entry[], mine: string[]): Turn[] {
  const last = entries.findLastIndex(({ kind, seat }) => kind === "move" && !!seat && mine.includes(seat));
  if (last < 0) return [];
  const own = entries[last]!;
  return turns(entries.slice(last))
    .map((turn) => ({ ...turn, lines: turn.lines.filter((line) => line.number !== own.number) }))
    .filter((turn) => turn.seat && !mine.includes(turn.seat) && turn.lines.some((line) => line.said.length));
}

/** An event of the kind "turn" begins a turn; what comes before the first is the preparation. */
export function turns(entries: Entry[]): Turn[] {
  const back = undone(entries);
  const found: Turn[] = [{ key: "start", seat: null, lines: [] }];
  for (const entry of entries) {
    if (QUIET.includes(entry.kind)) continue;
    const line = (): Line => ({
      number: entry.number,
      kind: entry.kind,
      seat: entry.seat,
      moves: back.has(entry.number) ? null : ((entry.moves as number | undefined) ?? null),
      undone: back.has(entry.number),
      said: [],
      entry,
    });
    if (!entry.events) {
      found.at(-1)!.lines.push(line());
      continue;
    }
    let current: Line | null = null;
    for (const event of entry.events) {
      if (event.kind === "turn") {
        found.push({ key: `${entry.number}`, seat: event.seat ?? null, lines: [] });
        current = null;
        continue;
      }
      if (!current) found.at(-1)!.lines.push((current = line()));
      current.said.push({ en: event.en, fr: event.fr });
    }
  }
  return found.filter((turn) => turn.lines.length > 0 || turn === found.at(-1));
}
