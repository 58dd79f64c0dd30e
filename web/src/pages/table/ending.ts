/** How a game ended for whoever looks at it, in a few words. */
import * as m from "$messages";
import type { Outcome, Seat } from "$lib/game";
import { listed } from "./seats";

/** `together` is a game that all win or lose; `watched` is one of others, or of all around one screen. */
export type Mood = "won" | "lost" | "together" | "lost-together" | "watched" | "stopped";

export function moodOf(outcome: Outcome | null, seats: Seat[]): Mood {
  if (!outcome) return "stopped";
  const wins = ({ letter }: Seat) => outcome.winners.includes(letter);
  if (!outcome.winners.length) return "lost-together";
  if (seats.length > 1 && seats.every(wins)) return "together";
  const mine = seats.filter((seat) => seat.mine);
  if (!mine.length || (mine.length > 1 && mine.some(wins))) return "watched";
  return mine.some(wins) ? "won" : "lost";
}

/** Whether there is something to be glad of, for whoever looks at it. */
export const isGlad = (mood: Mood): boolean => mood === "won" || mood === "together" || mood === "watched";

export function headline(outcome: Outcome | null, seats: Seat[], language: string): string {
  const mood = moodOf(outcome, seats);
  if (mood === "stopped") return m.end_over();
  if (mood === "lost-together") return m.end_lost_together();
  if (mood === "together") return m.end_together();
  const winners = seats.filter((seat) => outcome?.winners.includes(seat.letter));
  if (mood === "won" && winners.length === 1) return m.end_title_you();
  const names = listed(
    winners.map((seat) => seat.name),
    language,
  );
  if (mood === "won") return m.end_won_with({ names });
  const said = winners.length > 1 ? m.end_title_several({ names }) : m.end_title_won({ name: names });
  return mood === "lost" ? m.end_lost({ said }) : said;
}

/** The one order of players at the end: winners first, then by points. */
export function ranked(outcome: Outcome | null, seats: Seat[]): Seat[] {
  if (!outcome) return seats;
  const won = ({ letter }: Seat) => Number(outcome.winners.includes(letter));
  const points = ({ letter }: Seat) => outcome.scores[letter] ?? 0;
  return [...seats].sort((one, other) => won(other) - won(one) || points(other) - points(one));
}

/** Whether points are worth a table: not where all play together, nor where they would contradict who won. */
export function hasTable(outcome: Outcome | null, seats: Seat[]): boolean {
  const mood = moodOf(outcome, seats);
  if (!outcome || mood === "together" || mood === "lost-together") return false;
  const points = (wins: boolean) =>
    seats
      .filter(({ letter }) => outcome.winners.includes(letter) === wins)
      .map(({ letter }) => outcome.scores[letter] ?? 0);
  const [best, others] = [points(true), points(false)];
  return new Set(best).size === 1 && others.every((score) => score <= best[0]!);
}
