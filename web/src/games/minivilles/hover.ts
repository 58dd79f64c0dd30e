/** Shows what a card does while the mouse is over it or the keyboard's focus on it. */
import type { Action } from "svelte/action";
import { useInteraction } from "./interaction.svelte";
import type { Spot } from "./spots";

const WAIT = 250;

export const hover: Action<HTMLElement, Spot> = (node, first) => {
  const interaction = useInteraction();
  let spot = first;
  let timer = 0;
  const show = () => {
    const saysItself = node.querySelector<HTMLElement>(".says")?.offsetParent;
    if (!saysItself) interaction.hovered = { spot, node, rect: node.getBoundingClientRect() };
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType === "mouse") timer = window.setTimeout(show, WAIT);
  };
  const hide = () => {
    window.clearTimeout(timer);
    if (interaction.hovered?.node === node) interaction.hovered = null;
  };
  const focus = () => node.matches(":focus-visible") && show();
  node.addEventListener("pointerenter", enter);
  node.addEventListener("pointerleave", hide);
  node.addEventListener("focus", focus);
  node.addEventListener("blur", hide);
  return {
    update: (next) => {
      spot = next;
    },
    destroy: hide,
  };
};
