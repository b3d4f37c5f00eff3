import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { currencyRow, denominationRow } from '#contract/flash/currencies.ts';
import {
  addCurrency,
  addTransaction,
  contentOf,
  flashClient,
  makeFlash,
  type FlashClient,
} from '#tools/testing/flash.ts';
import { pdfSample, sheetSample } from '#tools/testing/samples.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

type FlashCurrency = z.input<typeof currencyRow>;
type FlashDenomination = z.input<typeof denominationRow>;

/** Few rounds in CI; FLASH_ROUNDS sets more. */
const ROUNDS = Number(process.env['FLASH_ROUNDS'] ?? 4);
const CLIENTS = 20;
/** On a busy machine a round takes seconds. */
const timeout = 60_000 + ROUNDS * 15_000;

let world: World;
let auditor: FlashClient;
let staff: FlashClient;
beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '10' });
  auditor = flashClient(world, await world.signIn('audit.ca'));
  staff = flashClient(world, await world.signIn('staff.mum'));
});
afterAll(() => world.close());

const rounds = async (round: (n: number) => Promise<void>) => {
  for (let n = 0; n < ROUNDS; n += 1) await round(n);
};
const atOnce = (make: (n: number) => Promise<Answered>): Promise<Answered[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, n) => make(n)));
const noFailure = (answers: readonly Answered[]) =>
  expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
const textOf = ({ json }: Answered): string => (json.err ?? json.error ?? '') as string;
const dayOf = (n: number) => new Date(Date.UTC(2005, 0, 1 + n)).toISOString().slice(0, 10);
const written = (day: string) => day.split('-').reverse().join('/');
/** A paper whose bytes no other has. */
const paperOf = (word: string) => Buffer.concat([pdfSample(), Buffer.from(`\n% ${word}\n`)]);

describe('at once', () => {
  it(`${CLIENTS} new and ${CLIENTS} old audits of one branch and day make one`, { timeout }, () =>
    rounds(async (n) => {
      const day = dayOf(n);
      const header = { branch: 'MUM', cashier: 'Leena Rao', remark: '', date: day };
      const meta = { uploadType: 'FLASHDOC', uploaddoc: 'OLDFLASH', audittype: 'O', ...header };
      const [saved, uploaded] = await Promise.all([
        atOnce(() => auditor.call('saveheaderdata', header)),
        atOnce((client) => auditor.upload(meta, { name: 'old.pdf', bytes: paperOf(`${n} ${client}`) })),
      ]);
      const answers = [...saved, ...uploaded];
      noFailure(answers);
      const texts = answers.map(textOf);
      expect(texts.filter((text) => text === '')).toHaveLength(1);
      expect(new Set(texts)).toEqual(new Set(['', `Audit Already exists for ${written(day)}`]));
      const stored = await world.sql(
        `select from flash.audit where on_day = $1 and branch = (select srno from masters.entity where id = 'MUM')`,
        [day],
      );
      expect(stored).toHaveLength(1);
      // Of the refused uploads no bytes stay in the store.
      const kept = await Promise.all(
        uploaded.map(async (answer, client) => [
          textOf(answer) === '',
          await world.store.has(
            createHash('sha256')
              .update(paperOf(`${n} ${client}`))
              .digest('hex'),
          ),
        ]),
      );
      for (const [isAdded, isStored] of kept) expect(isStored).toBe(isAdded);
    }),
  );

  it('fetch and upload fill an audit once', { timeout }, () =>
    rounds(async (n) => {
      const { srno } = await makeFlash(world.database.admin, { day: dayOf(10_000 + n) });
      const bytes = sheetSample([
        ['Currency', 'Report Value'],
        ['USD', 77],
        ['AED', 5],
      ]);
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => auditor.call('fetchcurrencydata', { hdrsrno: srno })),
        ...Array.from({ length: 5 }, () =>
          auditor.upload({ uploadType: 'CURRENCYUPLOAD', hdrsrno: srno }, { name: 'c.xlsx', bytes }),
        ),
        auditor.call('inrstock', { cnsrno: 0, headersrno: srno, inrstock: '214500' }),
      ]);
      noFailure(answers);
      const filling = answers.slice(0, 10);
      expect(filling.filter((answer) => textOf(answer) === '')).toHaveLength(1);
      for (const { json } of filling.filter((answer) => textOf(answer) !== ''))
        expect(json).toMatchObject({ msg: '3' });
      const lines = await world.sql<{ isd: string; report: string }>(
        'select isd, report from flash.currency where audit = $1 order by isd',
        [srno],
      );
      expect(new Set(lines.map(({ isd }) => isd)).size).toBe(lines.length);
      expect(lines.find(({ isd }) => isd === 'INR')?.report).toBe('214500.00');
      const isUploaded = lines.some(({ isd, report }) => isd === 'USD' && report === '77.00');
      if (isUploaded) expect(lines.map(({ isd }) => isd)).toEqual(['AED', 'INR', 'USD']);
    }),
  );

  it('notes are added, removed and replaced: the counted value is their sum', { timeout }, () =>
    rounds(async (n) => {
      const audit = await makeFlash(world.database.admin, { day: dayOf(20_000 + n) });
      const cnsrno = await addCurrency(world.database.admin, audit, 'USD', { report: '12345.67' });
      const scope = { hdrsrno: audit.srno, cnsrno };
      const list = async () => (await auditor.call('getdenodata', scope)).json as FlashDenomination[];
      const add = (value: string, quantity: string) =>
        auditor.call('adddenomination', { value, quantity, cnsrno, headersrno: audit.srno, reportval: '1' });
      const faces = ['100', '50', '20', '0.25'];
      for (const face of faces) await add(face, '2');
      const there = await list();
      noFailure(
        await atOnce((client) => {
          if (client % 5 === 3) {
            const dnmsrno = there[client % there.length]?.dnmsrno;
            return auditor.call('deletedeno', { dnmsrno, cnsrno, headersrno: audit.srno });
          }
          if (client === 7)
            return auditor.call('savedenominations', {
              ...scope,
              lines: [
                { denomination: '20', quantity: '3' },
                { denomination: '5', quantity: '1' },
              ],
            });
          return add(faces[client % faces.length] ?? '1', String(1 + client));
        }),
      );
      const after = await list();
      const total = after.reduce(
        (sum, { denomination, quantity }) => sum + Number(denomination) * quantity,
        0,
      );
      const [line] = (await auditor.call('flashcurrencydata', { hdrsrno: audit.srno }))
        .json as FlashCurrency[];
      expect(line).toMatchObject({
        afc_actualvalue: total.toFixed(2),
        afc_valuediff: (12345.67 - total).toFixed(2),
        faces: after.length,
      });
    }),
  );

  it('nothing changes after an audit is closed', { timeout }, () =>
    rounds(async (n) => {
      const { admin } = world.database;
      const audit = await makeFlash(admin, { day: dayOf(30_000 + n), status: 'R' });
      const hdrsrno = audit.srno;
      const cnsrno = await addCurrency(admin, audit, 'USD', { status: 'D' });
      const trnsrno = await addTransaction(admin, audit);
      const bytes = sheetSample([['Currency', 'Report Value'], ['EUR', 1]]); // prettier-ignore
      const named = { srno: cnsrno, type: 'C', hdrsrno };
      const close = async () => {
        const answer = await auditor.call('headerstatus', { status: 'C', hdrsrno });
        return { answer, content: await contentOf(world, hdrsrno) };
      };
      const [closed, ...answers] = await Promise.all([
        close(),
        ...Array.from({ length: 3 }, (_, at) => [
          auditor.call('adddenomination', { value: '5', quantity: '1', cnsrno, headersrno: hdrsrno }),
          auditor.call('savedenominations', {
            hdrsrno,
            cnsrno,
            lines: [{ denomination: '1', quantity: '9' }],
          }),
          auditor.call('statusupdate', { status: at === 1 ? 'O' : 'D', cnsrno }),
          auditor.call('statusupdate', { status: 'O', trnsrno }),
          auditor.call('transactiondetail', {
            srno: hdrsrno,
            transactionnum: `${at}`,
            saletype: 'SP',
            docname: 'X',
          }),
          auditor.call('inrstock', { cnsrno: 0, headersrno: hdrsrno, inrstock: '5' }),
          auditor.call('fetchcurrencydata', { hdrsrno }),
          auditor.call('updatecstatus', { disctype: 'T', status: 'O', srno: trnsrno }),
          staff.call('discrepancyremark', { ...named, remark: 'Recounted' }),
          staff.upload(
            { uploadType: 'FLASHDOC', uploaddoc: 'D', ...named, remark: 'Here' },
            { name: 'p.pdf', bytes: pdfSample() },
          ),
          auditor.upload({ uploadType: 'CURRENCYUPLOAD', hdrsrno }, { name: 'c.xlsx', bytes }),
          auditor.call('headerstatus', { status: 'P', hdrsrno }),
        ]).flat(),
      ]);
      noFailure([closed.answer, ...answers]);
      const [now] = await world.sql<{ status: string }>('select status from flash.audit where srno = $1', [
        hdrsrno,
      ]);
      // Another client may have set the status to Pending before, and closing does not mind.
      expect(now?.status).toBe('C');
      expect(await contentOf(world, hdrsrno)).toBe(closed.content);
    }),
  );

  it('a transaction is either answered or taken off', { timeout }, () =>
    rounds(async (n) => {
      const audit = await makeFlash(world.database.admin, { day: dayOf(40_000 + n) });
      const trnsrno = await addTransaction(world.database.admin, audit);
      const remark = { remark: 'Found', srno: trnsrno, type: 'T', hdrsrno: audit.srno };
      const [removed, answered] = await Promise.all([
        auditor.call('removetran', { hdrsrno: audit.srno, trnsrno }),
        staff.call('discrepancyremark', remark),
      ]);
      noFailure([removed, answered]);
      const done = [removed, answered].filter((answer) => answer.status === 200 && textOf(answer) === '');
      expect(done).toHaveLength(1);
    }),
  );
});
