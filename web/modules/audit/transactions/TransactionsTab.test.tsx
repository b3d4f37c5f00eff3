import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { listCustomerPapers } from '#contract/audit/customer-papers.ts';
import {
  addDiscrepancy,
  filterTransactions,
  markTransaction,
  markTransactions,
  reverseTransaction,
  type AuditTransaction,
} from '#contract/audit/transactions.ts';
import { AUDIT_REFUSALS, AUDIT_TEXTS, MANDATORY } from '#domain/audit/texts.ts';
import { server } from '#web/testing/app.tsx';
import { lost, refusal } from '#web/testing/server.ts';
import { detailOf, discrepancyOf, giveHeights, openPart, transactionOf } from '#web/testing/auditParts.tsx';
import { countsOf } from './marks.ts';
import { makeStore } from './stores.ts';
import { TransactionsTab } from './TransactionsTab.tsx';

const DONE = { err: '', msg: '' };
let marked: string[] = [];
let keys: (string | null)[] = [];
const onChanged = vi.fn();

function open(rows: readonly AuditTransaction[], mayChange = true) {
  server.on(filterTransactions).answer(() => [...rows]);
  const pending = rows.filter((row) => row.status === 'PEN').length;
  const detail = detailOf({
    tally: [
      { type: 'SP', status: 'PEN', n: pending },
      { type: 'SP', status: 'OK', n: 4 },
    ],
    discrepancies: [discrepancyOf(1, { words: 'Memo is not signed' })],
  });
  return openPart(
    <TransactionsTab
      detail={detail}
      counts={makeStore(countsOf(detail.tally))}
      mayChange={mayChange}
      onChanged={onChanged}
    />,
  );
}

const rowOf = (lineNo: number) =>
  screen.findByRole('row', { name: new RegExp(transactionOf(lineNo).number) });
const focused = () => document.activeElement?.textContent ?? '';
const countOf = (mark: string) =>
  within(screen.getByRole('group', { name: 'Transactions by mark' })).getByTitle(mark).textContent;

async function expectMessage(user: ReturnType<typeof openPart>['user'], text: string): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain(text);
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please check' })).toBeNull());
}

beforeEach(() => {
  giveHeights();
  marked = [];
  keys = [];
  onChanged.mockReset();
  server.on(listCustomerPapers).answer(() => []);
  server.on(markTransaction).answer(({ mark }, { idempotencyKey }) => {
    marked.push(String(mark.number));
    keys.push(idempotencyKey);
    return DONE;
  });
});

test('002 §2.4: the list opens on pending transactions with the focus on its first row', async () => {
  const filters: unknown[] = [];
  open([transactionOf(1), transactionOf(2)]);
  server.on(filterTransactions).answer(({ filter }) => {
    filters.push(filter);
    return [transactionOf(1), transactionOf(2)];
  });
  const first = await rowOf(1);
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(filters).toEqual([
    {
      audit: 1,
      type: '',
      from: '',
      to: '',
      status: 'PEN',
      limit: 'ALL',
    },
  ]);
});

test('F keeps the filters that are typed and not listed yet, and List fills in a day that is missing', async () => {
  const { user } = open([transactionOf(1)]);
  await waitFor(() => expect(focused()).toContain('20001'));
  const from = screen.getByLabelText<HTMLInputElement>('From Date');
  const to = screen.getByLabelText<HTMLInputElement>('To Date');
  await user.clear(from);
  await user.clear(to);
  await user.type(to, '15/10/2026');
  (await rowOf(1)).focus();
  await user.keyboard('f');
  await waitFor(() => expect(location.search).toContain('tranflagged=1'));
  expect([from.value, to.value]).toEqual(['', '15/10/2026']);
  await user.click(screen.getByRole('button', { name: 'List' }));
  await waitFor(() => expect(location.search).toContain('tranto=2026-10-15'));
  expect([from.value, to.value]).toEqual(['01/10/2026', '15/10/2026']);
});

test('O marks the row OK, goes on at once, and says when the marks are saved', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { user } = open([transactionOf(1), transactionOf(2), transactionOf(3)]);
  server.on(markTransaction).answer(async ({ mark }) => {
    marked.push(String(mark.number));
    expect(mark).toMatchObject({ audit: 1, type: 'SP', date: '2026-10-14', kind: 'T', status: 'OK' });
    await held;
    return DONE;
  });
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard('oo');
  expect(focused()).toContain('20003');
  expect(within(await rowOf(1)).getByText('OK')).toBeDefined();
  expect([countOf('Pending'), countOf('OK')]).toEqual(['PEN 1', 'OK 6']);
  await screen.findByText('2 marks on their way');
  release();
  await screen.findByText('All marks saved');
  expect(marked).toEqual(['20001', '20002']);
  await waitFor(() => expect(onChanged).toHaveBeenCalled(), { timeout: 4_000 });
});

test('holding O marks row after row, none lost or doubled, each under a key of its own', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => transactionOf(index + 1));
  const { user } = open(rows);
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard('{o>40/}');
  await screen.findByText('All marks saved');
  expect(marked.toSorted()).toEqual(rows.map((row) => row.number).toSorted());
  expect(new Set(keys).size).toBe(40);
  expect(countOf('Pending')).toBe('PEN 0');
});

test('a refused mark brings its row back with a notice and stops nothing', async () => {
  const { user } = open([1, 2, 3].map((lineNo) => transactionOf(lineNo)));
  server.on(markTransaction).answer(({ mark }) => {
    marked.push(String(mark.number));
    return mark.number === '20001' ? refusal(AUDIT_REFUSALS.notPending) : DONE;
  });
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard('oo');
  await screen.findByText(`SP 20001: ${AUDIT_REFUSALS.notPending}`);
  expect(within(await rowOf(1)).getByText('PEN')).toBeDefined();
  expect(within(await rowOf(2)).getByText('OK')).toBeDefined();
  expect(countOf('Pending')).toBe('PEN 2');
  expect(focused()).toContain('20003');
});

test('a mark whose reply was lost is sent again under the same key', async () => {
  const { user } = open([transactionOf(1)]);
  server.on(markTransaction).answer((_, { idempotencyKey }) => {
    keys.push(idempotencyKey);
    return keys.length === 1 ? lost : DONE;
  });
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard('o');
  await screen.findByText('All marks saved');
  expect(keys[0]).toMatch(/^[\da-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('002 §5.1: D asks for the text, Ctrl+Enter marks, and the focus is on the next row', async () => {
  const sent: unknown[] = [];
  server.on(addDiscrepancy).answer(({ discrepancy }) => {
    sent.push(discrepancy);
    return { ...DONE, lineNo: 77 };
  });
  const { user } = open([transactionOf(1), transactionOf(2)]);
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard('d');
  const words = await screen.findByLabelText(/^Discrepancy/, { selector: 'textarea' });
  expect(document.activeElement).toBe(words);
  expect(words.getAttribute('maxlength')).toBe('500');
  await user.keyboard('   {Control>}{Enter}{/Control}');
  await expectMessage(user, AUDIT_TEXTS.noDiscrepancy);
  await waitFor(() => expect(document.activeElement).toBe(words));
  await user.keyboard('{Alt>}1{/Alt}');
  expect((words as HTMLTextAreaElement).value).toBe('Memo is not signed');
  await user.type(words, ' by the seller');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(focused()).toContain('20002'));
  await screen.findByText('All marks saved');
  expect(sent).toEqual([
    {
      audit: 1,
      type: 'SP',
      date: '2026-10-14',
      number: '20001',
      kind: 'T',
      purpose: 'P1',
      partyType: '',
      words: 'Memo is not signed by the seller',
      status: 'P',
    },
  ]);
  expect(within(await rowOf(1)).getByText('DIS')).toBeDefined();
});

test('002 §5.1: a bulk purchase asks for the party type first; F and D choose', async () => {
  const sent: string[] = [];
  server.on(addDiscrepancy).answer(({ discrepancy }) => {
    sent.push(`${discrepancy.partyType ?? ''} ${discrepancy.words ?? ''}`);
    return { ...DONE, lineNo: 77 };
  });
  const { user } = open([transactionOf(1, { type: 'PB' }), transactionOf(2)]);
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard('d');
  const words = await screen.findByLabelText(/^Discrepancy/, { selector: 'textarea' });
  expect(document.activeElement?.getAttribute('type')).toBe('radio');
  await user.type(words, 'No memo');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expectMessage(user, AUDIT_TEXTS.noPartyType);
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'));
  await user.keyboard('d');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Authorized Dealer' }).checked).toBe(true);
  expect(document.activeElement).toBe(words);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toEqual(['D No memo']));
});

test('002 §4: R takes a mark back while the discrepancy is pending, and keeps its text for the next D', async () => {
  server.on(reverseTransaction).answer(() => DONE);
  const { user } = open([
    transactionOf(1, {
      status: 'DIS',
      discrepancyLineNo: 5,
      discrepancyStatus: 'P',
      discrepancyWords: 'No ticket',
    }),
    transactionOf(2, {
      status: 'DIS',
      discrepancyLineNo: 6,
      discrepancyStatus: 'R',
      discrepancyWords: 'No visa',
    }),
    transactionOf(3, {
      status: 'DIS',
      discrepancyLineNo: 7,
      discrepancyStatus: 'D',
      discrepancyWords: 'No PAN',
    }),
  ]);
  await waitFor(() => expect(focused()).toContain('20001'));
  expect(within(await rowOf(2)).getByText('In Review')).toBeDefined();
  expect(within(await rowOf(3)).getByText('Cleared')).toBeDefined();
  expect(within(await rowOf(2)).queryByRole('button', { name: /^Reverse/ })).toBeNull();
  await user.keyboard('r');
  expect(within(await rowOf(1)).getByText('PEN')).toBeDefined();
  await user.keyboard('d');
  const words = await screen.findByLabelText<HTMLTextAreaElement>(/^Discrepancy/, { selector: 'textarea' });
  expect(words.value).toBe('No ticket');
  await user.keyboard('{Escape}{ArrowDown}r');
  await screen.findByText(`SP 20002: ${AUDIT_REFUSALS.answered}`);
  expect(server.countOf(reverseTransaction)).toBe(1);
});

test('Space selects, and O then asks once and marks all in one call', async () => {
  server.on(markTransactions).answer(({ marks }) => {
    expect(marks).toEqual({ audit: 1, lines: [1, 2, 3], status: 'OK' });
    return { ...DONE, marked: [1, 3] };
  });
  const { user } = open([1, 2, 3, 4].map((lineNo) => transactionOf(lineNo)));
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}o');
  const question = await screen.findByRole('dialog', { name: 'Mark 3 transactions OK?' });
  await user.click(within(question).getByRole('button', { name: 'Mark OK' }));
  await screen.findByText(`SP 20002: ${AUDIT_REFUSALS.notPending}`);
  expect(countOf('OK')).toBe('OK 6');
  expect(server.countOf(markTransaction)).toBe(0);
});

test('Enter shows the lines and the way to the request; T goes to the next type', async () => {
  const types: unknown[] = [];
  const { user } = open([transactionOf(1)]);
  server.on(filterTransactions).answer(({ filter }) => {
    types.push(filter.type);
    return [transactionOf(1)];
  });
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('region', { name: 'Transaction SP 20001' });
  expect(within(panel).getByRole('table').textContent).toContain('USD1,30092.831,20,679.00');
  expect(within(panel).getByRole('link').getAttribute('href')).toBe('/requestdetail?srno=20001');
  await user.keyboard('t');
  await waitFor(() => expect(types.at(-1)).toBe('PP'));
});

test('002 §6: who may not change the audit finds no mark, no key and no form', async () => {
  const { user } = open([transactionOf(1), transactionOf(2)], false);
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard('odr ');
  expect(focused()).toContain('20001');
  expect(screen.queryByRole('checkbox', { name: /Select/ })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add discrepancy' })).toBeNull();
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('region', { name: 'Transaction SP 20001' });
  expect(within(panel).queryByRole('button', { name: 'OK' })).toBeNull();
  expect(server.countOf(markTransaction)).toBe(0);
});

test('002 §5.1: a discrepancy by hand needs number, type, text, and a purpose for SP; the partner for MT', async () => {
  const sent: unknown[] = [];
  server.on(addDiscrepancy).answer(({ discrepancy }) => {
    sent.push(discrepancy);
    return { ...DONE, lineNo: 9 };
  });
  const { user } = open([transactionOf(1)]);
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.click(screen.getByRole('button', { name: 'Add discrepancy' }));
  const form = await screen.findByRole('region', { name: 'Add discrepancy' });
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  await expectMessage(user, MANDATORY);
  const type = within(form).getByRole('combobox', { name: /^Type/ });
  await user.type(type, 'Money{Enter}');
  await user.type(within(form).getByRole('combobox', { name: /^Partner/ }), 'WU{Enter}');
  const number = within(form).getByLabelText(/^Transaction number/);
  await user.type(number, '12345678901x');
  expect((number as HTMLInputElement).value).toBe('1234567890');
  await user.type(within(form).getByLabelText(/^Discrepancy/), 'No ID of the receiver');
  // A day of another month is refused before it is sent.
  const day = within(form).getByLabelText(/^Date/);
  await user.type(day, '01/11/2026');
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(form.textContent).toContain('31/10/2026'));
  expect(sent).toEqual([]);
  await user.clear(day);
  await user.type(day, '31/10/2026');
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  await screen.findByText('The discrepancy of MT 1234567890 has been added.');
  expect(sent).toEqual([
    expect.objectContaining({
      type: 'MT',
      typeSub: 'WU',
      number: '1234567890',
      kind: 'T',
      words: 'No ID of the receiver',
    }),
  ]);
  expect(onChanged).toHaveBeenCalled();
});

test('marked rows stay until List is pressed, which lists them anew', async () => {
  const { user } = open([transactionOf(1), transactionOf(2)]);
  server
    .on(filterTransactions)
    .answer(() =>
      [1, 2].filter((line) => !marked.includes(`2000${line}`)).map((line) => transactionOf(line)),
    );
  await waitFor(() => expect(focused()).toContain('20001'));
  await user.keyboard('o');
  expect(within(await rowOf(1)).getByText('OK')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'List' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /20001/ })).toBeNull());
  await waitFor(() => expect(focused()).toContain('20002'));
});

test('000 §9: amounts have two decimals in the list and in the panel', async () => {
  const line = { product: 'CN', isd: 'USD', quantity: '10', rate: '92.978', amount: '929.78' };
  const { user } = open([
    transactionOf(1, { amount: '929.50' }),
    transactionOf(2, { amount: '129929.78', lines: [line, { ...line, amount: '129000' }] }),
  ]);
  expect((await rowOf(1)).textContent).toContain('929.50');
  const row = await rowOf(2);
  expect(row.textContent).toContain('1,29,929.78');
  await user.dblClick(row);
  const lines = await screen.findByRole('table', { name: 'Lines of the transaction' });
  expect(lines.textContent).toContain('929.78');
  expect(lines.textContent).toContain('1,29,000.00');
  expect(within(lines).getAllByRole('row').at(-1)?.textContent).toBe('Total1,29,929.78');
});
