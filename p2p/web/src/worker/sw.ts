// Keeps the files of the page, so that an installed one opens without a network. Only the files of a build are kept, by
// name: nothing of a table or match ever comes near here, since all that goes through channels and sockets.
//
// The page itself always comes from the server while that answers, so that nobody sees an old one after an update. What
// an old page still fetches later is kept one update longer.

/** The files of this build by their addresses, put in by build.mjs. */
declare const FILES: readonly string[];
/** Differs when any of them does. */
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = "peerdeck-";
const NAME = PREFIX + VERSION;
const PAGE = "/";

worker.addEventListener("install", (event) => {
  void worker.skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

worker.addEventListener("activate", (event) => event.waitUntil(tidy()));

/** Forget all builds but this one and the one before. */
async function tidy(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname === PAGE) event.respondWith(newest(request));
  else if (FILES.includes(pathname)) event.respondWith(kept(request));
});

async function newest(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) return answer;
  const cache = await caches.open(NAME);
  return (await cache.match(PAGE)) ?? answer ?? Response.error();
}

const kept = async (request: Request): Promise<Response> => (await caches.match(request.url)) ?? fetch(request);
