/** A first game that explains itself: each tip is shown when it fits for the first time. */
import type { BoardProps, Tip } from "$lib/game";
import * as m from "$messages";
import type { View } from "./types";

const mine = (now: BoardProps) => now.legal.length > 0;
const phase = (now: BoardProps): View["phase"] => now.view.phase;
const hand = (now: BoardProps): View["hand"] => now.view.hand;
const holds = (things: Record<string, unknown>) => Object.keys(things).length > 0;

export const lesson: Tip[] = [
  {
    id: "cities-start",
    when: (now) => mine(now) && phase(now) === "start",
    say: m.cit_tip_start,
    point: ".cit-board .main",
  },
  {
    id: "cities-goals",
    when: (now) => mine(now) && phase(now) === "take",
    say: m.cit_tip_goals,
    point: ".cit-board .goals",
  },
  {
    id: "cities-take",
    when: (now) => mine(now) && phase(now) === "take",
    say: m.cit_tip_take,
    point: ".cit-board .main",
  },
  {
    id: "cities-tile",
    when: (now) => mine(now) && phase(now) === "place" && hand(now).rows !== undefined,
    say: m.cit_tip_tile,
    point: ".cit-board .centre",
  },
  {
    id: "cities-modules",
    when: (now) => mine(now) && phase(now) === "place" && holds(hand(now).modules),
    say: m.cit_tip_modules,
    point: ".cit-board .centre",
  },
  {
    id: "cities-sights",
    when: (now) => mine(now) && phase(now) === "place" && holds(hand(now).attractions),
    say: m.cit_tip_sights,
    point: ".cit-board .centre",
  },
  {
    id: "cities-rows",
    when: (now) =>
      mine(now) &&
      phase(now) === "take" &&
      Object.values((now.view as View).board).some((place) => place.worker),
    say: m.cit_tip_rows,
    point: ".cit-board .main",
  },
  {
    id: "cities-star",
    when: (now) => mine(now) && (now.view as View).star === "board",
    say: m.cit_tip_star,
    point: '[data-testid="take modules 4"]',
  },
  {
    id: "cities-cards",
    when: (now) => Object.values((now.view as View).players).some((player) => holds(player.cards)),
    say: m.cit_tip_cards,
    point: ".cit-board .cards",
  },
];
