/** What the server says of My Little Town: `view` and `box` in src/faubourg/games/my_little_town/view.py. */
import type { Both } from "$lib/game";

export type Side = "north" | "east" | "south" | "west";
export type Heading = "east" | "south";
export type Colour = "blue" | "green" | "yellow" | "red";
export type Cell = [x: number, y: number];

export type Square = { x: number; y: number; kind: string; standee: string };
export type TownTile = { tile: number; top: Side; x: number; y: number; squares: Record<string, Square> };
export type Player = { colour: Colour; hand: number[]; items: number };

export type View = {
  turn: string;
  seat: string;
  phase: "start" | "first" | "draw" | "act" | "place" | "last" | "ended";
  turns: number;
  version: "normal" | "easy";
  pile: number;
  drawn: { tile?: number; rows?: string[] };
  final: number;
  players: Record<string, Player>;
  town: Record<string, TownTile>;
  standees: Record<string, Cell[]>;
};

export type Box = {
  name: Both;
  standees: number[];
  items: number;
  colours: Record<Colour, Both & { letter: string; shows: Both }>;
  cross: Both & { letter: string };
  tiles: Record<string, string[]>;
};
