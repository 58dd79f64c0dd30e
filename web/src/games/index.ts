/**
 * All games of the page, found by their folders. A board is loaded when it is needed. A game that the server has and
 * that has no folder here, or only some of the files, gets the default game's.
 */
import type { GameInfo } from "$lib/api/client";
import { defaultCover } from "$lib/defaultgame/cover";
import type { Cover, GameModule } from "$lib/game";

const covers = import.meta.glob<{ default: Cover }>("./*/cover.ts", { eager: true });
const modules = import.meta.glob<{ default: GameModule }>("./*/index.ts");

const COVERS: Cover[] = Object.values(covers)
  .map((module) => module.default)
  .sort((one, other) => (one.age ?? Infinity) - (other.age ?? Infinity));

/** The boxes on the shelf: our own, even before the server has said which games it has, and then all others. */
export function boxes(served: GameInfo[]): Cover[] {
  const others = served.filter(({ name }) => !ownCover(name));
  return [...COVERS, ...others.map(defaultCover)];
}

export const ownCover = (name: string): Cover | undefined => COVERS.find((cover) => cover.name === name);

/** Whether a first game of it teaches itself. */
export const hasLesson = (name: string): boolean => `./${name}/index.ts` in modules;

export async function loadGame(name: string): Promise<GameModule> {
  const load = modules[`./${name}/index.ts`] ?? (() => import("$lib/defaultgame"));
  return (await load()).default;
}
