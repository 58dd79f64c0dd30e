/** The drawings that the server's pictures and printed sheets are made of: blocks and their places, lutins, the gnome. */
import type { Exported } from "$lib/exported";
import { PAINT } from "../paint";
import type { Face } from "../types";
import Block from "./Block.svelte";
import Gnome from "./Gnome.svelte";
import Lutin from "./Lutin.svelte";

const FORMS = [0, 1, 2, 3];
const FACES = Object.keys(PAINT) as Face[];

export default {
  ...Object.fromEntries(FORMS.map((form) => [`place-${form}`, [Block, { form }]])),
  ...Object.fromEntries(
    FORMS.flatMap((form) => FACES.map((face) => [`block-${form}-${face}`, [Block, { form, face }]])),
  ),
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((place) => [`lutin-${place}`, [Lutin, { place }]])),
  "tower-blue": [Block, { form: 0, face: "blue", plain: true }],
  "gnome-calm": [Gnome, { mood: "calm" }],
  "gnome-happy": [Gnome, { mood: "happy" }],
} satisfies Exported;
