/** What the page and the server say to each other over a table's live connection: see docs/server/live.md. */
import type { Action, Both, Entry, Outcome } from "../game";

export type SeatState = {
  seat: string;
  kind: "person" | "bot" | "open" | "past";
  name: string;
  level: string | null;
  handed: string | null;
  word: string;
};

/** A table as everybody is shown it; the same as `GET /api/tables/TABLE` gives. */
export type State = {
  table: string;
  game: string;
  title: Both;
  players: number;
  options: Record<string, string>;
  phase: "waiting" | "playing" | "over" | "stopped" | "record";
  begins: "full" | "host";
  number: number;
  moves: number;
  turn: string | null;
  undo: string | null;
  seats: SeatState[];
  view: unknown;
  outcome: Outcome | null;
  hash: string;
  fairness: { commitment: string; words: string[]; secret: string | null; since: number } | null;
  rematch: string | null;
  pace: number | null;
};

/** Something that must be done exactly once; it is sent again under the same id until it is answered. */
export type Request = { id: string; answers: number; seat: string } & (
  { type: "move"; action: number | string } | { type: "undo" }
);

export type ToServer = { type: "hello"; keys: string[]; since?: number } | Request | { type: "ping" };

export type News = {
  type: "snapshot" | "update";
  number: number;
  entries: Entry[];
  state: State;
  legal: Action[] | null;
};
export type Refusal = Both & {
  type: "refused";
  id: string | null;
  code: string;
  clause: string | null;
  number: number;
};
export type Bye = Both & { type: "bye"; code: string; retry: number };

export type FromServer =
  | { type: "welcome"; table: string; seats: string[]; host: boolean; number: number }
  | News
  | { type: "presence"; connected: string[] }
  | { type: "accepted"; id: string; number: number }
  | Refusal
  | { type: "pong"; number: number }
  | Bye;
