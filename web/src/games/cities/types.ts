/** What the server tells of Cities: `view` and `box` of src/faubourg/games/cities. */
import type { Both } from "$lib/game";

export type Colour = "red" | "blue" | "green" | "yellow";
export type Top = "north" | "east" | "south" | "west";
export const TOPS: Top[] = ["north", "east", "south", "west"];
export const COLOURS: Colour[] = ["red", "blue", "green", "yellow"];
export const ROWS = ["card", "tile", "attraction", "modules"] as const;
export type RowName = (typeof ROWS)[number];
export const PARTS = ["objectives", "zones", "monuments", "cards"] as const;
export type Part = (typeof PARTS)[number];

export type Ground = "park" | "water" | Colour;

export type Square = {
  x: number;
  y: number;
  kind: "park" | "water" | "street";
  street: Colour | "";
  attraction: string;
  building: Colour | "";
  height: number;
};
export type LaidTile = { tile: number; starting: boolean; x: number; y: number; top: Top };
export type Centre = {
  width: number;
  height: number;
  tiles: Record<string, LaidTile>;
  squares: Record<string, Square>;
  open: [number, number][];
};

export type Card = { name: Both; text: Both; points: number };
export type HeldCard = Card & { measure: number; every: number; times: number };
export type Progress = { have: number; need: number; text: Both; marker: number };
export type Score = Record<Part, number> & { total: number; reasons: Reasons };
export type Reasons = {
  objectives: { objective: number; number: number; points: number }[];
  zones: { of: "park" | "water"; squares: string[]; different: string[]; points: number }[];
  monuments: { square: string; points: number }[];
  cards: { card: string; times: number; points: number }[];
};
export type Player = {
  cards: Record<string, HeldCard>;
  objectives: Record<string, Progress>;
  centre: Centre;
  score: Score;
};

export type Place = {
  worker: string;
  hidden: number;
  cards?: Record<string, Card>;
  tiles?: Record<string, string>;
  attractions?: string[];
  modules?: Colour[];
  bag?: boolean;
};
export type Objective = {
  text: Both;
  numbers: number[];
  covered: number[];
  free: number;
  next: number;
  markers: Record<string, number>;
};
export type Hand = {
  tile?: number;
  rows?: string;
  place?: string;
  attractions: Record<string, number>;
  modules: Partial<Record<Colour, number>>;
  hidden: number;
};

export type View = {
  turn: string | null;
  seat: string;
  phase: "first" | "deal" | "reveal" | "start" | "take" | "place" | "ended";
  city: string;
  name: Both;
  round: number;
  rounds: number;
  longest: number;
  first: string;
  star: string;
  objectives: Record<string, Objective>;
  board: Record<string, Place>;
  starters: Record<string, string>;
  bag: Record<Colour, number>;
  unseen: { cards: string[]; tiles: number[]; attractions: Record<string, number> };
  hand: Hand;
  players: Record<string, Player>;
};

type Picture = { of: string; colour: string; every: number };
export type Box = {
  name: Both;
  letters: Record<string, Ground>;
  tiles: Record<string, string>;
  starters: Record<string, string>;
  modules: Record<Colour, { name: Both; count: number }>;
  most_height: number;
  attractions: Record<string, { name: Both; on: "water" | "park" | "street"; count: number }>;
  zone_points: number[];
  monument_points: number;
  cards: Record<string, Card & Picture>;
  cities: Record<
    string,
    { name: Both; objectives: Record<string, { text: Both; numbers: number[] } & Picture> }
  >;
  glossary: Record<string, { name: Both; text: Both }>;
};
