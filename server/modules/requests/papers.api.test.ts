import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestInput } from '#contract/requests/form.ts';
import type { TransactionType } from '#domain/requests/codes.ts';
import { systemActing, type Database } from '#server/platform/database.ts';
import { openDatabase } from '#server/platform/db/pool.ts';
import { wordsOf } from '#tools/testing/pdf.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { creditGatewayPayment } from './index.ts';

let desk: Desk;
let database: Database;

beforeAll(async () => {
  desk = await openDesk(['sales.mum', 'sales.del', 'bm.mum']);
  const { reader, writer } = desk.database.urls;
  database = openDatabase({
    readUrl: reader,
    writeUrl: writer,
    maxConnections: 2,
    statementTimeoutMs: 15_000,
    onError: () => {},
  });
});
afterAll(async () => {
  await database.close();
  await desk.close();
});

async function save(record: RequestInput): Promise<number> {
  const { json } = await desk.save(record);
  expect(json).toMatchObject({ err: '' });
  return json.srno as number;
}
const submitted = (type: TransactionType = 'SP') => save(pricedRequest(type));

interface Printed {
  readonly status: number;
  readonly name: string;
  readonly bytes: Buffer;
  readonly err: string | undefined;
}

async function print(srno: number, kind = 'memo', user = 'sales.mum'): Promise<Printed> {
  const response = await fetch(`${desk.url}/api/fxrequest_a.php`, {
    method: 'POST',
    body: new URLSearchParams({ 1: desk.sessionOf(user), 2: 'paper', 3: String(srno), 4: kind }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    name: /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
    bytes,
    err: isJson ? (JSON.parse(bytes.toString()) as { err: string }).err : undefined,
  };
}

const papersOf = (srno: number) =>
  desk.sql<{ kind: string; version: number; number: number }>(
    'select kind, version, number from requests.paper where request = $1 order by kind, version',
    [srno],
  );
const lastNumber = async (kind: string) =>
  (
    await desk.sql<{ last: number }>(
      'select coalesce(max(last_number), 0) as last from requests.paper_series where kind = $1',
      [kind],
    )
  )[0]?.last ?? 0;

describe('a paper', () => {
  it('is printed for every submitted request, and contains the saved data', async () => {
    const srno = await submitted();
    const { name, bytes, err } = await print(srno);
    expect(err).toBeUndefined();
    expect(name).toMatch(/^memo-M-\d{4}-\d\d-\d{6}\.pdf$/);
    const words = await wordsOf(bytes);
    for (const word of ['Cash memo / Tax invoice', 'Kavya Iyer', '88.4567', 'Mumbai', `Request ${srno}`])
      expect(words).toContain(word);
    expect(words).not.toContain('Reprint');
  });

  it('is identical on reprint except for its mark, even if master data has changed', async () => {
    const srno = await submitted();
    const first = await print(srno);
    await desk.sql(`update masters.company set name = 'Renamed Exchange'`);
    await desk.sql(`update masters.currency set name = 'Renamed Dollar' where code = 'USD'`);
    const [second, third] = [await print(srno), await print(srno)];
    expect(second.name).toBe(first.name);
    expect(second.bytes.equals(third.bytes)).toBe(true);
    const words = await wordsOf(second.bytes);
    expect(words).toMatch(/Reprint \d\d\/\d\d\/\d{4}/);
    expect(words.replace(/ ?Reprint \d\d\/\d\d\/\d{4}/, '')).toBe(await wordsOf(first.bytes));
    expect(words).not.toContain('Renamed');
    expect(await papersOf(srno)).toHaveLength(1);
  });

  it('of a purchase is a purchase memo and a certificate, each with its own number series', async () => {
    const srno = await submitted('PP');
    expect(await wordsOf((await print(srno)).bytes)).toContain('Purchase memo');
    const certificate = await print(srno, 'encashment');
    expect(certificate.name).toMatch(/^encashment-E-/);
    expect(await wordsOf(certificate.bytes)).toContain('Encashment certificate');
    expect((await papersOf(srno)).map(({ kind }) => kind)).toEqual(['encashment', 'memo']);
  });

  it('is refused for a draft, and a certificate for a sale; no number is used up', async () => {
    const before = [await lastNumber('memo'), await lastNumber('encashment')];
    const draft = await save({ ...pricedRequest('PP'), reqDraftFinal: 'D' });
    const no = 'The request is not submitted, so there is no paper of it yet.';
    expect((await print(draft)).err).toBe(no);
    expect((await print(draft, 'encashment')).err).toBe(no);
    expect((await print(await submitted(), 'encashment')).err).toBe(
      'An encashment certificate is for purchases only.',
    );
    expect([await lastNumber('memo'), await lastNumber('encashment')]).toEqual(before);
  });

  it('is not available to another branch', async () => {
    const srno = await submitted();
    expect((await print(srno, 'memo', 'sales.del')).status).toBe(404);
    expect(await papersOf(srno)).toEqual([]);
  });

  it('gets a new number after an unlock and another Final, and the old one stays', async () => {
    const record = pricedRequest('SP');
    const srno = await save(record);
    await print(srno);
    const unlocked = await desk.ask('bm.mum', 'fxrequest_a.php', [
      'UNLOCK',
      String(srno),
      JSON.stringify({ reason: 'a wrong address' }),
    ]);
    expect(unlocked.json.err).toBe('');
    expect((await print(srno)).err).toContain('not submitted');
    await save({ ...record, reqSrNo: srno });
    const again = await print(srno);
    expect(await wordsOf(again.bytes)).not.toContain('Reprint');
    const papers = await papersOf(srno);
    expect(papers.map(({ version }) => version)).toEqual([1, 3]);
    expect(papers[1]?.number).toBe((papers[0]?.number ?? 0) + 1);
  });

  it('keeps its content and number when a payment by link arrives later', async () => {
    const record = pricedRequest('SP', { reqPaymentLink: 1 });
    const srno = await save(record);
    const first = await print(srno);
    const payment = {
      request: srno,
      order: `paper ${srno}`,
      amount: String(record.reqGrandTotal),
      reference: 'UTR 1',
      day: '2026-11-15',
    };
    const credited = await database.write(systemActing('payments.test'), (tx) =>
      creditGatewayPayment(tx, payment),
    );
    expect(credited).toBe('credited');
    const again = await print(srno);
    expect(again.name).toBe(first.name);
    expect(await wordsOf(again.bytes)).toContain('Reprint');
    expect(await papersOf(srno)).toHaveLength(1);
  });

  it('every print is in the trail of its request', async () => {
    const srno = await submitted();
    await print(srno);
    await print(srno, 'memo', 'bm.mum');
    const rows = await desk.sql<{ user_id: string; after: object }>(
      `select a.user_id, t.after from platform.trail t join access.account a on a.srno = t.actor
       where t.record = 'request' and t.record_id = $1 and t.action = 'print' order by t.id`,
      [String(srno)],
    );
    const [paper] = await papersOf(srno);
    const after = { paper: 'memo', fin_year: expect.any(String), number: paper?.number, content_version: 1 };
    expect(rows).toEqual([
      { user_id: 'sales.mum', after: { ...after, reprint: false } },
      { user_id: 'bm.mum', after: { ...after, reprint: true } },
    ]);
  });
});

describe('numbers', () => {
  /** Two users take turns, because one user can have eight papers in the making. */
  const printerOf = (index: number) => (index % 2 === 0 ? 'sales.mum' : 'bm.mum');

  it('sixteen concurrent first prints are one paper with one number', async () => {
    const srno = await submitted();
    const before = await lastNumber('memo');
    const prints = await Promise.all(
      Array.from({ length: 16 }, (_, index) => print(srno, 'memo', printerOf(index))),
    );
    expect(prints.map(({ err }) => err).filter((err) => err !== undefined)).toEqual([]);
    expect(new Set(prints.map(({ name }) => name)).size).toBe(1);
    expect(await lastNumber('memo')).toBe(before + 1);
    const words = await Promise.all(prints.map(({ bytes }) => wordsOf(bytes)));
    expect(words.filter((text) => !text.includes('Reprint'))).toHaveLength(1);
  });

  it('are not used up by papers that are refused because one user asks for too many', async () => {
    const requests: number[] = [];
    for (let made = 0; made < 24; made += 1) requests.push(await submitted());
    const before = await lastNumber('memo');
    const answers = await Promise.all(requests.map((srno) => print(srno)));
    const refused = requests.filter((_, index) => answers[index]?.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(await lastNumber('memo')).toBe(before + requests.length - refused.length);
    for (const srno of refused) {
      expect(await papersOf(srno)).toEqual([]);
      expect(await wordsOf((await print(srno)).bytes)).not.toContain('Reprint');
    }
    expect(await lastNumber('memo')).toBe(before + requests.length);
  });

  it('have no gap, even if some prints fail at the last moment', async () => {
    const requests: number[] = [];
    for (let made = 0; made < 12; made += 1) requests.push(await submitted());
    const failing = requests.filter((_, index) => index % 3 === 0);
    await desk.sql(`create function requests.paper_jam() returns trigger language plpgsql as
      $$ begin raise 'paper jam'; end $$`);
    await desk.sql(`create trigger paper_jam after insert on requests.paper for each row
      when (new.request in (${failing.join(', ')})) execute function requests.paper_jam()`);
    const before = await lastNumber('memo');
    const answers = await Promise.all(requests.map((srno, index) => print(srno, 'memo', printerOf(index))));
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(failing.length);
    await desk.sql('drop trigger paper_jam on requests.paper');
    await Promise.all(failing.map((srno) => print(srno)));
    const numbers = await desk.sql<{ number: number }>(
      `select number from requests.paper where kind = 'memo' and number > $1 order by number`,
      [before],
    );
    expect(numbers.map(({ number }) => number)).toEqual(requests.map((_, index) => before + 1 + index));
  });
});
