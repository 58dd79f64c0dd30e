/** The requests that make a table and take a seat at it; what the page says meanwhile. */
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
import { remember } from "$lib/tables.svelte";

const PAUSE = 1000; // between two looks at how far a game is

let known = $state.raw<Games | null>(null);
let trouble = $state.raw<Problem | null>(null);
let attempt = 0; // to sit down; whoever watches an earlier one stops
let busy = $state.raw<{ title: GameInfo["title"]; share: number; seconds: number } | null>(null);

export const games = {
  get list(): GameInfo[] {
    return known?.games ?? [];
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
  /** A game that is being prepared for the first time. */
  get busy() {
    return busy;
  },
  clear(): void {
    trouble = null;
  },
};

const pause = () => new Promise((done) => setTimeout(done, PAUSE));

export async function loadGames(): Promise<Games | null> {
  try {
    known = await api.games();
    if (trouble?.code === "offline") trouble = null;
  } catch (error) {
    trouble = problem(error);
  }
  return known;
}

/** A game as the server knows it now. If it is not ready, the request that follows waits; we tell how far it is. */
async function wanted(name: string): Promise<GameInfo> {
  known = await api.games();
  const game = known.games.find((each) => each.name === name);
  if (!game) throw new Problem("no-game", "There is no such game here.", "Ce jeu n’existe pas ici.");
  if (!game.ready) watch(name, ++attempt);
  return game;
}

async function watch(name: string, current: number): Promise<void> {
  while (current === attempt) {
    const game = known?.games.find((each) => each.name === name);
    if (game && !game.ready) busy = { title: game.title, share: game.prepared, seconds: game.seconds };
    await pause();
    known = await api.games().catch(() => known);
  }
}

function sitDown(made: NewKeys, game: Pick<GameInfo, "name" | "title">): string {
  const { table, keys, host_key: host, code } = made;
  remember(table, { game: game.name, title: game.title, keys, host, code });
  return table;
}

async function trying<T>(work: () => Promise<T>): Promise<T | null> {
  trouble = null;
  try {
    return await work();
  } catch (error) {
    trouble = problem(error);
    return null;
  } finally {
    attempt++;
    busy = null;
  }
}

/** Make a table; its id, or null when that failed and `starting.trouble` says why. */
export function makeTable(
  table: (game: GameInfo, levels: string[]) => NewTable,
  name: string,
): Promise<string | null> {
  return trying(async () => {
    const game = await wanted(name);
    return sitDown(await api.make(table(game, known?.levels ?? [])), game);
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
    const info = known?.games.find((each) => each.name === game);
    if (info) await wanted(info.name);
    const made = await api.importRecord({ record, ...more });
    const title = info?.title ?? { en: game, fr: game };
    return sitDown(made, { name: game, title });
  });
  if (id) go(`/t/${id}`);
}
