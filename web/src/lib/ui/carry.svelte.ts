/**
 * Drag and drop beside tapping, by mouse, finger or pen. A piece that is pulled away lies under the pointer until it is
 * put down; Escape, or a browser that takes the pointer away, puts it back. A tap stays a tap.
 */
export type Point = { x: number; y: number };
export type Held<Piece> = Point & { piece: Piece; lies: boolean };

type Ways<Piece> = {
  lift: (piece: Piece) => void; // it has left its place
  over: (piece: Piece, at: Point) => boolean; // whether it would lie where the pointer is
  drop: (piece: Piece, at: Point) => void;
  back: (piece: Piece) => void; // it returns to where it came from
};

const STILL = 8; // pixels that a pointer may slip in a tap

export class Carry<Piece> {
  /** The piece in the air, from when it has left its place. */
  held = $state.raw<Held<Piece> | null>(null);
  #ways: Ways<Piece>;
  #from: (Point & { piece: Piece; pointer: number }) | null = null;
  #given = false; // up: the pointer is still down, but carries nothing any more

  constructor(ways: Ways<Piece>) {
    this.#ways = ways;
  }

  /** A pointer came down on a piece that may be pulled away. */
  grab(event: PointerEvent, piece: Piece): void {
    if (event.button !== 0 || this.#from) return;
    this.#from = { piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    this.#given = false;
    addEventListener("pointermove", this.#move);
    addEventListener("pointerup", this.#up);
    addEventListener("pointercancel", this.#cancel);
    addEventListener("keydown", this.#key, { capture: true });
  }

  /** The board goes, or another position came. */
  stop(): void {
    if (this.held) this.#ways.back(this.held.piece);
    this.#end();
  }

  #move = (event: PointerEvent) => {
    const from = this.#from;
    if (!from || event.pointerId !== from.pointer || this.#given) return;
    const at = { x: event.clientX, y: event.clientY };
    if (!this.held) {
      if (Math.hypot(at.x - from.x, at.y - from.y) < STILL) return;
      this.#ways.lift(from.piece);
    }
    this.held = { ...at, piece: from.piece, lies: this.#ways.over(from.piece, at) };
  };

  #up = (event: PointerEvent) => {
    if (event.pointerId !== this.#from?.pointer) return;
    const held = this.held;
    if (held || this.#given) swallowClick();
    this.#end();
    if (held) this.#ways.drop(held.piece, { x: event.clientX, y: event.clientY });
  };

  #cancel = (event: PointerEvent) => {
    if (event.pointerId === this.#from?.pointer) this.stop();
  };

  #key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !this.held) return;
    event.preventDefault();
    event.stopPropagation();
    const { piece } = this.held;
    this.held = null;
    this.#given = true;
    this.#ways.back(piece);
  };

  #end(): void {
    this.held = null;
    this.#from = null;
    removeEventListener("pointermove", this.#move);
    removeEventListener("pointerup", this.#up);
    removeEventListener("pointercancel", this.#cancel);
    removeEventListener("keydown", this.#key, { capture: true });
  }
}

/** The click with which a browser ends a drag is no tap. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

/** What lies under a point of the screen, up to the nearest that fits a selector. */
export function under({ x, y }: Point, selector: string): HTMLElement | SVGElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement | SVGElement>(selector) ?? null;
}
