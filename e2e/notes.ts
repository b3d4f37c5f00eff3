import type { Locator, Page } from '@playwright/test';
import { dateInIndia } from '../domain/dates.ts';
import { addApproved, brokenInvariants, stockVault, type Approved } from '../tools/testing/notes.ts';
import { ownBusiness } from './business.ts';
import { expect, test, uniqueName } from './support.ts';

export const VAULT = 'VMUM';
export const PHONE = { width: 390, height: 844 };

/** A separate business with enough notes in its vault for every journey; each journey checks its ledger at the end. */
export function notesBusiness(settings: Parameters<typeof ownBusiness>[0] = async () => ({})) {
  const business = ownBusiness(settings);
  test.beforeAll(() => stockVault(business.database.admin, { USD: 20_000, EUR: 10_000, GBP: 5_000 }));
  test.afterEach(async () => {
    expect(await brokenInvariants(business.database.admin)).toEqual([]);
  });

  /**
   * The holdings of Mumbai's holders in a currency by the report In Hand. The stock, without the holders who are at
   * zero today, must show the same.
   */
  async function inHand(isd: string): Promise<Record<string, number>> {
    const asked = { mode: 'View', empcode: '', branch: 'MUM', isd, tilldate: dateInIndia(Date.now()) };
    const report = await business.ask('bm.mum', 'report_a.php', 'INHANDREPORT', JSON.stringify(asked));
    const rows = [...(report.html as string).matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) =>
        cell.replace(/<[^<>]*>/g, '').trim(),
      ),
    );
    const held = rows.flatMap(([, , holder = '', quantity = '']): [string, number][] => {
      const code = holder === 'In transit' ? 'transit' : /\((\w+)\)$/.exec(holder)?.[1];
      return code === undefined ? [] : [[code, Number(quantity.replaceAll(',', ''))]];
    });
    const search = JSON.stringify({ srchBranch: 'MUM' });
    const stock: unknown = await business.ask('bm.mum', 'stock_a.php', 'list', search);
    const own = (stock as { isd: string; holder: string; qty: string }[]).filter(
      (row) => row.isd === isd && Number(row.qty) !== 0,
    );
    const known = Object.fromEntries(own.map(({ holder, qty }) => [holder || 'transit', Number(qty)]));
    expect(Object.fromEntries(held)).toEqual(known);
    return known;
  }
  /** The changes of the holdings during an action; holders without a change are omitted. */
  async function changesIn(isd: string, doing: () => Promise<void>): Promise<Record<string, number>> {
    const before = await inHand(isd);
    await doing();
    const after = await inHand(isd);
    const holders = new Set([...Object.keys(before), ...Object.keys(after)]);
    const changes = [...holders].map(
      (holder) => [holder, (after[holder] ?? 0) - (before[holder] ?? 0)] as const,
    );
    return Object.fromEntries(changes.filter(([, change]) => change !== 0));
  }

  /** Creates an approved request for a separate customer. */
  async function approved(given: Approved = {}) {
    const customer = uniqueName('Notes of');
    const [srno = 0] = await addApproved(business.database.admin, { ...given, customer });
    return { srno, customer };
  }

  const openAs = (page: Page, user: string, address: string) => business.open(page, user, address);
  return { business, openAs, inHand, changesIn, approved };
}

export const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter rows' });
export const rowsOf = (page: Page, customer: string) => page.getByRole('row').filter({ hasText: customer });

export async function choose(field: Locator, name: string): Promise<void> {
  await field.click();
  await field.page().getByRole('option', { name }).click();
}

/** Selects all lines of one customer and proceeds to the summary. */
export async function proceedWith(page: Page, customer: string): Promise<void> {
  await filter(page).fill(customer);
  await expect(rowsOf(page, customer).first()).toBeVisible();
  for (const box of await rowsOf(page, customer).getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await expect(page.getByRole('table', { name: 'Summary' })).toBeVisible();
}

export async function moveTo(page: Page, receiver: string): Promise<void> {
  await choose(page.getByRole('combobox', { name: 'Move To Executive' }), receiver);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
}
