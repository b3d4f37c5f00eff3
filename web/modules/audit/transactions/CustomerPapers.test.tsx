import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { listCustomerPapers, viewCustomerPaper } from '#contract/audit/customer-papers.ts';
import { filterTransactions } from '#contract/audit/transactions.ts';
import { server } from '#web/testing/app.tsx';
import { detailOf, giveHeights, openPart, transactionOf } from '#web/testing/auditParts.tsx';
import { countsOf } from './marks.ts';
import { makeStore } from './stores.ts';
import { TransactionsTab } from './TransactionsTab.tsx';

const PAPERS = [
  { srno: 71, kind: 'Passport', filename: 'passport.png' },
  { srno: 72, kind: 'Ticket', filename: 'ticket.png' },
];
let filters: unknown[];
let opened: unknown[];

function open(isFetched = true) {
  const detail = detailOf({ tally: [{ type: 'SP', status: 'PEN', n: 2 }] });
  return openPart(
    <TransactionsTab
      detail={{ ...detail, header: { ...detail.header, isFetched } }}
      counts={makeStore(countsOf(detail.tally))}
      mayChange
      onChanged={() => undefined}
    />,
  );
}

beforeEach(() => {
  giveHeights();
  filters = [];
  opened = [];
  server.on(filterTransactions).answer(({ filter }) => {
    filters.push(filter.isFlagged ?? false);
    return [transactionOf(1, { pan: '', paidBy: 'CASH' }), transactionOf(2)];
  });
  server.on(listCustomerPapers).answer(({ transaction }) => (transaction.lineNo === 1 ? PAPERS : []));
  server.on(viewCustomerPaper).answer(({ document }) => {
    opened.push(document);
    return { content: '', type: 'image/png', description: 'Ticket', filename: document.filename, pages: 1 };
  });
});

test('a row says why it needs a look, and F lists the flagged ones alone', async () => {
  const { user } = open();
  const row = await screen.findByRole('row', { name: /20001/ });
  expect(within(row).getByText('No PAN')).toBeDefined();
  expect(within(row).getByText('Cash limit')).toBeDefined();
  expect(within(await screen.findByRole('row', { name: /20002/ })).queryByText('No PAN')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(row));
  await user.keyboard('f');
  await waitFor(() => expect(filters).toEqual([false, true]));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Flagged' }).checked).toBe(true);
});

test('2 opens the second paper of the transaction, and another row begins without one', async () => {
  const { user } = open();
  await waitFor(() => expect(document.activeElement?.textContent).toContain('20001'));
  await user.keyboard('{Enter}');
  const papers = await screen.findByRole('region', { name: 'Papers of the customer' });
  await within(papers).findByRole('button', { name: 'Passport: passport.png' });
  await user.keyboard('2');
  await waitFor(() =>
    expect(opened).toEqual([{ audit: 1, lineNo: 1, srno: 72, filename: 'ticket.png', page: 1 }]),
  );
  expect(
    within(papers)
      .getByRole('button', { name: /Ticket/ })
      .getAttribute('aria-pressed'),
  ).toBe('true');
  await user.keyboard('{ArrowDown}');
  await screen.findByText('The request has no papers.');
  expect(opened).toHaveLength(1);
});

test('a register that was uploaded has no papers to ask for', async () => {
  const { user } = open(false);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('20001'));
  await user.keyboard('{Enter}');
  await screen.findByText('PAN is not on record for this sale.');
  expect(screen.queryByRole('region', { name: 'Papers of the customer' })).toBeNull();
});

test('who only reads audits is offered no papers', async () => {
  server.setAccess({ flags: 'Q' });
  const { user } = open();
  await waitFor(() => expect(document.activeElement?.textContent).toContain('20001'));
  await user.keyboard('{Enter}');
  await screen.findByText('PAN is not on record for this sale.');
  expect(screen.queryByRole('region', { name: 'Papers of the customer' })).toBeNull();
  expect(screen.queryByText('Papers')).toBeNull();
});
