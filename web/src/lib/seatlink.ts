/**
 * The link by which somebody takes their own seats along to another device: `/t/TABLE#A=KEY&host=KEY`.
 * What stands behind `#` never reaches a server. `/t/TABLE#KEY`, a key without its seat, is understood too.
 */
export type SeatKeys = { keys: Record<string, string>; host: string | null };

const KEY = /^[A-Za-z0-9_-]{24,64}$/;
const SEAT = /^[A-F]$/;

/** A name for a key whose seat is not known yet. */
const unnamed = (key: string) => `?${key.slice(0, 6)}`;
export const isUnnamed = (seat: string) => seat.startsWith("?");

export function written({ keys, host }: SeatKeys): string {
  const seats = Object.entries(keys).map(([seat, key]) => (SEAT.test(seat) ? `${seat}=${key}` : key));
  return [...seats, ...(host ? [`host=${host}`] : [])].join("&");
}

/** The keys behind `#`; null if there is anything else. */
export function understood(hash: string): SeatKeys | null {
  const found: SeatKeys = { keys: {}, host: null };
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [key = "", name] = part.split("=").reverse();
    if (!KEY.test(key)) return null;
    if (name === undefined) found.keys[unnamed(key)] = key;
    else if (name === "host") found.host = key;
    else if (SEAT.test(name)) found.keys[name] = key;
    else return null;
  }
  return found;
}

/** The same keys with the seat of the one that had none, once the server has said which seats are ours. */
export function named({ keys, host }: SeatKeys, seats: string[], isHost: boolean): SeatKeys {
  const strangers = Object.keys(keys).filter(isUnnamed);
  const [stranger] = strangers;
  if (stranger === undefined || strangers.length > 1) return { keys, host };
  const free = seats.filter((seat) => !(seat in keys));
  const renamed = (name: string) =>
    Object.fromEntries(Object.entries(keys).map(([seat, key]) => [seat === stranger ? name : seat, key]));
  if (free.length === 1) return { keys: renamed(free[0] as string), host };
  if (free.length > 0 || !isHost || host) return { keys, host };
  const { [stranger]: key, ...others } = keys;
  return { keys: others, host: key ?? null };
}
