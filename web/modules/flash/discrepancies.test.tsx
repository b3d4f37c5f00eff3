import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  countFlashDiscrepancies,
  currencyDiscrepancy,
  flashDiscrepancyHeader,
  listFlashDiscrepancies,
  transactionDiscrepancy,
} from '#contract/flash/discrepancies.ts';
import { FLASH_TEXTS } from '#domain/flash/texts.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { giveHeights } from '#web/testing/auditParts.tsx';
import { flashDiscrepancyOf, headerOf } from '#web/testing/flash.ts';

const COUNTS = { C: { P: 2, R: 1, O: 12 }, T: { P: 1, R: 0, O: 3 } };
beforeEach(() => {
  giveHeights();
  server.on(countFlashDiscrepancies).answer(() => COUNTS);
});

test('002 §2.12, §9: the page opens on pending currencies since 2023 and says when there are none', async () => {
  const searches: unknown[] = [];
  server.on(listFlashDiscrepancies).answer(({ search }) => {
    searches.push(search);
    return [];
  });
  openApp('/flash-discrepancy?to=2026-11-16');
  await screen.findByText(FLASH_TEXTS.emptyDiscrepancies);
  expect(searches).toEqual([{ branch: '', from: '2023-01-01', to: '2026-11-16', kind: 'C', status: 'P' }]);
});

test('002 §2.12: type and status are segments with the rows of each, and take effect at once', async () => {
  const searches: object[] = [];
  server.on(listFlashDiscrepancies).answer(({ search }) => {
    searches.push(search);
    return [];
  });
  const { user } = openApp('/flash-discrepancy?to=2026-11-16&open=1');
  await screen.findByText('12');
  const words = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent);
  expect(words('Type')).toEqual(['Currency 2', 'Transaction 1']);
  expect(words('Status')).toEqual(['Pending 2', 'Review 1', 'OK 12']);
  await user.click(screen.getByRole('radio', { name: /^Transaction/ }));
  await waitFor(() => expect(words('Status')).toEqual(['Pending 1', 'Review 0', 'OK 3']));
  await user.click(screen.getByRole('radio', { name: /^OK/ }));
  await waitFor(() => expect(words('Type')).toEqual(['Currency 12', 'Transaction 3']));
  await waitFor(() => expect(searches.at(-1)).toMatchObject({ kind: 'T', status: 'O', open: '1' }));
});

test.each([
  ['C', ['Branch', 'Age', 'Currency', 'Report Value', 'Actual Value', 'Difference', 'Status', 'Action']],
  ['T', ['Branch', 'Age', 'Type', 'Transaction No', 'Doc to upload', 'Status', 'Action']],
] as const)(
  '002 §2.12: the columns of the list of type %s; the action opens the row',
  async (type, columns) => {
    const line = flashDiscrepancyOf(5, {
      kind: type,
      ...(type === 'T' && { saleType: 'SP', number: '4711' }),
    });
    server.on(listFlashDiscrepancies).answer(() => [line]);
    const declared = type === 'C' ? currencyDiscrepancy : transactionDiscrepancy;
    server.on(declared).answer(() => ({ line, responses: [] }));
    server.on(flashDiscrepancyHeader).answer(() => ({ header: headerOf(), responses: [] }));
    const { user } = openApp(`/flash-discrepancy?type=${type}`);
    const action = await screen.findByRole('button', { name: /^Open the discrepancy of/ });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(columns);
    await user.click(action);
    await screen.findByRole('region', {
      name: type === 'C' ? 'Discrepancy of GBP' : 'Discrepancy of SP 4711',
    });
  },
);

const [NOTHING, RESPONSE, UPDATE, SELECTOR] = ['nothing', 'response', 'update', 'selector'] as const;

/** The controls by the status of the audit, the status of the discrepancy, and the flags. */
test.each([
  ['P', 'P', 'Q', RESPONSE],
  ['R', 'P', 'Q', RESPONSE],
  ['R', 'R', 'Q', NOTHING],
  ['R', 'O', 'Q', NOTHING],
  ['C', 'P', 'Q', NOTHING],
  ['P', 'P', 'QA', UPDATE],
  ['P', 'R', 'QA', NOTHING],
  ['R', 'P', 'QA', SELECTOR],
  ['R', 'R', 'QA', SELECTOR],
  ['R', 'O', 'QA', SELECTOR],
  ['C', 'P', 'QA', NOTHING],
  ['C', 'R', 'QA', NOTHING],
] as const)('002 §4, §6: audit %s, discrepancy %s, flags %s: %s', async (header, status, flags, controls) => {
  const line = flashDiscrepancyOf(5, { auditStatus: header, status });
  server.setAccess({ flags });
  server.on(listFlashDiscrepancies).answer(() => [line]);
  server.on(currencyDiscrepancy).answer(() => ({ line, responses: [] }));
  const { srno, branch, branchName, date, cashier, auditor, statusName, remark } = headerOf();
  server.on(flashDiscrepancyHeader).answer(() => ({
    header: { srno, branch, branchName, date, cashier, auditor, status: header, statusName, remark },
    responses: [],
  }));
  openApp(`/flash-discrepancy?status=${status}&srno=5`);
  const view = await screen.findByRole('region', { name: 'Discrepancy of GBP' });
  await within(view).findByText('Anita Deshmukh');
  const has = (role: 'button' | 'combobox', name: string) =>
    within(view).queryAllByRole(role, { name }).length > 0;
  expect({
    selector: has('combobox', 'Status'),
    update: has('button', 'Update Status'),
    response: has('button', 'Submit Response'),
    remark: within(view).queryAllByRole('textbox', { name: /Remark/ }).length > 0,
  }).toEqual({
    selector: controls === SELECTOR,
    update: controls === SELECTOR || controls === UPDATE,
    response: controls === RESPONSE,
    remark: status === 'P' && header !== 'C',
  });
});
