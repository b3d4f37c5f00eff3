import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { detailAudit, listAudits, saveAudit } from '#contract/audit/audit.ts';
import type { ArgsOf } from '#contract/define.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { auditOf } from '#web/testing/audit.ts';
import { stale } from '#web/testing/server.ts';

/** One Save for each audit: what it sends, what it asks, and what it does when another user was first (002 §2.4, §4). */

const ADDRESS = '/assessment?srno=1';
type Sent = ArgsOf<typeof saveAudit>['audit'];
const sent: Sent[] = [];
const tab = (name: string) => screen.findByRole('tab', { name: new RegExp(`^${name}`) });
const ready = () => screen.findByText('0 of 25 answered');
type User = ReturnType<typeof openApp>['user'];

async function chooseStatus(user: User, name: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name }));
}

const countRow = { transactions: 0, discrepancies: 0, version: 1 } as const;

beforeEach(() => {
  sent.length = 0;
  server.on(listAudits).answer(() => []);
  server.on(detailAudit).answer(() => auditOf());
  server.on(saveAudit).answer(({ audit }) => {
    sent.push(audit);
    return auditOf({ status: audit.status ?? 'P' });
  });
});

test('Save sends the rows of the open tab and the status; what is typed on another tab stays there', async () => {
  const { user } = openApp(ADDRESS);
  await ready();
  await user.keyboard('y');
  await user.click(await tab('Operational'));
  await ready();
  await user.keyboard('yy');
  await chooseStatus(user, 'Review');
  expect(screen.getByText('2 rows and status not saved')).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await screen.findByText(/^Saved, /);
  expect(Object.keys(sent[0] ?? {}).sort()).toEqual(['operational', 'srno', 'status']);
  expect(sent[0]?.status).toBe('R');
  expect(sent[0]?.operational?.map(({ srno }) => srno)).toEqual([2_001, 2_002]);
  expect((await tab('RBI')).textContent).toContain('not saved');
  await user.click(await tab('RBI'));
  await screen.findByText('1 row not saved');
  expect(screen.getByLabelText('Yes: Particular 1').getAttribute('aria-pressed')).toBe('true');
});

test('with nothing changed Save says why it does nothing', async () => {
  const { user } = openApp(ADDRESS);
  await ready();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.getByText('Nothing has changed on this tab.')).toBeDefined();
  expect(server.countOf(saveAudit)).toBe(0);
});

test('what is typed survives a reload, and can be dropped', async () => {
  const { user } = openApp(ADDRESS);
  await ready();
  await user.keyboard('yyy');
  dispatchEvent(new Event('pagehide'));
  document.body.replaceChildren();
  const second = openApp(ADDRESS);
  await screen.findByText('3 rows not saved');
  await second.user.click(screen.getByRole('button', { name: 'Start over' }));
  await ready();
});

test('leaving the audit with unsaved rows asks', async () => {
  const { user } = openApp(ADDRESS);
  await ready();
  await user.keyboard('y');
  await user.click(screen.getByRole('button', { name: 'Back to the list' }));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Leave without saving' }));
  await screen.findByText('Nothing in List.');
});

test('closing asks once, says what is open, and the closed audit has no input and no Save (002 §4, §6)', async () => {
  const { user } = openApp(ADDRESS);
  await ready();
  await chooseStatus(user, 'Closed');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  const question = await screen.findByRole('dialog', { name: 'Close this audit?' });
  expect(question.textContent).toContain('50 checklist rows are not answered.');
  expect(sent).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Close the audit' }));
  await screen.findByText('This audit is closed.');
  expect(sent).toEqual([{ srno: 1, status: 'C' }]);
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});

test('closing waits until every tab is saved', async () => {
  const { user } = openApp(ADDRESS);
  await ready();
  await user.keyboard('y');
  await user.click(await tab('Operational'));
  await chooseStatus(user, 'Closed');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  const message = await screen.findByRole('dialog', { name: 'Please check' });
  expect(message.textContent).toContain('Please save RBI first.');
  expect(server.countOf(saveAudit)).toBe(0);
});

test.each(['rbi', 'operational', 'documents', 'summary', 'count', 'mis'])(
  'without add and edit right the tab %s has no input and no button that saves (002 §6)',
  async (name) => {
    server.setAccess({ flags: 'Q' });
    openApp(`${ADDRESS}&tab=${name}`);
    await screen.findByText('You can only look at this audit.');
    const panel = await screen.findByRole('tabpanel');
    await waitFor(() => expect(within(panel).getAllByRole('table').length).toBeGreaterThan(0));
    expect(within(panel).queryAllByRole('textbox')).toEqual([]);
    expect(within(panel).queryAllByRole('combobox')).toEqual([]);
    for (const action of [/^Save/, /^Fetch/, /^Upload/, /^Auto/, /^Delete/, /^Yes:/, /^Write/])
      expect(screen.queryByRole('button', { name: action })).toBeNull();
  },
);

test('last month is typed only where there is no previous audit, and the difference follows (002 §5.1)', async () => {
  const { user } = openApp(`${ADDRESS}&tab=mis`);
  const field = await screen.findByRole('textbox', { name: 'Last month: Purchases from public' });
  await user.type(field, '39527400123');
  expect(field).toHaveProperty('value', '3952740012');
  await user.clear(field);
  await user.type(field, '39527400{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Last month: Purchases in bulk' }));
  expect(screen.getByText('+23,35,850')).toBeDefined();
  expect(screen.getByText('+5.9 %')).toBeDefined();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(sent).toEqual([{ srno: 1, business: [{ srno: 41, version: 1, lastMonth: '39527400' }] }]),
  );
});

test('with a previous audit the last month is locked (002 §5.1)', async () => {
  server.on(detailAudit).answer(() => auditOf({ previous: 9, previousMonth: 'September 2026' }));
  openApp(`${ADDRESS}&tab=mis`);
  await screen.findByText('Last month comes from the audit of September 2026 and cannot be typed.');
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});

/** The audit after another user has answered row 1 with No. */
function theirs() {
  const detail = auditOf();
  return {
    ...detail,
    rbi: detail.rbi.map((row) =>
      row.srno === 1_001 ? { ...row, answer: 'N' as const, observation: 'Not seen.', version: 2 } : row,
    ),
  };
}

async function openStale() {
  const { user } = openApp(ADDRESS);
  await ready();
  await user.keyboard('yy');
  server.on(saveAudit).answer(({ audit }) => {
    sent.push(audit);
    return audit.rbi?.some(({ srno, version }) => srno === 1_001 && version === 1)
      ? stale('Anita Deshmukh', '2026-11-16T06:00:00Z', 2)
      : auditOf();
  });
  server.on(detailAudit).answer(theirs);
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Changed by someone else' });
  return { user, dialog };
}

test('a row that another user saved first is shown with who, when and what', async () => {
  const { dialog } = await openStale();
  expect(dialog.textContent).toContain('Anita Deshmukh saved this record at 16/11/2026 11:30 IST');
  const row = within(dialog).getByRole('row', { name: /Particular 1/ });
  expect(row.textContent).toBe('1. Particular 1SelectNo, Not seen.Yes');
});

test('theirs replaces my row and leaves my other row unsaved', async () => {
  const { user, dialog } = await openStale();
  await user.click(within(dialog).getByRole('button', { name: 'Show theirs' }));
  await screen.findByText('1 row not saved');
  expect(screen.getByLabelText('No: Particular 1').getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByLabelText('Yes: Particular 2').getAttribute('aria-pressed')).toBe('true');
});

test('mine is saved over the version that I have now seen', async () => {
  const { user, dialog } = await openStale();
  await user.click(within(dialog).getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.rbi?.map(({ srno, version }) => [srno, version])).toEqual([
    [1_001, 2],
    [1_002, 1],
  ]);
});

test('what nobody has counted is named before closing, and on its tab; what is typed is counted', async () => {
  server.on(detailAudit).answer(() => ({
    ...auditOf(),
    purchases: [
      { ...countRow, srno: 21, particulars: 'From public', code: 'PP', source: 'audit' },
      { ...countRow, srno: 22, particulars: 'Bulk, dealers', code: 'PBD', source: '' },
    ],
  }));
  const { user } = openApp(`${ADDRESS}&tab=count`);
  await screen.findByRole('table', { name: 'Purchases' });
  const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) }).textContent;
  expect(rowOf('From public')).toBe('From public00–this audit');
  expect(rowOf('Bulk, dealers')).toBe('Bulk, dealersnot counted0–');
  await chooseStatus(user, 'Closed');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  const question = await screen.findByRole('dialog', { name: 'Close this audit?' });
  expect(question.textContent).toContain('Not counted: Purchase Bulk, Western Union.');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await user.type(screen.getByLabelText('Transactions of Western Union'), '0');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  const again = await screen.findByRole('dialog', { name: 'Close this audit?' });
  expect(again.textContent).toContain('Not counted: Purchase Bulk.');
});

test('a deleted register comes again as it came: fetched, or uploaded before April 2025', async () => {
  const register = {
    ...{ srno: 7, filename: 'FLM3.xlsx', kind: 'FLM3', extension: 'xlsx', rows: 3 },
    ...{ uploadedAt: '2026-11-03T05:50:00.000Z', uploadedBy: 'Anita Deshmukh' },
  };
  server.setAccess({ flags: 'QAE', branches: [{ value: 'MUM', name: 'Mumbai Fort' }] });
  for (const [isFetched, origin, way] of [
    [false, 'upload', 'uploaded again'],
    [true, 'fetch', 'fetched again'],
  ] as const) {
    server.on(detailAudit).answer(() => ({
      ...auditOf({ isFetched }),
      registers: [{ ...register, origin }],
      missingFormats: [],
    }));
    const { user } = openApp(`${ADDRESS}&tab=documents`);
    await user.click(await screen.findByRole('button', { name: 'Delete FLM3' }));
    const question = await screen.findByRole('dialog', { name: 'Delete FLM3?' });
    expect(question.textContent).toContain(way);
    cleanup();
  }
});

test('of the last month no more can be complied with than it had', async () => {
  const { user } = openApp(`${ADDRESS}&tab=summary`);
  const [last, complied] = await screen.findAllByRole('textbox');
  await user.type(last!, '4');
  await user.type(complied!, '9');
  expect(complied!.getAttribute('aria-invalid')).toBe('true');
  await user.clear(complied!);
  await user.type(complied!, '4');
  expect(complied!.getAttribute('aria-invalid')).not.toBe('true');
});
