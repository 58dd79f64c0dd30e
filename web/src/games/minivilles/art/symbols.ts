/** The little signs: symbols of cards (24 by 24) and of the four families, drawn in one colour. */
const stroke = (d: string) =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
const solid = (d: string) => `<path d="${d}" fill="currentColor"/>`;

export const SYMBOLS: Record<string, string> = {
  wheat:
    stroke("M12 22 V8") +
    solid(
      "M12 9 q-3-4 0-8 q3 4 0 8 M12 14 q-7 0-7-7 q7 0 7 7 q7 0 7-7 q-7 0-7 7 M12 20 q-7 0-7-7 q7 0 7 7 q7 0 7-7 q-7 0-7 7",
    ),
  cow: solid("M3 4 q0 4 4 5 l1 8 q1 5 4 5 t4-5 l1-8 q4-1 4-5 q-3 3-5 2 q-4-2-8 0 q-2 1-5-2"),
  gear: solid(
    "M10 2 h4 l.6 3 2.600 1.500 2.900-1 2 3.400-2.300 2 v2.200 l2.300 2-2 3.400-2.900-1-2.600 1.500-.6 3 h-4 l-.6-3-2.600-1.500-2.900 1-2-3.400 2.300-2 v-2.200 l-2.300-2 2-3.400 2.900 1 2.600-1.500Z M12 8.500 a3.500 3.500 0 1 0 .01 0Z",
  ).replace("<path", '<path fill-rule="evenodd"'),
  boat: solid("M2 16 h20 q-2 6-6 6 h-8 q-4 0-6-6 M11 2 v12 h-7Z M13 4 l7 10 h-7Z"),
  bread: solid("M2 18 Q1 9 7 8 q5-3 10 0 q6 1 5 10Z"),
  suitcase: stroke("M9 7 V3 h6 v4") + solid("M2 7 h20 v13 h-20Z"),
  factory: solid("M2 21 V11 l6-4 v4 l6-4 v4 h2 V3 h4 v18Z"),
  fruit: solid("M12 8 c-9-4-12 6-8 11 q3 5 8 2 q5 3 8-2 c4-5 1-15-8-11") + stroke("M12 8 q0-4 3-6"),
  cup: stroke("M17 10 q5-1 4 3 q-1 4-5 3") + solid("M3 8 h15 q0 10-5 10 h-5 q-5 0-5-10 M2 20 h17 v2 h-17Z"),
  tower: solid("M12 1 l2 4 v4 h4 v13 h-12 V9 h4 V5Z"),
};

/** Whose turn a family acts on: everyone's, one's own, the others', one's own (from others). */
export const FAMILIES: Record<string, string> = {
  blue: solid(
    "M12 3 a4 4 0 1 0 .01 0Z M5 8 a3 3 0 1 0 .01 0Z M19 8 a3 3 0 1 0 .01 0Z M6 21 q0-8 6-8 t6 8Z M0 20 q0-5 4-5.500 q-1 2-1 5.500Z M24 20 q0-5-4-5.500 q1 2 1 5.500Z",
  ),
  green: solid("M12 2 L23 12 H20 V21 H14 V15 H10 V21 H4 V12 H1Z"),
  red: solid("M2 9 h11 V4 l9 8-9 8 v-5 H2Z"),
  purple: solid(
    "M12 1 l3.200 7 7.600.7-5.700 5 1.700 7.500L12 17.200 5.200 21.200l1.700-7.500-5.700-5 7.600-.7Z",
  ),
  landmark: solid("M5 2 h2 v2 h13 l-3 4 3 4 H7 v10 H5Z"),
};
