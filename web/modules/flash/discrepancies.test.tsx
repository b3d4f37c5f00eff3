import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  currencyDiscrepancy,
  flashDiscrepancyHeader,
  listFlashDiscrepancies,
} from '#contract/flash/discrepancies.ts';
import { FLASH_TEXTS } from '#domain/flash/texts.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { giveHeights } from '#web/testing/auditParts.tsx';
import { flashDiscrepancyOf, headerOf } from '#web/testing/flash.ts';

beforeEach(giveHeights);

test('002 §2.12, §9: the page opens on pending currencies since 2023 and says when there are none', async () => {
  const searches: unknown[] = [];
  server.on(listFlashDiscrepancies).answer(({ search }) => {
    searches.push(search);
    return [];
  });
  openApp('/flash-discrepancy?to=2026-11-16');
  await screen.findByText(FLASH_TEXTS.emptyDiscrepancies);
  expect(searches).toEqual([
    { branch: '', frmdate: '2023-01-01', todate: '2026-11-16', type: 'C', status: 'P' },
  ]);
});

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
  const line = flashDiscrepancyOf(5, { hdrstatus: header, disc_status: status });
  server.setAccess({ flags });
  server.on(listFlashDiscrepancies).answer(() => [line]);
  server.on(currencyDiscrepancy).answer(() => ({ line, responses: [] }));
  const { srno, branch, entityname, date, cashier, auditor, statusnm, remark } = headerOf();
  server.on(flashDiscrepancyHeader).answer(() => ({
    header: { srno, branch, entityname, date, cashier, auditor, status: header, statusnm, remark },
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
