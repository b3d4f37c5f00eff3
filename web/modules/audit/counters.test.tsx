import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { detailAudit } from '#contract/audit/audit.ts';
import { listCustomerPapers } from '#contract/audit/customer-papers.ts';
import { addDiscrepancy, filterTransactions, markTransaction } from '#contract/audit/transactions.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { auditOf } from '#web/testing/audit.ts';
import { giveHeights, transactionOf } from '#web/testing/auditParts.tsx';

test('the tab, its part and the tally change together with each mark, before the server has answered', async () => {
  giveHeights();
  const rows = [1, 2, 3].map((line) => transactionOf(line));
  server.on(detailAudit).answer(() => ({
    ...auditOf(),
    tally: [
      { type: 'SP', status: 'PEN', n: 3 },
      { type: 'SP', status: 'OK', n: 4 },
    ],
  }));
  server.on(filterTransactions).answer(() => rows);
  server.on(listCustomerPapers).answer(() => []);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on(markTransaction).answer(async () => {
    await answered;
    return { err: '', msg: '' };
  });
  server.on(addDiscrepancy).answer(async () => {
    await answered;
    return { err: '', msg: '', lineNo: 7 };
  });
  const { user } = openApp('/assessment?srno=1&tab=transactions');
  const shown = () => ({
    tab: screen.getByRole('tab', { name: /^Transaction Discrepancies/ }).textContent,
    part: screen.getByRole('tab', { name: /^Discrepancies \d/ }).textContent,
    tally: within(screen.getByRole('group', { name: 'Transactions by mark' }))
      .getAllByTitle(/./)
      .map(({ textContent }) => textContent),
  });
  await waitFor(() => expect(document.activeElement?.textContent).toContain('20001'));
  expect(shown()).toEqual({
    tab: 'Transaction Discrepancies 3 left',
    part: 'Discrepancies 0',
    tally: ['PEN 3', 'OK 4', 'DIS 0'],
  });
  await user.keyboard('o');
  expect(shown()).toEqual({
    tab: 'Transaction Discrepancies 2 left',
    part: 'Discrepancies 0',
    tally: ['PEN 2', 'OK 5', 'DIS 0'],
  });
  await waitFor(() => expect(document.activeElement?.textContent).toContain('20002'));
  await user.keyboard('d');
  await user.type(await screen.findByLabelText(/^Discrepancy/, { selector: 'textarea' }), 'No memo');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(shown()).toEqual({
    tab: 'Transaction Discrepancies 1 left',
    part: 'Discrepancies 1',
    tally: ['PEN 1', 'OK 5', 'DIS 1'],
  });
  await waitFor(() => expect(document.activeElement?.textContent).toContain('20003'));
  await user.keyboard('o');
  expect(shown().tab).toContain('complete');
  answer();
});
