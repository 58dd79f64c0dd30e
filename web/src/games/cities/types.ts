/** What the server says of Cities: the box (once a table) and the view (after every move). */
import type { components } from "./view";

type Schemas = components["schemas"];
export type View = Schemas["View"];
export type Box = Schemas["Box"];
export type Square = Schemas["Square"];
export type LaidTile = Schemas["LaidTile"];
export type Centre = Schemas["Centre"];
export type Card = Schemas["Card"];
export type HeldCard = Schemas["HeldCard"];
export type Progress = Schemas["Progress"];
export type Score = Schemas["Score"];
export type Reasons = Schemas["Reasons"];
export type Player = Schemas["Player"];
export type Place = Schemas["Place"];
export type Objective = Schemas["Objective"];
export type Hand = Schemas["Hand"];
export type Ground = Box["letters"][string];
export type Top = LaidTile["top"];
export type Colour = keyof Box["modules"];
export type RowName = (typeof ROWS)[number];
export type Part = keyof Reasons;

export const TOPS: Top[] = ["north", "east", "south", "west"];
export const COLOURS: Colour[] = ["red", "blue", "green", "yellow"];
export const ROWS = ["card", "tile", "attraction", "modules"] as const;
export const PARTS = ["objectives", "zones", "monuments", "cards"] as const satisfies Part[];
