/** The course of a lesson: staged positions one after the other, what the learner may do in them, and what follows. */
import { ANIMALS } from "$lib/faces";
import type { Action, BoardProps, Entry, Lesson, Moment, Seat } from "$lib/game";
import { say } from "$lib/lang.svelte";

type Frame = Moment & { news: Entry[] };
export const PAUSE = 1500; // milliseconds in which a frame is seen before the next

/** Who sits at the lesson's table: the learner first. The engine tells the positions with the same names. */
const NAMES = ["Anna", "Ben", "Chloé", "David", "Emma", "Felix"];

export function seatsFor(players: number, mine: string | null): Seat[] {
  return NAMES.slice(0, players).map((name, place) => {
    const letter = "ABCDEF"[place]!;
    const isMine = letter === mine;
    const kind = isMine ? "person" : "bot";
    const face = ANIMALS[place]!;
    return { letter, place, face, name, kind, level: null, handed: null, mine: isMine, connected: true };
  });
}

export class Course {
  stage = $state(0);
  #moment = $state(0);
  #frames = $state.raw<Frame[]>([]);
  #frame = $state(0);
  #played = $state.raw<number | null>(null); // another way in which the stage was ended
  nudges = $state(0); // how often something else was touched than what is wished
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard: (news: Entry[]) => void;

  readonly now: BoardProps = $derived.by(() => {
    const { options, players } = this.#stage;
    const { view, turn, outcome, news } = this.#frames[this.#frame]!;
    return {
      view,
      turn,
      outcome,
      news,
      box: this.lesson.box,
      options,
      seats: seatsFor(players, "A"),
      legal: this.asks ? this.#here.legal : [],
      hinted: [],
      sentences: { want: () => {}, of: (action) => say(action as Action & { en: string; fr: string }) },
      play: this.play,
      refuse: () => this.nudges++,
    };
  });

  constructor(
    readonly lesson: Lesson,
    stage: number,
    heard: (news: Entry[]) => void,
  ) {
    this.#heard = heard;
    this.begin(stage < lesson.stages.length ? stage : 0);
  }

  get #stage() {
    return this.lesson.stages[this.stage]!;
  }
  get #here() {
    return this.#stage.moments[this.#moment]!;
  }
  get #shown(): boolean {
    return this.#frame === this.#frames.length - 1;
  }
  /** Whether the learner is to do something now. */
  get asks(): boolean {
    return this.#shown && this.#here.wish !== null && this.#played === null;
  }
  /** Whether the stage has come to its end. */
  get done(): boolean {
    return this.#shown && !this.asks;
  }
  get last(): boolean {
    return this.stage === this.lesson.stages.length - 1;
  }
  get tips() {
    return this.#stage.tips;
  }
  get lessonLearnt(): string {
    return this.#stage.done();
  }

  begin(stage: number): void {
    this.stage = stage;
    this.#moment = 0;
    this.#played = null;
    this.nudges = 0;
    this.#show(this.#stage.moments[0]!.frames);
  }

  play = (action: Action): void => {
    if (!this.asks) return;
    const other = this.#here.ways[action.id];
    if (action.id === this.#here.wish) {
      this.#moment += 1;
      this.#show(this.#here.frames);
    } else if (other) {
      this.#played = action.id;
      this.#show(other);
    } else this.nudges++;
  };

  stop(): void {
    clearTimeout(this.#timer);
  }

  #show(frames: Frame[]): void {
    clearTimeout(this.#timer);
    this.#frames = frames;
    this.#frame = 0;
    this.#heard(frames[0]!.news);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#shown) return;
    this.#timer = setTimeout(() => {
      this.#frame += 1;
      this.#heard(this.#frames[this.#frame]!.news);
      this.#schedule();
    }, PAUSE);
  }
}
