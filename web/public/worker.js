// The service worker: the page opens offline and says so, and a notification leads to its table.
//
// The page itself always comes from the server while that can be reached, so an upgrade is seen at once. Scripts and
// styles have a hash of their content in their names: a kept one is never an old one. Of the API nothing is kept but the
// puzzles of the coming days, which never change (web/src/pages/puzzle/keep.ts).
const SHELL = "faubourg-shell";
const PUZZLES = "/api/puzzles";
const PAGE = "/"; // the same page serves every address
const FILES = ["/early.js", "/icon.svg", "/icon-192.png", "/faubourg.webmanifest"];
const ASSET = /\/assets\/[\w.-]+/g;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(PAGE, { cache: "no-cache" }).then(keep));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (FILES.includes(pathname)) event.respondWith(file(request));
  else if (pathname.startsWith(PUZZLES)) event.respondWith(puzzle(request));
});

/** The files that a page names. */
const named = (html) => [...new Set(html.match(ASSET) ?? [])];

/** Keep the page and what it names; when it names others, after an upgrade, forget those of the one before. Addresses
 * differ in their titles alone. */
async function keep(response) {
  const html = await response.clone().text();
  if (!response.ok || !html.includes('id="app"')) return;
  const shell = await caches.open(SHELL);
  const before = await (await shell.match(PAGE))?.text();
  const wanted = named(html);
  if (before && String(named(before)) === String(wanted)) return;
  await Promise.all([...wanted, ...FILES].map((path) => shell.add(path).catch(() => {})));
  await shell.put(PAGE, new Response(html, { headers: response.headers }));
  for (const kept of before ? await shell.keys() : []) {
    const { pathname } = new URL(kept.url);
    if (pathname.startsWith("/assets/") && !wanted.includes(pathname)) await shell.delete(kept);
  }
}

async function page(event) {
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(keep(response.clone()));
    return response;
  } catch (problem) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw problem;
  }
}

async function asset(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) await (await caches.open(SHELL)).put(request, response.clone());
  return response;
}

async function file(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw problem;
  }
}

/** From the server; without it what was kept, and the page learns from a header that it is offline. */
async function puzzle(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    const kept = await caches.match(request.url, { ignoreVary: true });
    if (!kept) throw problem;
    const headers = new Headers(kept.headers);
    headers.set("X-Kept", "1");
    return new Response(kept.body, { headers });
  }
}

self.addEventListener("push", (event) => {
  event.waitUntil(announce(event.data));
});

/** A message of the server: somebody's turn at a table. A browser wants every message to be shown. */
function announce(data) {
  let said = {};
  try {
    said = data?.json() ?? {};
  } catch {
    // what is not ours says nothing
  }
  const table = /^[a-z0-9]{1,40}$/.test(said.table) ? said.table : "";
  return self.registration.showNotification(String(said.title ?? "Faubourg"), {
    body: String(said.body ?? ""),
    tag: table, // one for each table: a second takes the first one's place
    icon: "/icon-192.png",
    data: { path: table ? `/t/${table}` : PAGE },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? PAGE));
});

/** The window that shows a table already, or any other of ours, or a new one. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === path) ?? windows[0];
  if (!there) return self.clients.openWindow(path);
  if (new URL(there.url).pathname !== path) await there.navigate(path);
  return there.focus();
}
