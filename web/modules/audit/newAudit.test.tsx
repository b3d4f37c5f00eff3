import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { allowedBranches } from '#contract/access/session.ts';
import { auditChoices, createAudit, detailAudit, listAudits } from '#contract/audit/audit.ts';
import type { ArgsOf } from '#contract/define.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { auditOf } from '#web/testing/audit.ts';
import { refusal } from '#web/testing/server.ts';

/** The list of audits and the form of a new one (002 §2.2, §2.3, §5.1, §8). */

const BRANCHES = [
  { value: 'DEL', name: 'Delhi CP' },
  { value: 'MUM', name: 'Mumbai Fort' },
];
type User = ReturnType<typeof openApp>['user'];

async function expectMessage(user: User, text: string): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(within(dialog).getByText(text)).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please check' })).toBeNull());
}
// The list of a drop-down has the same label.
const INPUT = { selector: 'input' };
const BRANCH = /^Branch( \*)?$/;
const branchField = () => screen.getByLabelText(BRANCH, INPUT);
const monthField = () => screen.getByLabelText(/^Month/, INPUT);

beforeEach(() => {
  server.setAccess({ branches: BRANCHES });
  server.on(listAudits).answer(() => []);
  server.on(allowedBranches).answer(() => BRANCHES);
  server.on(auditChoices).answer(() => ({ years: [2026, 2025, 2024, 2023, 2022], today: '2026-11-16' }));
  server.on(detailAudit).answer(() => auditOf());
});

test('an empty list says so, and New needs the add right (002 §2.2)', async () => {
  const { user } = openApp('/assessment');
  await screen.findByText('Nothing in List.');
  await user.click(screen.getByRole('button', { name: 'New' }));
  await screen.findByRole('button', { name: 'Start' });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('Nothing in List.');
});

test('without the add right there is neither New nor its form', async () => {
  server.setAccess({ flags: 'QE', branches: BRANCHES });
  openApp('/assessment?view=new');
  await screen.findByText('Nothing in List.');
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
});

test('the list asks the server by status and branch when List is pressed, and keeps both in the address', async () => {
  const asked: unknown[] = [];
  const { isFetched, version, previousMonth, previousStatus, businessFilledAt, ...row } = auditOf({
    srno: 31,
  }).header;
  server.on(listAudits).answer(({ search }) => {
    asked.push([search.status, search.branch]);
    return [row];
  });
  openApp('/assessment?status=R&branch=MUM');
  await screen.findByText('1 row');
  expect(asked).toEqual([['R', 'MUM']]);
  // Only user number 1 sees the reference.
  expect(screen.queryByRole('columnheader', { name: 'Ref.' })).toBeNull();
});

test('what is missing is told in the specified words, and the focus is on the first of it', async () => {
  const { user } = openApp('/assessment?view=new');
  await user.click(await screen.findByRole('button', { name: 'Start' }));
  await expectMessage(
    user,
    'Please fill mandatory feilds. Please select a valid branch. Please select a valid Month. Please put name of cashier. Please put name of Branch Manager.',
  );
  await waitFor(() => expect(document.activeElement).toBe(branchField()));
  await user.type(screen.getByLabelText(/^Cashier name/), 'Vikas Rane');
  await user.click(branchField());
  await user.click(await screen.findByRole('option', { name: 'Mumbai Fort' }));
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await expectMessage(
    user,
    'Please fill mandatory feilds. Please select a valid Month. Please put name of Branch Manager.',
  );
  await waitFor(() => expect(document.activeElement).toBe(monthField()));
  expect(server.countOf(createAudit)).toBe(0);
});

test('a new audit is sent as typed and then opened', async () => {
  const sent: ArgsOf<typeof createAudit>['audit'][] = [];
  server.on(createAudit).answer(({ audit }) => {
    sent.push(audit);
    return sent.length === 1
      ? refusal('Audit Already exists for October 2026')
      : { err: '', msg: '', srno: 1 };
  });
  const { user } = openApp('/assessment?view=new');
  await user.click(await screen.findByLabelText(BRANCH, INPUT));
  await user.click(await screen.findByRole('option', { name: 'Mumbai Fort' }));
  await user.click(monthField());
  // A month that has not begun cannot be chosen.
  expect(screen.getByRole('option', { name: 'December' }).getAttribute('data-combobox-disabled')).toBe(
    'true',
  );
  await user.click(screen.getByRole('option', { name: 'October' }));
  await user.type(screen.getByLabelText(/^Cashier name/), 'Vikas Rane');
  await user.type(screen.getByLabelText(/^Branch manager name/), 'Bhavna Shah');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await expectMessage(user, 'Audit Already exists for October 2026');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await screen.findByRole('heading', { name: 'Mumbai Fort, October 2026' });
  expect(location.search).toBe('?srno=1');
  expect(sent.at(-1)).toEqual({
    branch: 'MUM',
    year: 2026,
    month: 10,
    date: '2026-11-16',
    cashier: 'Vikas Rane',
    manager: 'Bhavna Shah',
  });
});
