/** The messages of a table's WebSocket: see docs/server/live.md. */
import type { components } from "../api/schema";
import type { Action, Both } from "../game";
import type { Brief } from "./brief";
import type { Patch } from "./patch";

export const VERSION = 3; // of this protocol; a test holds it against the server's

/** A table as everybody is shown it; the same as `GET /api/tables/TABLE` gives. */
export type State = components["schemas"]["State"];

/** Something that must be done exactly once; it is sent again under the same id until it is answered. */
export type Request = { id: string; answers: number; seat: string } & (
  { type: "move"; action: number | string } | { type: "undo" }
);

export type Hello = { type: "hello"; version: number; keys: string[]; since?: number; software?: string };
export type React = { type: "react"; id: string; seat: string; what: string };
export type ToServer = Hello | Request | React | { type: "describe" } | { type: "ping" };

type Since = { number: number; entries: Brief[]; legal?: number[] };
export type Snapshot = Since & { type: "snapshot"; state: State };
export type Update = Since & { type: "update"; changes: Patch[] };
/** What the page hears of: the state is whole, whichever way it came. */
export type News = { type: "snapshot" | "update"; number: number; state: State; legal: number[] | null };
export type Refusal = Both & {
  type: "refused";
  id: string | null;
  code: string;
  clause: string | null;
  number: number;
};
/** At a table with a clock: whose runs, and how many seconds are left to whom. */
export type Time = { running: string | null; left: Record<string, number> };
export type Bye = Both & { type: "bye"; code: string; retry: number };

export type FromServer =
  | {
      type: "welcome";
      version: number;
      software: string;
      table: string;
      seats: string[];
      host: boolean;
      number: number;
    }
  | Snapshot
  | Update
  | { type: "choices"; number: number; legal: (Action & Both)[] }
  | { type: "presence"; connected: string[]; watching: number }
  | { type: "reaction"; seat: string; what: string }
  | ({ type: "time" } & Time)
  | { type: "accepted"; id: string; number: number }
  | Refusal
  | { type: "pong"; number: number }
  | Bye;
