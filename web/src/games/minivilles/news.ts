/** The last entries made ready for motion and for a few lines beside the dice. */
import type { Entry, GameEvent } from "$lib/game";

/** Coins on their way; the bank is "". */
export type Flight = { from: string; to: string; coins: number; card: string };

export const eventsOf = (news: Entry[]): GameEvent[] => news.flatMap((entry) => entry.events ?? []);

/** Who has how many coins more after an event, or less. */
export function coinsOf(event: GameEvent): { seat: string; coins: number }[] {
  const coins = Number(event.coins ?? 0);
  if (event.kind !== "paid") return event.seat && coins ? [{ seat: event.seat, coins }] : [];
  return [
    { seat: String(event.from), coins: -coins },
    { seat: String(event.to), coins },
  ];
}

export function flightsOf(events: GameEvent[]): Flight[] {
  return events.flatMap((event): Flight[] => {
    const coins = Number(event.coins ?? 0);
    const card = String(event.card ?? "");
    if (event.kind === "paid")
      return coins ? [{ from: String(event.from), to: String(event.to), coins, card }] : [];
    const seat = event.seat ?? "";
    if (coins > 0) return [{ from: "", to: seat, coins, card }];
    if (coins < 0) return [{ from: seat, to: "", coins: -coins, card }];
    return [];
  });
}

const SILENT = new Set(["turn", "drawn", "first"]);

/** The lines that stay in sight: the last roll and what came of it, with what is new added to it. */
export function ledger(before: GameEvent[], fresh: GameEvent[]): GameEvent[] {
  const all = [...before, ...fresh];
  const last = all.findLastIndex((event) => event.kind === "rolled");
  const since = last < 0 ? all : all.slice(last);
  return since.filter((event) => !SILENT.has(event.kind));
}

/** "B:bakery" for every card that has just brought coins, to be lit up. */
export function firedBy(events: GameEvent[]): Set<string> {
  const fired = new Set<string>();
  for (const event of events) {
    if (event.kind === "paid") fired.add(`${event.to}:${event.card}`);
    if (event.kind === "earned") fired.add(`${event.seat}:${event.card}`);
  }
  return fired;
}
