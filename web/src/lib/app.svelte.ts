/** The page as an app: its service worker, and notifications that it is one's turn. */
import * as m from "$messages";
import { language } from "./lang.svelte";
import type { Reach } from "./push";
import { read, write } from "./storage";

const KEPT = "faubourg.notify";
let registration: ServiceWorkerRegistration | null = null;

/** Only where the browser lets us: with TLS or on this computer, and with storage. Answers whether it did. */
export async function startWorker(): Promise<boolean> {
  if (!window.isSecureContext || !("serviceWorker" in navigator) || !import.meta.env.PROD) return false;
  try {
    registration = await navigator.serviceWorker.register("/worker.js");
    return true;
  } catch {
    return false; // then it is a page like any other
  }
}

export const PUZZLES = "faubourg-puzzles"; // where those of the coming days are kept

/** Whether puzzles are kept for this device: as the installed app, or since it has come for one before. */
export async function keepsPuzzles(): Promise<boolean> {
  if (matchMedia("(display-mode: standalone)").matches) return true;
  return caches.has(PUZZLES).catch(() => false);
}

const granted = () => "Notification" in window && Notification.permission === "granted";
let wanted = $state(read(KEPT) === "on" && granted());
let reach = $state<Reach | null>(null); // null: not known yet
const covered = new Set<string>(); // tables of which this browser is told, and in which language

/** The worker, once it is at work; null where there is none. */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  registration ??= (await navigator.serviceWorker?.getRegistration()) ?? null;
  return registration && navigator.serviceWorker.ready;
}

/** One after another: who flips a switch twice means the second. */
let last: Promise<void> = Promise.resolve();
const inTurn = (work: () => Promise<void>): Promise<void> => (last = last.then(work, work));

/** Subscribe this browser, or not any more, as is wished by now: for all tables, or for one. */
async function follow(table?: string): Promise<void> {
  const [found, push] = await Promise.all([worker(), import("./push")]);
  if (wanted) reach = found ? await push.subscribe(found, table) : "browser";
  else if (found) await push.unsubscribe(found);
}

export const notifications = {
  /** Whether this browser can show any. */
  get possible(): boolean {
    return window.isSecureContext && "Notification" in window && "serviceWorker" in navigator;
  },
  get on(): boolean {
    return wanted;
  },
  get refused(): boolean {
    return "Notification" in window && Notification.permission === "denied";
  },
  /** Whether a closed page is told too, and else why not. */
  get reach(): Reach | null {
    return reach;
  },
  /** On a tap: ask the browser if need be. */
  async flip(): Promise<void> {
    if (!wanted && !granted()) await Notification.requestPermission();
    wanted = !wanted && granted();
    write(KEPT, wanted ? "on" : "off");
    covered.clear();
    reach = null;
    await inTurn(() => follow());
  },
  /** Be told of the turns at a table also when its page is closed, if that was wished. */
  async cover(table: string): Promise<void> {
    const name = `${table} ${language.now}`;
    if (!wanted || covered.has(name)) return;
    covered.add(name);
    await inTurn(() => follow(table));
  },
  /** Be told nothing more of a table. */
  async uncover(table: string): Promise<void> {
    const found = wanted ? await worker() : null;
    if (found) await (await import("./push")).unsubscribe(found, table);
  },
  /** Say that it is one's turn at a table, if nobody looks at the page. */
  async turn(table: string, title: string): Promise<void> {
    if (!wanted || document.visibilityState === "visible") return;
    await (
      await worker()
    )?.showNotification(m.notify_turn(), {
      body: title,
      tag: table, // one for each table: a second takes the first one's place
      icon: "/icon-192.png",
      data: { path: `/t/${table}` },
    });
  },
};
