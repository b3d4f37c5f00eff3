import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { group } from '#contract/access/groups.ts';
import { country } from '#contract/masters/country.ts';
import type { DraftOf } from '#contract/record.ts';
import { MESSAGES } from '#domain/messages.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { giveHeights } from '#web/testing/auditParts.tsx';
import { lost, pageOf, refusal } from '#web/testing/server.ts';

/** The country master represents every master: they share the list, the form and the handling of unsaved changes. */

const countryOf = (srno: number, name: string) => ({
  srno,
  name,
  nationality: `${name}n`,
  swiftCode: 'IN',
  fatf: true,
  active: true,
});
const NEW = '/country-list?open=new';
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Country' });
const button = (name: string) => screen.getByRole('button', { name });

type User = ReturnType<typeof openApp>['user'];

async function fillCountry(user: User, name: string): Promise<void> {
  await user.type(await nameField(), name);
  await user.type(screen.getByLabelText(/^Nationality/), 'Testish');
  await user.type(screen.getByLabelText(/^Swift code/), 'ZZ');
  await user.click(
    within(screen.getByRole('radiogroup', { name: 'FATF' })).getByRole('radio', { name: 'No' }),
  );
}

async function expectMessage(user: User, text: string): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain(text);
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please check' })).toBeNull());
}

beforeEach(() => {
  server.on(country.list).answer(() => [countryOf(1, 'India'), countryOf(2, 'Nepal')]);
});

test('a country with something missing is refused before it is sent, and the fields say so', async () => {
  const { user } = openApp(NEW);
  const name = await nameField();
  await user.click(button('Save'));
  await expectMessage(user, MESSAGES.MSG0006);
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(screen.getAllByText('Please fill this in')).toHaveLength(4);
  await fillCountry(user, 'x');
  await user.clear(screen.getByLabelText(/^Nationality/));
  await user.type(screen.getByLabelText(/^Nationality/), '   ');
  await user.click(button('Save'));
  await expectMessage(user, MESSAGES.MSG0006);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Nationality/)));
  expect(screen.getByLabelText(/^Swift code/).getAttribute('maxlength')).toBe('10');
  expect(server.countOf(country.save)).toBe(0);
});

test('what the server refuses is told in its words, and the form stays as it was typed', async () => {
  server.on(country.save).answer(() => refusal('This country is already in the list.'));
  const { user } = openApp(NEW);
  await fillCountry(user, 'Genovia');
  await user.click(button('Save'));
  await expectMessage(user, 'This country is already in the list.');
  const name = await nameField();
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.value).toBe('Genovia');
});

test('a save whose answer was lost is sent again under the same key', async () => {
  const sent: { key: string | null; record: DraftOf<typeof country> }[] = [];
  server.on(country.save).answer(({ record }, { idempotencyKey }) => {
    sent.push({ key: idempotencyKey, record });
    return sent.length === 1 ? lost : { err: '', msg: '', srno: 3 };
  });
  const { user } = openApp(NEW);
  await fillCountry(user, 'Elbonia');
  await user.click(button('Save'));
  await expectMessage(user, 'The server could not be reached');
  await user.click(button('Save'));
  await screen.findByText('Elbonia has been saved.');
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).toMatch(/^[\da-f]{32}$/);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]?.record).toEqual({
    name: 'Elbonia',
    nationality: 'Testish',
    swiftCode: 'ZZ',
    fatf: false,
    active: true,
  });
});

test('the server filters and sorts, the address keeps filter and order, and the filter waits for a pause in typing', async () => {
  const queries: unknown[] = [];
  server.on(country.list).answer(({ page }) => {
    queries.push([page?.sort, page?.q]);
    return page?.q === 'united x' ? [] : [countryOf(1, 'India')];
  });
  const { user } = openApp('/country-list');
  await screen.findByText('1 row');
  expect(screen.getByRole('columnheader', { name: 'Edit' })).toBeDefined();
  await user.click(button('Country'));
  await user.click(button('Country'));
  await waitFor(() => expect(location.search).toBe('?sort=-name'));
  const filter = screen.getByRole('searchbox', { name: 'Filter rows' });
  await user.type(filter, 'united');
  await waitFor(() => expect(queries.at(-1)).toEqual(['-name', 'united']));
  const address = new URLSearchParams(location.search);
  expect([address.get('sort'), address.get('q')]).toEqual(['-name', 'united']);
  // Six typed letters cause fewer than six queries: only the text after a pause is searched.
  const asked = queries.filter((query) => JSON.stringify(query).includes('"u'));
  expect(asked.length).toBeLessThan(6);
  await user.type(filter, ' x');
  await screen.findByText(/No row matches/);
});

test('filter and order in the address are applied after a reload, and the field shows the filter', async () => {
  const queries: unknown[] = [];
  server.on(country.list).answer(({ page }) => {
    queries.push([page?.sort, page?.q]);
    return [countryOf(3, 'United States')];
  });
  openApp('/country-list?q=united&sort=-name');
  await screen.findByText('1 row');
  expect(queries).toEqual([['-name', 'united']]);
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter rows' }).value).toBe('united');
});

test('with the query right alone a record is only looked at', async () => {
  server.setAccess({ flags: 'Q' });
  server.on(country.detail).answer(() => ({
    ...countryOf(1, 'India'),
    version: 1,
    changedBy: 'Asha Rao',
    changedAt: '2026-05-04T10:00:00Z',
  }));
  const { user, navigation } = openApp('/country-list?open=1');
  await screen.findByText('You can see this record but not change it.');
  expect((await nameField()).readOnly).toBe(true);
  expect(screen.getByRole('columnheader', { name: /^Nationality/ })).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'Edit' })).toBeNull();
  for (const absent of ['Save', 'Add New']) expect(screen.queryByRole('button', { name: absent })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  navigation.navigate(NEW);
  await screen.findByText('2 rows');
  expect(screen.queryByRole('form')).toBeNull();
});

test('whoever leaves unsaved work by the menu all the same gets where they wanted', async () => {
  server.on(group.list).answer(() => []);
  const { user } = openApp(NEW);
  await user.type(await nameField(), 'Latveria');
  await user.click(screen.getByRole('link', { name: 'Right' }));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(location.pathname).toBe('/country-list');
  await user.click(within(question).getByRole('button', { name: 'Leave without saving' }));
  await screen.findByRole('heading', { name: 'Right Group' });
  expect(location.pathname).toBe('/right');
});

test('the next page of a list is fetched with the key from the previous one', async () => {
  const after: unknown[] = [];
  server.on(country.list).answer(({ page }) => {
    after.push(page?.after ?? null);
    return page?.after === undefined ? pageOf([countryOf(1, 'India')], 'key-2') : [countryOf(2, 'Nepal')];
  });
  openApp('/country-list');
  await waitFor(() => expect(after).toEqual([null, 'key-2']));
});

test('on a list that was just opened the arrow keys go to its rows', async () => {
  giveHeights();
  const { user } = openApp('/country-list');
  await screen.findByText('2 rows');
  const rowInFocus = () => document.activeElement?.closest('tr')?.textContent;
  expect(rowInFocus()).toBeUndefined();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(rowInFocus()).toContain('India'));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(rowInFocus()).toContain('Nepal'));
});
