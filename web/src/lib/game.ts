/**
 * The contract between the page and a game's folder (src/games/NAME/). The page knows games only through this file,
 * and a game knows the page only through this file and what is beside it in lib/. A game without a folder has the
 * board of lib/defaultgame.
 *
 * Everything here comes from the server as it is; `docs/server/live.md` has examples.
 */
import type { Component } from "svelte";
import type { FaceName } from "./faces";

export type Both = { en: string; fr: string };

/** A legal action: its number, its notation, and the words of the notation. `sentences` say it to people. */
export type Action = { id: number; text: string; words: string[] };

/** Legal actions in words. Call `want` where they are read: they are only sent to those who ask. */
export type ActionSentences = { want: (legal: Action[]) => void; of: (action: Action) => string };

/** Something that happened, as data (which differs from game to game) and in words. */
export type GameEvent = Both & { kind: string; seat?: string } & Record<string, unknown>;

/** One numbered line in a table's list: a move (of a person, a bot, or Nature), undo, joining, … */
export type Entry = {
  number: number;
  kind: string;
  seat: string | null;
  at: number;
  move?: { id: number; text: string };
  events?: GameEvent[];
} & Record<string, unknown>;

export type Seat = {
  letter: string; // A to F
  place: number; // 0 to 5, for colours: see --seat-0 to --seat-5
  name: string;
  kind: "person" | "bot" | "open" | "past";
  face: FaceName; // see lib/ui/Face.svelte
  level: string | null; // of a bot
  handed: string | null; // the bot that plays for an absent person
  mine: boolean; // this browser holds its key
  connected: boolean;
};

export type Outcome = { winners: string[]; scores: Record<string, number>; reason: Both };

/**
 * What a game's Board.svelte is given. It draws, offers what is legal where it lies, and calls `play`.
 *
 * What the prompt asks for carries `data-asked`, and lies in the window without scrolling at every size: `--room` is
 * the height that a board has there. Lengths are in rem, which grow with the window (tests/browser/test_layout.py).
 */
export type BoardProps<View = any, Box = any> = {
  view: View; // the game's own view of the position (`view` in the game's view.py)
  box: Box; // the game's components in words and numbers (`box` in the game's view.py)
  options: Record<string, string>;
  seats: Seat[];
  turn: string | null; // the letter of the seat to act, "*" for Nature, null when nobody is
  legal: Action[]; // what this browser may do now; empty while others act, while watching, and in replays
  news: Entry[]; // what led from the view shown before to this one; for motion. Empty at first and in replays
  outcome: Outcome | null;
  held?: Action | null; // a move of ours that can still be taken back: shown, but not yet sent
  hinted: number[]; // the ids of actions that a hint recommends
  sentences: ActionSentences;
  partial?: boolean; // more of what has happened is about to be shown
  instant?: boolean; // this player wants to see all at once: nothing waits for a tap
  waits?: boolean; // something is turned up with a tap of this player's, although the rules leave no choice
  play: (action: Action) => void;
  /** The tap that is waited for. */
  reveal?: () => void;
  /** Something that is not legal was touched: ask the server for the rule, which the page then shows. */
  refuse: (notation: string) => void;
};

/** A part of what a message of the server brought, shown for a while before the next. */
export type Scene<View = any> = {
  view: View; // as it is to be seen meanwhile
  turn: string | null; // who acts in it
  events: number; // how many events of the news belong to it; the last scene has the rest
  ms: number; // how long it is shown at the normal pace before anything else is
  waits?: boolean; // until the player to act taps; the next scene shows what that brings
  open?: boolean; // whoever is to act after all of it may do so already
};

/** What is to be split into scenes. `mine` are the seats of this browser. */
export type News<View = any, Box = any> = {
  before: View; // the same as `after` where a game begins
  after: View;
  turn: string | null; // who is to act after it
  from: string | null; // who was to act before it
  entries: Entry[];
  box: Box;
  mine: string[];
};

/** A position as a board is given it, made by the engine and shipped with the page (scripts/page_positions.py). */
export type Moment<View = any> = Pick<BoardProps<View>, "view" | "turn" | "outcome">;
type Setting = { players: number; options: Record<string, string> };

/** A picture beside a clause of the rules: what lay there, what happened, what lies there then. */
export type RulePicture = Setting & {
  clause: string;
  show: string; // which parts of the board, see pictures.css of the game
  before: Moment;
  said: Both[];
  after: Moment | null;
};

/** What src/games/NAME/pictures.ts exports as default; loaded with the rules. */
export type RulePictures = { box: unknown; pictures: RulePicture[] };

/** A staged position of a lesson, and how it goes on: frames are shown one after the other, and then the learner, who
 * has the first seat, is to do what is wished. Nothing is wished at the end. */
export type Stage = Setting & {
  moments: {
    frames: (Moment & { news: Entry[] })[];
    legal: Action[];
    wish: number | null;
    ways: Record<number, (Moment & { news: Entry[] })[]>; // other actions that are as good, and what follows them
  }[];
};

/** What a lesson says while the learner is to do something: the first tip that fits. */
export type Tip = {
  id: string;
  when?: (now: BoardProps) => boolean; // always, if left out
  say: () => string; // a message in the current language
  point?: string; // a CSS selector of what to touch; what the board marks as asked for, if left out
};

/** What src/games/NAME/lesson.ts exports as default; loaded when a lesson begins. */
export type Lesson = {
  box: unknown;
  stages: (Stage & { tips: Tip[]; done: () => string })[];
  /** A picture for a tip, by its id. */
  Picture?: Component<{ tip: string }>;
};

/** What src/games/NAME/index.ts exports as default; loaded when a table of the game is opened. */
export type GameModule = {
  Board: Component<BoardProps>;
  /** One short sentence that says what the player to act should do now ("Roll the dice"). */
  prompt: (now: BoardProps) => string;
  /** What the end says beside who won: points with their reasons, game by game. May be left out. */
  Ending?: Component<BoardProps>;
  /** Whether a move ends the turn and turns nothing up by itself: the page holds it back for a moment, so that a slip
   * can be taken back. */
  ends?: (now: BoardProps, action: Action) => boolean;
  /** The view with a move that is held back already done, as far as it can be shown without the server. */
  after?: (now: BoardProps, action: Action) => unknown;
  /** How a player stands, in a word or two, beside the name on small screens. A tap on it leads to `data-town`. */
  Tally?: Component<{ now: BoardProps; letter: string }>;
  /** For small hands: what is around the board is as large to touch as what is on it; on a phone held upright the
   * board itself says who plays. */
  big?: boolean;
  /** For those who can't read yet: what is asked, refused, taught and won is read aloud unless that was silenced on
   * this device. Refusals lie over the banner and never over the pieces; on a phone, hints are seen on the board only. */
  spoken?: boolean;
  /** What happened, one event at a time: the last scene shows the view after it. Left out: all at once. */
  scenes?: (news: News) => Scene[];
  /** The number of the first entry that the board has not shown yet, such as dice that wait for a tap; null: it has
   * shown all. The log and the live region wait with it. */
  waitsFrom?: (now: BoardProps) => number | null;
  /** Show what `waitsFrom` speaks of, without the board: for the list of choices. */
  reveal?: (now: BoardProps) => void;
  /** The colours of a game's own pieces, by seat; where it has none, a seat's colour is its usual one. */
  colours?: (now: Pick<BoardProps, "view">) => Record<string, string>;
  /** The class of the table's surface, from the game's surface.css. */
  surface?: string;
  /** How the workshop draws the components of a box; left out: in words. */
  bench?: GameBench;
};

/** What src/games/NAME/cover.ts exports as default; part of the home page, so it must be small. */
export type Cover = {
  name: string; // as the server calls the game
  Art: Component; // our own drawing, an <svg viewBox="0 0 320 240">, decorative
  age?: number;
  minutes?: number; // a game lasts; where the number comes from stands beside it
  about?: boolean; // its source says so
  players: [number, number];
  /** The colours of the seats with given options, where the game's pieces have their own. */
  colours?: (options: Record<string, string>) => string[];
  tagline?: () => string;
};

/** What src/games/NAME/workshop.ts exports as default, and the game's index.ts hands on: how the workshop draws the components of a box.
 * It comes with the board, whose parts it uses: a file of its own would tear these out of the board's, into many small ones. */
export type GameBench = {
  /** An entry of the box as it lies on the table. `shelf` is where it lies in the box, "establishment" or "tiles.district". */
  Drawing: Component<{ shelf: string; value: any; data: any; box: any }>;
  /** How wide a drawing is on its shelf, in rem; 0 where it has none. */
  width: (shelf: string) => number;
  /** A value of a field as a small picture, where `pictured` says that there is one; letters of tiles are those of "squares". */
  Picture?: Component<{ field: string; value: string }>;
  pictured?: (field: string, value: string) => boolean;
  /** The field by which the entries of a shelf lie apart, such as the colour of cards. */
  apart?: Record<string, string>;
  /** The class around all drawings, for the game's own colours. */
  className?: string;
};
