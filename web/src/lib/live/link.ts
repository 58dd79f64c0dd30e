/**
 * The connection to a table, and what becomes of it when the network, the server or the machine goes to sleep.
 *
 * Two promises: every entry is passed on once and in order, and a request (a move, an undo) that was made here is
 * sent under one id until the server has accepted or refused it. All that is outside comes in through `Environment`.
 */
import type { Line, Listener, Environment } from "./environment";
import { restore } from "./brief";
import { apply } from "./patch";
import {
  type Bye,
  type FromServer,
  type Snapshot,
  type State,
  type ToServer,
  type Update,
  VERSION,
} from "./protocol";
import { Requests, type Wanted } from "./requests";
import { Timers } from "./timers";

export type Status =
  | "connecting" // for the first time
  | "live"
  | "catching-up" // connected again; what was missed is on its way
  | "reconnecting"
  | "restarting" // the server said that it would be back
  | "unshared" // the host has closed the server to other devices, and may open it again
  | "ended"; // the server will not have us: `bye` says why

const FIRST_WAIT = 0.25;
const GROWTH = 1.5; // of the wait after each try that failed: a server is back within two seconds
const LONGEST_WAIT = 5;
const QUIET = 15; // seconds without a word after which we ask whether anybody is there
const PATIENCE = 5; // seconds that a welcome or a pong may take
const TICK = 5;
const FOR_GOOD = ["removed", "no-table", "rules", "hello", "message", "version"];
const OTHER_VERSION = ["version", "message"]; // how a server says that it speaks another version

export class Link {
  status: Status = "connecting";
  bye: Bye | null = null;
  number: number | null = null; // of the last entry passed on

  private state: State | null = null; // as it was passed on; updates are patches of it
  private software: string | undefined; // the server's version that it came from
  private line: Line | null = null;
  private heard = 0;
  private ticked = 0;
  private failures = 0;
  private welcomed = false;
  private gaps = 0;
  private timers: Timers;
  private requests: Requests;

  constructor(
    private environment: Environment,
    private keys: string[],
    private listener: Listener,
  ) {
    this.timers = new Timers(environment);
    this.requests = new Requests(environment, this.timers, listener, {
      open: () => this.welcomed,
      send: (message) => this.send(message),
      lost: () => this.lost(),
    });
  }

  // ------------------------------------------------------------ what the page does

  start(): void {
    this.ticked = this.environment.now();
    this.tick();
    this.connect();
  }

  stop(): void {
    this.timers.callOffAll();
    this.drop();
  }

  /** Whether a request is under way, or its consequence has not come yet. */
  get busy(): boolean {
    return this.requests.waiting || this.requests.accepted > (this.number ?? 0);
  }

  /** Make a move or take one back; false while another request is under way. */
  request(wanted: Wanted): boolean {
    if (this.busy || this.number === null || this.status === "ended") return false;
    this.requests.make(wanted, this.number);
    return true;
  }

  /** Ask why something is not legal. */
  ask(seat: string, action: string): void {
    if (this.number !== null && this.welcomed) this.requests.wonder(seat, action, this.number);
  }

  /** Show the others a picture or a phrase; never sent again. */
  react(seat: string, what: string): void {
    if (this.welcomed) this.send({ type: "react", id: this.environment.newId(), seat, what });
  }

  /** Ask for the legal actions in words. */
  describe(): void {
    if (this.welcomed) this.send({ type: "describe" });
  }

  /** The network is back, or the page is looked at again: find out at once how things are. */
  wake(): void {
    if (this.status === "ended") return;
    if (!this.line) this.connect();
    else if (this.welcomed) this.ping(2);
  }

  // ------------------------------------------------------------ connecting

  private connect(): void {
    this.timers.callOff("retry");
    this.drop();
    this.welcomed = false;
    this.heard = this.environment.now();
    let current = true;
    const opened = this.environment.open({
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
    const since =
      this.number !== null && this.gaps < 2 ? { since: this.number, software: this.software } : {};
    this.send({ type: "hello", version: VERSION, keys: this.keys, ...since });
  }

  private drop(): void {
    const line = this.line;
    this.line = null;
    this.welcomed = false;
    this.requests.cut();
    this.timers.callOff("welcome", "pong", "behind");
    line?.close();
  }

  /** The connection is gone. Come again, first soon and then less and less often, each client at its own time. */
  private lost(): void {
    this.drop();
    if (this.status === "ended") return;
    const wait =
      Math.min(LONGEST_WAIT, FIRST_WAIT * GROWTH ** this.failures) * (0.5 + this.environment.random() / 2);
    this.failures += 1;
    const asked = this.bye?.retry ?? 0;
    if (this.status !== "restarting" && this.status !== "unshared")
      this.become(this.number === null ? "connecting" : "reconnecting");
    this.timers.set("retry", Math.max(wait, asked), () => {
      this.bye = null;
      this.connect();
    });
  }

  private expect(what: "welcome" | "pong", seconds: number): void {
    this.timers.set(what, seconds, () => this.lost());
  }

  // ------------------------------------------------------------ listening

  private hear(said: FromServer): void {
    this.heard = this.environment.now();
    switch (said.type) {
      case "welcome":
        this.software = said.software;
        return this.welcome(said.seats, said.host);
      case "snapshot":
      case "update":
        return this.news(said);
      case "choices":
        return said.number === this.number ? this.listener.described(said.legal) : undefined;
      case "presence":
        return this.listener.presence(said.connected, said.watching);
      case "reaction":
        return this.listener.reaction(said.seat, said.what);
      case "time":
        return this.listener.time(said);
      case "accepted":
        return this.requests.accept(said.id, said.number);
      case "refused":
        return this.requests.refuse(said);
      case "pong":
        return this.pong(said.number);
      case "bye":
        return this.goodbye(said);
    }
  }

  private welcome(seats: string[], host: boolean): void {
    this.timers.callOff("welcome");
    this.welcomed = true;
    this.failures = 0;
    this.become(this.number === null ? "connecting" : "catching-up");
    this.listener.welcome(seats, host);
    this.requests.again();
  }

  private news(news: Snapshot | Update): void {
    const known = this.number ?? 0;
    if (news.number < known) return;
    const entries = restore(news.entries, news.number);
    const state = this.stateAfter(news, known);
    if (state === null) {
      this.gaps += 1; // twice at the same place: then ask for a snapshot
      return this.connect();
    }
    this.gaps = 0;
    this.number = news.number;
    this.timers.callOff("behind");
    this.become("live");
    this.state = state;
    const fresh = entries.filter((entry) => entry.number > known);
    const { type, number, legal = null } = news;
    this.listener.news({ type, number, state, legal }, fresh);
  }

  /** The state to which news lead; null if they don't begin where the last ones ended. */
  private stateAfter(news: Snapshot | Update, known: number): State | null {
    if (news.type === "snapshot") return news.state;
    if (news.number - news.entries.length !== known || this.state === null) return null;
    return { ...news.changes.reduce(apply, this.state), number: news.number };
  }

  private goodbye(bye: Bye): void {
    if (!this.welcomed && OTHER_VERSION.includes(bye.code) && this.environment.reload()) return this.stop();
    this.bye = bye;
    if (FOR_GOOD.includes(bye.code)) {
      this.become("ended");
      this.stop();
    } else this.become(bye.code === "unshared" ? "unshared" : "restarting");
  }

  private send(message: ToServer): void {
    this.line?.send(JSON.stringify(message));
  }

  // ------------------------------------------------------------ is anybody there?

  private tick(): void {
    const now = this.environment.now();
    const slept = now - this.ticked > 3 * TICK;
    this.ticked = now;
    if (slept) this.wake();
    else if (this.welcomed && now - this.heard >= QUIET) this.ping(PATIENCE);
    this.timers.set("tick", TICK, () => this.tick());
  }

  private ping(patience: number): void {
    this.send({ type: "ping" });
    this.expect("pong", patience);
  }

  private pong(number: number): void {
    this.timers.callOff("pong");
    if (this.number !== null && number > this.number) this.timers.set("behind", 2, () => this.connect());
  }

  // ------------------------------------------------------------ helpers

  private become(status: Status): void {
    if (this.status === status) return;
    this.status = status;
    this.listener.changed();
  }
}
