/** What the server says of My Little Town: the box (once a table) and the view (after every move). */
import type { components } from "./view";

type Schemas = components["schemas"];
export type View = Schemas["View"];
export type Box = Schemas["Box"];
export type Square = Schemas["Square"];
export type TownTile = Schemas["TownTile"];
export type Player = Schemas["Player"];
export type Side = TownTile["top"];
export type Colour = Player["colour"];
export type Heading = "east" | "south";
export type Cell = [x: number, y: number];
