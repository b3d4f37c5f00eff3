import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { trailDetail } from '#contract/access/trail.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { wholeNumbersInTrail } from '#tools/testing/whole-numbers.ts';

const PASSPORT = 'Z7654321';
const PAN = 'AAAPM4321Q';
const ACCOUNT = '009812345678';
const GSTIN = '27AAAPM4321Q1Z5';

interface Masked {
  readonly ends: string;
  readonly hmac: string;
}
type Entry = Record<'before' | 'after', Record<string, Masked | string> | null> & { id: string };

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(['admin', 'sales.mum']);
});
afterAll(() => desk.close());

const entriesOf = (record: string, id: string) =>
  desk.sql<Entry>(
    `select id::text, platform.open_person(before) as before, platform.open_person(after) as after from platform.trail where record = $1 and record_id = $2
       and action in ('add', 'edit', 'save') order by id`,
    [record, id],
  );

async function differenceOf(entry: Entry | undefined) {
  const { json } = await desk.ask('admin', 'trail_a.php', ['detail', entry?.id ?? '']);
  return (json as z.input<typeof trailDetail.reply>).tr_difference;
}

/** HMAC-SHA-256 with the key of this database, computed by another implementation. */
async function hmacOf(number: string): Promise<string> {
  const [key] = await desk.sql<{ inner_pad: Buffer }>('select inner_pad from platform.trail_key');
  const bytes = Buffer.from((key?.inner_pad ?? Buffer.alloc(0)).map((byte) => byte ^ 0x36));
  return createHmac('sha256', bytes).update(number).digest('hex');
}

const DRAFT = {
  reqDraftFinal: 'D',
  reqTravIdType: '1',
  reqTravIdNo: PASSPORT,
  reqPan: PAN,
  reqRemitterAcctNo: ACCOUNT,
  reqTravOthDetl: `her PAN is ${PAN},\n${PAN} again`,
} as const;

it('the trail of a request has the last characters of its numbers and their keyed hashes', async () => {
  const saved = await desk.save(pricedRequest('SP', { ...DRAFT, reqRefNo: 'masks 1' }));
  expect(saved.json.err).toBe('');
  const [entry] = await entriesOf('request', String(saved.json.srno));
  expect(entry?.after).toMatchObject({
    pan: { ends: '321Q', hmac: await hmacOf(PAN) },
    id_number: { ends: '4321', hmac: await hmacOf(PASSPORT) },
    account_number: { ends: '5678', hmac: await hmacOf(ACCOUNT) },
    other_details: 'her PAN is XXXXXX321Q,\nXXXXXX321Q again',
  });
  expect(await wholeNumbersInTrail(desk.database.admin)).toEqual([]);
  expect(await differenceOf(entry)).toEqual(
    expect.arrayContaining([
      { field: 'pan', before: null, after: '••••321Q' },
      { field: 'id_number', before: null, after: '••••4321' },
    ]),
  );
});

it('a number has the same hash in every entry, and another number with the same ending has a different one', async () => {
  const record = pricedRequest('SP', { ...DRAFT, reqRefNo: 'masks 2' });
  const { srno } = (await desk.save(record)).json as { srno: number };
  const changed = { ...record, reqSrNo: srno, reqRemitterAcctNo: '771100005678' };
  expect((await desk.save(changed)).json.err).toBe('');
  const [, entry] = await entriesOf('request', String(srno));
  expect(entry?.before?.['pan']).toEqual(entry?.after?.['pan']);
  const difference = await differenceOf(entry);
  expect(difference).toContainEqual({
    field: 'account_number',
    before: '••••5678',
    after: '••••5678 (another number)',
  });
  expect(difference.map(({ field }) => field)).not.toContain('pan');
});

it('the trail of an entity and of the company has them too', async () => {
  await desk.database.admin.query(`update masters.entity set pan = '' where id = 'MUM'`);
  const detail = (await desk.ask('admin', 'entity_a.php', ['detail', 'B^MUM'])).json as object;
  const saved = await desk.ask('admin', 'entity_a.php', [
    'save',
    'MUM',
    JSON.stringify({ ...detail, enPan: PAN }),
  ]);
  expect(saved.json.err).toBe('');
  const entity = (await entriesOf('entity', 'MUM')).at(-1);
  expect(entity?.after?.['pan']).toEqual({ ends: '321Q', hmac: await hmacOf(PAN) });
  expect(await differenceOf(entity)).toContainEqual({ field: 'pan', before: '', after: '••••321Q' });

  await desk.database.admin.query(
    `insert into platform.trail (action, record, record_id, after) values ('edit', 'company', '1', $1)`,
    [{ gstin: GSTIN }],
  );
  const company = (await entriesOf('company', '1')).at(-1);
  expect(company?.after?.['gstin']).toEqual({ ends: '1Z5'.padStart(4, 'Q'), hmac: await hmacOf(GSTIN) });
});

it('at most half of a short number is shown', async () => {
  await desk.database.admin.query(
    `insert into platform.trail (action, record, record_id, before, after) values ('edit', 'short', '1', $1, $2)`,
    [{ id_number: '1234' }, { id_number: '7', pan: '', account_number: null }],
  );
  const [entry] = await entriesOf('short', '1');
  expect(entry?.before).toMatchObject({ id_number: { ends: '34' } });
  expect(entry?.after).toMatchObject({ id_number: { ends: '' }, pan: '', account_number: null });
});
