/** The requests that make a table and take a seat at it. */
import {
  api,
  type GameInfo,
  type Games,
  type NewKeys,
  type NewTable,
  Problem,
  problem,
} from "$lib/api/client";
import { go } from "$lib/router.svelte";
import { openOwn, sealed } from "$lib/opening";
import { remember } from "$lib/tables.svelte";

let known = $state.raw<Games | null>(null);
let trouble = $state.raw<Problem | null>(null);

export const games = {
  get list(): GameInfo[] {
    return known?.games ?? [];
  },
  named(name: string): GameInfo | undefined {
    return known?.games.find((each) => each.name === name);
  },
  /** The bots that people choose from, the weakest first. */
  get levels(): string[] {
    return known?.levels ?? [];
  },
};

/** What stands in the way, to be shown until the next try. */
export const starting = {
  get trouble(): Problem | null {
    return trouble;
  },
  clear(): void {
    trouble = null;
  },
};

let asking: Promise<void> | null = null;

/** The games as the server knows them now. All who ask meanwhile wait for the same answer. */
function askForGames(): Promise<void> {
  asking ??= api
    .games()
    .then((answer) => {
      known = answer;
      if (trouble?.code === "offline") trouble = null;
    })
    .finally(() => (asking = null));
  return asking;
}

/** For a page that shows `starting.trouble`. */
export async function loadGames(): Promise<Games | null> {
  try {
    await askForGames();
  } catch (error) {
    trouble = problem(error);
  }
  return known;
}

/** For a page that does without where they can't be had, and shows no trouble; what was loaded before is as good. */
export async function needGames(): Promise<void> {
  if (!known) await askForGames().catch(() => {});
}

/** A game as the server knows it now. */
async function wanted(name: string): Promise<GameInfo> {
  known = await api.games();
  const game = games.named(name);
  if (!game) throw new Problem("no-game", "There is no such game here.", "Ce jeu n’existe pas ici.");
  return game;
}

async function sitDown(
  made: NewKeys,
  game: Pick<GameInfo, "name" | "title">,
  words: Record<string, string>,
): Promise<string> {
  const { table, keys, host_key: host, code, commitment } = made;
  remember(table, { game: game.name, title: game.title, keys, host, code, words, seal: commitment });
  if (!code) await openOwn(table).catch(() => {}); // else, or once more, at the table
  return table;
}

async function trying<T>(work: () => Promise<T>): Promise<T | null> {
  trouble = null;
  try {
    return await work();
  } catch (error) {
    trouble = problem(error);
    return null;
  }
}

/** Make a table; its id, or null when that failed and `starting.trouble` says why. */
export function makeTable(
  table: (game: GameInfo, levels: string[]) => NewTable,
  name: string,
): Promise<string | null> {
  return trying(async () => {
    const game = await wanted(name);
    const wish = table(game, known?.levels ?? []);
    const { seats, words } = sealed(wish.seats);
    return await sitDown(await api.make({ ...wish, seats }), game, words);
  });
}

export async function start(
  name: string,
  table: (game: GameInfo, levels: string[]) => NewTable,
): Promise<void> {
  const id = await makeTable(table, name);
  if (id) go(`/t/${id}`);
}

/** Put a record on a table: to watch it, or with seats to play on. */
export async function lay(
  record: string,
  game: string,
  more: { moves?: number; seats?: NewTable["seats"] },
): Promise<void> {
  const id = await trying(async () => {
    const info = games.named(game);
    const { seats, words } = sealed(more.seats ?? []);
    const made = await api.importRecord({ record, ...more, ...(more.seats && { seats }) });
    const title = info?.title ?? { en: game, fr: game };
    return await sitDown(made, { name: game, title }, words);
  });
  if (id) go(`/t/${id}`);
}
