import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { personFind } from '#contract/access/retention.ts';
import { RETENTION_TEXTS } from '#domain/access/retention.ts';
import { HASH_PREFIXES } from '#server/platform/files/store.ts';
import { removeUnwanted } from '#server/platform/retention/unwanted.ts';
import { openDatabase } from '#server/platform/db/pool.ts';
import { verifyTrail } from '#server/platform/trail/verify.ts';
import { linksOf } from '#tools/testing/links.ts';
import { openPaidWorld, type PaidWorld } from '#tools/testing/payments.ts';
import { pricedRequest, type GivenRequest } from '#tools/testing/requests.ts';
import { SOON } from '#tools/testing/until.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import { giveCode, signInWithApp } from '#tools/testing/second-factor.ts';

type PersonRequest = z.input<typeof personFind.reply>[number];

let world: PaidWorld;
let links: ReturnType<typeof linksOf>;
const sessions: Record<string, string> = {};

beforeAll(async () => {
  world = await openPaidWorld({ STEP_UP: 'persons' });
  links = linksOf(world);
  for (const user of ['admin', 'sales.mum', 'bm.mum']) sessions[user] = await world.signIn(user);
});
afterAll(() => world.close());

const ask = (user: string, endpoint: string, ...fields: string[]) =>
  world.post(endpoint, [sessions[user] ?? '', ...fields]);
const retention = (action: string, ...args: unknown[]) =>
  ask('admin', 'retention_a.php', action, ...args.map((arg) => JSON.stringify(arg)));
const found = async (kind: string, value: string): Promise<PersonRequest[]> =>
  (await retention('find', { kind, value })).json as PersonRequest[];

async function save(record: ReturnType<typeof pricedRequest>): Promise<number> {
  const { json } = await ask('sales.mum', 'newfxrequest_a.php', 'save', JSON.stringify(record));
  expect(json).toMatchObject({ err: '' });
  return json.srno as number;
}

/** A PDF whose bytes hold this word. */
const paper = (word: string) => Buffer.from(`%PDF-1.4\n% ${word}\n${'x'.repeat(300)}\n%%EOF\n`);
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Document {
  readonly doc_srno: number;
  readonly doc_filename: string;
  readonly doc_id: number;
}
async function upload(srno: number, name: string, remark: string, bytes: Buffer): Promise<Document> {
  const form = new FormData();
  const meta = {
    sid: sessions['sales.mum'],
    uploadType: 'KYC',
    srno,
    pageright: 'NEWTRANREQUEST',
    docid: 1,
    remark,
  };
  form.append('meta', JSON.stringify(meta));
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: form });
  const answer = (await response.json()) as { error: string; docdetail: Document[] };
  expect(answer.error).toBe('');
  return answer.docdetail.at(-1) as Document;
}
const removeDocument = ({ doc_srno, doc_filename, doc_id }: Document) =>
  ask(
    'sales.mum',
    'fxrequest_a.php',
    'docremove',
    JSON.stringify({ srno: doc_srno, filename: doc_filename, docid: doc_id }),
  );

/** Everything that is stored: the whole database as text, and every object. */
async function everything(): Promise<readonly Buffer[]> {
  const { stdout } = await promisify(execFile)('pg_dump', ['--dbname', world.database.urls.admin], {
    maxBuffer: 512 * 1024 * 1024,
    encoding: 'buffer',
  });
  const objects: Buffer[] = [];
  for (const prefix of HASH_PREFIXES)
    for (const hash of await world.store.list(prefix))
      objects.push(await buffer(await world.store.get(hash)));
  return [stdout, ...objects];
}
/** The words that are found, in clear, in lower case, or as PostgreSQL writes bytes. */
const foundIn = (stored: readonly Buffer[], words: readonly string[]) =>
  words.filter((word) =>
    [
      word,
      word.toLowerCase(),
      Buffer.from(word).toString('hex'),
      Buffer.from(word).toString('base64').slice(0, -4),
    ].some((written) => stored.some((bytes) => bytes.includes(written))),
  );

/** A person of whom every value is unlike anything else that is stored. */
function person(mark: string) {
  const digits = String(randomBytes(4).readUInt32BE()).padStart(10, '7').slice(0, 10);
  return {
    reqRefNo: `Refof${mark}${digits}`,
    reqTravName: `Nameof${mark}`,
    reqPan: `QQZP${mark.slice(0, 1)}${digits.slice(0, 4)}Q`,
    reqTravIdNo: `Z${digits.slice(0, 7)}`,
    reqTravKAdd: `Kycof${mark} Road`,
    reqTravDAdd: `Deliveryof${mark} Road`,
    reqMobile: digits,
    reqEmail: `Mailof${mark}@customer.example`.toLowerCase(),
    reqTravOthDetl: `Detailof${mark}`,
    reqRemitterAcctNo: `55${digits}55`,
  };
}
const PAID_BY_LINK: GivenRequest = {
  reqPaymentLink: 1,
  reqPaymentData: [],
  reqRemitterBankCode: '3021',
  reqRemitterAcctIfsc: 'HDFC0000001',
};
const draft = (given: GivenRequest) => ({
  ...pricedRequest('SP', given),
  reqDraftFinal: 'D' as const,
});

describe('a person', () => {
  it('is erased only with a fresh second factor', async () => {
    const erase = { kind: 'email', value: 'x@customer.example', requests: [1] };
    expect((await retention('erase', erase)).status).toBe(403);
    const { session, secret } = await signInWithApp(world, 'admin');
    await giveCode(world, session, secret);
    sessions['admin'] = session;
    expect((await retention('erase', erase)).json).toMatchObject({ err: '', erased: [], kept: [] });
    expect((await retention('erase', { ...erase, value: ' ' })).json.err).toBe(RETENTION_TEXTS.noValue);
  });

  it('leaves no trace in the whole dump and store, wherever the product held their data', async () => {
    const [mine, linked] = [person('Aqua'), person('Bora')];
    const same = { reqPan: mine.reqPan };
    const first = await save(draft(mine));
    await save({
      ...draft({
        ...mine,
        reqTravName: 'NewnameofAqua',
        reqPaymentData: [{ paytype: 'BANK', paybankcode: '1', refnum: 'UtrofAqua', payamnt: '100' }],
      }),
      reqSrNo: first,
    });
    await upload(first, 'FileofAqua.pdf', 'RemarkofAqua', paper('BytesofAqua'));
    await removeDocument(await upload(first, 'RemovedofAqua.pdf', '', paper('RemovedbytesofAqua')));
    const second = await save(draft({ ...linked, ...same, ...PAID_BY_LINK }));
    const sent = await ask('bm.mum', 'fxrequest_a.php', 'sendpaymentlink', String(second));
    expect(sent.json.err).toBe('');
    const orderId = await links.orderOf(second);
    await world.gateway.act(orderId, 'fail');
    await expect
      .poll(() => links.ask('select from payments.event where order_id = $1', orderId), SOON)
      .not.toHaveLength(0);
    expect((await ask('sales.mum', 'fxrequest_a.php', 'WITHDRAW', String(second))).json.err).toBe('');
    await links.quiet();

    // Money may still come by the link, so the request is not free yet.
    expect((await found('pan', mine.reqPan)).map(({ pf_standing }) => pf_standing)).toEqual(['open', 'free']);
    await world.sql('update payments.link_order set ask_until = null where order_id = $1', [orderId]);

    const words = [
      ...Object.values(mine),
      ...Object.values({ ...linked, ...same }),
      ...[
        'NewnameofAqua',
        'UtrofAqua',
        'FileofAqua',
        'RemarkofAqua',
        'BytesofAqua',
        'RemovedofAqua',
        'RemovedbytesofAqua',
      ],
    ];
    // The name before the change is only in the trail, which holds it encrypted.
    expect(foundIn(await everything(), words)).toEqual(words.filter((word) => word !== 'NameofAqua'));
    const exported = await world.raw(
      'retention_a.php',
      fieldsBody([
        sessions['admin'] ?? '',
        'export',
        JSON.stringify({ kind: 'pan', value: mine.reqPan.toLowerCase() }),
      ]),
    );
    const written = exported.text;
    const inStoreOnly = ['BytesofAqua', 'RemovedbytesofAqua'];
    expect(foundIn([Buffer.from(written)], words)).toEqual(
      words.filter((word) => !inStoreOnly.includes(word)),
    );

    const both = await Promise.all(
      [1, 2].map(() => retention('erase', { kind: 'pan', value: mine.reqPan, requests: [first, second] })),
    );
    expect(both.map(({ json }) => json.err)).toEqual(['', '']);
    expect(both.flatMap(({ json }) => json.erased as number[]).sort((a, b) => a - b)).toEqual([
      first,
      second,
    ]);
    await expect.poll(() => world.sql('select from platform.unwanted_object'), SOON).toHaveLength(0);
    await expect
      .poll(() => world.sql(`select from platform.job where task = 'platform:unwanted'`), SOON)
      .toHaveLength(0);
    expect(foundIn(await everything(), words)).toEqual([]);
    expect(await found('pan', mine.reqPan)).toEqual([]);
  });

  it('keeps a deal, which is named with the day from which it may go', async () => {
    const kept = person('Cora');
    const deal = await save(pricedRequest('SP', kept));
    const open = await save(draft({ ...person('Dora'), reqEmail: kept.reqEmail }));
    const today = new Date().toISOString().slice(0, 10);
    const [asDraft, asDeal] = await found('email', kept.reqEmail.toUpperCase());
    expect([asDraft?.pf_standing, asDeal?.pf_standing]).toEqual(['free', 'deal']);
    const { json } = await retention('erase', {
      kind: 'email',
      value: kept.reqEmail,
      requests: [deal, open],
    });
    expect(json.erased).toEqual([open]);
    expect(json.msg).toBe('1 request erased, 1 is kept.');
    expect(json.kept).toMatchObject([{ pf_srno: deal, pf_standing: 'deal' }]);
    expect(Date.parse(json.kept[0].pf_until) - Date.parse(today)).toBeGreaterThan(1_824 * 86_400_000);
    expect(foundIn(await everything(), ['NameofCora', 'NameofDora', 'KycofDora'])).toEqual(['NameofCora']);
  });

  it('still has a trail that tells who did what, and that verifies', async () => {
    const one = person('Esta');
    const srno = await save(draft(one));
    const entry = async () => {
      const { json } = await ask(
        'admin',
        'trail_a.php',
        'list',
        JSON.stringify({ record: 'request', recordid: String(srno), action: 'add' }),
      );
      return (await ask('admin', 'trail_a.php', 'detail', String(json[0].tr_id))).json;
    };
    const nameOf = (json: { tr_difference: { field: string; after: string }[] }) =>
      json.tr_difference.find(({ field }) => field === 'traveller_name')?.after;
    expect(nameOf(await entry())).toBe('NameofEsta');
    await retention('erase', { kind: 'mobile', value: one.reqMobile, requests: [srno] });
    const after = await entry();
    expect(nameOf(after)).toBe('Erased');
    expect(after).toMatchObject({ tr_user: 'sales.mum', tr_recordid: String(srno) });
    const verify = () => verifyTrail(world.database.urls.admin);
    await expect.poll(async () => (await verify()).unsealed, SOON).toBe(0);
    expect((await verify()).faults).toEqual([]);
  });
});

const runJob = async () => {
  await world.sql(`select graphile_worker.add_job('platform:retention')`);
  await expect
    .poll(() => world.sql(`select from platform.job where task = 'platform:retention'`), SOON)
    .toHaveLength(0);
};
const age = (srno: number, days: number) =>
  world.sql(
    `update requests.request set made_on = made_on - $2::integer, made_at = made_at - make_interval(days => $2),
       changed_at = changed_at - make_interval(days => $2) where srno = $1`,
    [srno, days],
  );
const namesOf = async (...srnos: number[]) =>
  (
    await world.sql<{ name: string }>(
      `select r.traveller_name as name from unnest($1::integer[]) with ordinality as s (srno, n)
       join requests.request r using (srno) order by s.n`,
      [srnos],
    )
  ).map(({ name }) => name);

describe('the nightly job', () => {
  it('removes by the rule in force, keeps what a hold names, and says what it did', async () => {
    const [old, young, held] = [person('Fara'), person('Gala'), person('Hana')];
    const [oldDeal, youngDeal, heldDeal] = [
      await save(pricedRequest('SP', old)),
      await save(pricedRequest('SP', young)),
      await save(pricedRequest('SP', held)),
    ];
    const oldDraft = await save(draft(person('Inga')));
    await age(oldDeal, 1_830);
    await age(youngDeal, 1_800);
    await age(heldDeal, 1_830);
    await age(oldDraft, 181);
    const hold = { kind: 'pan', value: held.reqPan, reason: 'Asked for by the police' };
    expect((await retention('hold', hold)).json.err).toBe('');
    expect((await retention('hold', hold)).json.err).toBe(RETENTION_TEXTS.heldAlready);
    expect((await found('pan', held.reqPan)).map(({ pf_standing }) => pf_standing)).toEqual(['held']);
    await runJob();
    expect(await namesOf(oldDeal, youngDeal, heldDeal, oldDraft)).toEqual([
      '',
      'NameofGala',
      'NameofHana',
      '',
    ]);

    const { json } = await retention('show');
    const runOf = (subject: string) =>
      json.runs.find((run: { rr_subject: string }) => run.rr_subject === subject);
    expect(runOf('deals')).toMatchObject({ rr_removed: 1, rr_days: 1_826 });
    expect(runOf('drafts')).toMatchObject({ rr_removed: 1 });
    expect(json.holds).toMatchObject([{ hd_kind: 'pan', hd_value: held.reqPan, hd_reason: hold.reason }]);
    expect((await retention('endhold', json.holds[0].hd_srno)).json.err).toBe('');
    await runJob();
    expect(await namesOf(heldDeal)).toEqual(['']);
    const again = await retention('show');
    // The second run of the day adds to the first.
    expect(again.json.runs.find((run: { rr_subject: string }) => run.rr_subject === 'deals')).toMatchObject({
      rr_removed: 2,
    });
    expect(foundIn(await everything(), [held.reqPan, 'NameofFara', 'NameofHana'])).toEqual([]);
  });

  it('removes proposals that were decided long ago, and none that waits', async () => {
    const propose = (mark: string, decidedDaysAgo: number | null) =>
      world.sql(
        `insert into platform.proposal (kind, call, fields, record, changes, branch, made_by, made_by_name, made_at,
           decision, decided_by, decided_by_name, decided_at)
         select 'users', 'user.save', '{}', $1, '[]', 1, 1, 'Maker', now() - interval '3 years', d.decision, d.by, '', d.at
         from (select now() - make_interval(days => $2::integer) as at,
           case when $2 is not null then 'approved' end as decision, case when $2 is not null then 2 end as by) d`,
        [mark, decidedDaysAgo],
      );
    await propose('long ago', 366);
    await propose('lately', 364);
    await propose('waits', null);
    await runJob();
    const left = await world.sql<{ record: string }>(
      `select record from platform.proposal where made_by_name = 'Maker' order by record`,
    );
    expect(left.map(({ record }) => record)).toEqual(['lately', 'waits']);
  });

  it('removes refused documents of an entity that were sent again long ago', async () => {
    const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');
    const add = (name: string, kind: number, status: string, daysAgo: number) =>
      world.sql(
        `insert into masters.entity_document (entity, kind, file_name, extension, hash, bytes, status, uploaded_at, approved_at)
         select e.srno, k.id, $1 || '.pdf', 'pdf', $2, 10, $4, now() - make_interval(days => $5::integer),
           case when $4 = 'A' then now() end
         from masters.entity e, (select id from masters.document_kind order by id offset $3 limit 1) as k where e.id = 'GOA'`,
        [name, hashOf(name), kind, status, daysAgo],
      );
    await add('sweep long ago', 0, 'R', 366);
    await add('sweep lately', 0, 'R', 364);
    await add('sweep good', 0, 'A', 300);
    await add('sweep last', 1, 'R', 800);
    await runJob();
    const left = await world.sql<{ file_name: string }>(
      `select file_name from masters.entity_document where file_name like 'sweep %' order by srno`,
    );
    expect(left.map(({ file_name }) => file_name)).toEqual([
      'sweep lately.pdf',
      'sweep good.pdf',
      'sweep last.pdf',
    ]);
    const { json } = await retention('show');
    expect(
      json.runs.find((run: { rr_subject: string }) => run.rr_subject === 'refused_documents'),
    ).toMatchObject({
      rr_removed: 1,
    });
  });

  it('follows a rule from its day on, and no rule keeps less than the law demands', async () => {
    const day = (offset: number) =>
      new Date(Date.now() + 19_800_000 + offset * 86_400_000).toISOString().slice(0, 10);
    const decide = async (subject: string, since: string, days: number) =>
      (await retention('decide', { subject, since, days, basis: 'Decided by the board' })).json.err;
    expect(await decide('deals', day(0), 1_825)).toBe(RETENTION_TEXTS.tooShort);
    expect(await decide('drafts', day(-1), 90)).toBe(RETENTION_TEXTS.notBackdated);
    expect(await decide('nothing', day(0), 90)).toBe(RETENTION_TEXTS.noSubject);
    expect(await decide('drafts', day(8), 20)).toBe('');
    const srno = await save(draft(person('Jara')));
    await age(srno, 100);
    await runJob();
    expect(await namesOf(srno)).toEqual(['NameofJara']);
    expect(await decide('drafts', day(0), 90)).toBe('');
    expect(await decide('drafts', day(0), 90)).toBe(RETENTION_TEXTS.ruleTwice);
    // A shorter rule begins after seven days.
    await world.sql(`update platform.retention set since = since - 7 where subject = 'drafts' and days = 90`);
    await runJob();
    expect(await namesOf(srno)).toEqual(['']);
  });

  it('continues after one of its subjects has failed in the middle', async () => {
    await world.sql(
      `insert into payments.forgery (minute, why, signature, bytes, body_start)
       select date_trunc('minute', now()) - n * interval '1 minute' - interval '8 days', 'x', '', 0, ''
       from generate_series(1, 2500) as n`,
    );
    // The third batch fails, as if the job had died after two.
    await world.sql(
      `create function test_fails() returns trigger language plpgsql as $$ begin
         if (select count(*) from payments.forgery) <= 400 then raise exception 'as asked'; end if; return null; end $$`,
    );
    await world.sql(
      'create trigger test_fails after delete on payments.forgery for each statement execute function test_fails()',
    );
    await world.sql(`select graphile_worker.add_job('platform:retention')`);
    const left = async () =>
      (await world.sql<{ n: number }>('select count(*)::integer as n from payments.forgery'))[0]?.n;
    await expect
      .poll(
        () =>
          world.sql(`select from platform.job where task = 'platform:retention' and last_error is not null`),
        SOON,
      )
      .toHaveLength(1);
    const remaining = (await left()) ?? 0;
    expect(remaining).toBeLessThan(1_000);
    expect(remaining).toBeGreaterThan(0);
    const run = `select removed, ended_at is not null as ended from platform.retention_run where subject = 'forgeries'`;
    expect(await world.sql(run)).toEqual([{ removed: 2_500 - remaining, ended: false }]);
    await world.sql('drop trigger test_fails on payments.forgery');
    await world.sql(
      `select graphile_worker.reschedule_jobs(array(select id from platform.job where task = 'platform:retention'), now())`,
    );
    await expect.poll(left, SOON).toBe(0);
    await expect.poll(() => world.sql(run), SOON).toEqual([{ removed: 2_500, ended: true }]);
  });
});

describe('the bytes of removed documents', () => {
  const oldRemoved = async (word: string) => {
    const srno = await save(draft(person('Kara')));
    const bytes = paper(word);
    await removeDocument(await upload(srno, 'a.pdf', '', bytes));
    await world.sql(
      `update requests.document set removed_at = removed_at - interval '31 days' where request = $1`,
      [srno],
    );
    return { srno, bytes, hash: hashOf(bytes) };
  };

  it('go with their row, unless another row names the same bytes', async () => {
    const [alone, shared, fresh] = [
      await oldRemoved('Alone'),
      await oldRemoved('Shared'),
      await oldRemoved('Fresh'),
    ];
    await upload(shared.srno, 'b.pdf', '', shared.bytes);
    await world.sql(`update requests.document set removed_at = now() where request = $1`, [fresh.srno]);
    await runJob();
    expect(await Promise.all([alone, shared, fresh].map(({ hash }) => world.store.has(hash)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(await world.sql('select from platform.unwanted_object')).toEqual([]);
  });

  it('are never lost to an upload of the same bytes at the same time', async () => {
    const database = openDatabase({
      readUrl: world.database.urls.reader,
      writeUrl: world.database.urls.writer,
      maxConnections: 2,
      statementTimeoutMs: 30_000,
      connectionWaitSeconds: 30,
      onError: () => {},
    });
    const target = await save(draft(person('Lara')));
    try {
      for (let round = 0; round < 8; round += 1) {
        const bytes = paper(`Race${round}`);
        const hash = hashOf(bytes);
        await world.store.put(bytes);
        await world.sql('insert into platform.unwanted_object (hash) values ($1)', [hash]);
        await Promise.all([
          upload(target, `race${round}.pdf`, '', bytes),
          removeUnwanted(database, world.store),
        ]);
        expect(await world.store.has(hash)).toBe(true);
        // Whatever is left on the list is named by now.
        await removeUnwanted(database, world.store);
        expect(await world.store.has(hash)).toBe(true);
      }
      expect(await world.sql('select from platform.unwanted_object')).toEqual([]);
      expect(await world.sql('select from platform.incoming_object')).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
