import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { allowedBranches } from '#contract/access/session.ts';
import { listAudits } from '#contract/audit/audit.ts';
import { countDiscrepancies, listDiscrepancies } from '#contract/audit/discrepancies.ts';
import { openApp, server } from '#web/testing/app.tsx';

/** Of a list with two entries, all and one branch, the branch is selected (002 §6). */

const MUMBAI = { value: 'MUM', name: 'Mumbai Fort' };
const DELHI = { value: 'DEL', name: 'Delhi Connaught Place' };

test.each([
  ['/assessment', [MUMBAI], 'Mumbai Fort'],
  ['/discrepancy', [MUMBAI], 'Mumbai Fort'],
  ['/assessment', [MUMBAI, DELHI], ''],
  ['/discrepancy', [MUMBAI, DELHI], ''],
])('%s with the branches %j has selected "%s"', async (address, branches, name) => {
  server.setAccess({ flags: 'QAE', branches });
  server
    .on(allowedBranches)
    .answer(({ page }) => branches.filter(({ value }) => page?.value === undefined || page.value === value));
  server.on(listAudits).answer(() => []);
  server.on(listDiscrepancies).answer(() => []);
  const none = { P: 0, R: 0, D: 0 };
  server.on(countDiscrepancies).answer(() => ({ T: none, M: none }));
  openApp(address);
  const field = await screen.findByRole('combobox', { name: 'Branch' });
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(name));
  await new Promise((settle) => setTimeout(settle, 50));
  expect((field as HTMLInputElement).value).toBe(name);
});
