/** The colours of the wooden things, the same by day and by night: they are things, not the page. */
import type { Face } from "./types";

export type Paint = { front: string; top: string; side: string; mark: string };

export const PAINT: Record<Face, Paint> = {
  red: { front: "#e05a4e", top: "#f08d80", side: "#b33d36", mark: "#6d1214" },
  orange: { front: "#f2993a", top: "#ffbf74", side: "#c77317", mark: "#6f3500" },
  yellow: { front: "#f7d54a", top: "#ffea8f", side: "#cfa820", mark: "#6b5200" },
  mauve: { front: "#b487d6", top: "#d3b1ee", side: "#8a5cae", mark: "#43205c" },
  white: { front: "#fbf6ea", top: "#ffffff", side: "#d6ccb8", mark: "#6a5f55" },
  blue: { front: "#5c97dc", top: "#93c0f4", side: "#3a6fb0", mark: "#12315e" },
};
