import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let folder: string;

const PAGE = `<meta name="csp-nonce" content="__NONCE__" /><meta name="password-policy" content="__PASSWORD_POLICY__" /><meta name="four-eyes" content="__FOUR_EYES__" /><!-- preloads -->`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  const heads = { '*': 'rest-head', '/home': 'home-head', '/autorates/:id': 'display-head' };
  await writeFile(join(folder, 'heads.json'), JSON.stringify(heads));
  await writeFile(join(folder, 'assets', 'main-abc.js'), 'export {};');
  await writeFile(join(folder, 'sw.js'), 'self;');
  await writeFile(join(folder, 'manifest.webmanifest'), '{"name":"Bureau"}');
  await writeFile(join(folder, 'openapi.json'), '{"openapi":"3.1.0"}');
  world = await openWorld({ REFUSE_PAST_PASSWORDS: 'on' }, { webDir: folder });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

it.each(['/', '/country-list', '/no/such/page'])(
  '%s is the page, with its own nonce and a strict policy',
  async (path) => {
    const [first, second] = await Promise.all([fetch(world.url + path), fetch(world.url + path)]);
    const nonce = /csp-nonce" content="([^"]+)"/.exec(await first.text())?.[1] ?? '';
    expect(nonce).toMatch(/^[\w+/=]{24}$/);
    expect(await second.text()).not.toContain(nonce);
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).toContain(`script-src 'self';`);
    expect(policy).toContain(`manifest-src 'self'; worker-src 'self';`);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy).not.toContain('unsafe');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('referrer-policy')).toBe('no-referrer');
  },
);

it('the page names the optional password rules', async () => {
  expect(await (await fetch(world.url)).text()).toContain('name="password-policy" content="past"');
});

it('the page tells whether four eyes are enabled', async () => {
  const strict = await world.another({ FOUR_EYES: 'on' }, { webDir: folder });
  expect(await (await fetch(world.url)).text()).toContain('name="four-eyes" content="off"');
  expect(await (await fetch(strict.url)).text()).toContain('name="four-eyes" content="on"');
});

it('files with a hash in their name can be cached forever; other paths under assets are not the page', async () => {
  const file = await fetch(`${world.url}/assets/main-abc.js`);
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await fetch(`${world.url}/assets/no-such.js`)).status).toBe(404);
  expect((await fetch(`${world.url}/assets/..%2f..%2fpackage.json`)).status).toBeGreaterThanOrEqual(400);
});

it('the service worker is asked for anew each time, and may only fetch from its origin', async () => {
  const file = await fetch(`${world.url}/sw.js`);
  expect(file.headers.get('content-type')).toContain('javascript');
  expect(file.headers.get('cache-control')).toBe('no-cache');
  expect(file.headers.get('content-security-policy')).toBe(
    `default-src 'none'; connect-src 'self'; frame-ancestors 'none'`,
  );
  expect((await fetch(`${world.url}/sw.js`, { method: 'HEAD' })).status).toBe(200);
});

it('the manifest is served with its type', async () => {
  const file = await fetch(`${world.url}/manifest.webmanifest`);
  expect(file.headers.get('content-type')).toContain('application/manifest+json');
});

it('the OpenAPI file of the build is served', async () => {
  const file = await fetch(`${world.url}/openapi.json`);
  expect(file.headers.get('content-type')).toContain('application/json');
  expect(await file.json()).toEqual({ openapi: '3.1.0' });
});

it.each([
  ['/', 'rest-head'],
  ['/home', 'home-head'],
  ['/home?tab=1', 'home-head'],
  ['/home/more', 'rest-head'],
  ['/autorates/A', 'display-head'],
  ['/autorates/A/B', 'rest-head'],
  ['/constructor', 'rest-head'],
])('the page of %s has the head that the build prepared: %s', async (path, head) => {
  expect(await (await fetch(world.url + path)).text()).toContain(head);
});
