/** Who has which face: animals for people, robots for bots. A face is drawn by lib/ui/Face.svelte. */
import type { Schemas } from "./api/client";

export type Animal = Schemas["FaceBody"]["face"]; // those that the server knows
/** The first six are those of the seats, in their order. */
export const ANIMALS = [
  "fox",
  "rabbit",
  "bear",
  "frog",
  "owl",
  "cat",
  "penguin",
  "hedgehog",
] as const satisfies readonly Animal[];
/** Bots are characters: one for each level. */
export const ROBOTS = ["random", "greedy", "gentle", "steady", "expert"] as const;

export type Robot = (typeof ROBOTS)[number];
export type FaceName = Animal | Robot;

type Sitting = { seat: string; kind: string; level?: string | null; face?: Animal | null };

const isAnimal = (name: unknown): name is Animal => ANIMALS.includes(name as Animal);
export const isRobot = (name: unknown): name is Robot => ROBOTS.includes(name as Robot);
export const isFace = (name: unknown): name is FaceName => isAnimal(name) || isRobot(name);

export const robotOf = (level: string | null | undefined): Robot => (isRobot(level) ? level : "steady");

/**
 * Everybody's face by seat, in the order of the seats: a bot's from its level, a person's from the seat, unless one
 * was picked. No two people at a table have the same: the first who has picked a face keeps it, and who had it by the
 * seat gets another.
 */
export function facesAt(seats: Sitting[]): Record<string, FaceName> {
  const people = seats.map((each, place) => ({ ...each, place })).filter(({ kind }) => kind !== "bot");
  const taken = new Map<Animal, string>();
  const give = (seat: string, face: Animal | null | undefined) => {
    if (face && !taken.has(face)) taken.set(face, seat);
  };
  const has = (seat: string) => [...taken.values()].includes(seat);
  for (const { seat, face } of people) give(seat, face);
  for (const { seat, place } of people) if (!has(seat)) give(seat, ANIMALS[place]);
  for (const { seat } of people)
    if (!has(seat))
      give(
        seat,
        ANIMALS.find((face) => !taken.has(face)),
      );
  const animals = new Map([...taken].map(([face, seat]) => [seat, face]));
  return Object.fromEntries(
    seats.flatMap(({ seat, kind, level }) => {
      const face = kind === "bot" ? robotOf(level) : animals.get(seat);
      return face ? [[seat, face]] : [];
    }),
  );
}

/** The picks of a device are for its own people, one after the other: they follow them from table to table. */
export function picksFor(own: string[], picks: (Animal | null)[]): Partial<Record<string, Animal>> {
  return Object.fromEntries(
    own.flatMap((seat, nth) => {
      const face = picks[nth];
      return face ? [[seat, face]] : [];
    }),
  );
}

/** Picks as they were written down; what is not understood is no pick. */
export function understoodPicks(text: string | null): (Animal | null)[] {
  try {
    const said: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(said) ? said.slice(0, 6).map((face) => (isAnimal(face) ? face : null)) : [];
  } catch {
    return [];
  }
}
