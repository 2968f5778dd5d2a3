// Keeps the page itself, so that it opens without a network and can say so. What the server says is never kept.
const SHELL = "changeling-shell-1";
const MOST = 120; // files; the oldest go first

self.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (/^\/(assets\/|icon|manifest)/.test(url.pathname)) event.respondWith(file(request));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data ?? "/"));
});

/** The first page with all that it names. */
async function keepShell() {
  const shell = await caches.open(SHELL);
  const answer = await fetch("/", { cache: "no-cache" });
  const text = await answer.clone().text();
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1]);
  await shell.put("/", answer);
  await Promise.all(named.map((path) => shell.add(path).catch(() => undefined)));
}

/** A page from the server; without it, the one that was kept, which shows what it can. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("content-type")?.startsWith("text/html")) {
      const shell = await caches.open(SHELL);
      await shell.put("/", answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name changes with what is in it: kept ones are as good as new. Others are asked for again. */
async function file(request) {
  const shell = await caches.open(SHELL);
  const named = new URL(request.url).pathname.startsWith("/assets/");
  const kept = await shell.match(request);
  if (kept && named) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) await shell.put(request, answer.clone());
    const all = await shell.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((old) => (new URL(old.url).pathname === "/" ? false : shell.delete(old))));
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** Show the table that a note is about: in a window that is open, else in a new one. */
async function show(path) {
  const open = await self.clients.matchAll({ type: "window" });
  const found = open.find((one) => new URL(one.url).pathname === path) ?? open[0];
  if (!found) return self.clients.openWindow(path);
  return found.focus();
}
