/** The table with a card just built. */
import type { Action, BoardProps } from "$lib/game";
import { factsOf, type Box, type View } from "./types";

export function built(view: View, box: Box, seat: string, id: string): View {
  const town = view.towns[seat];
  if (!town) return view;
  const landmark = id in box.landmarks;
  const left = (view.market[id] ?? 0) - 1;
  const { [id]: _, ...others } = view.market;
  return {
    ...view,
    market: landmark ? view.market : left > 0 ? { ...view.market, [id]: left } : others,
    towns: {
      ...view.towns,
      [seat]: {
        coins: town.coins - factsOf(box, id).cost,
        cards: landmark ? town.cards : { ...town.cards, [id]: (town.cards[id] ?? 0) + 1 },
        landmarks: landmark ? [...town.landmarks, id] : town.landmarks,
      },
    },
  };
}

/** Before the server has been told. */
export function after({ view, box }: BoardProps<View, Box>, { words: [verb, id = ""] }: Action): View {
  return verb === "build" ? built(view, box, view.seat, id) : view;
}
