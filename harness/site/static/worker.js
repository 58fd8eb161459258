// The service worker: fresh pages while there is a network, kept ones while there is none.
"use strict";

const NAME = `lawbook-${VERSION}`;
// Pages fetched at once in the background.
const BATCH = 6;
// After this many milliseconds a kept page is shown although the network has not answered.
const PATIENCE = 4000;

const address = (path) => new URL(path, self.registration.scope).href;
let filling = false;

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(NAME);
  await cache.addAll(EARLY.map(address));
  await self.skipWaiting();
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("lawbook-") && name !== NAME) await caches.delete(name);
  await self.clients.claim();
})()));

// Fetches what is not kept yet; a visit that ends early leaves the rest to the next one.
async function fill() {
  if (filling) return;
  filling = true;
  try {
    const cache = await caches.open(NAME);
    const kept = new Set((await cache.keys()).map((request) => request.url));
    const missing = LATE.map(address).filter((url) => !kept.has(url));
    while (missing.length) {
      await Promise.all(missing.splice(0, BATCH).map((url) => cache.add(url)));
    }
  } catch { /* no network: later */ } finally {
    filling = false;
  }
}

async function answer(request) {
  const cache = await caches.open(NAME);
  // A page is one whatever is asked of it; the start page has two addresses.
  const url = new URL(request.url);
  url.search = "";
  if (url.href === self.registration.scope) url.pathname += "index.html";
  const fresh = fetch(request).then((response) => {
    if (response.ok && response.type === "basic") cache.put(url.href, response.clone());
    return response;
  });
  const kept = await cache.match(url.href);
  if (!kept) return fresh;
  const late = new Promise((done) => { setTimeout(done, PATIENCE, kept); });
  return Promise.race([fresh.catch(() => kept), late]);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
  if (request.mode === "navigate") event.waitUntil(fill());
});

self.addEventListener("message", (event) => {
  if (event.data === "fill") event.waitUntil(fill());
});
