import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currency } from '#contract/masters/currency.ts';
import { requestDetail } from '#contract/requests/desk.ts';
import { requestDocuments } from '#contract/requests/documents.ts';
import { formFacts, saveRequest } from '#contract/requests/form.ts';
import type { ReplyOf } from '#contract/define.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { blankReply } from '#web/testing/blank.ts';
import { typeAtOnce } from '#web/testing/typing.ts';

const ADDRESS = '/newfxrequest';

const FACTS: ReplyOf<typeof formFacts> = {
  scheme: 'FULL',
  date: '2026-05-04',
  rates: [],
  usdRate: '',
  yearTotal: '',
  yearUsd: '',
  rateOffPercent: '',
  nationalityFatf: false,
  destinationFatf: false,
};

beforeEach(() => {
  server.setAccess({ branches: [{ value: 'MUM', name: 'Mumbai Fort' }] });
  server.on(formFacts).answer(() => FACTS);
  server.on(currency.options).answer(() => []);
  // The documents of a saved request never load, because these tests do not need them.
  server.on(requestDetail).answer(() => new Promise(() => undefined));
  server.on(requestDocuments.kinds).answer(() => []);
});

const otherDetails = () => screen.findByLabelText('Other Details');
const question = () => screen.findByText('Leave without saving?');

test('leaving in the same moment as the last keystroke asks', async () => {
  openApp(ADDRESS);
  const field = await otherDetails();
  const elsewhere = screen.getByText('Country').closest('a');
  typeAtOnce(field, 'Collect at the gate');
  elsewhere?.click();
  await question();
  expect(location.pathname).toBe(ADDRESS);
});

test('leaving in the moment in which the draft gets its number asks', async () => {
  server.on(saveRequest).answer(() => ({ err: '', msg: 'Saved', srno: 61, warnings: [] }));
  const { user, navigation } = openApp(ADDRESS);
  const field = await otherDetails();
  await user.type(field, 'Collect');
  const newRequest = screen.getByText('New Request').closest('a');
  // The rendered page still has the address without the number, so the link takes itself for a link to the current
  // page.
  const left = new Promise<void>((resolve) => {
    const stop = navigation.subscribe(({ location: { search } }) => {
      if (search !== '?srno=61') return;
      stop();
      typeAtOnce(field, 'Collect at the gate');
      newRequest?.click();
      resolve();
    });
  });
  await user.click(screen.getByText('Draft'));
  await left;
  await question();
  await waitFor(() => expect(location.search).toBe('?srno=61'));
});

/** Opens a new sale whose rates have not been loaded yet; returns how to load them, and what was saved. */
async function openBeforeRates() {
  let load = (): void => undefined;
  const rates = new Promise<typeof FACTS>((resolve) => (load = () => resolve(FACTS)));
  server.on(formFacts).answer(() => rates);
  const saved: string[] = [];
  server.on(saveRequest).answer(({ record }) => {
    saved.push(`${record.reqDraftFinal} ${record.reqTranType}`);
    return { err: '', msg: 'Saved', srno: 61, warnings: [] };
  });
  const { user } = openApp(ADDRESS);
  await otherDetails();
  await user.click(screen.getByRole('combobox', { name: 'Transaction Type' }));
  await user.keyboard('SP{Enter}');
  return { user, load, saved };
}

test('a draft that is saved before the rates are loaded is saved when they are', async () => {
  const { user, load, saved } = await openBeforeRates();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(saved).toEqual([]);
  load();
  await waitFor(() => expect(saved).toEqual(['D SP']));
});

test('a request is not submitted with totals that were not shown', async () => {
  const { user, load, saved } = await openBeforeRates();
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  load();
  await screen.findByText('The rates have not been loaded yet. Please try again.');
  expect(saved).toEqual([]);
});

test('a request that was sent back says on top who sent it back, when and why', async () => {
  const detail = blankReply(requestDetail);
  server.on(requestDetail).answer(() => ({
    ...detail,
    detail: {
      ...detail.detail,
      srno: 61,
      status: 'P',
      scheme: 'FULL',
      sentBack: 'PAN name differs',
      sentBackBy: 'Bhavna Shah',
      sentBackAt: '2026-11-16T04:35:00Z',
      can: { ...detail.detail.can, edit: { ok: true, why: '' } },
    },
  }));
  openApp(`${ADDRESS}?srno=61`);
  const form = await screen.findByRole('form', { name: /61/ });
  await waitFor(() =>
    expect(form.textContent).toContain(
      'Bhavna Shah sent this request back on 16/11/2026 10:05 IST: PAN name differs',
    ),
  );
});
