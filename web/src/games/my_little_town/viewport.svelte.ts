/** The viewport on the town: its camera, and how it is moved by dragging, wheel, pinching, keys and buttons. */
import { between, fit, kept, moved, zoomed, type Camera, type Size } from "./camera";
import { UNIT, type Bounds } from "./geometry";

const STILL = 7; // pixels that a finger may slip in a tap
const FINGER = 44; // pixels that a fingertip needs
const TRAVEL = 320; // milliseconds
const NOWHERE: Bounds = { left: 0, top: 0, right: 3, bottom: 3 };

export class Viewport {
  camera = $state.raw<Camera>({ x: 1.5, y: 1.5, scale: 40 });
  size = $state.raw<Size>({ width: 0, height: 0 });
  following = $state(true); // shows the whole town, as it grows, until somebody looks closer
  close = $state(false); // a part of it is out of sight
  #whole: Bounds = NOWHERE;
  #frame = 0;

  get viewBox(): string {
    const { x, y, scale } = this.camera;
    const wide = (this.size.width / scale) * UNIT;
    const high = (this.size.height / scale) * UNIT;
    return `${x * UNIT - wide / 2} ${y * UNIT - high / 2} ${wide} ${high}`;
  }

  /** Whether a tile is so small that a touch means the nearest place, not the one that is hit. */
  get isFine(): boolean {
    return this.camera.scale * 3 < FINGER;
  }

  /** The town has grown, or its frame has another size. */
  show(whole: Bounds, size: Size) {
    const first = this.size.width === 0 || size.width === 0;
    const sameSize = this.size.width === size.width && this.size.height === size.height;
    this.#whole = whole;
    this.size = size;
    const goal = this.following ? fit(whole, size) : kept(this.camera, whole, size);
    this.close = !this.#isWhole(goal);
    if (first || !sameSize) this.#jump(goal);
    else this.#travel(goal);
  }

  fit = () => {
    this.following = true;
    this.close = false;
    this.#travel(fit(this.#whole, this.size));
  };

  zoom = (factor: number, at: [number, number] = [0, 0]) => {
    this.#look(zoomed(this.camera, factor, at), true);
  };

  pan = (across: number, down: number) => this.#look(moved(this.camera, across, down), true);

  /** Bring a square into sight. */
  reveal([x, y]: [number, number]) {
    const [across, down] = [
      this.size.width / this.camera.scale / 2,
      this.size.height / this.camera.scale / 2,
    ];
    const far = Math.abs(x - this.camera.x) > across - 1 || Math.abs(y - this.camera.y) > down - 2;
    if (this.close && far) this.#look({ ...this.camera, x, y }, true);
  }

  /** A point of the screen, in squares. */
  squareAt(element: Element, clientX: number, clientY: number): [number, number] {
    const [across, down] = this.#fromMiddle(element, clientX, clientY);
    return [this.camera.x + across / this.camera.scale, this.camera.y + down / this.camera.scale];
  }

  #fromMiddle(element: Element, clientX: number, clientY: number): [number, number] {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [clientX - left - width / 2, clientY - top - height / 2];
  }

  #look(wished: Camera, calmly: boolean) {
    const goal = kept(wished, this.#whole, this.size);
    this.following = this.#isWhole(goal);
    this.close = !this.following;
    if (calmly) this.#travel(goal);
    else this.#jump(goal);
  }

  #isWhole(camera: Camera): boolean {
    return camera.scale <= fit(this.#whole, this.size).scale * 1.01;
  }

  #jump(goal: Camera) {
    cancelAnimationFrame(this.#frame);
    this.camera = goal;
  }

  #travel(goal: Camera) {
    cancelAnimationFrame(this.#frame);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return void (this.camera = goal);
    const from = this.camera;
    const begun = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - begun) / TRAVEL));
      this.camera = between(from, goal, part);
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Listen on the town's drawing. One finger scrolls the page while the whole town is in sight. */
  gestures = (element: SVGSVGElement) => {
    const fingers = new Map<number, [number, number]>();
    let slipped = 0;
    let spread = 0;

    const spreadOf = () => {
      const [[x, y] = [0, 0], [u, v] = [0, 0]] = fingers.values();
      return { apart: Math.hypot(x - u, y - v), middle: [(x + u) / 2, (y + v) / 2] as [number, number] };
    };
    const down = (event: PointerEvent) => {
      const loose = event.target instanceof Element && event.target.closest("[data-loose]");
      if (event.button !== 0 || loose) return; // a piece is dragged, not the town
      if (fingers.size === 0) slipped = 0;
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (fingers.size === 2) spread = spreadOf().apart;
    };
    const move = (event: PointerEvent) => {
      const last = fingers.get(event.pointerId);
      if (!last) return;
      const [across, along] = [event.clientX - last[0], event.clientY - last[1]];
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      slipped += Math.hypot(across, along);
      if (slipped < STILL) return;
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
      if (fingers.size === 2) {
        const { apart, middle } = spreadOf();
        const at = this.#fromMiddle(element, ...middle);
        this.#look(moved(zoomed(this.camera, apart / Math.max(spread, 1), at), across / 2, along / 2), false);
        spread = apart;
      } else this.#look(moved(this.camera, across, along), false);
    };
    const up = (event: PointerEvent) => fingers.delete(event.pointerId);
    const click = (event: MouseEvent) => {
      if (slipped < STILL || event.detail === 0) return;
      event.stopPropagation();
      slipped = 0;
    };
    const wheel = (event: WheelEvent) => {
      const before = this.camera.scale;
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      const at = this.#fromMiddle(element, event.clientX, event.clientY);
      this.#look(zoomed(this.camera, factor, at), false);
      if (this.camera.scale !== before || event.ctrlKey) event.preventDefault();
    };

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("click", click, { capture: true });
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      cancelAnimationFrame(this.#frame);
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("click", click, { capture: true });
      element.removeEventListener("wheel", wheel);
    };
  };

  /** Keys for the town: plus and minus, 0 for all of it, arrows to move. */
  key = (event: KeyboardEvent): boolean => {
    const step = 60;
    if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else if (event.key === "ArrowLeft") this.pan(step, 0);
    else if (event.key === "ArrowRight") this.pan(-step, 0);
    else if (event.key === "ArrowUp") this.pan(0, step);
    else if (event.key === "ArrowDown") this.pan(0, -step);
    else return false;
    event.preventDefault();
    return true;
  };
}
