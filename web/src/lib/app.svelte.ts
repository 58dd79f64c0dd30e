/** The page as an app: its service worker, and notifications that it is one's turn. */
import * as m from "$messages";
import { read, write } from "./storage";

const KEPT = "faubourg.notify";
let registration: ServiceWorkerRegistration | null = null;

/** Only where the browser lets us: with TLS or on this computer, and with storage. */
export function startWorker(): void {
  if (!window.isSecureContext || !("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  navigator.serviceWorker
    .register("/worker.js")
    .then((found) => (registration = found))
    .catch(() => {}); // then it is a page like any other
}

const granted = () => "Notification" in window && Notification.permission === "granted";
let wanted = $state(read(KEPT) === "on" && granted());

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
  /** On a tap: ask the browser if need be. */
  async flip(): Promise<void> {
    if (!wanted && !granted()) await Notification.requestPermission();
    wanted = !wanted && granted();
    write(KEPT, wanted ? "on" : "off");
  },
  /** Say that it is one's turn at a table, if nobody looks at the page. */
  async turn(table: string, title: string): Promise<void> {
    if (!wanted || document.visibilityState === "visible") return;
    registration ??= (await navigator.serviceWorker.getRegistration()) ?? null;
    await registration?.showNotification(m.notify_turn(), {
      body: title,
      tag: table, // one for each table: a second takes the first one's place
      icon: "/icon-192.png",
      data: { path: `/t/${table}` },
    });
  },
};
