/** A QR picture as one SVG path: a square of one unit for every dark module. */
import { encode } from "uqr";

export type Picture = { size: number; path: string };

export function picture(text: string): Picture {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const rows = data.map((row, y) =>
    row
      .map((dark, x) => (dark && !row[x - 1] ? `M${x} ${y}h${run(row, x)}v1h-${run(row, x)}z` : ""))
      .join(""),
  );
  return { size, path: rows.join("") };
}

/** How many dark modules follow each other from here. */
function run(row: boolean[], from: number): number {
  const end = row.indexOf(false, from);
  return (end < 0 ? row.length : end) - from;
}
