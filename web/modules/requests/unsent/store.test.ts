import { beforeEach, expect, test, vi } from 'vitest';
import { blankRequest } from '../form/request.ts';
import { countUnsent, keepUnsent, readUnsent, removeOldUnsent, removeUnsent } from './store.ts';

const KEY = btoa('k'.repeat(32));
const OTHER_KEY = btoa('o'.repeat(32));
const unsentOf = (travellerName: string) => ({
  srno: 0,
  form: { draft: blankRequest({ travellerName }), version: undefined, refNo: 'r1', unanswered: null },
  attempts: [],
});

/** The storage and the events of a browser, which tests of units do not have. */
beforeEach(() => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem(this: Record<string, unknown>, name: string, value: string) {
      items.set(name, value);
      this[name] = value;
    },
    removeItem(this: Record<string, unknown>, name: string) {
      items.delete(name);
      Reflect.deleteProperty(this, name);
    },
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('dispatchEvent', () => true);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const stored = () => JSON.stringify(localStorage);

test('a draft is stored encrypted, and only its user’s key opens it', async () => {
  expect(await keepUnsent(7, KEY, unsentOf('Farida Khan'))).toBe(true);
  expect(stored()).not.toContain('Farida');
  const [found] = await readUnsent(7, KEY);
  expect(found?.form.draft.travellerName).toBe('Farida Khan');
  expect(await readUnsent(7, OTHER_KEY)).toEqual([]);
  expect(await readUnsent(8, KEY)).toEqual([]);
  removeUnsent(7, found?.id ?? '');
  expect(countUnsent(7)).toBe(0);
});

test('at most 20 drafts of a user are kept', async () => {
  for (let kept = 0; kept < 20; kept += 1) expect(await keepUnsent(7, KEY, unsentOf('A'))).toBe(true);
  expect(await keepUnsent(7, KEY, unsentOf('B'))).toBe(false);
  expect(await keepUnsent(8, KEY, unsentOf('C'))).toBe(true);
});

test('a draft that nobody comes back for is removed after 30 days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-04T10:00:00Z') });
  await keepUnsent(7, KEY, unsentOf('A'));
  vi.setSystemTime(Date.parse('2026-06-03T09:00:00Z'));
  removeOldUnsent();
  expect(countUnsent(7)).toBe(1);
  vi.setSystemTime(Date.parse('2026-06-03T11:00:00Z'));
  removeOldUnsent();
  expect(countUnsent(7)).toBe(0);
});

test('without TLS nothing is kept', async () => {
  vi.stubGlobal('isSecureContext', false);
  expect(await keepUnsent(7, KEY, unsentOf('A'))).toBe(false);
});
