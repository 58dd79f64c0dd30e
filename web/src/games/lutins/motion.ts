/** How blocks come and go. With reduced motion they are simply there, or not. */
import type { TransitionConfig } from "svelte/transition";
import { bounceOut, cubicIn } from "svelte/easing";

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A block falls into its place from above. */
export function drop(_: Element, { height = 90 } = {}): TransitionConfig {
  if (still()) return { duration: 0 };
  return {
    duration: 620,
    easing: bounceOut,
    css: (t) => `transform: translateY(${(t - 1) * height}px); opacity: ${Math.min(1, t * 4)}`,
  };
}

/** A block is knocked out of its place. */
export function knock(_: Element, { turn = 1 } = {}): TransitionConfig {
  if (still()) return { duration: 0 };
  return {
    duration: 700,
    easing: cubicIn,
    css: (t, u) =>
      `transform: translate(${u * turn * 34}px, ${u * 70}px) rotate(${u * turn * 130}deg); opacity: ${t}`,
  };
}
