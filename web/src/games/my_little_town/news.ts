/** What was put on the town by the last entries, as names: "tile 7" or a standee such as "B5". */
import type { Entry } from "$lib/game";

export function freshIn(news: Entry[]): Set<string> {
  const fresh = new Set<string>();
  for (const entry of news) {
    for (const event of entry.events ?? []) {
      if (event.kind === "tile") fresh.add(`tile ${event.number}`);
      if (event.kind === "standee") fresh.add(`${event.seat}${event.length}`);
    }
  }
  return fresh;
}
