/**
 * What a roll would bring and cost a player: the same sums as income.py makes, on the page's own data.
 * forecast.cases.json holds both equal (forecast.test.ts here, test_forecast.py there).
 */
import { hasPower, type Box, type CardFacts, type Town, type View } from "./types";

/** Coins for one seat; `chance`: something more that a choice or a catch decides, which nobody knows yet. */
export type Prospect = { gets: number; pays: number; chance: boolean };

type Coins = Record<string, number>;
type Scene = { box: Box; view: View; letters: string[]; coins: Coins };

const acting = (box: Box, number: number, colour: string): [string, CardFacts][] =>
  Object.entries(box.cards).filter(([, facts]) => facts.colour === colour && facts.numbers.includes(number));

const bonus = (box: Box, town: Town, id: string): number => {
  if (!box.raised.includes(id) || !hasPower(box, town, "bonus")) return 0;
  const mall = Object.values(box.landmarks).find((facts) => facts.effect.kind === "bonus");
  return Number(mall?.effect.coins ?? 0);
};

const countSymbols = (box: Box, town: Town, symbols: string[]): number =>
  Object.entries(town.cards)
    .filter(([id]) => symbols.includes(box.cards[id]?.symbol ?? ""))
    .reduce((sum, [, count]) => sum + count, 0);

function feeAsked(scene: Scene, roller: string, owner: string, id: string, facts: CardFacts): number {
  const { view, box } = scene;
  const town = view.towns[owner]!;
  const copies = town.cards[id] ?? 0;
  if (!copies || view.towns[roller]!.landmarks.length < (facts.effect.roller_landmarks ?? 0)) return 0;
  return facts.effect.coins === "all"
    ? Infinity
    : copies * (Number(facts.effect.coins) + bonus(box, town, id));
}

function income(scene: Scene, owner: string, id: string, { effect }: CardFacts): number {
  const { view, box } = scene;
  const town = view.towns[owner]!;
  const copies = town.cards[id] ?? 0;
  if (!copies || effect.kind !== "income") return 0;
  if (effect.needs && !town.landmarks.includes(effect.needs)) return 0;
  if (effect.below !== undefined && town.landmarks.length >= effect.below) return 0;
  let each = Number(effect.coins);
  if (effect.per) {
    const towns = effect.among === "all" ? Object.values(view.towns) : [town];
    each *= towns.reduce((sum, one) => sum + countSymbols(box, one, effect.per!), 0);
  }
  return copies * (each + bonus(box, town, id));
}

function levyAsked(scene: Scene, payer: string, { effect }: CardFacts): number {
  const coins = scene.coins[payer]!;
  if (effect.kind === "tax") return coins >= (effect.from ?? 0) ? Math.floor(coins / 2) : 0;
  if (effect.kind !== "levy") return 0;
  const times = effect.per ? countSymbols(scene.box, scene.view.towns[payer]!, effect.per) : 1;
  return times * Number(effect.coins);
}

function move(scene: Scene, from: string, to: string, asked: number, book: Record<string, Prospect>): void {
  const paid = Math.min(asked, scene.coins[from]!);
  scene.coins[from]! -= paid;
  scene.coins[to]! += paid;
  book[from]!.pays += paid;
  book[to]!.gets += paid;
}

/** What everybody gets and pays if `roller` rolls `number` now, in the order of the rules. */
export function prospects(box: Box, view: View, roller: string, number: number): Record<string, Prospect> {
  const letters = Object.keys(view.towns);
  const coins = Object.fromEntries(letters.map((letter) => [letter, view.towns[letter]!.coins]));
  const scene = { box, view, letters, coins };
  const book = Object.fromEntries(letters.map((letter) => [letter, { gets: 0, pays: 0, chance: false }]));
  const earn = (letter: string, sum: number) => {
    coins[letter]! += sum;
    book[letter]!.gets += sum;
  };
  const place = letters.indexOf(roller);
  const owns = (letter: string, id: string) => (view.towns[letter]!.cards[id] ?? 0) > 0;
  for (let away = 1; away < letters.length; away++) {
    const owner = letters[(place - away + letters.length) % letters.length]!;
    for (const [id, facts] of acting(box, number, "red"))
      move(scene, roller, owner, feeAsked(scene, roller, owner, id, facts), book);
  }
  for (const [id, facts] of acting(box, number, "green")) {
    earn(roller, income(scene, roller, id, facts));
    const needed = facts.effect.kind === "give" || view.towns[roller]!.landmarks.length > 0;
    if (owns(roller, id) && facts.effect.kind !== "income" && needed) book[roller]!.chance = true;
  }
  for (const [id, facts] of acting(box, number, "blue")) {
    for (const letter of letters) {
      earn(letter, income(scene, letter, id, facts));
      const sails = view.towns[letter]!.landmarks.includes(facts.effect.needs ?? "");
      if (facts.effect.kind === "catch" && owns(letter, id) && sails) book[letter]!.chance = true;
    }
  }
  for (const [id, facts] of acting(box, number, "purple")) {
    if (!owns(roller, id)) continue;
    if (facts.effect.kind === "pick" || facts.effect.kind === "swap") book[roller]!.chance = true;
    for (const payer of letters)
      if (payer !== roller) move(scene, payer, roller, levyAsked(scene, payer, facts), book);
  }
  return book;
}

/** One column of the table "if … is rolled": on my own roll, and on those of the others. */
export type Column = {
  number: number;
  mine: Prospect;
  others: { least: number; most: number; chance: boolean };
};

export function forecast(box: Box, view: View, me: string): Column[] {
  const letters = Object.keys(view.towns);
  const raising = Object.values(view.towns).some((town) => hasPower(box, town, "raise"));
  const highest = raising ? 14 : 12;
  return Array.from({ length: highest }, (_, index) => {
    const number = index + 1;
    const elsewhere = letters
      .filter((letter) => letter !== me)
      .map((letter) => prospects(box, view, letter, number)[me]!);
    const sums = elsewhere.map((one) => one.gets - one.pays);
    const chance = elsewhere.some((one) => one.chance);
    const others = { least: Math.min(...sums), most: Math.max(...sums), chance };
    return { number, mine: prospects(box, view, me, number)[me]!, others };
  });
}
