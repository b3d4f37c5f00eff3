import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openApp } from '#web/testing/app.tsx';
import { whenIdle } from './later.ts';
import { openHelp } from './openHelp.ts';

afterEach(() => vi.unstubAllGlobals());

test('a browser that is never idle loads the rest after a while', async () => {
  const waits: (number | undefined)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void, options?: { timeout?: number }) => {
    waits.push(options?.timeout);
    return options?.timeout === undefined ? 0 : setTimeout(run, 0);
  });
  await whenIdle();
  expect(waits).toEqual([2_000]);
});

test('help that is asked for is not kept waiting until the browser is idle', async () => {
  vi.stubGlobal('requestIdleCallback', () => 0);
  openApp('/changepassword');
  await screen.findByRole('heading', { name: 'Change Password', level: 1 });
  openHelp();
  await screen.findByRole('heading', { name: 'Change Password', level: 2 });
});
