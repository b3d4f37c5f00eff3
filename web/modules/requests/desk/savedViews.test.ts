import { beforeEach, expect, test, vi } from 'vitest';
import { readViews, withView, writeViews, type ViewOwner } from './savedViews.ts';
import { NO_SEARCH } from './search.ts';

const OWNER: ViewOwner = { srno: 7, id: 'sales.mum', key: btoa('k'.repeat(32)) };
const OTHER: ViewOwner = { srno: 8, id: 'bm.mum', key: btoa('o'.repeat(32)) };
const items = new Map<string, string>();

/** The storage of a browser, which tests of units do not have. */
beforeEach(() => {
  items.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
    removeItem: (name: string) => items.delete(name),
  });
  vi.stubGlobal('isSecureContext', true);
  return () => vi.unstubAllGlobals();
});

const stored = () => JSON.stringify([...items]);
const view = (name: string, number: string) => ({ name, search: { ...NO_SEARCH, number } });

test('views are stored encrypted, and only the key of their user opens them', async () => {
  await writeViews(OWNER, [view('Khan, DEMPY5298N', '4711'), view('A', '1')]);
  for (const text of ['Khan', 'DEMPY5298N', '4711']) expect(stored()).not.toContain(text);
  expect(await readViews(OWNER)).toEqual([view('A', '1'), view('Khan, DEMPY5298N', '4711')]);
  expect(await readViews({ ...OWNER, key: OTHER.key })).toEqual([]);
  expect(await readViews(OTHER)).toEqual([]);
});

test('views that an earlier version stored in the clear are encrypted, and those of others are left to them', async () => {
  const clear = JSON.stringify({ Khan: { number: '4711' } });
  items.set('bureau.views.requests.sales.mum', clear);
  items.set('bureau.views.requests.bm.mum', clear);
  await writeViews({ ...OWNER, id: '' }, [view('B', '2')]);
  expect(await readViews(OWNER)).toEqual([view('B', '2'), view('Khan', '4711')]);
  expect(items.has('bureau.views.requests.sales.mum')).toBe(false);
  expect(await readViews(OTHER)).toEqual([view('Khan', '4711')]);
  expect(stored()).not.toContain('Khan');
  expect(await readViews(OWNER)).toHaveLength(2);
});

test('what cannot be read is no view, and without TLS none is stored', async () => {
  for (const text of ['', 'null', '[]', '{', '{"A":null}']) {
    items.set('bureau.views.requests.sales.mum', text);
    expect(await readViews(OWNER), text).toEqual([]);
  }
  vi.stubGlobal('isSecureContext', false);
  expect(await readViews(OWNER)).toEqual([]);
});

test('a view with the same name is replaced', () => {
  expect(withView([view('A', '1')], view('A', '2'))).toEqual([view('A', '2')]);
});
