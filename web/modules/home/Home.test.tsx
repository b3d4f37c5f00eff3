import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ReplyOf } from '#contract/define.ts';
import { opening } from '#contract/home/opening.ts';
import type { QueueGroup, QueueRow } from '#contract/home/queue.ts';
import type { Waiting } from '#domain/home/waiting.ts';
import { server } from '#web/testing/app.tsx';
import { openPart } from '#web/testing/auditParts.tsx';
import { NO_COUNTS_YET } from '#web/wire/waiting.ts';
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
  agreed: '0.00',
  due: '0.00',
  since: '2026-11-14T06:12:00Z',
  by: '',
  reason: '',
  state: '',
  version: 1,
});

const stop = (srno: number): QueueRow => ({
  ...row(srno),
  amount: '100.00',
  stop: {
    address: '',
    hint: '',
    mobile: '',
    latitude: '',
    longitude: '',
    can: { ok: true, why: '' },
    proof: false,
  },
});

function openHome(
  groups: readonly QueueGroup[],
  waiting: Waiting = {},
  answer: () => Promise<ReplyOf<typeof opening>> | ReplyOf<typeof opening> = () => ({
    queue: [...groups],
    today: null,
    licences: null,
  }),
) {
  server.on(opening).answer(answer);
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

const sentBack: QueueGroup = { kind: 'sentback', rows: [row(4), row(5), row(6)], more: false };

it.each([
  ['drafts only', [drafts()], {}, '2 items wait for you, Sneha'],
  ['drafts beside counted work', [sentBack, drafts()], { sentback: 3 }, '5 items wait for you, Sneha'],
  ['work that another screen lists', [drafts()], { answer: 9 }, '11 items wait for you, Sneha'],
  ['more drafts than are listed', [drafts(true)], {}, '2+ items wait for you, Sneha'],
  [
    'more work than is listed',
    [{ ...sentBack, more: true }],
    { sentback: 25 },
    '25 items wait for you, Sneha',
  ],
  [
    'one item of money to return',
    [{ kind: 'refund', rows: [row(3)], more: false }],
    {},
    '1 item waits for you, Sneha',
  ],
  ['nothing', [], { sentback: 0 }, 'Nothing waits for you, Sneha'],
  ['a count that is newer than the list', [drafts()], { sentback: 3 }, '2 items wait for you, Sneha'],
  [
    'stops only',
    [
      { kind: 'deliver', rows: [stop(7), stop(8)], more: false },
      { kind: 'collect', rows: [stop(9)], more: false },
    ],
    { deliver: 2, collect: 1 },
    '2 deliveries, 1 collection',
  ],
  // Work of other screens may wait as well.
  ['rows while the live counts are silent', [drafts()], NO_COUNTS_YET, '2+ items wait for you, Sneha'],
  ['no rows while the live counts are silent', [], NO_COUNTS_YET, 'Home'],
] as const)('the heading counts what home lists: %s', async (_, groups, waiting, heading) => {
  openHome(groups as readonly QueueGroup[], waiting);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  if (waiting === NO_COUNTS_YET) expect(screen.queryByText(/Nothing waits/)).toBeNull();
});

it('the heading and the list say nothing while the list loads, or if it cannot be loaded', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  openHome([], {}, () => promise);
  expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeTruthy();
  expect(screen.queryByText(/Nothing waits/)).toBeNull();
  reject(new Error('offline'));
  expect(await screen.findByText(/Your work could not be loaded/)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeTruthy();
  expect(screen.queryByText(/Nothing waits/)).toBeNull();
});
