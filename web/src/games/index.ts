/**
 * All games of the page, found by their folders. A board is loaded when it is needed. A game that the server has and
 * that has no folder here, or only some of the files, gets the default game's.
 */
import type { GameInfo } from "$lib/api/client";
import { defaultCover } from "$lib/defaultgame/cover";
import type { Cover, GameBench, GameModule, Lesson, RulePictures } from "$lib/game";

const covers = import.meta.glob<{ default: Cover }>("./*/cover.ts", { eager: true });
const modules = import.meta.glob<{ default: GameModule }>("./*/index.ts");
const lessons = import.meta.glob<{ default: Lesson }>("./*/lesson.ts");
const pictures = import.meta.glob<{ default: RulePictures }>("./*/pictures.ts");

const COVERS: Cover[] = Object.values(covers)
  .map((module) => module.default)
  .sort((one, other) => (one.age ?? Infinity) - (other.age ?? Infinity));

/** The boxes on the shelf: our own, even before the server has said which games it has, and then all others. */
export function boxes(served: GameInfo[]): Cover[] {
  const others = served.filter(({ name }) => !ownCover(name));
  return [...COVERS, ...others.map(defaultCover)];
}

export const ownCover = (name: string): Cover | undefined => COVERS.find((cover) => cover.name === name);

/** Whether there is a lesson for it. */
export const hasLesson = (name: string): boolean => `./${name}/lesson.ts` in lessons;

export async function loadLesson(name: string): Promise<Lesson> {
  return (await lessons[`./${name}/lesson.ts`]!()).default;
}

/** The pictures of a game's rules; null where it has none. */
export async function loadPictures(name: string): Promise<RulePictures | null> {
  return (await pictures[`./${name}/pictures.ts`]?.())?.default ?? null;
}

export async function loadGame(name: string): Promise<GameModule> {
  const load = modules[`./${name}/index.ts`] ?? (() => import("$lib/defaultgame"));
  return (await load()).default;
}

/** How a game's components are drawn in the workshop; null where it does not say. */
export async function loadBench(name: string): Promise<GameBench | null> {
  return (await loadGame(name)).bench ?? null;
}
