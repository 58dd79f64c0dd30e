/** The environment of a `Link` in a browser: WebSocket, timers, sessionStorage. */
import type { Environment } from "./environment";
import type { Request } from "./protocol";

const RELOADED = "faubourg.reloaded"; // when the page was last loaded anew for another version

declare global {
  interface Window {
    earlyLine?: WebSocket; // that public/early.js has begun to open
  }
}

/** The connection that was begun before the page was there, if it leads to this table and still does. */
function earlyLine(address: string): WebSocket | null {
  const early = window.earlyLine;
  delete window.earlyLine;
  if (early?.url === address && early.readyState <= WebSocket.OPEN) return early;
  early?.close();
  return null;
}

export function browserEnvironment(table: string): Environment {
  const address = `${location.origin.replace(/^http/, "ws")}/api/tables/${table}/live`;
  const pending = `faubourg.pending.${table}`;
  return {
    open({ opened, said, closed }) {
      const socket = earlyLine(address) ?? new WebSocket(address);
      if (socket.readyState === WebSocket.OPEN) queueMicrotask(opened);
      else socket.onopen = opened;
      socket.onmessage = ({ data }) => said(data as string);
      socket.onclose = closed;
      return {
        send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
        close: () => socket.close(),
      };
    },
    now: () => Date.now() / 1000,
    later(seconds, work) {
      const timer = setTimeout(work, seconds * 1000);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    newId: () =>
      Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-"),
    keep(request) {
      try {
        if (request) sessionStorage.setItem(pending, JSON.stringify(request));
        else sessionStorage.removeItem(pending);
      } catch {
        // without a store a reload forgets it; all else goes on
      }
    },
    reload() {
      try {
        const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
        if (Date.now() - last < 60_000) return false;
        sessionStorage.setItem(RELOADED, String(Date.now()));
      } catch {
        return false; // without a store it might go on for ever
      }
      location.reload();
      return true;
    },
    kept() {
      try {
        return JSON.parse(sessionStorage.getItem(pending) ?? "null") as Request | null;
      } catch {
        return null;
      }
    },
  };
}
