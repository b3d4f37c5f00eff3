import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { unsettledList, type UnsettledRow } from '#contract/requests/special.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { giveHeights } from '#web/testing/auditParts.tsx';

const rowOf = (request: number, type: string, amount: string): UnsettledRow => ({
  request,
  line: 1,
  date: '2026-11-02',
  branch: 'MUM',
  branchName: 'Mumbai Fort',
  type,
  travellerName: 'Kavya Iyer',
  entityName: '',
  reference: 'Agreed',
  amount,
  grandTotal: amount,
  age: 3,
  version: 1,
});

beforeEach(() => giveHeights());

it('the totals keep sales and purchases apart', async () => {
  server.setAccess({ flags: 'QAE' });
  server
    .on(unsettledList)
    .answer(() => [rowOf(1, 'SP', '1000.50'), rowOf(2, 'PB', '30.25'), rowOf(3, 'SB', '9.50')]);
  openApp('/special-approvals');
  const table = await screen.findByRole('table');
  const totals = await within(table).findByRole('row', { name: /^Total/ });
  expect(totals.textContent).toContain('Sold ₹1,010.00');
  expect(totals.textContent).toContain('Bought ₹30.25');
  expect(totals.textContent).not.toContain('1,040.25');
});
