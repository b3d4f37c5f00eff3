import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { NOTHING_TO_OVERWRITE, type IbrFlag } from '#domain/rates/ibr.ts';
import { CURRENCIES } from '#tools/demo/lookups.ts';
import { inDatabase } from './database.ts';
import { PASSWORD } from './support.ts';

/** A call like from a script: the fields in their order. */
async function callOf(request: APIRequestContext, endpoint: string, ...fields: string[]): Promise<unknown> {
  const form = Object.fromEntries(fields.map((field, at) => [String(at + 1), field]));
  const answer = await request.post(`/api/${endpoint}`, { form });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** Deactivates the currencies that other journeys add, because they have no rate yet. */
export const onlyDemoCurrencies = (): Promise<void> =>
  inDatabase('update masters.currency set active = code = any ($1)', [CURRENCIES.map(({ code }) => code)]);

/** Publishes today's rates, replacing the published ones, with one rate changed. */
export async function publish(request: APIRequestContext, isd: string, rate: string): Promise<void> {
  const save = await openRates(request, { [isd]: rate });
  const { err } = await save('O');
  // The demo's own rates are of the day on which it started, which may have ended.
  expect(err === NOTHING_TO_OVERWRITE ? await save('F') : { err }).toMatchObject({ err: '' });
}

/** Publishes the last rates again if midnight in India has passed since the demo was made. */
export async function ratesOfToday(request: APIRequestContext): Promise<void> {
  const save = await openRates(request);
  // It is refused if today's rates are published. A journey that needs a rate notices by itself if it is missing.
  await save('F');
}

/** The rates of today or the last ones, with some changed. Returns the function that saves them. */
async function openRates(request: APIRequestContext, changed: Readonly<Record<string, string>> = {}) {
  const { session } = (await callOf(request, 'login_a.php', 'validate', 'admin', PASSWORD, 'WEB')) as {
    session: string;
  };
  const list = (await callOf(request, 'ibr_a.php', session, 'draftibrlist')) as {
    isd: string;
    ibr: string;
    lastibr: string;
  }[];
  const ibrList = list.map(({ isd, ibr, lastibr }) => ({ isd, ibr: changed[isd] ?? (ibr || lastibr) }));
  return async (flag: IbrFlag) =>
    (await callOf(request, 'ibr_a.php', session, 'saveibr', JSON.stringify({ flag, ibrList }))) as {
      err: string;
    };
}

export async function pick(page: Page, label: string, typed: string, entry = typed): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed);
  await page.getByRole('option', { name: entry, exact: true }).click();
}

/** Adds a branch, which has no card before the next publication. */
export async function addBranch(page: Page, id: string, name: string): Promise<void> {
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  await page.goto('/entity?type=B&open=new');
  await field('Entity id').fill(id);
  await field('Name').fill(name);
  await field('Address line 1').fill('5 Station Road');
  await pick(page, 'Country', 'India');
  await pick(page, 'State', 'Gujarat');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} has been saved.`)).toBeVisible();
}
