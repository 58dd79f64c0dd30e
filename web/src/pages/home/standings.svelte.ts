/** How the tables of this browser stand, asked for all of them at once while somebody looks at the list. */
import { notifications } from "$lib/app.svelte";
import { say } from "$lib/lang.svelte";
import { isMyTurn } from "$lib/savedtables";
import { api, type Standings } from "$lib/api/client";
import { facesAt } from "$lib/faces";
import { mine, standing } from "$lib/tables.svelte";

const EVERY = 15; // seconds between two looks
const SETTLED = ["over", "stopped", "record", "gone"]; // nothing happens there any more, but that they go

type Standing = Standings["tables"][number];

function kept({ table, game, title, number, phase, turn, since, seats }: Standing) {
  const acting = seats.find(({ seat }) => seat === turn);
  return {
    ...{ id: table, game, title, number, phase, since: since * 1000 },
    turn: acting?.handed ? null : turn, // a bot plays for them
    names: Object.fromEntries(seats.map(({ seat, name }) => [seat, name])),
    faces: facesAt(seats),
  };
}

/** Ask once, or as often as it takes for all that have changed. */
async function look(first: boolean): Promise<void> {
  for (let more = true; more;) {
    const asked = mine.filter(({ phase }) => first || !SETTLED.includes(phase));
    if (!asked.length) return;
    const told = await api.standings(Object.fromEntries(asked.map(({ id, number }) => [id, number])));
    standing([...told.tables.map(kept), ...told.gone.map((id) => ({ id, phase: "gone", turn: null }))]);
    more = told.more && told.tables.length > 0;
  }
}

const turns = () => mine.filter(isMyTurn).map(({ id }) => id);

/** Somebody who does not look at the page is told where their turn has come. */
function tellNew(before: Set<string>): void {
  for (const table of mine)
    if (isMyTurn(table) && !before.has(table.id)) void notifications.turn(table.id, say(table.title));
}

/** Look now and then, as long as the page is seen or wants to tell; answers how to stop. */
export function watchStandings(): () => void {
  let first = true;
  const again = () => {
    if (document.visibilityState !== "visible" && !notifications.on) return;
    const before = new Set(turns());
    look(first).then(
      () => tellNew(before),
      () => {}, // offline: what was known stays, and the next look may work
    );
    first = false;
  };
  const timer = setInterval(again, EVERY * 1000);
  addEventListener("online", again);
  document.addEventListener("visibilitychange", again);
  again();
  return () => {
    clearInterval(timer);
    removeEventListener("online", again);
    document.removeEventListener("visibilitychange", again);
  };
}
