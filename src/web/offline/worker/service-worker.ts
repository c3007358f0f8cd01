import { PAGES } from '../../../contract/pages.ts';
import { worker } from './worker-scope.ts';

/**
 * [Note: The page without Safelight] The worker keeps the page's own files, so that the page starts while nothing answers. The page itself comes from
 * the service whenever that answers, so nobody sees an old one after an update; its parts have a hash in their names and are as good from the
 * cache. Of the API it answers nothing. What the page keeps to cull without Safelight is in `kept-set.ts`.
 */

/** From the build: a name that changes with each of the files, those that the page names, and all that it takes to cull. */
declare const BUILD: string;
declare const FIRST: readonly string[];
declare const PARTS: readonly string[];

const PREFIX = 'safelight-page-';
const CACHE = PREFIX + BUILD;
/** After this long without an answer, the kept page starts. It goes on asking by itself. */
const PATIENCE_MS = 4000;
/** What a proxy says when nobody answers behind it. */
const NOBODY_BEHIND: ReadonlySet<number> = new Set([502, 504]);

const base = new URL(worker.registration.scope).pathname;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(base)) return;
  const path = pathname.slice(base.length - 1);
  if (request.mode === 'navigate') {
    if (PAGES.test(path)) event.respondWith(page(request));
  } else if (path.startsWith('/assets/')) event.respondWith(asset(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const answer = await fetch(base, { cache: 'reload' });
  const page = await answer.clone().text();
  // The service was updated a moment ago: this worker is no longer its own.
  if (!FIRST.every((part) => page.includes(part))) throw new Error('This is the page of another version.');
  await cache.addAll(PARTS.map((part) => base + part));
  await cache.put(base, answer);
  await worker.skipWaiting();
}

/** The parts of the version before stay: a page of it may still be open. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function page(request: Request): Promise<Response> {
  const kept = await caches.match(base, { cacheName: CACHE, ignoreVary: true });
  if (!kept) return fetch(request);
  const patience = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  const answer = fetch(request).then(
    (answer) => (NOBODY_BEHIND.has(answer.status) ? kept : answer),
    () => kept,
  );
  return Promise.race([answer, patience]);
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
