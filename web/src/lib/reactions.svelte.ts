/** Reactions: a fixed catalogue of pictures with a word or two, the same in every language; a child can neither write nor
 * read anything unkind. Each can mute them on this device. */
import * as m from "$messages";
import type { Schemas } from "./api/client";
import { read, write } from "./storage";

export type Reaction = Schemas["React"]["what"];

/** Our own line drawings on a 24 x 24 grid, and what they say. */
export const CATALOGUE: Record<Reaction, { path: string; said: () => string }> = {
  wave: {
    path: "M8 13V6.500a1.400 1.400 0 0 1 2.800 0V11V5a1.400 1.400 0 0 1 2.800 0v6V6a1.400 1.400 0 0 1 2.800 0v8.500c0 3.600-2.400 6-5.600 6-2.600 0-3.900-1.300-5-3.300L4 13.800c-.7-1.300 1-2.500 2-1.500zM18.500 4.500c1 .8 1.700 1.800 2 3",
    said: m.react_wave,
  },
  hello: { path: "M4 5h16v11h-8l-4 4v-4H4zM9 10h.01M15 10h.01M9 12.500q3 2.500 6 0", said: m.react_hello },
  thanks: {
    path: "M12 20V9M12 9c-3 0-5-1.500-5-3.500S9.500 3 12 6.500C14.500 3 17 3.500 17 5.500S15 9 12 9zM5 9h14v3H5zM6.500 12v8h11v-8",
    said: m.react_thanks,
  },
  bravo: {
    path: "M12 3.500l2.500 5.200 5.700.8-4.100 4 1 5.700-5.100-2.700-5.100 2.700 1-5.700-4.100-4 5.700-.8z",
    said: m.react_bravo,
  },
  heart: {
    path: "M12 20C4 14 3 10.500 4.500 7.500S10 5 12 8.500C14 5 18 4.500 19.500 7.500S20 14 12 20z",
    said: m.react_heart,
  },
  laugh: {
    path: "M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM7.500 10q1.300-2 2.600 0M14 10q1.300-2 2.600 0M7.500 13.500h9q-.5 4-4.500 4t-4.500-4z",
    said: m.react_laugh,
  },
  wow: {
    path: "M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM9 9.500h.01M15 9.500h.01M12 17.500a2.300 2.600 0 1 0 0-5.200 2.300 2.600 0 0 0 0 5.200z",
    said: m.react_wow,
  },
  oops: {
    path: "M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM7.500 9.500l2.500 1M16.500 9.500l-2.500 1M8.500 15.500q1.200-1.500 2.300 0t2.400 0 2.300 0",
    said: m.react_oops,
  },
  lucky: {
    path: "M12 12C8 12 5.500 10.500 5.500 8.200S9 5 12 12zM12 12c0-4 1.500-6.500 3.800-6.500S19 9 12 12zM12 12c4 0 6.500 1.500 6.500 3.800S15 19 12 12zM12 12c0 4-1.500 6.500-3.800 6.500S5 15 12 12zM13 14q1 4 3.500 6.500",
    said: m.react_lucky,
  },
  think: {
    path: "M8 15a4.500 4.500 0 0 1 .5-9A5 5 0 0 1 18 7.500a3.800 3.800 0 0 1-1 7.500zM8.500 18.500h.01M6 21h.01M9.500 10.500h.01M12.500 10.500h.01M15.500 10.500h.01",
    said: m.react_think,
  },
  wait: { path: "M7 4h10M7 20h10M8 4q0 5 4 8-4 3-4 8M16 4q0 5-4 8 4 3 4 8", said: m.react_wait },
  "hurry-not": {
    path: "M5 9h11v5.500A4.500 4.500 0 0 1 11.500 19h-2A4.500 4.500 0 0 1 5 14.500zM16 10.500h1.500a2.300 2.300 0 0 1 0 4.600H16M8 6q-1-1.200 0-2.500M12 6q-1-1.200 0-2.500",
    said: m.react_hurry_not,
  },
  again: { path: "M18.500 9A7 7 0 1 0 19 13.500M19 5v4.500h-4.500", said: m.react_again },
  goodbye: { path: "M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8zM17 4h.01M20 7h.01", said: m.react_goodbye },
};

export const isReaction = (what: string): what is Reaction => what in CATALOGUE;

const KEPT = "faubourg.reactions";
let muted = $state(read(KEPT) === "off");

export const reactions = {
  /** Whether this device shows none. */
  get muted(): boolean {
    return muted;
  },
  set muted(wanted: boolean) {
    muted = wanted;
    write(KEPT, wanted ? "off" : "on");
  },
};
