import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { flashDetails } from '#contract/flash/flash.ts';
import { flashReport } from '#contract/flash/transactions.ts';
import { companyDetail, companyLogo } from '#contract/masters/company.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { blankReply } from '#web/testing/blank.ts';
import { currencyOf, headerOf } from '#web/testing/flash.ts';

/** The report of a flash audit on the screen (002 §2.11). */

test('notes that were not counted are not shown as missing (002 §2.11, §9)', async () => {
  const counted = { faces: 1, actualValue: '2950.00', difference: '50.00' };
  const { type, filename, extension, isFilled, version, ...header } = headerOf();
  server.on(flashReport).answer(() => ({
    header: { ...header, filledAt: '2026-11-13T04:12:00Z', filledBy: 'fetch', closedOn: '' },
    currencies: [currencyOf(1, 'GBP', counted), currencyOf(2, 'THB')],
    transactions: [],
    denominations: [{ currency: 1, srno: 1, denomination: '50.00', quantity: 59, total: '2950.00' }],
    answers: [],
  }));
  server.on(flashDetails).answer(() => headerOf());
  server.on(companyDetail).answer(() => blankReply(companyDetail));
  server.on(companyLogo).answer(() => blankReply(companyLogo));
  openApp('/flash?srno=1&view=report');
  const row = async (isd: string) =>
    within(await screen.findByRole('row', { name: new RegExp(`^${isd}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(await row('GBP')).toEqual(expect.arrayContaining(['3,000.00', '2,950.00', '50.00']));
  const uncounted = await row('THB');
  expect(uncounted).toContain('not counted');
  // Where the notes are, and the report value: no difference, and nothing left.
  expect(uncounted.filter((cell) => /\d/.test(cell ?? ''))).toEqual(['3,000.00', '0.00', '0.00', '3,000.00']);
  expect(screen.getByText(/^Not counted: THB\./)).toBeDefined();
  const faces = within(screen.getByRole('table', { name: 'Faces of GBP' })).getAllByRole('row');
  expect(
    faces.map((each) =>
      within(each)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([[], ['50', '59', '2,950.00'], ['', 'Counted', '2,950.00']]);
});
