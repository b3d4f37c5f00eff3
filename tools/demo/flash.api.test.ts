import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { currencyRow } from '#contract/flash/currencies.ts';
import type { discrepancyRow } from '#contract/flash/discrepancies.ts';
import type { flashHeader } from '#contract/flash/flash.ts';
import { flashClient, type FlashClient } from '#tools/testing/flash.ts';
import { loadDemoPart } from '#tools/testing/demo-part.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { loadFlash } from './flash.ts';

type FlashCurrency = z.input<typeof currencyRow>;
type FlashDiscrepancy = z.input<typeof discrepancyRow>;
type FlashHeader = z.input<typeof flashHeader>;

/** The flash audits of the demo, over the wire. */

let world: World;
let auditor: FlashClient;
let audits: readonly FlashHeader[];

beforeAll(async () => {
  world = await openWorld();
  await loadDemoPart(world.database.admin, loadFlash);
  auditor = flashClient(world, await world.signIn('audit.ca'));
  audits = (await auditor.call('headerdata', {})).json as FlashHeader[];
});
afterAll(() => world.close());

const linesOf = async (branch: string) => {
  const found = audits.find((audit) => audit.branch === branch && audit.audittype === 'N');
  return (await auditor.call('flashcurrencydata', { hdrsrno: found?.srno })).json as FlashCurrency[];
};

describe('the flash audits of the demo', () => {
  it('are there in every state, and on paper', () => {
    expect(
      audits.map(({ branch, audittype, status, dataexist, ext }) =>
        [branch, audittype, status, dataexist, ext].join(' '),
      ),
    ).toEqual([
      'MUM N P 1 ',
      'BLR N P 0 ',
      'DEL N R 1 ',
      'PUN N C 1 ',
      'MUM O C 0 docx',
      'MUM O C 0 png',
      'MUM O C 0 pdf',
    ]);
  });

  it('Mumbai is being counted: of two only what is in transit is missing, one is short by 50, INR is typed', async () => {
    const lines = await linesOf('MUM');
    const shown = Object.fromEntries(
      lines.map(({ isd, afc_valuediff, held_transit, afc_status }) => [
        isd,
        `${(Number(afc_valuediff) - Number(held_transit)).toFixed(2)} ${afc_status}`,
      ]),
    );
    expect(shown).toMatchObject({ USD: '0.00 O', EUR: '0.00 O', GBP: '50.00 D', INR: '0.00 O' });
    expect(lines.filter(({ afc_status }) => afc_status === '').length).toBeGreaterThan(2);
  });

  it('Delhi has discrepancies in every state, and what waits for whom is told', async () => {
    const all = async (type: 'C' | 'T', client: FlashClient) =>
      (
        (await client.call('getdiscrepancies', { type, status: 'ALL', branch: 'DEL' }))
          .json as FlashDiscrepancy[]
      )
        .map(({ disc_status }) => disc_status)
        .sort()
        .join('');
    const staff = flashClient(world, await world.signIn('staff.del'));
    expect([await all('C', auditor), await all('T', auditor)]).toEqual(['OPR', 'PR']);
    expect([await all('C', staff), await all('T', staff)]).toEqual(['OPR', 'PR']);
  });
});
