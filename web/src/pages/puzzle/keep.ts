/** The puzzles of the coming days, kept with the boards that they are solved on: they open without a network. */
import { api } from "$lib/api/client";
import { PUZZLES } from "$lib/app.svelte";
import { network } from "$lib/network.svelte";
import { loadGame } from "../../games";
import { dayNumber } from "./days";

const SHELL = "faubourg-shell"; // where the service worker looks for scripts and styles
const AHEAD = 7; // days
const DAY = /^\/api\/puzzles\/[^/]+\/(\d+)$/;

let keeping: Promise<void> | null = null;

/** Keep what is missing and forget the days that have gone by, once; where nothing may be kept, nothing is. */
export function keepPuzzles(): Promise<void> {
  return (keeping ??= keep().finally(() => (keeping = null)));
}

async function keep(): Promise<void> {
  try {
    const today = dayNumber(new Date());
    const { games } = await api.puzzles();
    if (network.away) return; // this is what was kept before
    const kept = await caches.open(PUZZLES);
    await kept.add("/api/puzzles");
    for (const { name } of games) {
      for (let day = today; day < today + AHEAD; day++) {
        const path = `/api/puzzles/${name}/${day}`;
        if (!(await kept.match(path, { ignoreVary: true }))) await kept.add(path);
      }
      await loadGame(name);
    }
    for (const request of await kept.keys()) {
      const day = DAY.exec(new URL(request.url).pathname)?.[1];
      if (day && Number(day) < today) await kept.delete(request);
    }
    await keepScripts();
  } catch {
    // offline, or nothing may be kept: then they are asked for each time
  }
}

/** All scripts and styles that this page has loaded, also before the worker saw them. */
async function keepScripts(): Promise<void> {
  const shell = await caches.open(SHELL);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  for (const { origin, pathname } of loaded) {
    const isOurs = origin === location.origin && pathname.startsWith("/assets/");
    if (isOurs && !(await shell.match(pathname, { ignoreVary: true }))) await shell.add(pathname);
  }
}
