/** What the server says of La Cité des lutins: the box (once a table) and the view (after every move). */
import type { components } from "./view";

type Schemas = components["schemas"];
export type View = Schemas["View"];
export type Box = Schemas["Box"];
export type HouseView = Schemas["HouseView"];
export type Colour = Box["colours"][number];
export type Face = View["dice"][number];
