/** What stands in the street of the home page, from left to right. */

export type HouseShape = {
  x: number; // the left edge
  width: number;
  height: number; // of the wall
  wall: number; // a colour: 0 to 5
  roof: "gable" | "mansard" | "hip" | "step" | "tower";
  tile?: number; // the colour of the roof: 0 to 2
  columns: number;
  storeys: number;
  ground: "door" | "shop" | "arch";
  shutters?: boolean;
  dark?: number[]; // windows behind which nobody is up at night
};

// prettier-ignore
export const HOUSES: HouseShape[] = [
  { x: -372, width: 96, height: 138, wall: 5, roof: "mansard", columns: 2, storeys: 3, ground: "door", dark: [1, 4] },
  { x: -276, width: 84, height: 122, wall: 0, roof: "step", columns: 2, storeys: 2, ground: "shop", tile: 1, shutters: true, dark: [2] },
  { x: -146, width: 116, height: 140, wall: 2, roof: "hip", columns: 3, storeys: 3, ground: "arch", tile: 0, dark: [0, 5, 7] },
  { x: -30, width: 104, height: 118, wall: 1, roof: "gable", columns: 2, storeys: 2, ground: "door", tile: 1, dark: [1] },
  { x: 74, width: 92, height: 150, wall: 3, roof: "mansard", columns: 2, storeys: 3, ground: "shop", shutters: true, dark: [0, 3] },
  { x: 166, width: 112, height: 108, wall: 0, roof: "hip", columns: 3, storeys: 2, ground: "door", tile: 2, shutters: true, dark: [2, 4] },
  { x: 278, width: 76, height: 132, wall: 4, roof: "step", columns: 2, storeys: 2, ground: "door", tile: 0, dark: [0] },
  { x: 372, width: 112, height: 142, wall: 2, roof: "mansard", columns: 3, storeys: 3, ground: "shop", dark: [1, 5, 6] },
  { x: 548, width: 86, height: 112, wall: 5, roof: "gable", columns: 2, storeys: 2, ground: "door", tile: 0, shutters: true, dark: [3] },
  { x: 634, width: 120, height: 158, wall: 1, roof: "hip", columns: 3, storeys: 3, ground: "shop", tile: 1, dark: [0, 4, 8] },
  { x: 754, width: 78, height: 146, wall: 0, roof: "tower", columns: 2, storeys: 3, ground: "arch", tile: 2, dark: [2, 5] },
  { x: 832, width: 96, height: 128, wall: 3, roof: "step", columns: 2, storeys: 2, ground: "door", tile: 0, shutters: true, dark: [1] },
  { x: 972, width: 108, height: 146, wall: 4, roof: "mansard", columns: 3, storeys: 3, ground: "shop", shutters: true, dark: [2, 3, 7] },
  { x: 1080, width: 84, height: 116, wall: 2, roof: "gable", columns: 2, storeys: 2, ground: "door", tile: 1, dark: [0, 3] },
  { x: 1200, width: 118, height: 130, wall: 5, roof: "hip", columns: 3, storeys: 2, ground: "arch", tile: 0, shutters: true, dark: [1, 4] },
  { x: 1318, width: 84, height: 156, wall: 0, roof: "mansard", columns: 2, storeys: 3, ground: "shop", dark: [0, 5] },
  { x: 1402, width: 90, height: 114, wall: 1, roof: "gable", columns: 2, storeys: 2, ground: "door", tile: 2, dark: [2] },
  { x: 1528, width: 112, height: 148, wall: 3, roof: "mansard", columns: 3, storeys: 3, ground: "shop", dark: [1, 3, 8] },
  { x: 1640, width: 80, height: 114, wall: 4, roof: "gable", columns: 2, storeys: 2, ground: "door", tile: 0, shutters: true, dark: [0] },
  { x: 1720, width: 104, height: 134, wall: 2, roof: "hip", columns: 3, storeys: 2, ground: "door", tile: 2, dark: [2, 3] },
];

export const TREES = [
  { x: -168, size: 0.95, round: true },
  { x: 362, size: 0.8, round: false },
  { x: 536, size: 1, round: true },
  { x: 948, size: 1.05, round: false },
  { x: 1182, size: 0.95, round: true },
  { x: 1510, size: 0.9, round: false },
];

export const LAMPS = [-190, 40, 494, 900, 1330, 1652];

// prettier-ignore
export const STARS: [number, number, number][] = [
  [-330, 60, 1.3], [-262, 28, 1.6], [-180, 70, 1], [-92, 34, 1.4], [1498, 38, 1.3], [1580, 78, 1], [1664, 26, 1.7], [1752, 62, 1.2],
  [60, 40, 1.6], [142, 92, 1.1], [238, 30, 1.4], [322, 74, 1], [408, 36, 1.8], [486, 84, 1.1], [566, 24, 1.2],
  [648, 66, 1.6], [742, 34, 1], [838, 58, 1.5], [904, 22, 1.2], [1092, 30, 1.7], [1136, 84, 1], [1222, 44, 1.4],
  [1296, 86, 1.1], [1372, 30, 1.6], [1420, 72, 1],
];
