/** What the server says of La Cité des lutins: `view` and `box` in src/faubourg/games/lutins/view.py. */
import type { Both } from "$lib/game";

export type Colour = "red" | "orange" | "yellow" | "mauve";
export type Face = Colour | "white" | "blue";

export type HouseView = {
  owner: string;
  blocks: Record<string, number>; // by "red cube"
  missing: Record<string, number>; // by shape, or { any } where houses are imaginary
  finished: boolean;
};

export type View = {
  turn: string;
  seat: string;
  phase: "first" | "deal" | "throw" | "blue" | "orange" | "pick" | "destroy" | "build" | "ended";
  turns: number;
  building: "imposed" | "imaginary";
  gnome: string; // the gnome's seat, or "" where all play together
  thrown: Face[];
  dice: Face[]; // those still to be played
  tower: number;
  emblems: number;
  pile: number;
  lying: number;
  middle: Record<Colour, Record<string, number>>;
  houses: Record<string, HouseView>;
};

export type Box = {
  shapes: { id: string; name: Both }[];
  faces: { id: Face; name: Both }[];
  colours: Colour[];
  blocks: number;
  tower: number;
  emblems: number;
  imaginary: number;
  houses: Record<string, { name: Both; levels: string[][] }>;
  gnome_die: Record<string, Record<string, Record<string, string[]>>>;
};
