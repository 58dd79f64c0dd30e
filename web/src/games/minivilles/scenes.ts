/** What happened, one event at a time: a card, a new pile, whose turn, the throw, the number, then coins by coins. */
import type { GameEvent, News, Scene } from "$lib/game";
import { built } from "./after";
import { coinsOf, eventsOf } from "./news";
import type { Box, Town, View } from "./types";

// Milliseconds in which each is seen.
const CARD = 1200;
const OWN_CARD = 400; // it was seen before it was sent
const PILE = 450;
const TURN = 300;
const THROW = 550;
const NUMBER = 900;
const COINS = 500;
const ALL_COINS = 2000; // however many there are
const OTHER = 800;

const ROLLS = ["rolled", "fished"];

/** The towns before the coins of some events changed hands. */
function without(towns: Record<string, Town>, events: GameEvent[]): Record<string, Town> {
  const before = { ...towns };
  const give = (letter: string, coins: number) => {
    const town = before[letter];
    if (town) before[letter] = { ...town, coins: town.coins - coins };
  };
  for (const event of events) for (const { seat, coins } of coinsOf(event)) give(seat, coins);
  return before;
}

export function scenes({ before, after, from, turn, entries, box, mine }: News<View, Box>): Scene<View>[] {
  const events = eventsOf(entries);
  const roll = events.findLastIndex((event) => ROLLS.includes(event.kind));
  const found: Scene<View>[] = [];
  let view = before;
  let acting = from;
  let together = 0; // events that are shown with the next
  const laid = before === after ? Math.max(roll, 0) : 0; // a game begins: all but the throw is there
  together = laid;
  for (const event of roll < 0 ? events : events.slice(laid, roll)) {
    view = changed(view, event, box);
    const begins = event.kind === "turn" || event.kind === "first";
    if (begins) acting = event.seat ?? acting;
    const own = mine.includes(event.seat ?? "");
    together += 1;
    if (begins && own && roll >= 0) continue; // one's own turn begins with what it asks for
    found.push({ view, turn: acting, events: together, ms: lasting(event, own) });
    together = 0;
  }
  if (roll >= 0) found.push(...thrown(events.slice(roll)));
  const last = found.at(-1);
  if (last) found[found.length - 1] = { ...last, view: after, turn };
  return found;

  /** From a throw on all but the coins is as it will be: whoever is to act need not wait for them. */
  function thrown(events: GameEvent[]): Scene<View>[] {
    const [first, ...rest] = events;
    const seat = String(first?.seat ?? after.seat);
    const dice = (first?.dice as number[] | undefined) ?? [];
    const towns = without(after.towns, rest);
    const chosen = entries.some(({ kind, move }) => kind !== "nature" && /^(re)?roll/.test(move?.text ?? ""));
    const cup: View = { ...after, towns, phase: "dice", seat, rolling: dice.length, dice: [], offered: "" };
    const shown: Scene<View>[] = [];
    if (first?.kind === "rolled") {
      if (mine.includes(seat) && !chosen)
        shown.push({ view: cup, turn: seat, events: together, ms: 0, waits: true });
      shown.push({ view: cup, turn: seat, events: shown.length ? 0 : together, ms: THROW });
    }
    shown.push({ view: { ...after, towns }, turn, events: 1, ms: NUMBER, open: true });
    const each = Math.min(COINS, ALL_COINS / Math.max(1, rest.length));
    rest.forEach((_, place) => {
      const towns = without(after.towns, rest.slice(place + 1));
      shown.push({ view: { ...after, towns }, turn, events: 1, ms: each, open: true });
    });
    return shown;
  }
}

function lasting({ kind }: GameEvent, own: boolean): number {
  if (kind === "built" || kind === "swapped" || kind === "gave" || kind === "demolished")
    return own ? OWN_CARD : CARD;
  if (kind === "drawn") return PILE;
  if (kind === "turn" || kind === "first") return TURN;
  return own ? OWN_CARD : OTHER;
}

/** The view with what an event before a throw has changed. */
function changed(view: View, event: GameEvent, box: Box): View {
  const card = String(event.card ?? "");
  if (event.kind === "built") return built(view, box, String(event.seat), card);
  if (event.kind === "drawn") {
    const market = { ...view.market, [card]: (view.market[card] ?? 0) + 1 };
    return { ...view, market, deck: view.deck - 1 };
  }
  if (event.kind === "turn")
    return { ...view, seat: event.seat ?? view.seat, phase: "roll", dice: [], again: false };
  const towns = { ...view.towns };
  for (const { seat, coins } of coinsOf(event)) {
    const town = towns[seat];
    if (town) towns[seat] = { ...town, coins: town.coins + coins };
  }
  return { ...view, towns };
}
