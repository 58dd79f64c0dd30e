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
  phase: string;
  names: Record<string, string>; // by the seat's letter
  faces: Record<string, string>; // as they were last shown here
  colours: Record<string, string>; // of those who have another than their seat's
};

export const MOST = 60; // the oldest are forgotten

const isText = (said: unknown): said is string => typeof said === "string";
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
    at: typeof said.at === "number" && Number.isFinite(said.at) ? said.at : 0,
    turn: isText(said.turn) ? said.turn : null,
    phase: isText(said.phase) ? said.phase : "",
    names: texts(said.names),
    faces: texts(said.faces),
    colours: texts(said.colours),
  };
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
