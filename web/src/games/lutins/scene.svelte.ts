/** What the table shows beyond the view: where blocks were seen to land, the last throws, the gnome's mood. */
import type { BoardProps, GameEvent } from "$lib/game";
import type { Mood } from "./art/Gnome.svelte";
import { selection } from "./selection.svelte";
import { read, write } from "$lib/storage";
import { rise, spotsFor, stand, type Village, type Wish } from "./plan";
import type { Box, Face, View } from "./types";

type Now = BoardProps<View, Box>;
const KEPT = "faubourg.lutins.houses";

function remembered(): Village {
  try {
    const { table, village } = JSON.parse(read(KEPT) ?? "{}") as { table?: string; village?: Village };
    return table === location.pathname && village ? village : {};
  } catch {
    return {};
  }
}

export class Scene {
  #now: () => Now;
  #villageBefore: Village = {};
  #towerBefore: boolean[] = [];
  #thrownBefore: Record<string, Face[]> = {};
  #orangeBefore: { face: string; key: number } | null = null;

  waiting = $derived.by(() => selection.waits(this.#now().view)); // dice wait for a tap
  // What has been shown of the news, and what waits with the dice.
  #events = $derived.by(() => this.#newsOn((number, from) => from === null || number < from));
  #held = $derived.by(() => this.#newsOn((number, from) => from !== null && number >= from));
  finished = $derived.by(() => new Set(this.happened("finished").map((event) => event.house as string)));

  // Blocks stay where they were seen to land, which only this page remembers.
  village = $derived.by(() => {
    const { view, box } = this.#now();
    return (this.#villageBefore = stand(view, box, this.#villageBefore, this.wish));
  });
  wish: (Wish & { house: string }) | null = null; // where the last block of an imaginary house was put
  /** Blue blocks that came with dice which wait for a tap wait with them. */
  emblems = $derived.by(() => this.#now().view.emblems - this.#waitingWith("emblem"));
  /** Throws with blue that he still sleeps through, as far as it was shown. */
  asleep = $derived.by(
    () => this.#now().view.asleep + this.#waitingWith("asleep") + this.#waitingWith("woken"),
  );
  tower = $derived.by(() => {
    const blocks = this.#now().view.tower - this.#waitingWith("blue") - this.#waitingWith("emblem");
    return (this.#towerBefore = rise(blocks, this.emblems, this.#towerBefore));
  });

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
    if (view.phase === "ended") return view.tower < box.tower ? "grumpy" : "happy";
    if ((view.phase === "destroy" && !this.waiting) || now("emblem") || now("destroyed")) return "tantrum";
    if (this.asleep) return "asleep";
    if (this.tower.length >= box.tower * 0.7 && now("blue")) return "happy";
    const cross = view.strength === "furious" || view.lying < box.blocks / 2 || now("finished");
    return cross ? "grumpy" : "calm";
  });

  constructor(now: () => Now) {
    this.#now = now;
    if (now().view.building === "imaginary") this.#villageBefore = remembered();
  }

  /** Where blocks may be put on an imaginary house. */
  spots(house: string, block: string): { x: number; y: number }[] {
    const { box } = this.#now();
    const form = box.shapes.findIndex((shape) => shape.id === block.split(" ")[1]);
    return spotsFor(this.village[house]?.slots ?? [], form);
  }

  /** Only this device knows where they were put; it remembers the last table. */
  remember(): void {
    const village = this.village;
    if (this.#now().view.building === "imaginary")
      write(KEPT, JSON.stringify({ table: location.pathname, village }));
  }

  happened(kind: string): GameEvent[] {
    return this.#events.filter((event) => event.kind === kind);
  }

  #newsOn(side: (number: number, from: number | null) => boolean): GameEvent[] {
    const { news } = this.#now();
    const from = selection.waitsFrom(this.#now());
    return news.filter((entry) => side(entry.number, from)).flatMap((entry) => entry.events ?? []);
  }

  #waitingWith(kind: string): number {
    return this.#held.filter((event) => event.kind === kind).length;
  }
}
