/**
 * The service worker of one build. It stores the public files of the build and its page, which holds no data of a user,
 * so that Bureau opens without a connection. It never stores the answer of a call, a document or an upload.
 */

/** The types of a service worker, because the library of the browser's window has none of them. */
interface WorkerEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}
interface WorkerScope {
  readonly skipWaiting: () => Promise<void>;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: () => Promise<readonly { readonly postMessage: (message: unknown) => void }[]>;
  };
  readonly addEventListener: ((
    type: 'install' | 'activate',
    listener: (event: WorkerEvent) => void,
  ) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void);
}

/** Both are written by tools/build/worker.ts. */
declare const BUILD: string;
declare const FILES: readonly string[];

const scope = self as unknown as WorkerScope;
const PREFIX = 'bureau.build.';
const CACHE = PREFIX + BUILD;
const PAGE = '/';
/** Few at a time, so that the calls of the user do not wait behind them. */
const FILES_AT_ONCE = 4;

/** While servers are upgraded one after another, the page may come from another build; then the next visit tries again. */
async function fetchPage(): Promise<Response> {
  const page = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' });
  const isOfBuild = page.ok && (await page.clone().text()).includes(`name="build" content="${BUILD}"`);
  if (!isOfBuild) throw new Error('The page is of another build');
  return page;
}

async function storeBuild(): Promise<void> {
  const page = await fetchPage();
  const cache = await caches.open(CACHE);
  for (let at = 0; at < FILES.length; at += FILES_AT_ONCE)
    await cache.addAll(FILES.slice(at, at + FILES_AT_ONCE));
  await cache.put(PAGE, page);
  await scope.skipWaiting();
}

/** A page holds a lock with the name of its build's cache, so that an old page finds its files until it is closed. */
async function removeOldBuilds(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const inUse = new Set([CACHE, ...held.map(({ name }) => name)]);
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !inUse.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function takeOver(): Promise<void> {
  await removeOldBuilds();
  await scope.clients.claim();
  for (const client of await scope.clients.matchAll()) client.postMessage({ build: BUILD });
}

/** The stored page is only for the time without a connection, because an upgraded server has a newer one. */
async function fetchPageOrStored(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await (await caches.open(CACHE)).match(PAGE);
    if (stored === undefined) throw error;
    return stored;
  }
}

/** The name of a file contains the hash of its content, so it is right in whichever build it is found. */
const storedOrFetched = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request);

scope.addEventListener('install', (event) => event.waitUntil(storeBuild()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || /^\/(?:api|sso)\//.test(pathname)) return;
  if (request.mode === 'navigate') {
    event.respondWith(fetchPageOrStored(request));
    event.waitUntil(removeOldBuilds());
  } else if (pathname.startsWith('/assets/')) event.respondWith(storedOrFetched(request));
});
