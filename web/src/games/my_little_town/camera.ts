/** The camera's arithmetic. A camera is where its middle is (in squares) and how many pixels a square has. */
import type { Bounds } from "./geometry";

export type Camera = { x: number; y: number; scale: number };
export type Size = { width: number; height: number };

const NEAREST = 96; // pixels of a square when zoomed in
const COMFORTABLE = 64; // and at most, when the whole town is shown in a frame of usual size
const FEW = 7; // squares that a large frame shows at least

export function fit(bounds: Bounds, size: Size): Camera {
  const wide = bounds.right - bounds.left;
  const high = bounds.bottom - bounds.top;
  const most = Math.max(COMFORTABLE, Math.min(size.width, size.height) / FEW);
  const scale = Math.min(size.width / wide, size.height / high, most);
  return {
    x: (bounds.left + bounds.right) / 2,
    y: (bounds.top + bounds.bottom) / 2,
    scale: Math.max(scale, 1),
  };
}

function within(middle: number, low: number, high: number, shown: number): number {
  if (high - low <= shown) return (low + high) / 2;
  return Math.min(Math.max(middle, low + shown / 2), high - shown / 2);
}

/** The nearest camera that shows nothing but what is inside of the bounds, so that the town is never lost. */
export function kept(camera: Camera, bounds: Bounds, size: Size): Camera {
  const least = fit(bounds, size).scale;
  const scale = Math.min(Math.max(camera.scale, least), Math.max(NEAREST, least));
  return {
    x: within(camera.x, bounds.left, bounds.right, size.width / scale),
    y: within(camera.y, bounds.top, bounds.bottom, size.height / scale),
    scale,
  };
}

/** The camera zoomed by a factor, so that what is at a point of the screen (from the middle) stays there. */
export function zoomed(camera: Camera, factor: number, [across, down]: [number, number] = [0, 0]): Camera {
  const scale = camera.scale * factor;
  return {
    x: camera.x + across / camera.scale - across / scale,
    y: camera.y + down / camera.scale - down / scale,
    scale,
  };
}

export function moved(camera: Camera, across: number, down: number): Camera {
  return { ...camera, x: camera.x - across / camera.scale, y: camera.y - down / camera.scale };
}

/** On the way from one camera to another, 0 to 1. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const eased = 1 - (1 - part) ** 3;
  return {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased,
    scale: from.scale + (to.scale - from.scale) * eased,
  };
}
