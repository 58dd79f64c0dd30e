/** A picture for every card and landmark, in a frame of 96 by 60, put together from the stamps in parts.ts. */
import {
  C,
  apple,
  at,
  block,
  boat,
  cloche,
  cloud,
  coin,
  cow,
  crate,
  cup,
  disc,
  door,
  dot,
  fish,
  line,
  pane,
  pine,
  scene,
  shape,
  shop,
  smoke,
  star,
  sun,
  tower,
  tree,
  truck,
  waves,
  wheat,
  wheel,
  works,
} from "./parts";

const field = scene(C.sky, "#a9cf7c");
const street = scene("#fbe7c6", "#d9c3a0");
const evening = scene("#f6cfc4", "#c9a596");
const square = scene("#e3d8f2", "#bcaed2");
const many = (places: [number, number][], drawing: string, scale = 1): string =>
  places.map(([x, y]) => at(x, y, drawing, scale)).join("");

const loaf =
  shape("M-13 0 Q-16-9-7-10 Q0-13 7-10 Q16-9 13 0Z", C.straw) + line("M-6-9 l2 5 M0-10 l2 5 M6-9 l1 5", 1.3);
const vine =
  block(-1, -20, 2, 20, C.bark) +
  shape("M-9-20 q4-6 9-1 q6-5 9 1 q-2 6-9 4 q-7 2-9-4", C.leaf) +
  [
    [-3, -13],
    [3, -13],
    [0, -13],
    [-1.5, -9.5],
    [1.5, -9.5],
    [0, -6],
  ]
    .map(([x, y]) => disc(x!, y!, 2.3, C.violet).replace('"1.5"', '"1"'))
    .join("");
const chair =
  block(-8, -24, 4, 24, C.brown) +
  block(-8, -12, 18, 4, C.orange, 2) +
  block(6, -9, 4, 9, C.brown) +
  line("M-6-21 H-6");
const bottle =
  shape("M-3-26 H3 V-19 Q8-16 8-10 V0 H-8 V-10 Q-8-16-3-19Z", C.leaf) +
  block(-8, -12, 16, 7, C.white, 0) +
  block(-3.5, -29, 7, 4, C.red) +
  dot(0, -8.5, 2, C.red);
const burger =
  shape("M-15-12 Q-14-24 0-24 Q14-24 15-12Z", C.straw) +
  shape("M-16-12 H16 q-2 4-5 1 q-3 4-6 0 q-3 4-6 0 q-3 4-6 0 q-3 3-9-1Z", C.leaf) +
  block(-15, -10, 30, 5, C.bark, 2.5) +
  shape("M-15-5 H15 Q14 0 10 0 H-10 Q-14 0-15-5", C.straw) +
  [-6, 0, 7].map((x) => dot(x, -19, 0.9, C.white)).join("");
const pizza =
  shape("M-16-22 Q0-30 16-22 L0 3Z", C.gold) +
  shape("M-18-22 Q0-33 18-22 Q16-18 14-20 Q0-27-14-20 Q-17-18-18-22", C.straw) +
  disc(-5, -16, 3, C.red) +
  disc(6, -17, 3, C.red) +
  disc(0, -8, 2.5, C.red) +
  dot(1, -19, 1.2, C.moss);
const screen =
  line("M-6-30 L0-24 L7-32") +
  block(-17, -25, 34, 24, C.slate, 3) +
  block(-13, -21, 21, 16, C.sky, 2) +
  dot(12, -18, 1.7, C.gold) +
  dot(12, -12, 1.7, C.rose);
const book = (fill: string) =>
  shape("M0-3 Q-8-8-17-5 V-22 Q-8-25 0-20Z", C.white) +
  shape("M0-3 Q8-8 17-5 V-22 Q8-25 0-20Z", C.white) +
  line("M-13-17 q5-2 9 0 M-13-12 q5-2 9 0 M4-17 q5-2 9 0 M4-12 q5-2 9 0", 1.2, fill);
const crane =
  block(-3, -46, 5, 46, C.gold) +
  line("M-3-40 L2-34 M-3-30 L2-24 M-3-20 L2-14", 1) +
  block(-16, -49, 48, 4, C.gold) +
  line("M26-45 V-31") +
  disc(26, -26, 6, C.slate);
const suitcase =
  line("M-5-15 v-4 h10 v4") + block(-11, -15, 22, 15, C.brown, 2) + line("M-6-15 V0 M6-15 V0", 1.2);
const fork = line("M0 0 V-16 M-3-24 v5 q0 3 3 3 q3 0 3-3 v-5 M0-24 v6", 1.7);
const anchor = disc(0, -25, 3, C.white) + line("M0-22 V-2 M-6-17 H6 M-12-9 Q-10-1 0-1 Q10-1 12-9", 2.6);
const engine =
  block(-16, -22, 14, 18, C.red, 2) +
  pane(-13, -19, 8, 7) +
  block(-3, -16, 22, 12, C.red, 4) +
  block(10, -24, 5, 8, C.slate) +
  block(-18, -24, 18, 3, C.slate) +
  wheel(-11, -3) +
  wheel(1, -3) +
  wheel(12, -3) +
  shape("M19-5 l5 5 h-5Z", C.slate);
const bag = (fill: string) => line("M-4-17 q0-6 4-6 q4 0 4 6", 1.6) + shape("M-8-17 H8 L10 0 H-10Z", fill);
const ferris =
  line("M0-26 L-10 0 M0-26 L10 0", 2) +
  `<circle cx="0" cy="-26" r="17" fill="none" stroke="#3b3029" stroke-width="1.500"/>` +
  line("M0-43 V-9 M-17-26 H17 M-12-38 L12-14 M12-38 L-12-14", 1) +
  [C.red, C.gold, C.sea, C.leaf, C.violet, C.orange, C.rose, C.deep]
    .map((fill, i) =>
      disc(
        Math.round(17 * Math.cos((i * Math.PI) / 4)),
        Math.round(17 * Math.sin((i * Math.PI) / 4)) - 26,
        3.2,
        fill,
      ),
    )
    .join("");
const mast =
  shape("M-9 0 L-1.500-40 H1.500 L9 0 H5 L0-26 L-5 0Z", C.red) +
  line("M-6-14 H6 M-4-25 H4", 1.4) +
  dot(0, -42, 2, C.gold) +
  line("M-7-47 q-4 5 0 10 M7-47 q4 5 0 10 M-12-50 q-7 8 0 16 M12-50 q7 8 0 16", 1.6, C.deep);
const plane =
  shape("M-24 2 Q-22-5-10-5 H16 Q25-4 26 1 Q20 5 12 5 H-14 Q-22 6-24 2", C.white) +
  shape("M14-4 L20-16 H25 L24-3Z", C.red) +
  shape("M-2 1 L8 1 L14 14 H8Z", C.sea) +
  [-12, -6, 0, 6].map((x) => dot(x, -1, 1.4, C.deep)).join("");

export const PICTURES: Record<string, string> = {
  wheat_field:
    field +
    sun(80, 13) +
    many(
      [
        [16, 52],
        [32, 55],
        [48, 52],
        [64, 55],
        [80, 52],
      ],
      wheat(),
      1.15,
    ),
  ranch:
    field +
    cloud(20, 13) +
    line("M-70 44 H166 M10 38 V52 M30 38 V52 M66 38 V52 M86 38 V52 M-16 38 V52 M112 38 V52", 2, C.brown) +
    at(46, 53, cow(), 1.25),
  forest:
    field +
    many(
      [
        [20, 50],
        [76, 50],
      ],
      pine(),
      1.15,
    ) +
    many(
      [
        [36, 54],
        [60, 53],
      ],
      tree(C.leaf),
      1.15,
    ) +
    at(48, 57, pine(), 1.2),
  vineyard:
    scene("#fbe7c6", "#a9cf7c") +
    sun(82, 12) +
    many(
      [
        [18, 53],
        [48, 56],
        [78, 53],
      ],
      vine,
      1.5,
    ),
  mackerel_boat:
    scene(C.sky, C.sea) +
    cloud(20, 12) +
    at(48, 42, boat(C.leaf), 1.15) +
    waves(42) +
    at(22, 51, fish(C.stone), 0.7),
  mine:
    scene("#e7dccb", "#b79c7d", 10) +
    shape("M2 52 L28 14 L42 26 L56 10 L94 52Z", C.slate) +
    shape("M30 52 V38 Q40 26 50 38 V52Z", "#4a3d35") +
    line("M30 52 V38 H50 V52", 2.5, C.bark) +
    at(
      66,
      52,
      shape("M-13-14 H13 L10-4 H-10Z", C.stone) +
        dot(-5, -16, 4, C.gold) +
        dot(3, -17, 5, C.gold) +
        dot(9, -15, 3, C.straw) +
        wheel(-6, -2, 3.5) +
        wheel(6, -2, 3.5),
    ),
  apple_orchard:
    field +
    cloud(14, 12) +
    many(
      [
        [24, 54],
        [70, 54],
      ],
      tree() +
        [
          [-3, -20],
          [4, -16],
          [-2, -11],
        ]
          .map(([x, y]) => dot(x!, y!, 2, C.red))
          .join(""),
      1.5,
    ) +
    at(48, 55, crate(), 0.9) +
    many(
      [
        [43, 46],
        [50, 46],
      ],
      apple(),
      0.5,
    ),
  tuna_boat:
    scene(C.sky, C.sea) +
    at(
      50,
      40,
      block(-4, -20, 14, 12, C.white) +
        pane(-1, -17) +
        line("M14-9 V-28 L24-16") +
        shape("M-24-9 H22 Q20 2 12 2 H-14 Q-21 2-24-9", C.deep) +
        block(-16, -28, 4, 20, C.red),
    ) +
    waves(42) +
    at(22, 50, fish(C.slate), 1.05),

  general_store:
    street +
    at(48, 53, shop(C.cream, C.leaf, 56), 1.05) +
    at(32, 23, crate(C.gold), 0.5) +
    at(48, 19, bag(C.straw), 0.4) +
    at(64, 23, apple(), 0.7),
  bakery: street + at(48, 53, shop(C.cream, C.orange, 56), 1.05) + at(48, 23, loaf, 0.95),
  convenience_store:
    street +
    at(48, 53, shop(C.white, C.sea, 60), 1.05) +
    at(40, 24, bottle, 0.38) +
    at(48, 24, bag(C.leaf), 0.5) +
    at(57, 24, cup(), 0.5),
  demolition_company:
    street +
    block(54, 22, 26, 31, C.rose) +
    shape("M54 22 l6-4 l5 6 l6-5 l9 3 v8 h-26Z", C.rose) +
    pane(60, 33) +
    pane(70, 33) +
    at(26, 54, crane, 0.95) +
    at(16, 54, suitcase, 0.6),
  furniture_factory:
    street + at(42, 54, works(C.rose), 1.15) + at(68, 9, smoke(), 0.8) + at(78, 55, chair, 1),
  moving_company: street + at(48, 53, truck(C.orange, C.cream), 1.45) + at(35, 40, suitcase, 0.75),
  soda_bottling_plant:
    street +
    at(40, 54, works(C.sky), 1.1) +
    at(65, 10, smoke(), 0.8) +
    many(
      [
        [74, 55],
        [87, 55],
      ],
      bottle,
      0.85,
    ),
  fruit_vegetable_market:
    street +
    shape("M12 22 H84 L90 34 H6Z", C.leaf) +
    shape("M30 22 H48 V34 H27Z M66 22 H84 L90 34 H69Z", C.white) +
    line("M12 34 V55 M84 34 V55", 2.4, C.brown) +
    many(
      [
        [26, 55],
        [48, 55],
        [70, 55],
      ],
      crate(),
      1.1,
    ) +
    many(
      [
        [21, 43],
        [30, 43],
      ],
      apple(),
      0.75,
    ) +
    many(
      [
        [44, 40],
        [52, 40],
      ],
      dot(0, 0, 4, C.orange),
    ) +
    many(
      [
        [66, 40],
        [74, 40],
      ],
      dot(0, 0, 4, C.leaf),
    ),
  food_warehouse:
    street +
    shape("M6 54 V28 L48 10 L90 28 V54Z", C.stone) +
    block(26, 32, 44, 22, C.slate) +
    many(
      [
        [38, 54],
        [58, 54],
      ],
      crate(),
      1,
    ) +
    at(48, 43, crate(C.gold), 0.9) +
    at(48, 27, cup(), 0.7),

  cafe: evening + at(48, 53, shop(C.cream, C.red, 56), 1.05) + at(46, 21, cup(), 0.75),
  french_restaurant:
    evening +
    block(10, 8, 76, 46, "#fbe9dc", 3) +
    many(
      [
        [24, 18],
        [36, 15],
        [48, 14],
        [60, 15],
        [72, 18],
      ],
      star(),
      0.75,
    ) +
    at(48, 48, cloche(), 1.45) +
    at(20, 52, fork, 1) +
    at(76, 52, fork, 1),
  pizza_joint: evening + dot(48, 30, 26, C.cream) + at(48, 50, pizza, 1.35),
  hamburger_stand: evening + dot(48, 31, 26, C.cream) + at(48, 48, burger, 1.45),
  family_restaurant:
    evening +
    at(
      48,
      54,
      block(-34, -30, 68, 30, C.cream, 2) +
        shape("M-38-28 L-30-42 H30 L38-28Z", C.red) +
        pane(-29, -20, 16, 12) +
        pane(13, -20, 16, 12) +
        door(-4),
    ) +
    at(48, 24, cloche(), 0.6),
  members_only_club:
    scene("#4a3d5c", "#332a42") +
    block(24, 10, 48, 44, "#6b4a78", 2) +
    block(40, 24, 16, 30, C.bark) +
    dot(52, 40, 1.5, C.gold) +
    at(48, 17, star(), 0.8) +
    shape("M36 54 H60 L68 60 H28Z", C.red) +
    many(
      [
        [26, 54],
        [70, 54],
      ],
      line("M0 0 V-14", 2.2, C.gold) + dot(0, -15, 2.3, C.gold),
    ) +
    line("M26 42 Q33 50 38 44 M70 42 Q63 50 58 44", 1.8, C.rose),

  stadium:
    square +
    shape("M6 40 Q6 22 48 22 Q90 22 90 40 Q90 54 48 54 Q6 54 6 40", C.lilac) +
    `<ellipse cx="48" cy="40" rx="29" ry="10" fill="#8fc87a" stroke="#3b3029" stroke-width="1.500"/>` +
    line("M48 30 V50", 1.2, C.white) +
    `<ellipse cx="48" cy="40" rx="6" ry="3" fill="none" stroke="#fffdf6" stroke-width="1.200"/>` +
    many(
      [
        [16, 30],
        [80, 30],
      ],
      line("M0 0 V-20", 2) + block(-6, -26, 12, 6, C.gold),
    ),
  tv_station: square + at(48, 54, screen, 1.5),
  business_center:
    square +
    at(24, 54, tower(22, 32, C.violet)) +
    at(48, 54, tower(24, 46, C.deep, 2)) +
    at(73, 54, tower(22, 38, C.slate)),
  publisher: square + at(48, 57, tower(58, 36, C.lilac, 0), 1) + at(48, 50, book(C.violet), 1.35),
  tax_office:
    square +
    shape("M16 24 L48 8 L80 24Z", C.white) +
    block(14, 24, 68, 5, C.stone) +
    many(
      [
        [22, 50],
        [39, 50],
        [57, 50],
        [74, 50],
      ],
      block(-4, -21, 8, 21, C.white),
    ) +
    block(10, 50, 76, 5, C.stone) +
    many([[48, 18]], coin(), 0.85) +
    many(
      [
        [44, 49],
        [48, 45],
        [52, 49],
      ],
      coin(),
      0.75,
    ),

  harbor:
    scene(C.sky, C.sea) +
    block(-70, 38, 114, 22, C.stone, 0) +
    at(22, 38, block(-12, -22, 24, 22, C.rose) + shape("M-15-22 L0-34 L15-22Z", C.red) + door(-3.5)) +
    at(70, 42, boat(C.orange), 0.85) +
    waves(44) +
    block(-70, 40, 114, 22, C.stone, 0) +
    at(21, 60, anchor, 0.55),
  train_station:
    street +
    at(
      48,
      46,
      block(-34, -26, 68, 26, C.cream) +
        shape("M-38-26 H38 L28-36 H-28Z", C.red) +
        disc(0, -30, 6, C.white) +
        line("M0-34 V-30 L3-28", 1.3),
    ) +
    line("M-70 56 H166", 2.4) +
    at(46, 56, engine, 1.05),
  shopping_mall:
    street +
    at(
      48,
      54,
      block(-38, -34, 76, 34, C.rose, 2) +
        block(-38, -38, 76, 8, C.violet, 2) +
        block(-10, -18, 20, 18, C.sky) +
        line("M0-18 V0") +
        pane(-32, -22, 15, 11) +
        pane(17, -22, 15, 11),
    ) +
    many(
      [
        [24, 55],
        [72, 55],
      ],
      bag(C.gold),
      0.75,
    ) +
    at(48, 33, bag(C.leaf), 0.45),
  amusement_park:
    scene(C.sky, "#a9cf7c") +
    at(36, 55, ferris, 1.1) +
    at(
      76,
      55,
      shape("M-14-16 L0-32 L14-16Z", C.red) +
        shape("M-5-16 L0-32 L5-16Z", C.white) +
        block(-13, -16, 26, 16, C.cream) +
        door(-3.5, C.violet) +
        line("M0-32 V-38") +
        shape("M0-38 h7 l-2 2.500 l2 2.500 h-7Z", C.gold),
    ),
  radio_tower:
    scene("#cfe0f3", "#a9cf7c") +
    at(48, 57, mast, 1.02) +
    many(
      [
        [16, 55],
        [80, 55],
      ],
      tree(C.moss),
      0.9,
    ),
  airport:
    scene(C.sky, C.stone, 16) +
    cloud(18, 12) +
    at(20, 52, block(-5, -24, 10, 24, C.cream) + shape("M-11-34 H11 L8-24 H-8Z", C.deep)) +
    line("M40 55 H90", 2, C.white) +
    `<g transform="translate(62 30) rotate(-14)">${plane}</g>`,
};

/** What a card of another box shows, for which nobody has drawn anything. */
export const UNKNOWN = street + at(48, 54, shop(C.cream, C.stone, 56));
export const pictureOf = (id: string): string => PICTURES[id] ?? UNKNOWN;
