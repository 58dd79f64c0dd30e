/** What the page's components need to know of live tables. */
export type { State, Refusal } from "./protocol";
export type { Status } from "./link";
