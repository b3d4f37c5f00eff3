import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { licenceDocument } from '#contract/licences/approval.ts';
import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import {
  addFranchisee,
  addKey,
  addLicenceDocuments,
  sendLicence,
  type TestFranchisee,
} from '#tools/testing/licences.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type LicenceDocument = z.input<typeof licenceDocument>;

/** 002 §2.14, §4, §5.5, §7.6: the decisions about licence documents. */

let world: World;
let franchisee: TestFranchisee;
const session: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld();
  for (const [group, flags] of [
    ['Corporate manager', true],
    ['Branch manager', true],
    ['Zonal manager', false],
  ] as const)
    await world.sql(
      `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
       select srno, 'FRANCHISEDOC', true, $2, false from access.right_group where name = $1
       on conflict (right_group, right_key) do update set may_query = true, may_add = $2`,
      [group, flags],
    );
  for (const user of ['admin', 'cm.ho', 'bm.mum', 'bm.del', 'zm.west', 'sales.mum'])
    session[user] = await world.signIn(user);
});
afterAll(() => world.close());
beforeEach(async () => {
  franchisee = await addFranchisee(world.database.admin);
});

const ask = (user: string, action: string, given?: object, headers: Record<string, string> = {}) =>
  world.post(
    'franchise_a.php',
    [session[user] ?? '', action, ...(given === undefined ? [] : [JSON.stringify(given)])],
    headers,
  );
const list = async (user: string, franchiseFilter = franchisee.id, statusFilter = 'ALL') =>
  (await ask(user, 'getdocs', { franchiseFilter, statusFilter })).json as LicenceDocument[];
const decide = (
  lineno: number,
  status: 'A' | 'R',
  { user = 'cm.ho', version, ...more }: { user?: string; version?: number; [field: string]: unknown } = {},
) =>
  ask(
    user,
    'confirmapprove',
    {
      lineno,
      status,
      entity: franchisee.id,
      franchiseFilter: franchisee.id,
      statusFilter: 'ALL',
      rejectionReason: status === 'R' ? 'Cannot be read.' : '',
      ...more,
    },
    version === undefined ? {} : { 'if-match': `"${version}"` },
  );
const one = async (options: Parameters<typeof addLicenceDocuments>[3] = {}): Promise<number> =>
  (await addLicenceDocuments(world.database.admin, franchisee.srno, [1], options))[0] ?? 0;
const DAY = dateInIndia(Date.now());

describe('the list', () => {
  it('has pending documents first, then rejected and approved ones, each the oldest first', async () => {
    const { admin } = world.database;
    const [approved] = await addLicenceDocuments(admin, franchisee.srno, [1], { status: 'A', expiresIn: 9 });
    const [rejected] = await addLicenceDocuments(admin, franchisee.srno, [2], { status: 'R' });
    const pending = await addLicenceDocuments(admin, franchisee.srno, [3, 4], { via: 'staff' });
    const rows = await list('cm.ho');
    expect(rows.map(({ lineno }) => lineno)).toEqual([...pending, rejected, approved]);
    expect(rows.map(({ statusnm }) => statusnm)).toEqual(['Pending', 'Pending', 'Rejected', 'Approved']);
    expect(rows[0]).toMatchObject({ docname: 'PAN card', entityid: franchisee.id, frompage: 0, version: 1 });
    expect(rows[2]).toMatchObject({ reason: 'Cannot be read.', frompage: 1 });
    expect(rows[3]?.expirydate).toBe(addDays(DAY, 9));
    for (const [filter, expected] of [
      ['P', pending],
      ['R', [rejected]],
      ['A', [approved]],
      ['', [...pending, rejected, approved]],
    ] as const)
      expect((await list('cm.ho', franchisee.id, filter)).map(({ lineno }) => lineno)).toEqual(expected);
  });

  it('comes page by page, of one entity and of all in reach', async () => {
    await addLicenceDocuments(world.database.admin, franchisee.srno, [1, 2, 3, 4, 5]);
    for (const [user, franchiseFilter] of [
      ['cm.ho', franchisee.id],
      ['cm.ho', 'ALL'],
      ['bm.mum', 'ALL'],
    ] as const) {
      const search = JSON.stringify({ franchiseFilter, statusFilter: 'ALL' });
      const whole = (await world.post('franchise_a.php', [session[user] ?? '', 'getdocs', search]))
        .json as LicenceDocument[];
      const found: number[] = [];
      let after: string | undefined;
      do {
        const page = JSON.stringify({ limit: 3, ...(after === undefined ? {} : { after }) });
        const { json, headers } = await world.post('franchise_a.php', [
          session[user] ?? '',
          'getdocs',
          search,
          page,
        ]);
        found.push(...(json as LicenceDocument[]).map(({ lineno }) => lineno));
        after = headers.get('x-next') ?? undefined;
      } while (after !== undefined);
      expect(found).toEqual(whole.map(({ lineno }) => lineno));
      expect(found.length).toBeGreaterThanOrEqual(5);
    }
  });

  it('shows a branch manager the franchisees of the branch and no others', async () => {
    const delhi = await addFranchisee(world.database.admin, { branch: 'DEL' });
    const [theirs = 0] = await addLicenceDocuments(world.database.admin, delhi.srno, [1]);
    const own = await one();
    const numbers = (await list('bm.mum', 'ALL')).map(({ lineno }) => lineno);
    expect(numbers).toContain(own);
    expect(numbers).not.toContain(theirs);
    expect((await ask('bm.mum', 'getdocs', { franchiseFilter: delhi.id, statusFilter: '' })).status).toBe(
      403,
    );
    expect((await ask('bm.mum', 'docview', { lineno: theirs })).status).toBe(404);
    expect((await ask('bm.mum', 'docdownload', { lineno: theirs })).status).toBe(404);
    const wanted = { lineno: theirs, status: 'A', entity: delhi.id, franchiseFilter: '', statusFilter: '' };
    expect((await ask('bm.mum', 'confirmapprove', wanted)).status).toBe(404);
    expect((await ask('bm.mum', 'required', { entity: delhi.id })).status).toBe(404);
    expect((await ask('bm.mum', 'sendrenewallink', { entity: delhi.id })).status).toBe(404);
    const names = (await ask('bm.mum', 'getdetails')).json as { value: string }[];
    expect(names.map(({ value }) => value)).not.toContain(delhi.id);
    expect(names.map(({ value }) => value)).toContain(franchisee.id);
  });

  it('of names has franchisees first, then councilors and branches', async () => {
    const names = (await ask('cm.ho', 'getdetails')).json as { value: string; licenceto: string }[];
    const at = (id: string) => names.findIndex(({ value }) => value === id);
    expect(at('GOA')).toBeLessThan(at('COUN1'));
    expect(at('COUN1')).toBeLessThan(at('MUM'));
    expect(at('HO')).toBe(-1);
    expect(names[at(franchisee.id)]?.licenceto).toBe(addDays(DAY, 200));
  });
});

describe('a decision', () => {
  it.each([
    ['P', 'A', true],
    ['P', 'R', true],
    ['A', 'R', true],
    ['R', 'A', true],
    ['A', 'A', false],
    ['R', 'R', false],
  ] as const)('from %s to %s: %s (002 §4)', async (from, to, isPossible) => {
    const lineno = await one({ status: from });
    const { json } = await decide(lineno, to);
    expect(json.err).toBe(isPossible ? '' : 'This document has been decided like that already.');
    const [row] = await list('cm.ho');
    expect(row).toMatchObject({ status: isPossible ? to : from, version: isPossible ? 2 : 1 });
    if (!isPossible) return;
    expect(json.doclist).toEqual([row]);
    expect(row).toMatchObject({ decidedby: 'Meera Nair', reason: to === 'R' ? 'Cannot be read.' : '' });
    const [stored] = await world.sql(
      `select status = 'A' as is_approved, approved_at is not null as has_day from masters.entity_document where srno = $1`,
      [lineno],
    );
    expect(stored).toEqual({ is_approved: to === 'A', has_day: to === 'A' });
    const [trail] = await world.sql(
      `select action, before, after ->> 'status' as status from platform.trail
       where record = 'entity document' and record_id = $1 order by id desc limit 1`,
      [String(lineno)],
    );
    expect(trail).toEqual({
      action: to === 'A' ? 'approve' : 'reject',
      before: { status: from },
      status: to,
    });
  });

  it.each(['', '   '])('to reject needs a reason, not %j (002 §5.5)', async (rejectionReason) => {
    const lineno = await one();
    expect((await decide(lineno, 'R', { rejectionReason })).json.err).toBe('Please fill rejection reason.');
    expect((await list('cm.ho'))[0]?.status).toBe('P');
  });

  it('takes a reason of 500 characters and none of 501', async () => {
    const lineno = await one();
    expect((await decide(lineno, 'R', { rejectionReason: 'ñ'.repeat(501) })).json.err).toBe(
      'A reason can have at most 500 characters.',
    );
    expect((await decide(lineno, 'R', { rejectionReason: 'ñ'.repeat(500) })).json.err).toBe('');
  });

  it('can give an approved document its last day, which is after today (R53)', async () => {
    const lineno = await one();
    const wrong = 'Valid until must be a day after today.';
    expect((await decide(lineno, 'A', { expirydate: formatDate(DAY) })).json.err).toBe(wrong);
    expect((await decide(lineno, 'A', { expirydate: '31/02/2031' })).json.err).toBe(wrong);
    expect((await decide(lineno, 'A', { expirydate: formatDate(addDays(DAY, 400)) })).json.err).toBe('');
    expect((await list('cm.ho'))[0]?.expirydate).toBe(addDays(DAY, 400));
    await decide(lineno, 'R');
    expect((await list('cm.ho'))[0]?.expirydate).toBe('');
  });

  it('is about the state that was seen and about the document of that entity (R53)', async () => {
    const lineno = await one();
    expect((await decide(lineno, 'A', { version: 1 })).json.err).toBe('');
    const late = await decide(lineno, 'R', { version: 1, user: 'admin' });
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({ changedby: 'Meera Nair', version: 2 });
    expect((await decide(lineno, 'R', { entity: 'JAI' })).status).toBe(404);
    expect((await list('cm.ho'))[0]?.status).toBe('A');
  });

  it('needs the add flag; the query flag looks (002 §6)', async () => {
    const lineno = await one();
    expect((await decide(lineno, 'A', { user: 'zm.west' })).status).toBe(403);
    expect((await list('zm.west')).map((row) => row.lineno)).toEqual([lineno]);
    expect((await ask('sales.mum', 'getdocs', { franchiseFilter: '', statusFilter: '' })).status).toBe(403);
    expect((await ask('zm.west', 'sendrenewallink', { entity: franchisee.id })).status).toBe(403);
  });
});

describe('the file of a document', () => {
  it('is shown and downloaded as it was sent, and both leave a trail', async () => {
    const key = await addKey(world.database.admin, franchisee.srno);
    await sendLicence(world.url, { docid: 3, entitykey: key });
    const [row] = await list('cm.ho');
    const lineno = row?.lineno ?? 0;
    const shown = await ask('cm.ho', 'docview', { lineno });
    expect(shown.json).toEqual({
      bs64: pdfSample().toString('base64'),
      typ: 'application/pdf',
      desc: 'PAN card',
      fname: 'licence.pdf',
      pages: 1,
    });
    const file = await ask('cm.ho', 'docdownload', { lineno });
    expect(file.headers.get('content-disposition')).toContain('licence.pdf');
    expect(file.text).toBe(pdfSample().toString());
    const trail = await world.sql(
      `select action from platform.trail where record = 'entity document' and record_id = $1 order by id`,
      [String(lineno)],
    );
    expect(trail.map(({ action }) => action as string)).toEqual(['add', 'view', 'download']);
  });
});

describe('required documents', () => {
  const required = async () =>
    (
      (await ask('cm.ho', 'required', { entity: franchisee.id })).json as {
        docid: number;
        required: number;
      }[]
    )
      .filter((row) => row.required === 1)
      .map(({ docid }) => docid);

  it('are changed for one entity alone (R50)', async () => {
    expect(await required()).toEqual([1, 2, 3, 4, 5, 6]);
    const change = (docid: number, wanted: 0 | 1) =>
      ask('cm.ho', 'saverequired', { entity: franchisee.id, docid, required: wanted });
    expect((await change(2, 0)).json.err).toBe('');
    expect((await change(9, 1)).json.err).toBe('');
    expect(await required()).toEqual([1, 3, 4, 5, 6, 9]);
    expect((await change(2, 1)).json.err).toBe('');
    expect(await required()).toEqual([1, 2, 3, 4, 5, 6, 9]);
    expect((await change(999, 1)).json.err).toBe('Please pick the kind of document from the list.');
    const other = await addFranchisee(world.database.admin);
    const rows = (await ask('cm.ho', 'required', { entity: other.id })).json as { required: number }[];
    expect(rows.filter((row) => row.required === 1)).toHaveLength(6);
  });
});
