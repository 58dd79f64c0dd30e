/** What the table shows beyond the view: where blocks were seen to land, the last throws, the gnome's mood. */
import type { BoardProps, GameEvent } from "$lib/game";
import type { Mood } from "./art/Gnome.svelte";
import { selection } from "./selection.svelte";
import { rise, stand, type Village } from "./plan";
import type { Box, Face, View } from "./types";

type Now = BoardProps<View, Box>;

export class Scene {
  #now: () => Now;
  #villageBefore: Village = {};
  #towerBefore: boolean[] = [];
  #thrownBefore: Record<string, Face[]> = {};
  #orangeBefore: { face: string; key: number } | null = null;

  #events = $derived.by(() => this.#now().news.flatMap((entry) => entry.events ?? []));
  waiting = $derived.by(() => selection.waits(this.#now().view)); // dice wait for a tap
  finished = $derived.by(() => new Set(this.happened("finished").map((event) => event.house as string)));

  // Blocks stay where they were seen to land, which only this page remembers.
  village = $derived.by(() => {
    const { view, box } = this.#now();
    return (this.#villageBefore = stand(view, box, this.#villageBefore));
  });
  tower = $derived.by(
    () => (this.#towerBefore = rise(this.#shownTower(), this.#now().view.emblems, this.#towerBefore)),
  );

  // What everybody threw last, so that a throw without a choice is seen too.
  throws = $derived.by(() => {
    const thrown = this.happened("thrown").map(
      (event) => [event.seat as string, event.dice as Face[]] as const,
    );
    return (this.#thrownBefore = { ...this.#thrownBefore, ...Object.fromEntries(thrown) });
  });
  orange = $derived.by(() => {
    const last = this.happened("orange").at(-1);
    if (last) this.#orangeBefore = { face: String(last.face), key: this.#now().view.turns };
    return this.#orangeBefore;
  });

  mood = $derived.by((): Mood => {
    const { view, box } = this.#now();
    const now = (kind: string) => this.happened(kind).length > 0;
    if (view.phase === "ended") return view.lying === 0 ? "grumpy" : "happy";
    if (view.phase === "destroy" || now("emblem") || now("destroyed")) return "tantrum";
    if (this.tower.length >= box.tower * 0.7 && now("blue")) return "happy";
    return view.lying < box.blocks / 2 || now("finished") ? "grumpy" : "calm";
  });

  constructor(now: () => Now) {
    this.#now = now;
  }

  happened(kind: string): GameEvent[] {
    return this.#events.filter((event) => event.kind === kind);
  }

  /** Blue blocks that came with dice which wait for a tap wait with them. */
  #shownTower(): number {
    const { view } = this.#now();
    const came = this.happened("blue").length;
    return this.waiting ? Math.max(view.emblems, view.tower - Math.min(came, 1)) : view.tower;
  }
}
