/** Web Push: this browser is told of its turns also while no page of ours is open, where the server offers that. */
import { api, isRefusal } from "./api/client";
import { language } from "./lang.svelte";
import { isUnnamed } from "./seatlink";
import { mine } from "./tables.svelte";

/** How far notifications reach: to a closed page too; or only to an open one, since the server offers no more, the
 * browser can't, or its push service could not be reached. */
export type Reach = "closed" | "server" | "browser" | "failed";

type Seat = { table: string; seat: string; key: string };

/** The seats of this browser where a game goes on: of all tables, or of one. */
function seats(only?: string): Seat[] {
  return mine
    .filter(({ id, phase }) => (only ? id === only : phase === "waiting" || phase === "playing"))
    .flatMap(({ id, keys }) =>
      Object.entries(keys)
        .filter(([seat]) => !isUnnamed(seat))
        .map(([seat, key]) => ({ table: id, seat, key })),
    );
}

/** The browser's subscription for the server's key; one for another key is given up. */
async function subscription(manager: PushManager, key: string): Promise<PushSubscription> {
  const held = await manager.getSubscription();
  if (held && written(held.options.applicationServerKey) !== key) await held.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function written(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Have this browser told of the turns of its seats, of all or of those at one table. */
export async function subscribe(worker: ServiceWorkerRegistration, only?: string): Promise<Reach> {
  if (!("pushManager" in worker)) return "browser";
  try {
    const { key } = await api.pushOffer();
    if (!key) return "server";
    const { endpoint, keys } = (await subscription(worker.pushManager, key)).toJSON();
    if (!endpoint || !keys?.p256dh || !keys.auth) return "browser";
    const body = { endpoint, p256dh: keys.p256dh, auth: keys.auth, language: language.now };
    for (const { table, seat, key } of seats(only)) {
      const refusal = await api.subscribe(table, seat, body, key).then(() => null, refused);
      if (refusal === "endpoint") return "server"; // this browser's push service is not one of its own
    }
    return "closed";
  } catch {
    return "failed";
  }
}

/** Why the server said no, as where a game is over or a table gone; all else went wrong on the way. */
function refused(error: unknown): string {
  if (isRefusal(error)) return error.code;
  throw error;
}

/** Have this browser told nothing more, at any table or at one. */
export async function unsubscribe(worker: ServiceWorkerRegistration, only?: string): Promise<void> {
  const held = await worker.pushManager?.getSubscription();
  if (!held) return;
  for (const { table, seat, key } of seats(only))
    await api.unsubscribe(table, seat, held.endpoint, key).catch(() => {}); // the push service says so too
  if (!only) await held.unsubscribe();
}
