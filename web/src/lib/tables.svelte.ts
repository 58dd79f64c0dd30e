/** The tables that this browser has a part in: their keys, and where each was left. */
import { type Kept, MOST, parse } from "./kept";
import { read, write } from "./stored";

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

export function held(id: string): { keys: string[]; host: string | null } {
  const kept = mine.find((each) => each.id === id);
  return { keys: Object.values(kept?.keys ?? {}), host: kept?.host ?? null };
}

type Told = Partial<Omit<Kept, "id">>;

/** Sit down somewhere, or learn more about a seat; what was known stays. */
export function remember(id: string, told: Told): void {
  const others = parse(read(KEPT) ?? JSON.stringify(mine)).filter((each) => each.id !== id);
  const known = mine.find((each) => each.id === id);
  const title = told.title ?? known?.title ?? { en: told.game ?? "", fr: told.game ?? "" };
  const kept: Kept = {
    ...{ game: "", host: null, code: null, turn: null, phase: "", names: {} },
    ...known,
    ...told,
    id,
    title,
    keys: { ...known?.keys, ...told.keys },
    at: Date.now(),
  };
  keep([kept, ...others].slice(0, MOST));
}

/** How a table stands; only for those that are remembered. */
export function noted(id: string, told: Told): void {
  if (mine.some((each) => each.id === id)) remember(id, told);
}

/** Take a key that came with an address, `/t/ID#KEY`. Its seat is not known yet. */
export function take(id: string, key: string): void {
  if (!held(id).keys.includes(key)) remember(id, { keys: { [`?${key.slice(0, 6)}`]: key } });
}

export function forget(id: string): void {
  keep(parse(read(KEPT) ?? "[]").filter((each) => each.id !== id));
}
