import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  listDenominations,
  listFlashCurrencies,
  saveDenominations,
  setLineStatus,
  type FlashCurrency,
  type FlashDenomination,
} from '#contract/flash/currencies.ts';
import { flashDetails } from '#contract/flash/flash.ts';
import { listFlashTransactions } from '#contract/flash/transactions.ts';
import type { ArgsOf } from '#contract/define.ts';
import { MESSAGES } from '#domain/messages.ts';
import { MANDATORY } from '#domain/flash/texts.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { giveHeights } from '#web/testing/auditParts.tsx';
import { currencyOf, headerOf } from '#web/testing/flash.ts';
import { setConnected } from '#web/wire/connection.ts';
import { lost, refusal, stale } from '#web/testing/server.ts';

/** The count of a flash audit (002 §2.10, §5.4, §9). */

type Count = ArgsOf<typeof saveDenominations>['count'];
let lines: FlashCurrency[] = [];
let counted: FlashDenomination[] = [];
let sent: { count: Count; version: string | null }[] = [];
let header = headerOf();

const rowOf = ({ denomination, quantity }: Count['lines'][number], index: number): FlashDenomination => ({
  srno: index + 1,
  denomination: `${denomination}.00`,
  quantity: Number(quantity),
  total: String(Number(denomination) * Number(quantity)),
});

beforeEach(() => {
  giveHeights();
  header = headerOf();
  lines = [currencyOf(11, 'GBP'), currencyOf(12, 'EUR', { inTransit: '650.00' })];
  counted = [];
  sent = [];
  server.on(flashDetails).answer(() => header);
  server.on(listFlashTransactions).answer(() => []);
  server.on(listFlashCurrencies).answer(() => lines);
  server.on(listDenominations).answer(() => counted);
  server.on(saveDenominations).answer(save);
});

/** Saves a count as the server does. */
function save({ count }: { count: Count }, { version }: { version: string | null }) {
  sent.push({ count, version });
  const line = lines.find(({ srno }) => srno === count.currency) ?? currencyOf(0, '');
  const saved = { ...line, faces: count.lines.length, version: line.version + 1 };
  lines = lines.map((each) => (each.srno === saved.srno ? saved : each));
  return { err: '', msg: '', line: saved, denominations: count.lines.map(rowOf) };
}

const ADDRESS = '/flash?srno=1&count=GBP';
const panel = (isd: string) => screen.findByRole('region', { name: `Count of ${isd}` });
const face = (isd: string, value: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `Notes of ${isd} ${value}` });

test('the difference follows every key; Enter leads through the faces to the next currency and saves', async () => {
  const { user } = openApp(ADDRESS);
  const first = await face('GBP', '50');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('59');
  expect((await panel('GBP')).textContent).toContain('50.00 short');
  await user.keyboard('{Enter}3{Enter}{Enter}{Enter}');
  expect((await panel('EUR')).textContent).toContain('2 of 2');
  const next = await face('EUR', '500');
  await waitFor(() => expect(document.activeElement).toBe(next));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    count: {
      audit: 1,
      currency: 11,
      lines: [
        { denomination: '50', quantity: '59' },
        { denomination: '20', quantity: '3' },
      ],
    },
    version: '"1"',
  });
  // What is in transit cannot be counted.
  await user.keyboard('4');
  expect((await panel('EUR')).textContent).toContain('350.00 short without the 650 in transit');
});

test('what is typed is kept across a reload, until it is saved', async () => {
  const opened = openApp(ADDRESS);
  await face('GBP', '50');
  await opened.user.keyboard('7');
  await screen.findByText('Not saved; kept on this device');
  window.dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.getItem('bureau.draft.flash.1.11')).toContain('"50":"7"');
  await opened.user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('The count of GBP has been saved.');
  expect(sessionStorage.getItem('bureau.draft.flash.1.11')).toBeNull();
});

test('002 §5.4: another denomination needs both fields; one that is there adds to its quantity', async () => {
  const { user } = openApp(ADDRESS);
  const form = await screen.findByRole('form', { name: 'Another denomination' });
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain(MANDATORY);
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  for (const quantity of ['2', '3']) {
    await user.type(within(form).getByRole('textbox', { name: 'Denomination' }), '100');
    await user.type(within(form).getByRole('textbox', { name: 'Quantity' }), quantity);
    await user.click(within(form).getByRole('button', { name: 'Add' }));
  }
  expect((await face('GBP', '100')).value).toBe('5');
});

test('without a connection the faces stay, the count waits, and it is sent again', async () => {
  const { user } = openApp(ADDRESS);
  const first = await face('GBP', '50');
  await waitFor(() => expect(document.activeElement).toBe(first));
  const answers = [saveDenominations, listDenominations, listFlashCurrencies] as const;
  for (const each of answers) server.on(each).answer(() => lost);
  setConnected(false);
  await user.keyboard('7{Enter}{Enter}{Enter}{Enter}');
  // Counting goes on with the next currency.
  const next = await face('EUR', '500');
  await waitFor(() => expect(document.activeElement).toBe(next));
  await user.keyboard('4{Control>}{Enter}{/Control}');
  await screen.findByText(/^2 counts \(GBP, EUR\) are kept on this device and are sent/);
  expect((await face('EUR', '500')).value).toBe('4');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Previous currency' }));
  expect((await face('GBP', '50')).value).toBe('7');
  await screen.findByText('Kept on this device; sent when the connection is back');

  server.on(listFlashCurrencies).answer(() => lines);
  server.on(listDenominations).answer(() => counted);
  server.on(saveDenominations).answer(save);
  setConnected(true);
  await waitFor(() => expect(sent.map(({ count }) => count.currency)).toEqual([11, 12]));
  await waitFor(() => expect(screen.queryByText(/kept on this device/)).toBeNull());
  expect((await face('GBP', '50')).value).toBe('7');
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('bureau.draft.flash'))).toEqual([]);
});

test('a count that waits survives a reload, and one that another user was faster with says what was typed', async () => {
  const waiting = { isd: 'GBP', counts: { '50': '7' }, seen: {}, version: 1, refusal: '' };
  sessionStorage.setItem(
    'bureau.draft.flash-unsent.1',
    JSON.stringify([
      { ...waiting, cnsrno: 11 },
      { ...waiting, isd: 'EUR', cnsrno: 12 },
    ]),
  );
  server.on(saveDenominations).answer((args, seen) => {
    if (args.count.currency === 11) return save(args, seen);
    counted = [{ srno: 1, denomination: '20.00', quantity: 4, total: '80.00' }];
    return stale('Balbir Singh', '2026-11-13T04:00:00.000Z', 2);
  });
  const { user } = openApp('/flash?srno=1');
  const said = await screen.findByText(
    /The count of EUR that was kept on this device \(7 × 50\) was not saved: Balbir Singh has saved another count meanwhile\./,
  );
  expect(sent).toMatchObject([{ count: { currency: 11, lines: [{ denomination: '50', quantity: '7' }] } }]);
  await user.click(within(said).getByRole('button', { name: 'Discard the count of EUR' }));
  await waitFor(() => expect(sessionStorage.getItem('bureau.draft.flash-unsent.1')).toBeNull());
});

test('a count that waits is sent on every tab, and the audit is not closed before', async () => {
  server.on(saveDenominations).answer(() => lost);
  const { user } = openApp(ADDRESS);
  await face('GBP', '50');
  setConnected(false);
  await user.keyboard('7{Control>}{Enter}{/Control}');
  await screen.findByText(/^The count of GBP is kept on this device and is sent/);
  await user.click(screen.getByRole('tab', { name: /^Transactions/ }));
  await screen.findByText(/^The count of GBP is kept on this device and is sent/);
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Closed' }));
  const close = screen.getByRole('button', { name: /^Save/ });
  expect(close.getAttribute('aria-disabled')).toBe('true');
  await screen.findByText('Counts that wait to be sent: GBP. The audit can be closed once they are sent.');

  server.on(saveDenominations).answer(save);
  setConnected(true);
  await waitFor(() => expect(sent).toMatchObject([{ count: { currency: 11 }, version: '"1"' }]));
  await waitFor(() => expect(screen.queryByText(/kept on this device/)).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Close this flash audit?' });
  expect(dialog.textContent).toContain('Not counted: EUR.');
});

/** Another user saves a count of 4 notes of 20 in GBP. */
function countByAnother(): void {
  counted = [{ srno: 1, denomination: '20.00', quantity: 4, total: '80.00' }];
  lines = lines.map((line) => (line.isd === 'GBP' ? { ...line, faces: 1, version: 2 } : line));
}

/** Saves a count as the server does: a count that started from an older version is refused. */
function saveIfCurrent(args: { count: Count }, request: { version: string | null }) {
  const line = lines.find(({ srno }) => srno === args.count.currency) ?? currencyOf(0, '');
  if (request.version === `"${line.version}"`) return save(args, request);
  return stale('Balbir Singh', '2026-11-13T04:00:00.000Z', line.version);
}

test('a count that waits is not sent over a newer one, which is shown; what was typed is told', async () => {
  const { user } = openApp(ADDRESS);
  await face('GBP', '50');
  server.on(saveDenominations).answer(() => lost);
  await user.keyboard('7{Control>}{Enter}{/Control}');
  await screen.findByText('Kept on this device; sent when the connection is back');
  countByAnother();
  server.on(saveDenominations).answer(saveIfCurrent);
  setConnected(false);
  setConnected(true);
  await screen.findByText(
    /The count of GBP that was kept on this device \(7 × 50\) was not saved: Balbir Singh/,
  );
  await waitFor(async () => expect((await face('GBP', '20')).value).toBe('4'));
  expect((await face('GBP', '50')).value).toBe('');
  expect(screen.queryByText(/Kept on this device; sent when/)).toBeNull();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(sent).toEqual([]);
  // What was typed can be read while it is typed again.
  await user.type(await face('GBP', '50'), '7');
  await screen.findByText('Not saved; kept on this device');
  await screen.findByText(/\(7 × 50\) was not saved/);
});

test('a count that waits across a reload is not sent over one that another user has saved meanwhile', async () => {
  const first = openApp(ADDRESS);
  await face('GBP', '50');
  server.on(saveDenominations).answer(() => lost);
  await first.user.keyboard('7{Control>}{Enter}{/Control}');
  await screen.findByText('Kept on this device; sent when the connection is back');
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  countByAnother();
  server.on(saveDenominations).answer(saveIfCurrent);
  openApp(ADDRESS);
  await screen.findByText(/\(7 × 50\) was not saved: Balbir Singh/);
  expect(sent).toEqual([]);
});

test('a count that is saved before the refusal of an earlier one is told does not overwrite the newer one', async () => {
  const { user } = openApp(ADDRESS);
  await face('GBP', '50');
  countByAnother();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.on(saveDenominations).answer(async (...given) => {
    await promise;
    return saveIfCurrent(...given);
  });
  await user.keyboard('7{Control>}{Enter}{/Control}8{Control>}{Enter}{/Control}');
  resolve();
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain('Balbir Singh has saved another count meanwhile.');
  await waitFor(async () => expect((await face('GBP', '20')).value).toBe('4'));
  expect(sent).toEqual([]);
});

test('a count that was typed before the list was loaded again does not overwrite the newer one', async () => {
  const { user } = openApp(ADDRESS);
  await face('GBP', '50');
  await user.keyboard('7');
  countByAnother();
  server.on(saveDenominations).answer(saveIfCurrent);
  server.on(setLineStatus).answer(() => ({ err: '', msg: '' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of EUR' }), 'Ok');
  await screen.findByText('EUR is now Ok.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain('Balbir Singh has saved another count meanwhile.');
  expect(sent).toEqual([]);
});

test('a count that is shown from an earlier opening does not overwrite the newer one', async () => {
  lines = lines.map((line) => ({ ...line, faces: 1 }));
  counted = [{ srno: 1, denomination: '50.00', quantity: 6, total: '300.00' }];
  server.on(saveDenominations).answer(saveIfCurrent);
  server.on(setLineStatus).answer(() => ({ err: '', msg: '' }));
  const { user } = openApp(ADDRESS);
  await waitFor(async () => expect((await face('GBP', '50')).value).toBe('6'));
  await user.keyboard('{Escape}');
  const shown = counted;
  countByAnother();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of EUR' }), 'Ok');
  await screen.findByText('EUR is now Ok.');
  // The list is new, and the count comes only after the user has typed.
  const { promise, resolve } = Promise.withResolvers<void>();
  server.on(listDenominations).answer(async () => {
    await promise;
    return counted;
  });
  expect(shown).not.toEqual(counted);
  await user.click(await screen.findByRole('row', { name: /GBP/ }));
  await user.clear(await face('GBP', '50'));
  await user.type(await face('GBP', '50'), '7');
  resolve();
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain('Balbir Singh has saved another count meanwhile.');
  expect(sent).toEqual([]);
});

test('what is typed while an earlier count is refused stays in the form', async () => {
  const { user } = openApp(ADDRESS);
  await face('GBP', '50');
  server.on(saveDenominations).answer(() => lost);
  await user.keyboard('7{Control>}{Enter}{/Control}');
  await screen.findByText('Kept on this device; sent when the connection is back');
  countByAnother();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isUnderWay = false;
  server.on(saveDenominations).answer(async (...given) => {
    isUnderWay = true;
    await promise;
    return saveIfCurrent(...given);
  });
  setConnected(false);
  setConnected(true);
  await waitFor(() => expect(isUnderWay).toBe(true));
  await user.keyboard('8');
  resolve();
  await screen.findByText(/\(7 × 50\) was not saved: Balbir Singh/);
  expect((await face('GBP', '50')).value).toBe('78');
});

test('counts and statuses of one user follow one another without a question', async () => {
  server.on(saveDenominations).answer(saveIfCurrent);
  server.on(setLineStatus).answer(({ line: { currency, status } }) => {
    lines = lines.map((line) =>
      line.srno === currency ? { ...line, status, version: line.version + 1 } : line,
    );
    return { err: '', msg: '' };
  });
  const { user } = openApp(ADDRESS);
  await face('GBP', '50');
  await user.keyboard('7{Control>}{Enter}{/Control}8{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toHaveLength(2));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of GBP' }), 'Ok');
  await screen.findByText('GBP is now Ok.');
  await user.type(await face('GBP', '50'), '9{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent.map(({ version }) => version)).toEqual(['"1"', '"2"', '"4"']));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('only while the server cannot be reached is what was loaded still shown, with a notice', async () => {
  lines = lines.map((line) => ({ ...line, faces: 1 }));
  counted = [{ srno: 1, denomination: '20.00', quantity: 4, total: '80.00' }];
  const { user } = openApp(ADDRESS);
  await face('GBP', '20');
  const notice = /The server could not be reached\..* What you see may be out of date/;
  const goAndComeBack = async () => {
    await user.click(screen.getByRole('tab', { name: /^Transactions/ }));
    await user.click(screen.getByRole('tab', { name: /^Currency/ }));
  };
  const tab = () => screen.getByRole('tabpanel');

  server.on(listDenominations).answer(() => lost);
  server.on(listFlashCurrencies).answer(() => lost);
  server.on(setLineStatus).answer(() => ({ err: '', msg: '' }));
  setConnected(false);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of EUR' }), 'Ok');
  // The count of GBP beside the list says so, too, if it was being fetched again.
  await waitFor(() => {
    const notices = within(tab()).getAllByText(notice);
    expect(notices.filter((each) => each.closest('section') === null)).toHaveLength(1);
  });
  await goAndComeBack();
  await user.click(await screen.findByRole('button', { name: 'Count GBP' }));
  await within(await panel('GBP')).findByText(notice);
  expect((await face('GBP', '20')).value).toBe('4');

  server.on(listDenominations).answer(() => refusal(MESSAGES.ERR0000));
  await goAndComeBack();
  await user.click(await screen.findByRole('button', { name: 'Count GBP' }));
  await within(await panel('GBP')).findByText('The count could not be loaded');
  expect((await panel('GBP')).textContent).toContain(MESSAGES.ERR0000);
  expect((await panel('GBP')).textContent).not.toContain('out of date');

  server.on(listFlashCurrencies).answer(() => refusal(MESSAGES.ERR0000));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of EUR' }), 'Descripancy');
  await within(tab()).findByText('The currencies could not be loaded');
  expect(within(tab()).queryByText(notice)).toBeNull();
});

test('a refused count leads back to its currency and loses nothing', async () => {
  server.on(saveDenominations).answer(() => refusal('This audit is closed.'));
  const { user } = openApp(ADDRESS);
  await face('GBP', '50');
  await user.keyboard('7{Enter}{Enter}{Enter}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain('GBP: This audit is closed.');
  expect((await face('GBP', '50')).value).toBe('7');
});

test('a count that another user has saved meanwhile is shown, not overwritten', async () => {
  server.on(saveDenominations).answer(() => {
    counted = [{ srno: 1, denomination: '20.00', quantity: 4, total: '80.00' }];
    lines = lines.map((line) => ({ ...line, faces: 1, version: 2 }));
    return stale('Balbir Singh', '2026-11-13T04:00:00.000Z', 2);
  });
  const { user } = openApp(ADDRESS);
  await face('GBP', '50');
  await user.keyboard('7{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain('Balbir Singh has saved another count meanwhile.');
  await waitFor(async () => expect((await face('GBP', '20')).value).toBe('4'));
  expect((await face('GBP', '50')).value).toBe('');
});

test('002 §4: a status is saved as soon as it is chosen, and comes back if it is refused', async () => {
  const statuses: unknown[] = [];
  server.on(setLineStatus).answer(({ line }) => {
    statuses.push(line);
    lines = lines.map((each) => (each.srno === line.currency ? { ...each, status: line.status } : each));
    return { err: '', msg: '' };
  });
  const { user } = openApp('/flash?srno=1');
  const pick = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status of EUR' });
  await user.selectOptions(pick, 'Descripancy');
  await screen.findByText('EUR is now Descripancy.');
  expect(statuses).toEqual([{ status: 'D', currency: 12 }]);
  server.on(setLineStatus).answer(() => refusal('This audit is closed.'));
  await user.selectOptions(pick, 'Ok');
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain('This audit is closed.');
  expect(pick.value).toBe('D');
});

test.each([
  ['without the add flag', 'Q', 'P'],
  ['once it is closed', 'QAE', 'C'],
] as const)('002 §4, §6: nothing can be changed %s', async (_, flags, status) => {
  header = headerOf({ status });
  server.setAccess({ flags });
  openApp(ADDRESS);
  const shown = await panel('GBP');
  await within(shown).findByRole('table');
  expect(within(shown).queryAllByRole('textbox')).toEqual([]);
  for (const name of [/^Save/, /^Fetch/, /^Upload/, /^Add/, /^Clear/, /^Count EUR/])
    expect(screen.queryAllByRole('button', { name })).toEqual([]);
  expect(screen.queryAllByRole('combobox')).toEqual([]);
});
