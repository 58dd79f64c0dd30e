/** A first game that explains itself, one thing at a time, when it is first to be seen. */
import * as m from "$messages";
import type { BoardProps, Tip } from "$lib/game";
import type { Box, View } from "./types";

type Now = BoardProps<View, Box>;
const mine = ({ seats, view }: Now): boolean => seats.some((seat) => seat.mine && seat.letter === view.seat);
const myTown = ({ seats, view }: Now) => view.towns[seats.find((seat) => seat.mine)?.letter ?? view.seat]!;
const cardsOf = (now: Now): number => Object.values(myTown(now).cards).reduce((sum, count) => sum + count, 0);
const here = (selector: string) => `.minivilles ${selector}`;

export const lesson: Tip[] = [
  {
    id: "roll",
    when: (now) => now.view.dice.length > 0,
    say: m.mv_tip_roll,
    point: here('[data-lesson="dice"]'),
  },
  {
    id: "numbers",
    when: (now) => now.view.dice.length > 0,
    say: m.mv_tip_numbers,
    point: here('[data-lesson="town"]'),
  },
  {
    id: "build",
    when: (now) => now.view.phase === "build" && now.legal.length > 0,
    say: m.mv_tip_build,
    point: here('[data-lesson="market"]'),
  },
  { id: "built", when: (now) => cardsOf(now) > 2, say: m.mv_tip_built, point: here('[data-lesson="town"]') },
  {
    id: "others",
    when: (now) => cardsOf(now) > 2 && !mine(now),
    say: m.mv_tip_others,
    point: here(".others"),
  },
  {
    id: "families",
    when: (now) => cardsOf(now) > 2 && mine(now),
    say: m.mv_tip_families,
    point: here('[data-lesson="market"]'),
  },
  {
    id: "forecast",
    when: (now) => cardsOf(now) > 2,
    say: m.mv_tip_forecast,
    point: here('[data-lesson="forecast"]'),
  },
  {
    id: "landmarks",
    when: (now) => now.view.phase === "build" && now.legal.length > 0 && cardsOf(now) > 3,
    say: m.mv_tip_landmarks,
    point: here('[data-lesson="landmarks"]'),
  },
  {
    id: "two",
    when: (now) => now.view.phase === "roll" && now.legal.length > 0,
    say: m.mv_tip_two,
    point: here('[data-lesson="dice"]'),
  },
];
