/** "My tables" as JSON: validated when read, whatever was written by whom. */

export type Kept = {
  id: string;
  game: string;
  title: { en: string; fr: string };
  keys: Record<string, string>; // by the seat's letter, or "?" and a number before it is known
  host: string | null;
  code: string | null;
  seal: string | null; // of the dice, as it was first shown here
  seals: string | null; // of the players' words, as they were when ours were opened
  words: Record<string, string>; // ours, by the seat's letter
  next: Record<string, string>; // for a rematch
  at: number; // when it was last used, in milliseconds
  turn: string | null;
  number: number; // of the last entry that is known of it; -1: none
  since: number; // when it came to stand so, in milliseconds; 0: not known
  phase: string;
  names: Record<string, string>; // by the seat's letter
  faces: Record<string, string>; // as they were last shown here
  colours: Record<string, string>; // of those who have another than their seat's
};

export const MOST = 60; // the oldest are forgotten

const isText = (said: unknown): said is string => typeof said === "string";
const whole = (said: unknown, usual: number): number =>
  typeof said === "number" && Number.isFinite(said) ? said : usual;
const isObject = (said: unknown): said is Record<string, unknown> =>
  typeof said === "object" && said !== null && !Array.isArray(said);
const texts = (said: unknown): Record<string, string> =>
  isObject(said)
    ? Object.fromEntries(Object.entries(said).filter((pair): pair is [string, string] => isText(pair[1])))
    : {};

function restored(said: unknown): Kept | null {
  if (!isObject(said) || !isText(said.id) || !/^[a-z0-9]{1,40}$/.test(said.id)) return null;
  const title = texts(said.title);
  const game = isText(said.game) ? said.game : "";
  return {
    id: said.id,
    game,
    title: { en: title.en ?? game, fr: title.fr ?? title.en ?? game },
    keys: texts(said.keys),
    host: isText(said.host) ? said.host : null,
    code: isText(said.code) ? said.code : null,
    seal: isText(said.seal) ? said.seal : null,
    seals: isText(said.seals) ? said.seals : null,
    words: texts(said.words),
    next: texts(said.next),
    at: whole(said.at, 0),
    turn: isText(said.turn) ? said.turn : null,
    number: whole(said.number, -1),
    since: whole(said.since, 0),
    phase: isText(said.phase) ? said.phase : "",
    names: texts(said.names),
    faces: texts(said.faces),
    colours: texts(said.colours),
  };
}

/** Whether a table waits for somebody at this device. */
export const isMyTurn = ({ phase, turn, keys }: Kept): boolean =>
  phase === "playing" && turn !== null && turn in keys;

const ENDED = ["over", "stopped", "record", "gone"];

/** First those where it is one's turn, those that wait longest before others; then those that wait for somebody else;
 * then those that are over. */
export function byTurn(tables: Kept[]): Kept[] {
  const rank = (table: Kept) => (isMyTurn(table) ? 0 : ENDED.includes(table.phase) ? 2 : 1);
  const last = (table: Kept) => table.since || table.at;
  return [...tables].sort(
    (one, other) =>
      rank(one) - rank(other) || (rank(one) === 0 ? last(one) - last(other) : last(other) - last(one)),
  );
}

/** The tables in a text, newest first; what can't be understood is left out. */
export function parse(text: string | null): Kept[] {
  let said: unknown;
  try {
    said = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(said)) return [];
  const seen = new Set<string>();
  return said
    .map(restored)
    .filter((kept): kept is Kept => kept !== null)
    .sort((one, other) => other.at - one.at)
    .filter((kept) => !seen.has(kept.id) && seen.add(kept.id))
    .slice(0, MOST);
}
