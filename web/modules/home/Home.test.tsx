import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { opening } from '#contract/home/opening.ts';
import type { QueueGroup, QueueRow } from '#contract/home/queue.ts';
import type { Waiting } from '#domain/home/waiting.ts';
import { server } from '#web/testing/app.tsx';
import { openPart } from '#web/testing/auditParts.tsx';
import { Home } from './Home.tsx';
import { Queue } from './Queue.tsx';

const row = (srno: number): QueueRow => ({
  key: String(srno),
  srno,
  name: `Customer ${srno}`,
  side: 'sell',
  lines: [],
  morelines: 0,
  amount: '',
  due: '0.00',
  since: '2026-11-14T06:12:00Z',
  by: '',
  reason: '',
  state: '',
  version: 1,
});

function openHome(groups: readonly QueueGroup[], waiting: Waiting = {}) {
  server.on(opening).answer(() => ({ queue: [...groups], today: null, licences: null }));
  openPart(
    <Home
      name="Sneha Patil"
      entity="Mumbai Fort"
      financialYear="2026-2027"
      waiting={waiting}
      newRequest={null}
    >
      <Queue waiting={waiting} lines={[]} pathOf={() => '/all'} />
    </Home>,
    '/home',
  );
}
const drafts = (more = false): QueueGroup => ({ kind: 'draft', rows: [row(1), row(2)], more });

it.each([
  ['drafts only', [drafts()], {}, '2 items wait for you, Sneha'],
  ['drafts beside counted work', [drafts()], { sentback: 3, unpaid: 0 }, '5 items wait for you, Sneha'],
  ['more drafts than are listed', [drafts(true)], {}, '2+ items wait for you, Sneha'],
  [
    'one item of money to return',
    [{ kind: 'refund', rows: [row(3)], more: false }],
    {},
    '1 item waits for you, Sneha',
  ],
  ['nothing', [], { sentback: 0 }, 'Nothing waits for you, Sneha'],
  ['stops only', [], { deliver: 2, collect: 1 }, '2 deliveries, 1 collection'],
] as const)('the heading counts what home lists: %s', async (_, groups, waiting, heading) => {
  openHome(groups as readonly QueueGroup[], waiting);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
});
