/**
 * What is asked of the server. A request (a move, an undo) is sent under one id until it was accepted or refused;
 * a question only wants to hear why something is not legal.
 */
import type { Listener, Environment } from "./environment";
import type { Refusal, Request, ToServer } from "./protocol";
import type { Timers } from "./timers";

export type Wanted = { type: "move"; seat: string; action: number | string } | { type: "undo"; seat: string };

const ANSWER = 10; // seconds that an answer may take
const NOT_NOW = ["stopping", "database", "too-often", "ahead"]; // ask again, under the same id
const OVERTAKEN = ["stale", "not-your-turn", "handed", "id-reused", "no-undo"];

/** How requests reach the server: only while it knows us. */
export type Way = { open: () => boolean; send: (message: ToServer) => void; lost: () => void };

export class Requests {
  accepted = 0; // the entry that our last request became
  private pending: Request | null;
  private resent: boolean; // the answer is to a request that was sent before, perhaps long ago
  private questions = new Set<string>(); // ids of moves that are only to be refused

  constructor(
    private environment: Environment,
    private timers: Timers,
    private listener: Listener,
    private way: Way,
  ) {
    this.pending = environment.kept();
    this.resent = this.pending !== null;
  }

  get waiting(): boolean {
    return this.pending !== null;
  }

  make(wanted: Wanted, answers: number): void {
    this.pending = { ...wanted, id: this.environment.newId(), answers };
    this.resent = false;
    this.environment.keep(this.pending);
    this.send();
    this.listener.changed();
  }

  /** Nothing depends on the answer, so it is never sent again. */
  wonder(seat: string, action: string, answers: number): void {
    const id = this.environment.newId();
    this.questions.add(id);
    this.way.send({ type: "move", id, answers, seat, action });
  }

  /** The connection is a new one: what is unanswered is asked again. */
  again(): void {
    if (!this.pending) return;
    this.resent = true;
    this.send();
  }

  /** The connection is gone, and what it would have answered. */
  cut(): void {
    this.questions.clear();
    this.timers.callOff("answer");
  }

  accept(id: string, number: number): void {
    this.questions.delete(id);
    if (this.pending?.id !== id) return;
    this.accepted = number;
    this.settle();
  }

  refuse(refusal: Refusal): void {
    const { id, code } = refusal;
    if (id !== null && this.questions.delete(id)) return this.listener.refused(refusal);
    if (!this.pending || (id !== null && id !== this.pending.id)) return;
    if (NOT_NOW.includes(code)) {
      this.timers.callOff("answer");
      return this.timers.set("again", 1, () => this.again());
    }
    const quiet = this.resent || OVERTAKEN.includes(code) || code.startsWith("phase-");
    this.settle();
    if (quiet) this.listener.outdated();
    else this.listener.refused(refusal);
  }

  private send(): void {
    if (!this.pending || !this.way.open()) return;
    this.way.send(this.pending);
    this.timers.set("answer", ANSWER, this.way.lost);
  }

  private settle(): void {
    this.pending = null;
    this.environment.keep(null);
    this.timers.callOff("answer", "again");
    this.listener.changed();
  }
}
