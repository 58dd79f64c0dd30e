/** The messages of a table's WebSocket: see docs/server/live.md. */
import type { components } from "../api/schema";
import type { Action, Both, Entry } from "../game";

/** A table as everybody is shown it; the same as `GET /api/tables/TABLE` gives. */
export type State = components["schemas"]["State"];

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
