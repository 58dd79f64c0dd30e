/** The table with a card just built, before the server has been told. */
import type { Action, BoardProps } from "$lib/game";
import { factsOf, type Box, type View } from "./types";

export function built({ view, box }: BoardProps<View, Box>, { words: [verb, id = ""] }: Action): View {
  const town = view.towns[view.seat];
  if (verb !== "build" || !town) return view;
  const landmark = id in box.landmarks;
  const left = (view.market[id] ?? 0) - 1;
  const { [id]: _, ...others } = view.market;
  return {
    ...view,
    market: landmark ? view.market : left > 0 ? { ...view.market, [id]: left } : others,
    towns: {
      ...view.towns,
      [view.seat]: {
        coins: town.coins - factsOf(box, id).cost,
        cards: landmark ? town.cards : { ...town.cards, [id]: (town.cards[id] ?? 0) + 1 },
        landmarks: landmark ? [...town.landmarks, id] : town.landmarks,
      },
    },
  };
}
