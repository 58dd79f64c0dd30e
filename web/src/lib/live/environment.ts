/** The environment of a `Link` (socket, clock, storage), injected so that tests can make any weather; and its listener. */
import type { Action, Both, Entry } from "../game";
import type { News, Refusal, Request, Time } from "./protocol";

export type Line = { send: (text: string) => void; close: () => void };
export type Ends = { opened: () => void; said: (text: string) => void; closed: () => void };

export type Environment = {
  open: (ends: Ends) => Line;
  now: () => number;
  later: (seconds: number, work: () => void) => () => void; // answers how to call it off
  random: () => number;
  newId: () => string;
  keep: (request: Request | null) => void; // over a reload of the page
  kept: () => Request | null;
  reload: () => boolean; // load the page anew, for another version of it; false if that was just tried
};

export type Listener = {
  news: (news: News, fresh: Entry[]) => void; // fresh: those not passed on before
  welcome: (seats: string[], host: boolean) => void;
  presence: (connected: string[], watching: number) => void;
  reaction: (seat: string, what: string) => void;
  time: (time: Time) => void;
  described: (legal: (Action & Both)[]) => void; // what may be done now, in words
  refused: (refusal: Refusal) => void; // the player should know why
  outdated: () => void; // the table had moved on before the request came
  changed: () => void; // status or business
};
