/** Drawings of a game by name, for pictures that the server makes: a component with its properties, or SVG. */
import type { Component } from "svelte";

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- each component has properties of its own */
export type Exported = Record<string, string | readonly [Component<any>, Record<string, unknown>]>;
