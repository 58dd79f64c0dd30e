/**
 * The connection to a table, and what becomes of it when the network, the server or the machine goes to sleep.
 *
 * Two promises: every entry is passed on once and in order, and a request (a move, an undo) that was made here is
 * sent under one id until the server has accepted or refused it. All that is outside, clocks included, comes in
 * through `World`, so that tests can make any weather.
 */
import type { Bye, FromServer, News, Refusal, Request, ToServer } from "./protocol";

export type Status =
  | "connecting" // for the first time
  | "live"
  | "catching-up" // connected again; what was missed is on its way
  | "reconnecting"
  | "restarting" // the server said that it would be back
  | "ended"; // the server will not have us: `bye` says why

export type Line = { send: (text: string) => void; close: () => void };
export type Ends = { opened: () => void; said: (text: string) => void; closed: () => void };

export type World = {
  open: (ends: Ends) => Line;
  now: () => number;
  later: (seconds: number, work: () => void) => () => void; // answers how to call it off
  random: () => number;
  newId: () => string;
  keep: (request: Request | null) => void; // over a reload of the page
  kept: () => Request | null;
};

export type Listener = {
  news: (news: News, fresh: News["entries"]) => void; // fresh: those not passed on before
  welcome: (seats: string[], host: boolean) => void;
  presence: (connected: string[]) => void;
  refused: (refusal: Refusal) => void; // the player should know why
  outdated: () => void; // the table had moved on before the request came
  changed: () => void; // status or business
};

const FIRST_WAIT = 0.25;
const LONGEST_WAIT = 5;
const QUIET = 15; // seconds without a word after which we ask whether anybody is there
const PATIENCE = 5; // seconds that an answer, a welcome or a pong may take
const TICK = 5;
const NOT_NOW = ["stopping", "database", "too-often", "ahead"]; // ask again, under the same id
const FOR_GOOD = ["removed", "no-table", "rules", "hello", "message"];
const OVERTAKEN = ["stale", "not-your-turn", "handed", "id-reused", "no-undo"];

export class Link {
  status: Status = "connecting";
  bye: Bye | null = null;
  number: number | null = null; // of the last entry passed on

  private line: Line | null = null;
  private heard = 0;
  private ticked = 0;
  private failures = 0;
  private welcomed = false;
  private gaps = 0;
  private pending: Request | null = null;
  private resent = false; // the answer is to a request that was sent before, perhaps long ago
  private accepted = 0; // the entry that our last request became
  private questions = new Set<string>(); // ids of moves that are only to be refused
  private timers: Record<string, () => void> = {};

  constructor(
    private world: World,
    private keys: string[],
    private listener: Listener,
  ) {}

  // ------------------------------------------------------------ what the page does

  start(): void {
    this.pending = this.world.kept();
    this.resent = this.pending !== null;
    this.ticked = this.world.now();
    this.tick();
    this.connect();
  }

  stop(): void {
    for (const name of Object.keys(this.timers)) this.callOff(name);
    this.drop();
  }

  /** Whether a request is under way, or its consequence has not come yet. */
  get busy(): boolean {
    return this.pending !== null || this.accepted > (this.number ?? 0);
  }

  /** Make a move or take one back; false while another request is under way. */
  request(
    wanted: { type: "move"; seat: string; action: number | string } | { type: "undo"; seat: string },
  ): boolean {
    if (this.busy || this.number === null || this.status === "ended") return false;
    this.pending = { ...wanted, id: this.world.newId(), answers: this.number };
    this.resent = false;
    this.world.keep(this.pending);
    this.sendPending();
    this.listener.changed();
    return true;
  }

  /** Ask why something is not legal. Nothing depends on the answer, so it is never sent again. */
  ask(seat: string, action: string): void {
    if (this.number === null || !this.welcomed) return;
    const id = this.world.newId();
    this.questions.add(id);
    this.send({ type: "move", id, answers: this.number, seat, action });
  }

  /** The network is back, or the page is looked at again: find out at once how things are. */
  wake(): void {
    if (this.status === "ended") return;
    if (!this.line) this.connect();
    else if (this.welcomed) this.ping(2);
  }

  // ------------------------------------------------------------ connecting

  private connect(): void {
    this.callOff("retry");
    this.drop();
    this.welcomed = false;
    this.heard = this.world.now();
    let current = true;
    const opened = this.world.open({
      opened: () => current && this.hello(),
      said: (text) => current && this.hear(JSON.parse(text) as FromServer),
      closed: () => current && this.lost(),
    });
    this.line = {
      send: (text) => opened.send(text),
      close: () => {
        current = false;
        opened.close();
      },
    };
    this.expect("welcome", PATIENCE + 3);
  }

  private hello(): void {
    const since = this.number !== null && this.gaps < 2 ? { since: this.number } : {};
    this.send({ type: "hello", keys: this.keys, ...since });
  }

  private drop(): void {
    const line = this.line;
    this.line = null;
    this.welcomed = false;
    this.questions.clear();
    for (const name of ["welcome", "pong", "answer", "behind"]) this.callOff(name);
    line?.close();
  }

  /** The connection is gone. Come again, first soon and then less and less often, each client at its own time. */
  private lost(): void {
    this.drop();
    if (this.status === "ended") return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.5 + this.world.random() / 2);
    this.failures += 1;
    const asked = this.bye?.retry ?? 0;
    if (this.status !== "restarting") this.become(this.number === null ? "connecting" : "reconnecting");
    this.set("retry", Math.max(wait, asked), () => {
      this.bye = null;
      this.connect();
    });
  }

  private expect(what: "welcome" | "pong" | "answer", seconds: number): void {
    this.set(what, seconds, () => this.lost());
  }

  // ------------------------------------------------------------ listening

  private hear(said: FromServer): void {
    this.heard = this.world.now();
    switch (said.type) {
      case "welcome":
        return this.welcome(said.seats, said.host);
      case "snapshot":
      case "update":
        return this.news(said);
      case "presence":
        return this.listener.presence(said.connected);
      case "accepted":
        return this.accept(said.id, said.number);
      case "refused":
        return this.refuse(said);
      case "pong":
        return this.pong(said.number);
      case "bye":
        return this.goodbye(said);
    }
  }

  private welcome(seats: string[], host: boolean): void {
    this.callOff("welcome");
    this.welcomed = true;
    this.failures = 0;
    this.become(this.number === null ? "connecting" : "catching-up");
    this.listener.welcome(seats, host);
    if (this.pending) {
      this.resent = true;
      this.sendPending();
    }
  }

  private news(news: News): void {
    const known = this.number ?? 0;
    const fresh = news.entries.filter((entry) => entry.number > known);
    const first = fresh[0]?.number ?? news.number + 1;
    if (news.type === "update" && first !== known + 1) {
      this.gaps += 1; // twice at the same place: then ask for a snapshot
      return this.connect();
    }
    if (news.number < known) return;
    this.gaps = 0;
    this.number = news.number;
    this.callOff("behind");
    this.become("live");
    this.listener.news(news, fresh);
  }

  private goodbye(bye: Bye): void {
    this.bye = bye;
    if (FOR_GOOD.includes(bye.code)) {
      this.become("ended");
      this.stop();
    } else this.become("restarting");
  }

  // ------------------------------------------------------------ requests

  private sendPending(): void {
    if (!this.pending || !this.welcomed) return;
    this.send(this.pending);
    this.expect("answer", 2 * PATIENCE);
  }

  private accept(id: string, number: number): void {
    this.questions.delete(id);
    if (this.pending?.id !== id) return;
    this.accepted = number;
    this.settle();
  }

  private refuse(refusal: Refusal): void {
    const { id, code } = refusal;
    if (id !== null && this.questions.delete(id)) return this.listener.refused(refusal);
    if (!this.pending || (id !== null && id !== this.pending.id)) return;
    if (NOT_NOW.includes(code)) {
      this.callOff("answer");
      return this.set("again", 1, () => {
        this.resent = true;
        this.sendPending();
      });
    }
    const quiet = this.resent || OVERTAKEN.includes(code) || code.startsWith("phase-");
    this.settle();
    if (quiet) this.listener.outdated();
    else this.listener.refused(refusal);
  }

  private settle(): void {
    this.pending = null;
    this.world.keep(null);
    this.callOff("answer");
    this.callOff("again");
    this.listener.changed();
  }

  private send(message: ToServer): void {
    this.line?.send(JSON.stringify(message));
  }

  // ------------------------------------------------------------ is anybody there?

  private tick(): void {
    const now = this.world.now();
    const slept = now - this.ticked > 3 * TICK;
    this.ticked = now;
    if (slept) this.wake();
    else if (this.welcomed && now - this.heard >= QUIET) this.ping(PATIENCE);
    this.set("tick", TICK, () => this.tick());
  }

  private ping(patience: number): void {
    this.send({ type: "ping" });
    this.expect("pong", patience);
  }

  private pong(number: number): void {
    this.callOff("pong");
    if (this.number !== null && number > this.number) this.set("behind", 2, () => this.connect());
  }

  // ------------------------------------------------------------ helpers

  private become(status: Status): void {
    if (this.status === status) return;
    this.status = status;
    this.listener.changed();
  }

  private set(name: string, seconds: number, work: () => void): void {
    this.callOff(name);
    this.timers[name] = this.world.later(seconds, () => {
      delete this.timers[name];
      work();
    });
  }

  private callOff(name: string): void {
    this.timers[name]?.();
    delete this.timers[name];
  }
}
