/** A first look at a record file: enough to offer what can be done with it. The server reads it properly. */

export type Glance = {
  game: string;
  players: number;
  options: Record<string, string>; // those that are written: one that came later may be left out
  names: string[];
  moves: number;
  over: boolean;
};

/** What a record says about itself; null if it does not look like one. */
export function glance(text: string): Glance | null {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (!/^faubourg record \d+/.test(lines[0] ?? "")) return null;
  const blank = lines.findIndex((line) => !line.trim());
  const end = blank < 0 ? lines.length : blank;
  const head = new Map(
    lines.slice(1, end).map((line) => {
      const [name, ...rest] = line.split(":");
      return [name!.trim(), rest.join(":").trim()];
    }),
  );
  const players = Number(head.get("players"));
  const game = head.get("game");
  if (!game || !Number.isInteger(players) || players < 1 || players > 6) return null;
  const seats = (head.get("seats") ?? "").split(",").map((seat) => seat.trim());
  const names = seats.map((seat) => (seat.includes("=") ? seat.split("=")[0]! : ""));
  const options = Object.fromEntries(
    [...(head.get("options") ?? "").matchAll(/([^\s=]+)=(\S*)/g)].map(([, name, value]) => [name!, value!]),
  );
  const moves = lines.slice(end).filter((line) => /^[A-F*] \S/.test(line.trim())).length;
  return { game, players, options, names, moves, over: head.has("result") };
}
