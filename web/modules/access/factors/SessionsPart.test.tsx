import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { factorState } from '#contract/access/factors.ts';
import { endOwnSessions, ownSessions, type OwnSession } from '#contract/access/own-sessions.ts';
import { openApp, server } from '#web/testing/app.tsx';

const AT = '2026-08-01T06:30:00.000Z';
const session = (id: string, device: string, isOwn: boolean): OwnSession => ({
  id,
  device,
  address: '198.51.100.7',
  started: AT,
  used: AT,
  isOwn,
});
let open: OwnSession[];
let ended: string[];

beforeEach(() => {
  open = [
    session('a', 'Firefox on Windows', true),
    session('b', 'Chrome on Android', false),
    session('c', 'Safari on Mac', false),
  ];
  ended = [];
  server.on(factorState).answer(() => ({
    due: 'none',
    isRequired: false,
    hasTotp: false,
    canTotp: true,
    codes: 0,
    passkeys: [],
  }));
  server.on(ownSessions).answer(() => ({ sessions: open }));
  server.on(endOwnSessions).answer(({ id }) => {
    ended.push(id);
    open = open.filter((each) => each.isOwn || (id !== '' && each.id !== id));
    return { err: '', msg: '', done: true };
  });
});

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Where you are signed in' })).getAllByRole('rowheader');

test('one session is ended after a question, then all others', async () => {
  const { user } = openApp('/signin-security');
  expect((await rows()).map((row) => row.textContent)).toEqual([
    'Firefox on Windows198.51.100.7 · signed in 01/08/2026 12:00 IST',
    'Chrome on Android198.51.100.7 · signed in 01/08/2026 12:00 IST',
    'Safari on Mac198.51.100.7 · signed in 01/08/2026 12:00 IST',
  ]);
  expect(screen.queryByRole('button', { name: 'End: Firefox on Windows' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'End: Chrome on Android' }));
  const asked = await screen.findByRole('dialog', { name: 'End the session in Chrome on Android?' });
  await user.click(within(asked).getByRole('button', { name: 'End' }));
  await expect.poll(async () => (await rows()).length).toBe(2);

  await user.click(screen.getByRole('button', { name: 'End all others' }));
  const all = await screen.findByRole('dialog', { name: 'End all other sessions?' });
  await user.click(within(all).getByRole('button', { name: 'End all others' }));
  await expect.poll(async () => (await rows()).length).toBe(1);
  expect(ended).toEqual(['b', '']);
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
});

test('a session that has gone meanwhile is named, and the list stays', async () => {
  server
    .on(endOwnSessions)
    .answer(() => ({ err: '', msg: 'There is no such session any more.', done: false }));
  const { user } = openApp('/signin-security');
  await rows();
  await user.click(screen.getByRole('button', { name: 'End: Safari on Mac' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'End the session in Safari on Mac?' })).getByRole(
      'button',
      {
        name: 'End',
      },
    ),
  );
  await screen.findByText('There is no such session any more.');
});
