import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opening } from '#contract/home/opening.ts';
import { queue, type QueueGroup, type QueueRow } from '#contract/home/queue.ts';
import { confirmDelivery } from '#contract/notes/delivery.ts';
import { paymentLinkState, sendPaymentLink } from '#contract/payments/payments.ts';
import { approveRequest } from '#contract/requests/desk.ts';
import { server } from '#web/testing/app.tsx';
import { openPart } from '#web/testing/auditParts.tsx';
import { blankReply } from '#web/testing/blank.ts';
import { refusal } from '#web/testing/server.ts';
import { Queue } from './Queue.tsx';

const rowOf = (srno: number, changes: Partial<QueueRow> = {}): QueueRow => ({
  key: String(srno),
  srno,
  name: `Customer ${srno}`,
  side: 'sell',
  lines: [{ isd: 'USD', flag: 'us', qty: '1200' }],
  morelines: 0,
  amount: '99886.00',
  agreed: '0.00',
  due: '0.00',
  since: '2026-11-14T06:12:00Z',
  by: 'Sneha Patil',
  reason: '',
  state: '',
  version: 3,
  ...changes,
});
const group = (kind: QueueGroup['kind'], ...rows: QueueRow[]): QueueGroup => ({ kind, rows, more: false });

function openQueue(groups: readonly QueueGroup[], mayLink = false) {
  server.on(opening).answer(() => ({ queue: [...groups], today: null, licences: null }));
  server.on(queue).answer(() => [...groups]);
  return openPart(<Queue waiting={{}} lines={[]} mayLink={mayLink} pathOf={() => '/all'} />, '/home');
}
const button = (name: RegExp | string) => screen.findByRole('button', { name });
const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent);

describe('a row', () => {
  it('says who sent it back and why before its amount, and opens the form', async () => {
    const { user } = openQueue([
      group('sentback', rowOf(60, { by: 'Bhavna Shah', reason: 'PAN name differs.' })),
    ]);
    const correct = await button('Correct Request 60, Customer 60');
    expect(rows()[0]).toMatch(/Customer 60.*1,200.*Bhavna Shah: PAN name differs\..*₹99,886\.00/);
    await user.click(correct);
    expect(location.pathname + location.search).toBe('/newfxrequest?srno=60');
  });

  it.each([
    [group('draft', rowOf(1, { state: 'short', due: '12450.00' })), 'Payment is short by ₹12,450.00.'],
    [group('draft', rowOf(1, { state: 'nodocuments' })), 'No documents yet.'],
    [
      group('unpaid', rowOf(1, { state: 'expired', due: '500.00' })),
      'The link has expired. ₹500.00 is not paid.',
    ],
    [
      group('draft', rowOf(1, { state: 'over', due: '-5.00' })),
      'Payments are ₹5.00 more than the grand total.',
    ],
    [group('zm', rowOf(1, { by: 'Bhavna Shah' })), 'Approved by Bhavna Shah before you. Received in full.'],
    [
      group('bm', rowOf(1, { agreed: '43094.00' })),
      'Made by Sneha Patil. ₹56,792.00 received, ₹43,094.00 agreed by head office.',
    ],
    [
      group('bm', rowOf(1, { agreed: '99886.00' })),
      'Made by Sneha Patil. ₹99,886.00 agreed by head office, nothing received yet.',
    ],
    [group('bm', rowOf(1, { side: 'buy' })), 'Made by Sneha Patil. Paid out in full.'],
    [group('bm', rowOf(1, { side: 'buy', due: '99886.00' })), 'Made by Sneha Patil. ₹99,886.00 to pay out.'],
    [group('special', rowOf(1, { side: 'buy', reason: 'CFO' })), 'The money has not gone out.'],
    [group('bm', rowOf(1, { reason: 'Cash.\nRate.' })), 'Cash. Rate.'],
    [group('refund', rowOf(1, { reason: 'Paid twice' })), 'Paid twice'],
  ])('tells why it is there', async (one, why) => {
    openQueue([one]);
    await waitFor(() => expect(rows()[0]).toContain(why));
  });

  it('of a purchase says so', async () => {
    openQueue([group('draft', rowOf(1, { side: 'buy' }))]);
    await waitFor(() => expect(rows()[0]).toContain('We buy'));
  });
});

describe('keys', () => {
  it('approve one row after the other, and the focus is on the next row each time', async () => {
    const approved: unknown[] = [];
    server.on(approveRequest).answer(({ srno, level }, { version }) => {
      approved.push([level, srno, version]);
      return { err: '', msg: '' };
    });
    const { user } = openQueue([group('bm', rowOf(52), rowOf(54), rowOf(57)), group('draft', rowOf(71))]);
    await button(/Request 52/);
    await user.keyboard('{ArrowDown}a');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Request 54/));
    await user.keyboard('aa');
    expect(document.activeElement).toBe(await button('Continue Request 71, Customer 71'));
    await user.keyboard('a');
    expect(approved).toEqual([52, 54, 57].map((srno) => ['BM', srno, '"3"']));
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('is approved'));
  });

  it('ask first if the request has warnings, and moving on forgets the question', async () => {
    let approvals = 0;
    server.on(approveRequest).answer(() => {
      approvals += 1;
      return { err: '', msg: '' };
    });
    const { user } = openQueue([group('bm', rowOf(52, { reason: 'Cash.' }), rowOf(54))]);
    await button(/Request 52/);
    await user.keyboard('{ArrowDown}a');
    await button('Approve anyway Request 52, Customer 52');
    await user.keyboard('{ArrowDown}{ArrowUp}');
    await button('Approve Request 52, Customer 52');
    expect(approvals).toBe(0);
    await user.keyboard('aa');
    expect(approvals).toBe(1);
  });

  it('bring a refused row back with the reason, and the focus to it', async () => {
    server.on(approveRequest).answer(() => refusal('The branch manager has approved already.'));
    const { user } = openQueue([group('bm', rowOf(52), rowOf(54))]);
    await button(/Request 52/);
    await user.keyboard('{ArrowDown}a');
    const message = await screen.findByRole('dialog');
    expect(message.textContent).toContain('The branch manager has approved already.');
    await user.click(within(message).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Request 52/));
  });

  it('keep the focus in the list when its last row is done', async () => {
    server.on(approveRequest).answer(() => ({ err: '', msg: '' }));
    const { user } = openQueue([group('bm', rowOf(52))]);
    await button(/Request 52/);
    await user.keyboard('{ArrowDown}a');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your work' })),
    );
    expect(screen.getByText('Nothing waits for you.')).toBeDefined();
  });

  it('open the request of the row', async () => {
    const { user } = openQueue([group('bm', rowOf(52), rowOf(54))]);
    await button(/Request 52/);
    await user.keyboard('{ArrowDown}{ArrowDown}o');
    expect(location.search).toBe('?srno=54');
  });
});

describe('payment links', () => {
  const unpaid = [group('unpaid', rowOf(64, { due: '500.00' }))];
  const link = { ...blankReply(paymentLinkState), url: 'https://bureau.example/pay/1' };

  it('are copied by L, and the row says so', async () => {
    server.on(paymentLinkState).answer(() => link);
    const { user } = openQueue(unpaid, true);
    await button(/Request 64/);
    await user.keyboard('{ArrowDown}l');
    await waitFor(() => expect(rows()[0]).toContain('The link is copied.'));
    expect(await navigator.clipboard.readText()).toBe(link.url);
  });

  it('that nobody can pay by are not copied', async () => {
    server.on(paymentLinkState).answer(() => ({ ...link, url: '' }));
    const { user } = openQueue(unpaid, true);
    await button(/Request 64/);
    await user.keyboard('{ArrowDown}l');
    expect((await screen.findByRole('dialog')).textContent).toContain('Nobody can pay by this link now.');
  });

  it('have no keys without the right to send them', async () => {
    let asked = 0;
    server.on(paymentLinkState).answer(() => {
      asked += 1;
      return link;
    });
    const { user } = openQueue(unpaid);
    await button(/Request 64/);
    await user.keyboard('{ArrowDown}l');
    expect(asked).toBe(0);
    expect(rows()[0]).toContain('₹500.00 is not paid.');
  });

  it('are sent by R after the specified question, and the row leaves', async () => {
    let sent = 0;
    server.on(sendPaymentLink).answer(({ srno }) => {
      sent = srno;
      return { err: '', logMsg: 'ORDERLOGED', mailMsg: 'MAILSENT' };
    });
    const { user } = openQueue([group('link', rowOf(66, { due: '75212.00' }))], true);
    await button(/Request 66/);
    await user.keyboard('{ArrowDown}r');
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('Are you sure to send payment link ?.');
    expect(question.textContent).toContain('₹75,212.00 to Customer 66');
    await user.click(within(question).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(rows()).toEqual([]));
    expect(sent).toBe(66);
  });
});

describe('a stop', () => {
  const stop = {
    address: '65 Gandhi Road, Mumbai',
    hint: 'Ring twice',
    mobile: '9820012345',
    latitude: '',
    longitude: '',
    proof: false,
    can: { ok: true, why: '' },
  };

  it('has telephone and map, and is delivered after one question', async () => {
    let delivered = 0;
    server.on(confirmDelivery).answer(({ srno }) => {
      delivered = srno;
      return { err: '', msg: 'The request is delivered.' };
    });
    const { user } = openQueue([group('deliver', rowOf(65, { stop }))]);
    expect((await screen.findByRole('link', { name: 'Call Customer 65' })).getAttribute('href')).toBe(
      'tel:9820012345',
    );
    expect(screen.getByRole('link', { name: 'Map of Customer 65' }).getAttribute('href')).toContain(
      'query=65%20Gandhi%20Road%2C%20Mumbai',
    );
    await user.click(await button('Deliver'));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('Have you handed USD 1,200 to Customer 65?');
    await user.click(within(question).getByRole('button', { name: 'Deliver' }));
    await waitFor(() => expect(delivered).toBe(65));
    await waitFor(() => expect(rows()).toEqual([]));
  });

  it('that asks for a proof is not delivered without one', async () => {
    let delivered = 0;
    server.on(confirmDelivery).answer(() => {
      delivered += 1;
      return { err: '', msg: '' };
    });
    const { user } = openQueue([group('deliver', rowOf(65, { stop: { ...stop, proof: true } }))]);
    await user.click(await button('Deliver'));
    const question = await screen.findByRole('dialog');
    expect(await within(question).findByRole('img', { name: /signature, empty/ })).toBeDefined();
    await user.click(within(question).getByRole('button', { name: 'Deliver' }));
    await screen.findByText('Please take a signature or a photo first.');
    expect(delivered).toBe(0);
  });

  it.each([
    ['deliver', {}, 'In your hand. Paid, nothing to collect.'],
    ['deliver', { agreed: '43094.00' }, '₹43,094.00 is agreed by head office. Take no money.'],
    ['collect', { due: '99886.00' }, 'Pay ₹99,886.00 to the customer.'],
    ['collect', {}, 'Pay no money. ₹99,886.00 is paid already.'],
    [
      'collect',
      { due: '886.00', agreed: '9000.00' },
      'Pay ₹886.00 to the customer. ₹90,000.00 is paid already. ₹9,000.00 is agreed by head office for later.',
    ],
  ] as const)('says what to take or pay: %s with %j', async (kind, amounts, words) => {
    openQueue([group(kind, rowOf(65, { side: kind === 'deliver' ? 'sell' : 'buy', stop, ...amounts }))]);
    expect(await screen.findByText(words, { exact: false })).toBeDefined();
  });

  it('whose notes are not accepted leads to CN Accept', async () => {
    const can = { ok: false, why: 'Some of its notes are in transit and not accepted yet.' };
    const { user } = openQueue([group('deliver', rowOf(65, { state: 'transit', stop: { ...stop, can } }))]);
    await user.click(await button('Accept first'));
    expect(location.pathname).toBe('/cnaccept');
  });

  it('without a telephone or an address has no such link', async () => {
    openQueue([group('collect', rowOf(65, { side: 'buy', stop: { ...stop, mobile: '', address: '' } }))]);
    await button('Collect');
    expect(screen.queryByRole('link', { name: /Call|Map/ })).toBeNull();
  });
});
