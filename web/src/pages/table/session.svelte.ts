/** A session at a table: what the frame knows and does, apart from how it looks. */
import * as m from "$messages";
import { loadGame } from "../../games";
import { api, type Hint, isRefusal } from "$lib/api/client";
import type { Action, BoardProps, Both, Entry, GameModule, Seat } from "$lib/game";
import { language, say } from "$lib/lang.svelte";
import { LiveTable } from "$lib/live/table.svelte";
import type { Refusal } from "$lib/live/types";
import { notifications } from "$lib/app.svelte";
import { CATALOGUE, isReaction, type Reaction, reactions } from "$lib/reactions.svelte";
import { sound } from "$lib/sound.svelte";
import { speak, speech } from "$lib/speech.svelte";
import { openWhenClosed } from "$lib/opening";
import { mine as remembered, noted, remember, sealOf, seatKeys, seated } from "$lib/tables.svelte";
import { Hold } from "./hold.svelte";
import { Announcer, sentences } from "./announcements";
import { isGlad, moodOf } from "./ending";
import { pace, scenesOf } from "./pace.svelte";
import { sinceMine, type Turn, turnEnds } from "./log";
import { type Moment, Past } from "./past.svelte";
import { ReviewRequest } from "./review/request.svelte";
import { seatsOf } from "./seats";
import { soundsOf } from "./sounds";
import type { Toast } from "./Toasts.svelte";

const TOAST_SECONDS = 7;
const BUBBLE_SECONDS = 5;
const OPEN_AGAIN_SECONDS = 1;
const STALLED = 400; // milliseconds after which a move that is under way is shown as such

export class Session {
  live: LiveTable;
  past: Past;
  hold: Hold;
  review: ReviewRequest;
  module = $state.raw<GameModule | null>(null);
  box = $state.raw<unknown>(null);
  boardFailed = $state(false);
  hints = $state.raw<Hint[] | "asking" | null>(null);
  toasts = $state.raw<Toast[]>([]);
  announced = $state("");
  passTo = $state.raw<Seat | null>(null);

  readonly seats: Seat[] = $derived.by(() => {
    const { state, mine, connected } = this.live;
    return state ? seatsOf(state, mine, connected) : [];
  });
  readonly myTurn: boolean = $derived.by(() => {
    const { state, mine } = this.live;
    return state?.phase === "playing" && !!state.turn && mine.includes(state.turn);
  });
  readonly mayUndo: boolean = $derived.by(() => {
    const { state, mine } = this.live;
    const undoable = !!state?.undo && mine.includes(state.undo);
    return (this.hold.action !== null || undoable) && !this.past.open;
  });
  /** Whether somebody else sits here too, at a device of their own. */
  readonly hasCompany: boolean = $derived.by(
    () => this.live.mine.length > 0 && this.seats.some(({ kind, mine }) => kind === "person" && !mine),
  );
  readonly takesPart: boolean = $derived.by(() => this.live.mine.length > 0 || this.live.host);
  /** The table as it is now. */
  readonly present: BoardProps | null = $derived.by(() => {
    const { state, legal, news } = this.live;
    if (!state || this.box === null) return null;
    const held = this.hold.action;
    const present: BoardProps = {
      view: state.view,
      box: this.box,
      options: state.options,
      seats: this.seats,
      turn: state.turn,
      legal: held || (this.stalled && this.live.busy) ? [] : legal, // also when it was refused, or the answer came last
      news,
      outcome: state.outcome,
      held,
      hinted: Array.isArray(this.hints) ? this.hints.map((hint) => hint.action.id) : [],
      sentences: this.live.sentences,
      waits: this.live.waits,
      partial: this.live.partial,
      instant: pace.factor === 0,
      play: this.play,
      reveal: this.reveal,
      refuse: this.refuse,
    };
    return held && this.module?.after ? { ...present, view: this.module.after(present, held) } : present;
  });
  /** What the board is given: the present, or what is looked at of the past. */
  readonly now: BoardProps | null = $derived.by(() => {
    const past = this.past.shown;
    if (!this.present || !past) return this.present;
    const { view, outcome } = past;
    return {
      ...this.present,
      view,
      outcome,
      turn: null,
      legal: [],
      news: [],
      hinted: [],
      waits: false,
      partial: false,
    };
  });
  /** Colours that the game itself has for its players, by seat. */
  readonly colours: Record<string, string> = $derived.by(() => {
    const { state } = this.live;
    return (state && this.module?.colours?.({ view: state.view })) || {};
  });
  /** The number of the first entry that the board has not shown yet; null: it has shown all. */
  readonly waitsFrom: number | null = $derived.by(() => {
    if (!this.present || this.past.open) return null;
    return this.module?.waitsFrom?.(this.present) ?? null;
  });
  /** What may be told: all that has been shown. */
  readonly told: Entry[] = $derived.by(() => {
    const from = this.waitsFrom;
    if (!this.module && !this.boardFailed) return []; // what it shows first is not known yet
    return from === null ? this.live.entries : this.live.entries.filter((entry) => entry.number < from);
  });
  /** What the others did since my last move, once it is my turn; nothing when I have seen it. */
  readonly waited: Turn[] = $derived.by(() => {
    if (!this.myTurn || this.past.open) return [];
    const turns = sinceMine(this.told, this.live.mine);
    return turns.at(-1)?.key === this.seenTurn ? [] : turns;
  });
  readonly prompt: string = $derived.by(() => {
    if (!this.present || !this.module || !this.myTurn) return "";
    if (this.hold.action) return m.table_held();
    const { legal, waits, partial } = this.live;
    if (partial && !waits && !legal.length) return ""; // nothing is asked before all is shown
    return this.module.prompt(this.present);
  });

  bubbles = $state.raw<{ id: number; seat: string; what: Reaction }[]>([]);
  code = $state<string | null>(null); // for whoever shall sit here instead

  private seenTurn = $state("");
  private parts: Promise<unknown> | undefined; // the box
  private loading = false;
  private stalled = $state(false);
  private stalling: ReturnType<typeof setTimeout> | undefined;
  private announcer = new Announcer((text) => (this.announced = text));
  private lastTurn: string | null = null;
  private lastMine: string | null = null;
  private toastNumber = 0;
  private unsaid: Entry[] = []; // what has happened and was not announced yet

  constructor(
    readonly id: string,
    readonly keys: string[],
  ) {
    this.review = new ReviewRequest(id);
    this.past = new Past(
      (moves) => api.moment(id, moves) as Promise<Moment>,
      () => this.live.state?.moves ?? 0,
      () => turnEnds(this.live.entries),
    );
    this.hold = new Hold(id, {
      send: (action) => this.send(action),
      sendOnLeaving: (action, number) => this.sendOnLeaving(action, number),
    });
    const ears = {
      refused: (refusal: Refusal) => this.tell(refusal, refusal.clause),
      outdated: () => this.tell(m.live_outdated()),
      news: (entries: Entry[]) => this.happened(entries),
      welcome: (seats: string[], host: boolean) => seated(id, seats, host),
      reaction: (seat: string, what: string) => this.reacted(seat, what),
    };
    this.live = new LiveTable(id, keys, ears, () => pace.factor);
    this.live.director.split = (before, arrival) =>
      scenesOf(this.module?.scenes, this.box, this.live.mine, before, arrival);
    // What the box holds is asked for beside the connection. Which game it is may be known before the server says so:
    // then its board comes at once.
    this.parts = api.box(id);
    this.parts.catch(() => {}); // `load` says so
    void this.load(remembered.find((each) => each.id === id)?.game);
  }

  stop(): void {
    this.hold.stop();
    this.live.stop();
    this.past.close();
    this.review.stop();
    this.announcer.stop();
    clearTimeout(this.stalling);
  }

  /** The board and the box of the game; again if the network failed. */
  async load(game = this.live.state?.game): Promise<void> {
    if (!game || this.loading) return;
    this.loading = true;
    this.boardFailed = false;
    try {
      this.parts ??= api.box(this.id);
      [this.module, this.box] = await Promise.all([loadGame(game), this.parts]);
      this.live.open();
      this.note(); // now the game's own colours are known
    } catch {
      this.parts = undefined;
      this.boardFailed = true;
    } finally {
      this.loading = false;
    }
  }

  // ------------------------------------------------------------ what people do

  /** Turn up what waits for a tap: it is a dice game, also where the rules leave no choice. */
  reveal = (): void => {
    if (this.past.open) return;
    if (this.present && this.waitsFrom !== null) this.module?.reveal?.(this.present);
    else this.live.director.reveal();
  };

  play = (action: Action): void => {
    this.live.director.skip();
    if (!this.isLegal(action) || this.live.busy || this.hold.action) return;
    this.passTo = null;
    const ends = this.present !== null && this.module?.ends?.(this.present, action);
    const number = this.live.state?.number ?? 0;
    if (!ends || !this.hold.start(action, number, this.live.mine.length > 1)) return this.send(action);
    this.hints = null;
    this.announcer.say(m.table_held_say());
  };

  private isLegal(action: Action): boolean {
    return this.live.legal.some((each) => each.id === action.id);
  }

  private send(action: Action): void {
    if (!this.isLegal(action)) return;
    this.live.play(action);
    clearTimeout(this.stalling);
    this.stalling = setTimeout(() => (this.stalled = this.live.busy), STALLED);
  }

  private sendOnLeaving(action: Action, number: number): void {
    const seat = this.live.state?.turn;
    const key = seat ? seatKeys(this.id).keys[seat] : undefined;
    if (!seat || !key) return;
    api.moveOnLeaving(this.id, key, { id: crypto.randomUUID(), answers: number, seat, action: action.id });
  }

  refuse = (notation: string): void => {
    if (!this.past.open) this.live.ask(notation);
  };

  undo = (): void => {
    if (this.hold.takeBack()) this.announcer.say(m.table_taken_back(), this.prompt);
    else if (this.mayUndo) this.live.undo();
  };

  jump = (moves: number): void => {
    this.live.news = []; // the board has shown it, and shall not do so again
    void this.past.show(moves);
  };

  seen = (): void => {
    this.seenTurn = this.waited.at(-1)?.key ?? "";
  };

  /** Asks for hints, or puts away those that are shown. */
  async hint(): Promise<void> {
    if (this.hints === "asking") return;
    if (this.hints) return void (this.hints = null);
    this.hints = "asking";
    try {
      const { hints } = await api.hints(this.id, this.keys);
      if (this.hints !== "asking") return;
      this.hints = hints;
      const [best] = hints;
      if (!best) return;
      this.announce(`${say(best.action)}. ${say(best.why)}`);
      if (this.module?.spoken && speech.on) speak(say(best.why));
    } catch (problem) {
      this.hints = null;
      this.tell(isRefusal(problem) && problem.code !== "stale" ? problem : m.table_hint_failed());
    }
  }

  /** The table on which play goes on; the same keys open it, each one seat further. */
  async rematch(): Promise<string | null> {
    const state = this.live.state;
    if (!state) return null;
    try {
      const table = state.rematch ?? (await api.rematch(this.id, this.keys)).table;
      const kept = remembered.find((each) => each.id === this.id);
      const letters = state.seats.map(({ seat }) => seat);
      const further = (letter: string) => letters.at(letters.indexOf(letter) - 1) ?? letter;
      const keys = Object.entries(kept?.keys ?? {}).map(([letter, key]) => [further(letter), key]);
      if (kept) {
        const { game, title, host } = kept;
        const words = Object.entries(kept.next).map(([letter, word]) => [further(letter), word]);
        const told = { keys: Object.fromEntries(keys), words: Object.fromEntries(words) };
        remember(table, { game, title, ...told, host, code: null });
      }
      return table;
    } catch (problem) {
      this.tell(isRefusal(problem) ? problem : m.end_fair_failed());
      return null;
    }
  }

  tell(said: Both | string, clause: string | null = null): void {
    const toast: Toast = { id: ++this.toastNumber, said, clause, tone: clause ? "rule" : "plain" };
    this.toasts = [...this.toasts.slice(-1), toast];
    setTimeout(() => this.dismiss(toast.id), TOAST_SECONDS * 1000);
    if (clause && speech.on) speak(typeof said === "string" ? said : say(said));
  }

  dismiss = (id: number): void => {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  };

  hasResigned(letter: string): boolean {
    return !!this.live.state?.seats.find(({ seat }) => seat === letter)?.resigned;
  }

  private reacted(seat: string, what: string): void {
    if (reactions.muted || !isReaction(what)) return;
    const id = ++this.toastNumber;
    this.bubbles = [...this.bubbles.slice(-2), { id, seat, what }];
    setTimeout(() => (this.bubbles = this.bubbles.filter((each) => each.id !== id)), BUBBLE_SECONDS * 1000);
    const sender = this.seats.find(({ letter }) => letter === seat);
    if (sender && !sender.mine) this.announcer.say(`${sender.name}: ${CATALOGUE[what].said()}`);
  }

  announce = (text: string): void => this.announcer.say(text);

  // ------------------------------------------------------------ what happens

  private happened(entries: Entry[]): void {
    this.stalled = false;
    if (entries.some((entry) => entry.move || entry.kind === "undo")) this.hints = null;
    const undo = entries.find((entry) => entry.kind === "undo");
    if (undo) this.past.forgetAfter(Number(undo.moves));
    this.unsaid.push(...entries);
  }

  /** Announce what has happened, as far as the board has shown it. */
  announceShown(): void {
    const from = this.waitsFrom ?? Infinity;
    const shown = this.unsaid.filter((entry) => entry.number < from);
    this.unsaid = this.unsaid.filter((entry) => entry.number >= from);
    this.announcer.say(...sentences(shown, language.now));
    for (const name of soundsOf(shown)) sound.play(name);
    const outcome = this.live.state?.outcome;
    if (outcome && shown.some((entry) => entry.move))
      sound.play(isGlad(moodOf(outcome, this.seats)) ? "win" : "lose");
  }

  /** Open our words for the dice when all seals are there, and again until that has worked. */
  async openWords(): Promise<void> {
    const state = this.live.state;
    if (!state?.fairness?.closed || state.phase !== "waiting") return;
    try {
      if (!(await openWhenClosed(this.id, state))) this.tell(m.table_other_seals());
    } catch {
      setTimeout(() => this.openWords(), OPEN_AGAIN_SECONDS * 1000);
    }
  }

  /** For the list of one's tables. */
  private note(): void {
    const { state } = this.live;
    if (!state) return;
    const { game, title, phase, number } = state;
    const acting = this.seats.find(({ letter }) => letter === state.turn);
    const turn = acting?.handed ? null : state.turn;
    const last = this.live.entries.findLast((entry) => typeof entry.at === "number");
    const since = Number(last?.at ?? 0) * 1000;
    const names = Object.fromEntries(state.seats.map(({ seat, name }) => [seat, name]));
    const faces = Object.fromEntries(this.seats.map(({ letter, face }) => [letter, face]));
    const seal = sealOf(this.id) ?? (phase === "over" ? null : (state.fairness?.commitment ?? null));
    noted(this.id, { game, title, turn, number, since, phase, names, faces, colours: this.colours, seal });
  }

  /** Whenever the state has changed: whose turn it is now. */
  turned(): void {
    const { state, mine } = this.live;
    if (!state) return;
    if (mine.length && (state.phase === "playing" || state.phase === "waiting"))
      void notifications.cover(this.id);
    const late = this.hold.restored(this.live.legal, state.number);
    if (late) this.send(late);
    const { turn, phase } = state;
    if (turn === this.lastTurn && phase !== "over") return;
    this.note();
    const seat = this.seats.find((each) => each.letter === turn);
    if (seat && turn && mine.includes(turn)) {
      if (this.lastTurn !== null) {
        sound.play("turn");
        void notifications.turn(this.id, say(state.title));
      }
      const name = seat.name;
      this.announcer.say(mine.length > 1 ? m.table_you_play({ name }) : m.table_your_turn(), this.prompt);
      if (mine.length > 1 && this.lastMine !== null && this.lastMine !== turn) this.passTo = seat;
      this.lastMine = turn;
    } else if (state.outcome) this.announcer.say(say(state.outcome.reason));
    this.lastTurn = turn;
  }
}
