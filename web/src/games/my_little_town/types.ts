/** What the server says of My Little Town: the box (once a table) and the view (after every move). */
import type { components } from "./view";

type Schemas = components["schemas"];
export type View = Schemas["View"];
export type Box = Schemas["Box"];
export type Square = Schemas["Square"];
export type TownTile = Schemas["TownTile"];
export type Player = Schemas["Player"];
export type Colour = NonNullable<Player["colour"]>;
/** A player who has a colour, as all have once the game has begun. */
export type Coloured = Player & { colour: Colour };
export type Side = TownTile["top"];
export type Heading = "east" | "south";
export type Cell = [x: number, y: number];
