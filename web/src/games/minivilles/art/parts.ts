/**
 * The stamps of which all pictures of Minivilles are made: SVG in words, drawn around 0,0 on the ground line,
 * about 20 high, and set in place by `at`. One line weight, one palette.
 */
export const INK = "#3b3029";
export const C = {
  cream: "#fff3d6",
  white: "#fffdf6",
  gold: "#f4b93e",
  straw: "#e39b2d",
  orange: "#e9793a",
  red: "#d4473f",
  rose: "#f3a6a0",
  brown: "#9a6239",
  bark: "#7a4b2c",
  leaf: "#5ba457",
  moss: "#3d7f4a",
  sea: "#4f9fc8",
  deep: "#2f6f9e",
  sky: "#cfe8f3",
  stone: "#b4b0a9",
  slate: "#6f7480",
  violet: "#8e6bbf",
  lilac: "#d9c7ee",
} as const;

const LINE = `stroke="${INK}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"`;

export const at = (x: number, y: number, drawing: string, scale = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;
export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}" ${LINE}/>`;
export const flat = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
export const line = (d: string, width = 1.5, colour: string = INK): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${LINE}/>`;
export const dot = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
export const block = (x: number, y: number, w: number, h: number, fill: string, r = 1): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${LINE}/>`;

/** Sky and ground, wider than the frame, so that a picture may also stand in a wide place. */
export const scene = (sky: string, ground: string, height = 12): string =>
  `<rect x="-70" width="236" height="60" fill="${sky}"/>` +
  `<path d="M-70 ${62 - height} Q48 ${52 - height} 166 ${62 - height} V60 H-70Z" fill="${ground}"/>`;
export const sun = (x: number, y: number): string => dot(x, y, 7, "#ffd977") + dot(x, y, 5, C.gold);
export const cloud = (x: number, y: number): string =>
  at(x, y, flat("M-9 3 a4 4 0 0 1 2-7 a6 6 0 0 1 11-1 a4.500 4.500 0 0 1 4 8Z", C.white));

export const wheat = (): string =>
  line("M0 0 V-14", 1.5, C.straw) +
  [-8, -12, -16]
    .map((y) => shape(`M0 ${y} q-6-1-6-6 q6 0 6 6 q6-1 6-6 q-6 0-6 6`, C.gold).replace('"1.5"', '"1.1"'))
    .join("") +
  shape("M0-17 q-3-4 0-8 q3 4 0 8", C.gold).replace('"1.5"', '"1.1"');
export const tree = (fill: string = C.leaf): string =>
  block(-1.5, -7, 3, 7, C.bark) + shape("M0-27 q10 2 9 12 q-1 9-9 9 q-8 0-9-9 q-1-10 9-12", fill);
export const pine = (): string =>
  block(-1.5, -5, 3, 5, C.bark) +
  shape("M0-30 L6-20 H3.500 L8-12 H5 L10-4 H-10 L-5-12 H-8 L-3.500-20 H-6Z", C.moss);
export const apple = (): string =>
  shape("M0-9 c-9-4-11 9-4 10 q2 0.500 4-0.500 q2 1 4 0.500 c7-1 5-14-4-10", C.red) +
  line("M0-9 q0-3 2-5") +
  shape("M2-12 q3-3 6-1 q-3 3-6 1", C.leaf).replace('"1.5"', '"1.1"');
export const cow = (): string =>
  [-9, -5, 6, 10].map((x) => block(x - 1.5, -6, 3, 6, C.white)).join("") +
  block(-12, -17, 24, 12, C.white, 5) +
  flat("M-7-16.500 q5 1 4 5 q-4 4-8 0 q0-4 4-5 M4-9 q5-3 7 2 q-4 3-7-2", INK) +
  line("M-12-14 q-4 2-3 8") +
  shape("M9-21 q4-3 9-1 l2 6 q-1 5-6 5 q-6 0-6-6Z", C.white) +
  shape("M13-14 h7 q1 4-3 4 q-4 0-4-4", C.rose) +
  dot(13, -18, 1.1, INK) +
  line("M10-22 l-3-2 M17-22.500 l3-2");
export const boat = (hull: string): string =>
  line("M2-10 V-28") +
  shape("M3-27 Q15-20 14-12 H3Z", C.white) +
  shape("M1-24 Q-7-18-8-12 H1Z", C.cream) +
  shape("M-16-9 H18 Q16 1 9 1 H-8 Q-14 1-16-9", hull);
export const waves = (y: number): string =>
  `<path d="M-72 ${y} q6-5 12 0${" t12 0".repeat(19)} V60 H-72Z" fill="${C.sea}"/>` +
  line(`M6 ${y + 8} q4-3 8 0 M40 ${y + 6} q4-3 8 0 M72 ${y + 9} q4-3 8 0`, 1.5, C.sky);
export const fish = (fill: string): string =>
  shape("M-9 0 Q0-8 9-1 L14-5 Q13 0 14 5 L9 1 Q0 8-9 0", fill) + dot(-4, -1, 1, INK);
export const door = (x: number, fill: string = C.brown): string =>
  block(x, -11, 7, 11, fill) + dot(x + 5, -5, 0.8, INK);
export const pane = (x: number, y: number, w = 7, h = 7): string =>
  block(x, y, w, h, C.sky) + line(`M${x + w / 2} ${y} v${h}`, 1);

/** A shop front: walls, an awning in two colours, a board above it for a sign. */
export const shop = (wall: string, stripe: string, width = 44): string => {
  const half = width / 2;
  const step = width / 6;
  const scallops = Array.from({ length: 6 }, (_, i) =>
    shape(
      `M${-half + i * step} -22 h${step} v6 a${step / 2} 3.500 0 0 1 ${-step} 0Z`,
      i % 2 ? C.white : stripe,
    ),
  ).join("");
  return (
    block(-half + 2, -36, width - 4, 36, wall, 2) + pane(-half + 6, -13, 14, 9) + door(half - 14) + scallops
  );
};
/** A works: a saw-tooth roof and a chimney. */
export const works = (wall: string): string =>
  block(15, -41, 6, 22, C.brown) +
  shape("M-24 0 V-20 L-12-29 V-20 L0-29 V-20 L12-29 V-20 H24 V0Z", wall) +
  [-19, -8, 3].map((x) => pane(x, -14)).join("") +
  block(14, -12, 7, 12, C.slate);
export const smoke = (): string =>
  dot(0, 0, 4, "#f2efe8") + dot(5, -5, 3, "#f2efe8") + dot(9, -9, 2, "#f2efe8");
/** A plain tall house. */
export const tower = (w: number, h: number, fill: string, cols = 2): string => {
  const gap = w / (cols + 1);
  let panes = "";
  for (let y = -h + 5; y < -12; y += 8)
    for (let i = 1; i <= cols; i++) panes += block(-w / 2 + i * gap - 2, y, 4, 4, C.cream, 0.5);
  return block(-w / 2, -h, w, h, fill) + panes + block(-3, -8, 6, 8, C.slate);
};
export const wheel = (x: number, y: number, r = 4): string =>
  disc(x, y, r, C.slate) + dot(x, y, r / 3, C.white);
export const truck = (cab: string, load: string): string =>
  block(-22, -24, 27, 20, load, 2) +
  shape("M5-19 H15 L20-11 V-4 H5Z", cab) +
  shape("M9-16 H14 L17-11 H9Z", C.sky) +
  wheel(-13, -3) +
  wheel(12, -3);
export const cup = (fill: string = C.white): string =>
  line("M8-9 q7-1 5 4 q-2 4-7 3", 2) +
  shape("M-9-12 H9 Q9 0 0 0 Q-9 0-9-12", fill) +
  shape("M-13 1 H13 Q11 4 8 4 H-8 Q-11 4-13 1", fill);
export const crate = (fill: string = C.straw): string =>
  block(-9, -11, 18, 11, fill) + line("M-9-7.500 H9 M-9-3.500 H9", 1) + line("M-5-11 V0 M5-11 V0", 1);
export const coin = (): string => disc(0, 0, 5, C.gold) + line("M0-2.500 V2.500", 1.3, C.bark);
export const star = (fill: string = C.gold): string =>
  shape(
    "M0-7 L2-2.200 L7-2 L3.200 1.400 L4.500 6.500 L0 3.600 L-4.500 6.500 L-3.200 1.400 L-7-2 L-2-2.200Z",
    fill,
  );
export const cloche = (): string =>
  shape("M-12 0 Q-12-13 0-13 Q12-13 12 0Z", C.stone) +
  disc(0, -15, 2, C.stone) +
  block(-15, 0, 30, 3, C.white, 1.5);
