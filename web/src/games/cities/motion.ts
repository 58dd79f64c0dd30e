/** Motion only decorates, and there is none for those who asked for none. */
import type { TransitionConfig } from "svelte/transition";
import { backOut, cubicOut } from "svelte/easing";

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A storey or a tile comes down from the sky. */
export function drop(_node: Element, { from = 90, delay = 0 } = {}): TransitionConfig {
  return {
    delay,
    duration: still() ? 0 : 460,
    easing: cubicOut,
    css: (_at, left) => `transform: translateY(${-from * left}px); opacity: ${1 - left * left}`,
  };
}

/** Something appears in its place. */
export function pop(_node: Element): TransitionConfig {
  return {
    duration: still() ? 0 : 320,
    easing: backOut,
    css: (at) => `transform: scale(${0.4 + 0.6 * at}); opacity: ${Math.min(1, at)}`,
  };
}

/** What was taken leaves upwards. */
export function leave(_node: Element): TransitionConfig {
  return {
    duration: still() ? 0 : 380,
    css: (at, left) => `transform: translateY(${-28 * left}px) scale(${0.7 + 0.3 * at}); opacity: ${at}`,
  };
}
