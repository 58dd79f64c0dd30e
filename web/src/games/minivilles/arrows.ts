/** Arrow keys go to the nearest button in their direction; Tab still visits all in order. */
import type { Action } from "svelte/action";

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
type Point = { x: number; y: number };

/** How far it is to `to` when one may go only `way`; a step aside counts double. Infinity: not that way. */
export function distance(from: Point, to: Point, [right, down]: [number, number]): number {
  const ahead = (to.x - from.x) * right + (to.y - from.y) * down;
  const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
  return ahead < 4 ? Infinity : ahead + 2 * aside;
}

const middle = (element: Element): Point => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

export const arrows: Action<HTMLElement> = (root) => {
  const press = (event: KeyboardEvent) => {
    const way = WAYS[event.key];
    const here = document.activeElement;
    if (!way || !here || !root.contains(here) || here.closest("dialog")) return;
    const from = middle(here);
    const near = [...root.querySelectorAll<HTMLElement>("button")]
      .filter((button) => button !== here && !button.closest("dialog"))
      .map((button) => ({ button, far: distance(from, middle(button), way) }))
      .filter(({ far }) => far < Infinity)
      .sort((one, other) => one.far - other.far)[0];
    if (!near) return;
    event.preventDefault();
    near.button.focus();
  };
  root.addEventListener("keydown", press);
  return { destroy: () => root.removeEventListener("keydown", press) };
};
