import { beforeEach, describe, expect, it } from "vitest";
import { Link } from "./link";
import type { Ends, Environment } from "./environment";
import { type FromServer, type Request, type State, VERSION } from "./protocol";

/** A clock, a network and a server that do what a test says. */
class Weather {
  clock = 1000;
  sockets: { ends: Ends; sent: any[]; closed: boolean }[] = [];
  stored: Request | null = null;
  reloads = 0;
  private ids = 0;
  private work: { at: number; work: () => void }[] = [];

  environment: Environment = {
    open: (ends) => {
      const socket = { ends, sent: [] as any[], closed: false };
      this.sockets.push(socket);
      return { send: (text) => socket.sent.push(JSON.parse(text)), close: () => (socket.closed = true) };
    },
    now: () => this.clock,
    later: (seconds, work) => {
      const entry = { at: this.clock + seconds, work };
      this.work.push(entry);
      return () => (this.work = this.work.filter((each) => each !== entry));
    },
    random: () => 1,
    newId: () => `id-${++this.ids}`,
    keep: (request) => (this.stored = request),
    kept: () => this.stored,
    reload: () => ++this.reloads === 1,
  };

  get socket() {
    return this.sockets.at(-1)!;
  }

  pass(seconds: number): void {
    const end = this.clock + seconds;
    for (;;) {
      const due = this.work.filter((each) => each.at <= end).sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.work = this.work.filter((each) => each !== due);
      this.clock = Math.max(this.clock, due.at);
      due.work();
    }
    this.clock = end;
  }

  say(...messages: FromServer[]): void {
    for (const message of messages) this.socket.ends.said(JSON.stringify(message));
  }

  sent(type: string): any[] {
    return this.socket.sent.filter((message) => message.type === type);
  }
}

function news(type: "snapshot" | "update", from: number, to: number): FromServer {
  const entries = Array.from({ length: to - from + 1 }, (_, place) => ({
    kind: "move",
    seat: "A",
    at: place,
  }));
  const known = { number: to, entries };
  if (type === "update") return { type, ...known, changes: [{ moves: { last: to } }] };
  return { type, ...known, state: { number: to, moves: { first: from, last: to } } as unknown as State };
}
const welcome: FromServer = {
  type: "welcome",
  version: VERSION,
  software: "1.0",
  table: "t",
  seats: ["A"],
  host: false,
  number: 0,
};
const refused = (id: string | null, code: string): FromServer => ({
  type: "refused",
  id,
  code,
  en: "no",
  fr: "non",
  clause: null,
  number: 1,
});
const bye = (code: string, retry: number): FromServer => ({ type: "bye", code, en: "", fr: "", retry });

let weather: Weather;
let heard: number[];
let told: string[];
let shown: unknown;
let link: Link;

function make(): Link {
  return new Link(weather.environment, ["key"], {
    news: ({ state }, fresh) => {
      shown = state;
      heard.push(...fresh.map((entry) => entry.number));
    },
    described: (legal) => told.push(...legal.map(({ en }) => en)),
    welcome: () => {},
    presence: () => {},
    time: () => {},
    reaction: () => {},
    refused: (refusal) => told.push(refusal.code),
    outdated: () => told.push("outdated"),
    changed: () => {},
  });
}

/** What a client is told that has missed nothing. */
const nothingNew = (number: number): FromServer => ({
  type: "update",
  number,
  entries: [],
  changes: [],
});

function comeIn(since: number | null = null): void {
  weather.socket.ends.opened();
  weather.say(welcome, since === null ? news("snapshot", 1, 3) : nothingNew(since));
}

beforeEach(() => {
  weather = new Weather();
  heard = [];
  told = [];
  link = make();
  link.start();
  comeIn();
});

const move = () => link.request({ type: "move", seat: "A", action: 7 });

describe("a connection", () => {
  it("says hello with its keys, and later with what it knows", () => {
    expect(weather.sent("hello")).toEqual([{ type: "hello", version: VERSION, keys: ["key"] }]);
    expect(link.status).toBe("live");
    weather.socket.ends.closed();
    expect(link.status).toBe("reconnecting");
    weather.pass(1);
    weather.socket.ends.opened();
    expect(weather.sent("hello")).toEqual([
      { type: "hello", version: VERSION, keys: ["key"], since: 3, software: "1.0" },
    ]);
    weather.say(welcome);
    expect(link.status).toBe("catching-up");
    weather.say(news("update", 4, 5));
    expect(link.status).toBe("live");
    expect(heard).toEqual([1, 2, 3, 4, 5]);
  });

  it("comes back less and less often, but never after more than five seconds", () => {
    const waits: number[] = [];
    for (let failure = 0; failure < 10; failure++) {
      const [count, begun] = [weather.sockets.length, weather.clock];
      weather.socket.ends.closed();
      while (weather.sockets.length === count) weather.pass(0.05);
      waits.push(weather.clock - begun);
    }
    expect(waits[0]).toBeLessThan(0.4);
    expect(waits.at(-1)).toBeCloseTo(5, 0);
    expect([...waits].sort((one, other) => one - other)).toEqual(waits);
  });

  it("comes back at once when the network does", () => {
    for (let failure = 0; failure < 6; failure++) {
      weather.socket.ends.closed();
      weather.pass(5);
    }
    weather.socket.ends.closed();
    const count = weather.sockets.length;
    link.wake();
    expect(weather.sockets.length).toBe(count + 1);
  });

  it("finds out that nobody is there any more", () => {
    weather.pass(15);
    expect(weather.sent("ping").length).toBe(1);
    weather.say({ type: "pong", number: 3 });
    weather.pass(14);
    expect(link.status).toBe("live");
    weather.pass(12);
    expect(link.status).toBe("reconnecting");
  });

  it("asks whether anybody is there when the machine was asleep", () => {
    weather.clock += 3600;
    weather.pass(0);
    expect(weather.sent("ping").length).toBe(1);
    weather.pass(2.1);
    expect(link.status).toBe("reconnecting");
  });

  it("gives up on a server that does not welcome it, and tries again", () => {
    weather.socket.ends.closed();
    weather.pass(1);
    const count = weather.sockets.length;
    weather.socket.ends.opened();
    weather.pass(9);
    expect(weather.sockets.length).toBeGreaterThan(count);
  });

  it("waits as long as a server that stops has asked for", () => {
    weather.say(bye("stopping", 3));
    weather.socket.ends.closed();
    expect(link.status).toBe("restarting");
    weather.pass(2.9);
    expect(weather.sockets.length).toBe(1);
    weather.pass(0.2);
    expect(weather.sockets.length).toBe(2);
  });

  it("says that it was shut out until the host opens the server again", () => {
    weather.say(bye("unshared", 10));
    weather.socket.ends.closed();
    expect(link.status).toBe("unshared");
    weather.pass(10.1);
    expect(weather.sockets.length).toBe(2);
    weather.socket.ends.closed(); // nobody listens there
    expect(link.status).toBe("unshared");
    weather.pass(5.1);
    expect(weather.sockets.length).toBe(3);
  });

  it("does not come back to a table that was removed", () => {
    weather.say(bye("removed", 0));
    weather.socket.ends.closed();
    weather.pass(100);
    expect(link.status).toBe("ended");
    expect(weather.sockets.length).toBe(1);
  });

  it("hears nothing more from a connection that it has given up", () => {
    const old = weather.socket;
    old.ends.closed();
    weather.pass(1);
    old.ends.said(JSON.stringify(news("update", 4, 9)));
    expect(heard).toEqual([1, 2, 3]);
  });
});

describe("entries", () => {
  it("are passed on once, with the state that they lead to", () => {
    weather.say(news("update", 4, 5), news("update", 6, 6), news("update", 4, 5));
    expect(heard).toEqual([1, 2, 3, 4, 5, 6]);
    expect(shown).toEqual({ number: 6, moves: { first: 1, last: 6 } });
    expect(weather.sockets.length).toBe(1);
  });

  it("that overlap with what is known can't be patched in, and are asked for anew", () => {
    weather.say(news("update", 3, 5));
    expect([heard, weather.sockets.length]).toEqual([[1, 2, 3], 2]);
  });

  it("that are missing are asked for again, and by a snapshot if that did not help", () => {
    weather.say(news("update", 6, 7));
    expect(heard).toEqual([1, 2, 3]);
    weather.socket.ends.opened();
    expect(weather.sent("hello")[0].since).toBe(3);
    weather.say(welcome, news("update", 5, 7));
    weather.socket.ends.opened();
    expect(weather.sent("hello")[0].since).toBeUndefined();
    weather.say(welcome, news("snapshot", 5, 7));
    expect(heard).toEqual([1, 2, 3, 5, 6, 7]);
    expect(link.status).toBe("live");
  });

  it("that a pong knows of, and we do not, are asked for", () => {
    weather.say({ type: "pong", number: 9 });
    weather.pass(1);
    expect(weather.sockets.length).toBe(1);
    weather.pass(1.5);
    expect(weather.sockets.length).toBe(2);
  });
});

describe("another version of the server", () => {
  beforeEach(() => {
    weather = new Weather();
    link = make();
    link.start();
    weather.socket.ends.opened();
  });

  it.each(["version", "message"])("reloads the page once, and then says so (%s)", (code) => {
    weather.say(bye(code, 0));
    weather.pass(60);
    expect([weather.reloads, weather.sockets.length, link.status]).toEqual([1, 1, "connecting"]);
    link = make();
    link.start();
    weather.socket.ends.opened();
    weather.say(bye(code, 0));
    expect([weather.reloads, link.status, link.bye?.code]).toEqual([2, "ended", code]);
  });
});

describe("choices in words", () => {
  const choices = (number: number): FromServer => ({
    type: "choices",
    number,
    legal: [{ id: 0, text: "pass", words: ["pass"], en: "Build nothing", fr: "Ne rien construire" }],
  });

  it("are asked for, and passed on if they are of this position", () => {
    link.describe();
    expect(weather.sent("describe")).toEqual([{ type: "describe" }]);
    weather.say(choices(2), choices(3));
    expect(told).toEqual(["Build nothing"]);
  });
});

describe("a move", () => {
  it("is sent once while it is under way, and is over when its entry has come", () => {
    expect(move()).toBe(true);
    expect(move()).toBe(false);
    expect(weather.sent("move")).toEqual([{ type: "move", id: "id-1", answers: 3, seat: "A", action: 7 }]);
    weather.say({ type: "accepted", id: "id-1", number: 4 });
    expect(link.busy).toBe(true);
    weather.say(news("update", 4, 4));
    expect(link.busy).toBe(false);
    expect(weather.stored).toBeNull();
  });

  it("may be shown before it is accepted", () => {
    move();
    weather.say(news("update", 4, 4));
    expect(link.busy).toBe(true);
    weather.say({ type: "accepted", id: "id-1", number: 4 });
    expect(link.busy).toBe(false);
  });

  it("is sent again under the same id after a lost connection", () => {
    move();
    weather.socket.ends.closed();
    weather.pass(1);
    comeIn(3);
    expect(weather.sent("move").map((message) => message.id)).toEqual(["id-1"]);
    weather.say({ type: "accepted", id: "id-1", number: 4 }, news("update", 4, 4));
    expect(link.busy).toBe(false);
  });

  it("that was accepted is not sent again", () => {
    move();
    weather.say({ type: "accepted", id: "id-1", number: 4 });
    weather.socket.ends.closed();
    weather.pass(1);
    comeIn(3);
    expect(weather.sent("move")).toEqual([]);
    expect(link.busy).toBe(true);
    weather.say(news("update", 4, 4));
    expect(link.busy).toBe(false);
  });

  it("made without a connection is sent as soon as there is one", () => {
    weather.socket.ends.closed();
    expect(move()).toBe(true);
    weather.pass(1);
    comeIn(3);
    expect(weather.sent("move").length).toBe(1);
  });

  it("survives that the page is loaded anew", () => {
    move();
    link.stop();
    link = make();
    link.start();
    comeIn();
    expect(weather.sent("move").map((message) => message.id)).toEqual(["id-1"]);
    weather.say(refused("id-1", "stale"));
    expect(told).toEqual(["outdated"]);
    expect(weather.stored).toBeNull();
  });

  it("that nobody answers is sent again over a new connection", () => {
    move();
    weather.pass(9);
    weather.say({ type: "pong", number: 3 });
    weather.pass(2);
    comeIn(3);
    expect(weather.sent("move").map((message) => message.id)).toEqual(["id-1"]);
  });

  it.each(["stopping", "database", "too-often"])("refused for the moment (%s) is sent again", (code) => {
    move();
    weather.say(refused("id-1", code));
    expect(link.busy).toBe(true);
    weather.pass(1.1);
    expect(weather.sent("move").map((message) => message.id)).toEqual(["id-1", "id-1"]);
    expect(told).toEqual([]);
  });

  it.each(["stale", "not-your-turn", "phase-over"])("that came too late (%s) is dropped quietly", (code) => {
    move();
    weather.say(refused("id-1", code));
    expect([told, link.busy]).toEqual([["outdated"], false]);
  });

  it("that breaks a rule is explained", () => {
    move();
    weather.say(refused("id-1", "too-dear"));
    expect([told, link.busy]).toEqual([["too-dear"], false]);
  });

  it("is not confused with somebody else's answer", () => {
    move();
    weather.say(refused("id-77", "too-dear"), { type: "accepted", id: "id-78", number: 4 });
    expect([told, link.busy]).toEqual([[], true]);
  });
});

describe("a question about a rule", () => {
  it("is answered, and never sent again", () => {
    link.ask("A", "build airport");
    weather.say(refused("id-1", "too-dear"));
    expect([told, link.busy, weather.stored]).toEqual([["too-dear"], false, null]);
    link.ask("A", "build airport");
    weather.socket.ends.closed();
    weather.pass(1);
    comeIn(3);
    expect(weather.sent("move")).toEqual([]);
  });
});
