/**
 * The games that ended on this device, as this browser remembers them: nothing of it is ever sent anywhere. A browser
 * that forbids to remember forgets.
 */
import { erase, read, write } from "./storage";

const KEPT = "faubourg.family";
const FORM = 1;
export const MOST = 500; // games; the oldest are forgotten first
const LONGEST = 40; // letters of a name

/** Who played: somebody at this device, somebody elsewhere, or a bot of a level. */
export type Player = { name: string; here: boolean; bot: string | null; won: boolean; points: number | null };
export type Played = { id: string; game: string; at: number; players: Player[] };

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= most;

function asPlayer(given: unknown): Player | null {
  const { name, here, bot, won, points } = (given ?? {}) as Player;
  if (!isText(name, LONGEST) || typeof here !== "boolean" || typeof won !== "boolean") return null;
  if (bot !== null && !isText(bot, LONGEST)) return null;
  if (points !== null && !isWhole(points)) return null;
  return { name, here, bot, won, points };
}

function asPlayed(given: unknown): Played | null {
  const { id, game, at, players } = (given ?? {}) as Played;
  if (!isText(id, LONGEST) || !/^[a-z0-9]+$/.test(id) || !isText(game, LONGEST) || !isWhole(at)) return null;
  if (!Array.isArray(players) || players.length < 1 || players.length > 6) return null;
  const seats = players.map(asPlayer);
  return seats.every((seat) => seat !== null) ? { id, game, at, players: seats as Player[] } : null;
}

/** The games in a text that `written` made, or null if it is none; what is wrong in it is left out. */
export function parsed(text: string): Played[] | null {
  try {
    const { form, games } = JSON.parse(text) as { form: unknown; games: unknown };
    if (form !== FORM || !Array.isArray(games)) return null;
    return games.map(asPlayed).filter((game) => game !== null);
  } catch {
    return null;
  }
}

export const written = (games: Played[]): string => JSON.stringify({ form: FORM, games });

/** Two lists as one, the oldest game first; a game that is in both counts once. */
export function merged(one: Played[], other: Played[]): Played[] {
  const games = new Map([...one, ...other].map((game) => [game.id, game]));
  return [...games.values()].sort((a, b) => a.at - b.at).slice(-MOST);
}

export const games = (): Played[] => parsed(read(KEPT) ?? "") ?? [];

/** Keep games beside those that are there; false where the browser does not let us. */
export const keep = (more: Played[]): boolean => write(KEPT, written(merged(games(), more)));

export const forget = (): void => erase(KEPT);

// ---------------------------------------------------------------- what they tell

const mine = (game: Played): Player[] => game.players.filter((player) => player.here && !player.bot);
export const won = (game: Played): boolean => mine(game).some((player) => player.won);

/** The games that people at this device took part in. */
export const ours = (games: Played[]): Played[] => games.filter((game) => mine(game).length > 0);

export type Count = { name: string; played: number; won: number };

function counted(pairs: [string, boolean][]): Count[] {
  const counts = new Map<string, Count>();
  for (const [name, didWin] of pairs) {
    const count = counts.get(name) ?? { name, played: 0, won: 0 };
    counts.set(name, { name, played: count.played + 1, won: count.won + (didWin ? 1 : 0) });
  }
  return [...counts.values()].sort((one, other) => other.played - one.played);
}

/** Games and wins of each game. */
export const byGame = (games: Played[]): Count[] =>
  counted(ours(games).map((game) => [game.game, won(game)]));

/** Games and wins of everybody who plays here. */
export const byPerson = (games: Played[]): Count[] =>
  counted(games.flatMap((game) => mine(game).map(({ name, won }): [string, boolean] => [name, won])));

/** How often we won against somebody else: bots by their level, friends by their name. */
export const byOpponent = (games: Played[]): Count[] =>
  counted(
    ours(games).flatMap((game) => {
      const others = game.players.filter((player) => !player.here || player.bot);
      const names = new Set(others.map(({ bot, name }) => (bot ? `bot:${bot}` : name)));
      return [...names].map((name): [string, boolean] => [name, won(game)]);
    }),
  );

/** The longest row of wins: of one game, or of all. */
export function longestRow(games: Played[]): number {
  let [row, best] = [0, 0];
  for (const game of ours(games)) {
    row = won(game) ? row + 1 : 0;
    best = Math.max(best, row);
  }
  return best;
}

/** The best towns that were built here, the best first. */
export function bestTowns(
  games: Played[],
  name: string,
  most = 3,
): { who: string; points: number; id: string }[] {
  return games
    .filter((game) => game.game === name)
    .flatMap((game) =>
      mine(game).flatMap((player) =>
        player.points === null ? [] : [{ who: player.name, points: player.points, id: game.id }],
      ),
    )
    .sort((one, other) => other.points - one.points)
    .slice(0, most);
}

/** The badges: what a child can look forward to. Those that were won, of all that there are. */
export const BADGES = [
  "first_game", "first_win", "all_games", "ten_games", "three_in_a_row", "beat_expert", "together", "two_here",
  "fifty_games",
] as const; // prettier-ignore
export type Badge = (typeof BADGES)[number];

export function badges(all: Played[], gameNames: string[]): Set<Badge> {
  const games = ours(all);
  const wins = games.filter(won);
  const beat = (game: Played, level: string) => game.players.some((each) => each.bot === level && !each.won);
  const has: Record<Badge, boolean> = {
    first_game: games.length >= 1,
    first_win: wins.length >= 1,
    all_games: gameNames.length > 0 && gameNames.every((name) => games.some((game) => game.game === name)),
    ten_games: games.length >= 10,
    three_in_a_row: longestRow(games) >= 3,
    beat_expert: wins.some((game) => beat(game, "expert")),
    together: wins.some(
      (game) => game.players.length > 1 && game.players.filter((each) => each.won).length > 1,
    ),
    two_here: games.some((game) => mine(game).length > 1),
    fifty_games: games.length >= 50,
  };
  return new Set(BADGES.filter((badge) => has[badge]));
}
