import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { ibrHead, ibrRow } from '#contract/rates/ibr.ts';
import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import { ALREADY_PUBLISHED, NOTHING_TO_OVERWRITE } from '#domain/rates/ibr.ts';
import { cardRates } from '#domain/rates/pricing.ts';
import { setRight } from '#tools/testing/rights.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let treasury: string;
const today = dateInIndia(Date.now());

beforeAll(async () => {
  world = await openWorld();
  treasury = await world.signIn('ho.rates');
});
afterAll(() => world.close());

/** Removes today's lists, and keeps those published before. */
beforeEach(async () => {
  const ofToday = `(select srno from rates.ibr_list where day = '${today}')`;
  await world.database.admin.query(
    `delete from rates.mail where publication in ${ofToday}; delete from rates.card where publication in ${ofToday};
     delete from rates.ibr_rate where list in ${ofToday}; delete from rates.ibr_list where day = '${today}'`,
  );
});

const ask = (action: string, ...more: string[]) => world.post('ibr_a.php', [treasury, action, ...more]);
const draftRows = async () => (await ask('draftibrlist')).json as z.input<typeof ibrRow>[];
/** Yesterday's rates as a client sends them, with some changes. */
async function listOf(changes: Readonly<Record<string, string>> = {}) {
  return (await draftRows()).map(({ isd, lastibr }) => ({ isd, ibr: changes[isd] ?? lastibr }));
}
const save = async (
  flag: string,
  changes: Readonly<Record<string, string>> = {},
  { session = treasury, ...headers }: { session?: string; 'if-match'?: string } = {},
) =>
  world.post(
    'ibr_a.php',
    [session, 'saveibr', JSON.stringify({ flag, ibrList: await listOf(changes) })],
    headers,
  );

describe('entry', () => {
  it('begins with every active currency, empty, and the rates of the last list', async () => {
    const rows = await draftRows();
    expect(rows).toHaveLength(24);
    expect(rows.every(({ ibr }) => ibr === '')).toBe(true);
    expect(rows.find(({ isd }) => isd === 'USD')).toMatchObject({
      isd_name: 'US Dollar',
      isd_flag: 'US',
      lastibr: expect.stringMatching(/^8\d\./) as string,
    });
  });

  it('tells the rate in force beside that of the day before, and the decimals of each currency (000 §2.6, 002 §9)', async () => {
    const usd = async () => (await draftRows()).find(({ isd }) => isd === 'USD');
    const morning = await usd();
    expect(morning).toMatchObject({ inforceibr: morning?.lastibr, isd_rateplaces: 2 });
    const published = await save('F', { USD: '88.75' });
    expect(await usd()).toMatchObject({ inforceibr: '88.75', lastibr: morning?.lastibr });
    await save('D', { USD: '88.9' }, { 'if-match': `"${published.json.srno}"` });
    expect(await usd()).toMatchObject({ ibr: '88.9', inforceibr: '88.75' });
    await save('O', { USD: '89' });
    expect(await usd()).toMatchObject({ inforceibr: '89', lastibr: morning?.lastibr });
    const places = Object.fromEntries((await draftRows()).map((row) => [row.isd, row.isd_rateplaces]));
    expect(places).toMatchObject({ USD: 2, IDR: 4 });
  });

  it('stores a draft that is shown again, and publishes nothing', async () => {
    const saved = await save('D', { USD: '88.123456' });
    expect(saved.json).toMatchObject({ err: '', msg: 'The draft is saved.' });
    expect(saved.headers.get('etag')).toBe(`"${saved.json.srno}"`);
    expect((await draftRows()).find(({ isd }) => isd === 'USD')?.ibr).toBe('88.123456');
    const { json } = await ask('state');
    expect(json).toMatchObject({
      date: today,
      final: null,
      draft: { mih_flag: 'D', um_id: 'ho.rates' },
      cards: 8,
    });
  });

  it.each([
    ['a rate is empty', { USD: '' }],
    ['a rate is zero', { USD: '0' }],
    ['a rate is not a number', { USD: '88,12,3' }],
    ['a rate is negative', { USD: '-1' }],
    ['a rate has too many places', { USD: '1.0000001' }],
  ])('is refused with the specified text when %s (000 §5, IBR)', async (_, changes) => {
    for (const flag of ['D', 'F', 'O'])
      expect((await save(flag, changes)).json).toEqual({ err: 'Some rates are invalid' });
  });

  it('is refused when a currency is missing, duplicated or unknown', async () => {
    const list = await listOf();
    for (const ibrList of [
      list.slice(1),
      [...list.slice(1), list[1]],
      [...list, { isd: 'ZZZ', ibr: '1' }],
      [],
    ])
      expect((await ask('saveibr', JSON.stringify({ flag: 'F', ibrList }))).json).toEqual({
        err: 'Some rates are invalid',
      });
  });

  it('requires the edit right as well when it overwrites', async () => {
    const mayEdit = (may: boolean) =>
      setRight(world, treasury, { group: 'Treasury', key: 'IBR', flag: 'edit', may });
    await mayEdit(false);
    const { status } = await save('O');
    await mayEdit(true);
    expect(status).toBe(403);
  });
});

describe('publication', () => {
  it('happens once a day; O replaces it and the log keeps both', async () => {
    expect((await save('O')).json).toEqual({ err: NOTHING_TO_OVERWRITE });
    const first = (await save('F')).json;
    expect(first).toMatchObject({ err: '', msg: 'The rates are published.' });
    expect((await save('F')).json).toEqual({ err: ALREADY_PUBLISHED });
    const second = (await save('O', { USD: '88.5' })).json;
    expect(second).toMatchObject({ err: '' });

    const log = (await ask('logibr', JSON.stringify({ logFrom: formatDate(today), logTo: today })))
      .json as z.input<typeof ibrHead>[];
    expect(log.map(({ mih_srno, mih_flag, mih_replaced }) => [mih_srno, mih_flag, mih_replaced])).toEqual([
      [second.srno, 'O', 0],
      [first.srno, 'F', 1],
    ]);
    const week = (
      await ask('logibr', JSON.stringify({ logFrom: formatDate(addDays(today, -7)), logTo: today }))
    ).json as z.input<typeof ibrHead>[];
    expect(
      week.filter(({ mih_flag, mih_replaced }) => mih_flag !== 'D' && mih_replaced === 0).length,
    ).toBeGreaterThan(1);
    expect(
      week.filter(({ mih_inforce }) => mih_inforce === 1).map(({ mih_srno }) => mih_srno),
      'only the newest list is in force',
    ).toEqual([second.srno]);
    expect(log[0]).toMatchObject({ um_id: 'ho.rates', um_username: 'Rohan Mehta', mih_date: today });
    const lines = (await ask('srnoibr', String(first.srno))).json as { isd: string; ibr: string }[];
    expect(lines).toHaveLength(24);
    expect(lines.find(({ isd }) => isd === 'USD')?.ibr).not.toBe('88.5');
  });

  it('twenty concurrent attempts: one succeeds, the others are refused', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => save('F')));
    const won = answers.filter(({ json }) => json.err === '');
    expect(won).toHaveLength(1);
    expect(answers.filter(({ json }) => json.err === ALREADY_PUBLISHED)).toHaveLength(19);
    const { rows } = await world.database.admin.query(
      `select count(*)::integer as lists, (select count(*)::integer from rates.card where publication = min(srno)) as cards
       from rates.ibr_list where day = $1`,
      [today],
    );
    expect(rows).toEqual([{ lists: 1, cards: 8 }]);
  });

  it('concurrent overwrites: one succeeds, the others learn who was faster', async () => {
    const { json } = await save('F');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => save('O', { USD: '88.7' }, { 'if-match': `"${json.srno}"` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const told = answers.filter(({ status }) => status === 409);
    expect(told).toHaveLength(9);
    expect(told.every((answer) => answer.json.changedby === 'Rohan Mehta')).toBe(true);
  });

  it('does not overwrite a list that a colleague published after the user looked', async () => {
    const { json } = await save('F');
    await save('O', { USD: '88.6' });
    const { status, json: told } = await save('O', { USD: '88.7' }, { 'if-match': `"${json.srno}"` });
    expect([status, told.changedby]).toEqual([409, 'Rohan Mehta']);
  });

  it.each(['D', 'F'])('%s does not bypass a draft that a colleague saved meanwhile', async (flag) => {
    const mine = await save('D', { USD: '88.1' });
    const theirs = await save('D', { USD: '88.2' }, { 'if-match': `"${mine.json.srno}"` });
    const late = await save(flag, { USD: '88.3' }, { 'if-match': `"${mine.json.srno}"` });
    expect([late.status, late.json.version]).toEqual([409, theirs.json.srno]);
    const seen = await save(flag, { USD: '88.3' }, { 'if-match': `"${theirs.json.srno}"` });
    expect(seen.json.err).toBe('');
  });

  it('concurrent drafts over the same list: one succeeds, the others learn who was faster', async () => {
    const { json } = await save('D');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => save('D', { USD: '88.7' }, { 'if-match': `"${json.srno}"` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  it('is recorded in the trail with the rates', async () => {
    const { json } = await save('F', { USD: '88.25' });
    const { rows } = await world.database.admin.query(
      `select action, after -> 'rates' ->> 'USD' as usd from platform.trail where record = 'ibr' and record_id = $1`,
      [String(json.srno)],
    );
    expect(rows).toEqual([{ action: 'publish', usd: '88.25' }]);
  });

  it('queues a mail for each entity that wants one, and lists those without an address', async () => {
    await world.database.admin.query(
      `update masters.entity set email = '', email_rate_card = true where id = 'KOC'`,
    );
    await save('F');
    const { json: counts } = await ask('mailcounts', '0');
    expect(counts).toMatchObject({ waiting: counts.total - 1, noaddress: 1, sent: 0 });
    const { json: without } = await ask('maillist', '0', 'noaddress');
    expect(without).toMatchObject([{ en_id: 'KOC', email: '', tries: 0 }]);
    const { rows } = await world.database.admin.query(
      `select sum(json_array_length(payload -> 'mails'))::integer as mails from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'rates:mails' and payload ->> 'publication' = (select max(srno)::text from rates.ibr_list)`,
    );
    expect(rows[0].mails).toBe(counts.waiting);
  });

  it('the history of a currency has one point for every published list', async () => {
    await save('F', { USD: '88.25' });
    await save('O', { USD: '88.5' });
    const { json } = await ask('history', JSON.stringify({ isd: 'USD', from: today, to: today }));
    expect(json).toMatchObject([
      { ibr: '88.25', mih_flag: 'F', mih_replaced: 1 },
      { ibr: '88.5', mih_flag: 'O', mih_replaced: 0 },
    ]);
    const long = await ask('history', JSON.stringify({ isd: 'USD', from: '2020-01-01', to: today }));
    expect(long.json.length).toBeGreaterThan(50);
  });
});

describe('pricing', () => {
  it('in PostgreSQL equals the pricing of domain/, to the last decimal place', async () => {
    const decimal = (most: number, places: number) =>
      fc.integer({ min: 0, max: most * 10 ** places }).map((n) => (n / 10 ** places).toFixed(places));
    const cases = fc.sample(
      fc.record({
        ibr: fc.integer({ min: 1, max: 999_999_999 }).map((n) => (n / 1_000_000).toFixed(6)),
        type: fc.constantFrom('F' as const, 'P' as const),
        buy: decimal(20, 5),
        sell: decimal(20, 5),
        ibrCut: decimal(3, 5),
        sellsAtIbr: fc.boolean(),
        places: fc.integer({ min: 2, max: 6 }),
      }),
      5_000,
    );
    const { rows } = await world.database.admin.query<{ buy: string; sell: string }>(
      `select rates.buy_rate(ibr, buy, "ibrCut", type, places)::text as buy,
         rates.sell_rate(ibr, sell, type, "sellsAtIbr", places)::text as sell
       from jsonb_to_recordset($1) as c (ibr numeric, type text, buy numeric, sell numeric, "ibrCut" numeric, "sellsAtIbr" boolean,
         places integer)`,
      [JSON.stringify(cases)],
    );
    expect(rows).toEqual(cases.map(({ ibr, places, ...margins }) => cardRates(ibr, margins, places)));
  });
});
