import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { discrepancyRow, responseRow } from '#contract/flash/discrepancies.ts';
import { ANSWER_STATUSES, type AnswerStatus, type DiscrepancyKind } from '#domain/flash/codes.ts';
import { MAX_REPLIES } from '#domain/files.ts';
import {
  addCurrency,
  addTransaction,
  closeFlash,
  contentOf,
  flashClient,
  makeFlash,
  type FlashClient,
  type MadeFlash,
} from '#tools/testing/flash.ts';
import { pdfSample, sheetSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type FlashDiscrepancy = z.input<typeof discrepancyRow>;
type FlashResponse = z.input<typeof responseRow>;

let world: World;
let auditor: FlashClient;
let staff: FlashClient;
let other: FlashClient;
beforeAll(async () => {
  world = await openWorld();
  auditor = flashClient(world, await world.signIn('audit.ca'));
  staff = flashClient(world, await world.signIn('staff.mum'));
  other = flashClient(world, await world.signIn('staff.del'));
});
afterAll(() => world.close());

interface TestDiscrepancy {
  readonly audit: MadeFlash;
  readonly kind: DiscrepancyKind;
  readonly srno: number;
}
async function made(
  kind: DiscrepancyKind = 'C',
  { header = 'R', answer = 'P' }: { header?: 'P' | 'R'; answer?: AnswerStatus } = {},
): Promise<TestDiscrepancy> {
  const audit = await makeFlash(world.database.admin, { status: header });
  const srno =
    kind === 'C'
      ? await addCurrency(world.database.admin, audit, 'USD', { status: 'D', answer })
      : await addTransaction(world.database.admin, audit, { answer });
  return { audit, kind, srno };
}
const named = ({ audit, kind, srno }: TestDiscrepancy) => ({ serial: srno, type: kind, header: audit.srno });
const detail = async (of: TestDiscrepancy, by = staff) =>
  (await by.call(of.kind === 'C' ? 'isddiscrepancy' : 'trndiscrepancy', named(of))).json as {
    line: FlashDiscrepancy;
    responses: FlashResponse[];
  };
const remark = ({ audit, kind, srno }: TestDiscrepancy, words: string, by = staff) =>
  by.call('discrepancyremark', {
    remark: words,
    srno,
    type: kind,
    hdrsrno: audit.srno,
    isd: 'USD',
    pageright: 'X',
  });
const proof = ({ audit, kind, srno }: TestDiscrepancy, words: string, by = staff, file = PDF) =>
  by.upload(
    { uploadType: 'FLASHDOC', uploaddoc: 'D', remark: words, srno, type: kind, hdrsrno: audit.srno },
    file,
  );
const PDF = { name: 'proof.pdf', bytes: pdfSample() };
const decide = ({ kind, srno }: TestDiscrepancy, status: AnswerStatus, by: FlashClient, more: object = {}) =>
  by.call('updatecstatus', { disctype: kind, status, srno, ...more });

describe.each(['C', 'T'] as const)('a response to a discrepancy of kind %s', (kind) => {
  it('needs a remark, in the words for each way (002 §5.4)', async () => {
    const of = await made(kind);
    expect((await remark(of, ' ')).json.err).toBe('Please Enter Remark.');
    expect((await proof(of, '  ')).json.error).toBe('Please Enter remark.');
    expect((await remark(of, 'r'.repeat(101))).json.err).toMatch(/at most 100/);
    expect((await proof(of, 'r'.repeat(101))).json.error).toMatch(/at most 100/);
    expect((await detail(of)).responses).toEqual([]);
    expect((await remark(of, 'r'.repeat(100))).json.err).toBe('');
    expect((await proof(of, 'p'.repeat(100))).json.error).toBe('');
  });

  it('is shown with who, when and its file (R37)', async () => {
    const of = await made(kind);
    await remark(of, ' Recounted ');
    const { json } = await proof(of, 'See the slip');
    expect(json.responses).toMatchObject([
      { remark: 'Recounted', filename: '' },
      { remark: 'See the slip', filename: 'proof.pdf', ext: 'pdf', bytes: pdfSample().length },
    ]);
    const { line, responses } = await detail(of, auditor);
    expect(line).toMatchObject({ replies: 2, answered: 1, disc_status: 'P', type: kind });
    expect(responses).toEqual(json.responses);
    const header = (await staff.call('headerdiscrepancy', named(of))).json;
    expect(header.header).toMatchObject({ srno: of.audit.srno, branch: 'MUM', status: 'R' });
    expect(header.responses).toEqual(json.responses);
    const file = { doctype: 'DISCREPANCY', srno: responses[1]?.srno, filename: 'proof.pdf' };
    expect((await auditor.call('docview', file)).json).toMatchObject({ desc: 'Flash discrepancy' });
    expect((await other.call('docview', file)).status).toBe(404);
  });

  it('has a file under the rules of files (002 §5.4)', async () => {
    const of = await made(kind);
    expect((await proof(of, 'See', staff, { name: 'a.b.pdf', bytes: pdfSample() })).json.error).toBe('(.) not allowed in file name.'); // prettier-ignore
    const large = Buffer.concat([pdfSample(), Buffer.alloc(10_485_761)]);
    expect((await proof(of, 'See', staff, { name: 'a.pdf', bytes: large })).json.error).toBe('Please select a file with in 10 MB size.'); // prettier-ignore
    expect((await proof(of, 'See', staff, { name: 'a.exe', bytes: pdfSample() })).json.error).not.toBe('');
    expect((await detail(of)).responses).toEqual([]);
  });

  it('is possible while it is pending, and not for another branch', async () => {
    for (const answer of ['R', 'O'] as const) {
      const of = await made(kind, { answer });
      expect((await remark(of, 'Late')).json.err).toBe('This discrepancy is not pending any more.');
      expect((await proof(of, 'Late')).json.error).toBe('This discrepancy is not pending any more.');
    }
    const of = await made(kind);
    expect((await remark(of, 'Mine', other)).status).toBe(404);
    expect((await proof(of, 'Mine', other)).status).toBe(404);
    expect((await other.call(kind === 'C' ? 'isddiscrepancy' : 'trndiscrepancy', named(of))).status).toBe(
      404,
    );
  });

  it('is bounded, so that nobody fills the disk', async () => {
    const of = await made(kind);
    await world.sql(
      `insert into flash.response (audit, branch, ${kind === 'C' ? 'currency' : 'transaction'}, words)
       select $1, $2, $3, 'Said ' || n from generate_series(1, $4::integer) as n`,
      [of.audit.srno, of.audit.branch, of.srno, MAX_REPLIES.replies - 1],
    );
    expect((await remark(of, 'Last')).json.err).toBe('');
    expect((await remark(of, 'More')).json.err).toBe('There can be 100 replies. No more can be added.');
    expect((await proof(of, 'More')).json.error).toBe('There can be 100 replies. No more can be added.');
  });
});

/** What happens to a status asked for, by header status × discrepancy status × right (002 §4, R37). */
function expected(
  header: 'P' | 'R' | 'C',
  from: AnswerStatus,
  to: AnswerStatus,
  mayAdd: boolean,
  answered: boolean,
) {
  if (header === 'C') return 'This audit is closed.';
  if (mayAdd && header === 'R')
    return from === to ? `The status is ${{ P: 'Pending', R: 'Review', O: 'OK' }[to]} already.` : '';
  if (from === 'P' && to === 'R') return answered ? '' : 'Please Enter Remark.';
  if (from === to) return `The status is ${{ P: 'Pending', R: 'Review', O: 'OK' }[to]} already.`;
  if (mayAdd) return 'The status can be changed while the audit is in Review.';
  return to === 'R'
    ? 'This discrepancy is not pending any more.'
    : 'Setting a discrepancy to OK or Pending needs the Add right of Flash Discrepancy.';
}
const TABLE = (['P', 'R', 'C'] as const).flatMap((header) =>
  ANSWER_STATUSES.flatMap((from) =>
    [true, false].flatMap((mayAdd) =>
      [true, false].map((answered) => [header, from, mayAdd, answered] as const),
    ),
  ),
);

describe('who may what', () => {
  it.each(TABLE)(
    'header %s, discrepancy %s, add right %s, remark %s',
    async (header, from, mayAdd, answered) => {
      for (const kind of ['C', 'T'] as const)
        for (const to of ANSWER_STATUSES) {
          const of = await made(kind, { header: header === 'C' ? 'R' : header, answer: from });
          if (answered)
            await world.sql(
              `insert into flash.response (audit, branch, ${kind === 'C' ? 'currency' : 'transaction'}, words) values ($1, $2, $3, 'Said')`,
              [of.audit.srno, of.audit.branch, of.srno],
            );
          if (header === 'C') await closeFlash(world.database.admin, of.audit.srno);
          const text = expected(header, from, to, mayAdd, answered);
          // What the client says of its right changes nothing.
          const { json } = await decide(of, to, mayAdd ? auditor : staff, { addright: mayAdd ? '0' : '1' });
          expect(json.err, `${kind} ${from} to ${to}`).toBe(text);
          const { line } = await detail(of, auditor);
          expect(line.disc_status).toBe(text === '' ? to : from);
        }
    },
  );

  it('a response before the discrepancy was returned does not count', async () => {
    const of = await made();
    await remark(of, 'First');
    expect((await decide(of, 'R', staff)).json.msg).toBe('The response is submitted.');
    expect((await decide(of, 'P', auditor)).json.err).toBe('');
    expect((await decide(of, 'R', staff)).json.err).toBe('Please Enter Remark.');
    await remark(of, 'Second');
    expect((await decide(of, 'R', staff)).json.err).toBe('');
    const { responses } = await detail(of);
    expect(responses.map(({ remark: words, status }) => words + status)).toEqual([
      'First',
      'R',
      'P',
      'Second',
      'R',
    ]);
  });

  it('a line that is no discrepancy has no status to change', async () => {
    const of = await made();
    await auditor.call('statusupdate', { status: 'O', cnsrno: of.srno });
    expect((await decide(of, 'O', auditor)).json.err).toBe('This is not a discrepancy any more.');
    expect((await remark(of, 'Late')).json.err).toBe('This is not a discrepancy any more.');
  });

  it('who has seen an earlier version is told', async () => {
    const of = await made();
    await decide(of, 'R', auditor);
    const answer = await auditor.callSeeing(1, 'updatecstatus', {
      disctype: 'C',
      status: 'O',
      srno: of.srno,
    });
    expect(answer.status).toBe(409);
  });
});

describe('a closed audit', () => {
  it('refuses every writing call and every upload of the module, and nothing changes', async () => {
    const { admin } = world.database;
    const audit = await makeFlash(admin, { status: 'R' });
    const cnsrno = await addCurrency(admin, audit, 'USD', { status: 'D' });
    const inr = await addCurrency(admin, audit, 'INR');
    const trnsrno = await addTransaction(admin, audit);
    const [face] = await world.sql<{ line_no: number }>(
      `insert into flash.denomination (currency, audit, branch, face, quantity) values ($1, $2, $3, 5, 1) returning line_no`,
      [cnsrno, audit.srno, audit.branch],
    );
    await closeFlash(admin, audit.srno);
    const before = await contentOf(world, audit.srno);
    const hdrsrno = audit.srno;
    const of = { audit, kind: 'C' as const, srno: cnsrno };
    const answers = [
      await auditor.call('headerstatus', { status: 'P', hdrsrno }),
      await auditor.call('fetchcurrencydata', { hdrsrno }),
      await auditor.call('inrstock', { cnsrno: inr, headersrno: hdrsrno, inrstock: '1' }),
      await auditor.call('inrstock', { cnsrno: 0, headersrno: hdrsrno, inrstock: '1' }),
      await auditor.call('statusupdate', { status: 'O', cnsrno }),
      await auditor.call('statusupdate', { status: 'O', trnsrno }),
      await auditor.call('adddenomination', { value: '1', quantity: '1', cnsrno, headersrno: hdrsrno }),
      await auditor.call('deletedeno', { dnmsrno: face?.line_no, cnsrno, headersrno: hdrsrno }),
      await auditor.call('savedenominations', { hdrsrno, cnsrno, lines: [] }),
      await auditor.call('transactiondetail', { srno: hdrsrno, transactionnum: '1', saletype: 'SP' }),
      await auditor.call('removetran', { hdrsrno, trnsrno }),
      await auditor.call('updatecstatus', { disctype: 'C', status: 'O', srno: cnsrno }),
      await staff.call('updatecstatus', { disctype: 'T', status: 'R', srno: trnsrno }),
      await remark(of, 'Late'),
      await proof(of, 'Late'),
      await auditor.upload(
        { uploadType: 'CURRENCYUPLOAD', hdrsrno },
        {
          name: 'c.xlsx',
          bytes: sheetSample([
            ['Currency', 'Report Value'],
            ['USD', 1],
          ]),
        },
      ),
    ];
    for (const { json, status } of answers) {
      expect(status).toBe(200);
      expect(json.err ?? json.error).toBe('This audit is closed.');
    }
    expect(await contentOf(world, audit.srno)).toBe(before);
  });

  it('refuses the owner of the database too', async () => {
    const { admin } = world.database;
    const audit = await makeFlash(admin);
    const currency = await addCurrency(admin, audit, 'USD', { status: 'D' });
    await addTransaction(admin, audit);
    await closeFlash(admin, audit.srno);
    const statements = [
      `update flash.currency set report = 1 where audit = $1`,
      `update flash.currency set answer_status = 'O' where audit = $1`,
      `delete from flash.currency where audit = $1`,
      `insert into flash.denomination (currency, audit, branch, face, quantity)
       select srno, audit, branch, 1, 1 from flash.currency where audit = $1`,
      `update flash.transaction set document = '' where audit = $1`,
      `insert into flash.response (audit, branch, currency, words)
       select audit, branch, srno, 'Late' from flash.currency where audit = $1`,
    ];
    for (const statement of statements)
      await expect(world.sql(statement, [audit.srno]), statement).rejects.toMatchObject({
        constraint: 'flash_closed',
      });
    expect(currency).toBeGreaterThan(0);
  });
});

describe('the list of discrepancies', () => {
  it('has the specified defaults: from 01/01/2023 to today, currencies, pending (002 §2.12, §9)', async () => {
    const { admin } = world.database;
    const before = await makeFlash(admin, { branch: 'PUN', day: '2022-12-31' });
    const first = await makeFlash(admin, { branch: 'PUN', day: '2023-01-01' });
    const later = await makeFlash(admin, { branch: 'PUN', day: '2023-05-01' });
    for (const audit of [before, first, later]) await addCurrency(admin, audit, 'USD', { status: 'D' });
    await addCurrency(admin, later, 'EUR', { status: 'D', answer: 'R' });
    await addCurrency(admin, later, 'GBP', { status: 'O' });
    await addTransaction(admin, later, { document: 'Visa' });
    const list = async (search: object) =>
      ((await auditor.call('getdiscrepancies', { branch: 'PUN', ...search })).json as FlashDiscrepancy[]).map(
        ({ date, isd, docname }) => `${date} ${isd}${docname}`,
      );
    expect(await list({})).toEqual(['01/01/2023 USD', '01/05/2023 USD']);
    expect(await list({ status: 'R' })).toEqual(['01/05/2023 EUR']);
    expect(await list({ type: 'T' })).toEqual(['01/05/2023 Visa']);
    expect(await list({ frmdate: '01/12/2022', todate: '31/12/2022' })).toEqual(['31/12/2022 USD']);
    expect(await list({ status: 'ALL', type: 'C' })).toHaveLength(3);
    expect((await other.call('getdiscrepancies', { branch: 'PUN' })).status).toBe(403);
  });

  it('goes on page by page, over branches, without losing or repeating one', async () => {
    const { admin } = world.database;
    for (const branch of ['MUM', 'DEL', 'PUN', 'BLR'])
      for (let day = 1; day <= 6; day += 1) {
        const audit = await makeFlash(admin, { branch, day: `2024-01-0${day}` });
        for (const isd of ['USD', 'EUR', 'GBP']) await addCurrency(admin, audit, isd, { status: 'D' });
      }
    const search = { frmdate: '2024-01-01', todate: '2024-01-31' };
    const seen: FlashDiscrepancy[] = [];
    let after: string | null = null;
    do {
      const page = await auditor.call('getdiscrepancies', search, {
        limit: 7,
        ...(after === null ? {} : { after }),
      });
      seen.push(...(page.json as FlashDiscrepancy[]));
      after = page.headers.get('x-next');
    } while (after !== null);
    expect(seen).toHaveLength(72);
    expect(new Set(seen.map(({ srno }) => srno)).size).toBe(72);
    const days = seen.map(({ date }) => date.split('/').reverse().join('-'));
    expect(days).toEqual([...days].sort());
  });
});
