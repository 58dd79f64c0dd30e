/** All games that the page can show, found by their folders. A board is loaded when it is needed. */
import type { Cover, GameModule } from "$lib/game";

const covers = import.meta.glob<{ default: Cover }>("./*/cover.ts", { eager: true });
const modules = import.meta.glob<{ default: GameModule }>("./*/index.ts");

export const COVERS: Cover[] = Object.values(covers)
  .map((module) => module.default)
  .sort((one, other) => one.age - other.age);

export async function loadGame(name: string): Promise<GameModule> {
  const load = modules[`./${name}/index.ts`];
  if (!load) throw new Error(`no board for ${name}`);
  return (await load()).default;
}
