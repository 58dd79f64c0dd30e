/** The tables that this browser has a part in: their keys, and where each was left. */
import { type Kept, MOST, parse } from "./savedtables";
import { named, type SeatKeys } from "./seatlink";
import { read, write } from "./storage";

const KEPT = "faubourg.tables";

/** Newest first. */
export const mine: Kept[] = $state(parse(read(KEPT)));

function show(changed: Kept[]): void {
  mine.splice(0, mine.length, ...changed);
}

// Another tab may have sat down somewhere.
addEventListener("storage", (event) => {
  if (event.key === KEPT || event.key === null) show(parse(read(KEPT)));
});

function keep(changed: Kept[]): void {
  show(changed);
  // A full store still has room for fewer: the newest matter most.
  for (let most = MOST; most >= 1 && !write(KEPT, JSON.stringify(changed.slice(0, most))); most >>= 1);
}

export function seatKeys(id: string): SeatKeys {
  const kept = mine.find((each) => each.id === id);
  return { keys: kept?.keys ?? {}, host: kept?.host ?? null };
}

export function held(id: string): { keys: string[]; host: string | null } {
  const { keys, host } = seatKeys(id);
  return { keys: Object.values(keys), host };
}

/** As they are written down: another tab may have changed them. */
const othersThan = (id: string) => parse(read(KEPT) ?? JSON.stringify(mine)).filter((each) => each.id !== id);

type Told = Partial<Omit<Kept, "id">>;

/** Sit down somewhere, or learn more about a seat; what was known stays. */
export function remember(id: string, told: Told): void {
  const known = mine.find((each) => each.id === id);
  const title = told.title ?? known?.title ?? { en: told.game ?? "", fr: told.game ?? "" };
  const kept: Kept = {
    ...{ game: "", host: null, code: null, seal: null, seals: null, words: {}, next: {} },
    ...{ turn: null, phase: "", number: -1, since: 0, names: {}, faces: {}, colours: {} },
    ...known,
    ...told,
    id,
    title,
    keys: { ...known?.keys, ...told.keys },
    words: { ...known?.words, ...told.words },
    next: { ...known?.next, ...told.next },
    at: Date.now(),
  };
  keep([kept, ...othersThan(id)].slice(0, MOST));
}

/** The seal of the dice as this browser saw it first; a later one does not take its place. */
export function sealOf(id: string): string | null {
  return mine.find((each) => each.id === id)?.seal ?? null;
}

/** The seals of all words as they were when this browser opened its own. */
export function sealsOf(id: string): string | null {
  return mine.find((each) => each.id === id)?.seals ?? null;
}

/** How a table stands; only for those that are remembered. */
export function noted(id: string, told: Told): void {
  if (mine.some((each) => each.id === id)) remember(id, told);
}

/** How tables stand that were not looked at themselves; their order, by use, stays. */
export function standing(told: (Told & { id: string })[]): void {
  const found = new Map(told.map((each) => [each.id, each]));
  if (found.size) keep(othersThan("").map((kept) => ({ ...kept, ...found.get(kept.id) })));
}

/** Take the keys that came with an address; those that are known already stay where they are. */
export function take(id: string, brought: SeatKeys): void {
  const { keys, host } = held(id);
  const known = [...keys, host];
  const fresh = Object.entries(brought.keys).filter(([, key]) => !known.includes(key));
  if (fresh.length === 0 && (brought.host ?? host) === host) return;
  remember(id, { keys: Object.fromEntries(fresh), host: brought.host ?? host });
}

/** The server has said which seats our keys open. */
export function seated(id: string, seats: string[], isHost: boolean): void {
  const before = seatKeys(id);
  const now = named(before, seats, isHost);
  if (now.keys === before.keys) return;
  const kept = mine.find((each) => each.id === id);
  if (kept) keep([{ ...kept, ...now }, ...othersThan(id)]);
}

export function forget(id: string): void {
  keep(othersThan(id));
}
