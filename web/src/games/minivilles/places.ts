/** The nine places of the market: a pile stays where it lies, and a new one takes a place that has become free. */
export function placed(before: (string | null)[], piles: string[], most: number): (string | null)[] {
  const now = before.map((id) => (id !== null && piles.includes(id) ? id : null)).slice(0, most);
  while (now.length < most) now.push(null);
  for (const id of piles) {
    if (now.includes(id)) continue;
    const free = now.indexOf(null);
    if (free < 0) now.push(id);
    else now[free] = id;
  }
  return now;
}
