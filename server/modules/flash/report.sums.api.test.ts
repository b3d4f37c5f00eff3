import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { reportContent, type FlashReport } from '#contract/flash/transactions.ts';
import type { flashHeader } from '#contract/flash/flash.ts';
import { fromWire } from '#contract/wire.ts';
import { flashPaper, type FlashPaper } from '#domain/flash/report.ts';
import { loadFlash } from '#tools/demo/flash.ts';
import { flashClient, type FlashClient } from '#tools/testing/flash.ts';
import { pagesOf } from '#tools/testing/pdf.ts';
import { loadDemoPart } from '#tools/testing/demo-part.ts';
import { fieldsBody, openWorld, type World } from '#tools/testing/world.ts';

type FlashHeader = z.input<typeof flashHeader>;

/** Every figure of the flash reports of the demo, added up again from the bare rows in whole paise, by no statement of the product. */

let world: World;
let session: string;
let auditor: FlashClient;
let audits: readonly FlashHeader[];
beforeAll(async () => {
  world = await openWorld();
  await loadDemoPart(world.database.admin, loadFlash);
  session = await world.signIn('audit.ca');
  auditor = flashClient(world, session);
  const all = (await auditor.call('headerdata', {})).json as FlashHeader[];
  audits = all.filter(({ audittype }) => audittype === 'N');
  expect(audits.length).toBeGreaterThan(2);
});
afterAll(() => world.close());

interface BareCurrency {
  readonly srno: number;
  readonly isd: string;
  readonly report: string;
  readonly in_vault: string | null;
  readonly with_executives: string | null;
  readonly in_transit: string | null;
}
interface BareFace {
  readonly currency: number;
  readonly face: string;
  readonly quantity: number;
}

/** 1,234.50 as 123450. */
function paise(written: string): bigint {
  const [whole = '', part = ''] = written.replaceAll(',', '').replace('−', '-').split('.');
  const sign = whole.startsWith('-') ? -1n : 1n;
  return sign * (BigInt(whole.replace('-', '')) * 100n + BigInt(part.padEnd(2, '0')));
}
const cellsOf = (paper: FlashPaper, isd: string) =>
  paper.books.rows.find(({ cells }) => cells[0] === isd)?.cells ?? [];

/** What the paper says is left, with its sign. */
function leftOf(words: string): bigint {
  const [amount = '', way = ''] = words.split(' ');
  return way === 'over' ? -paise(amount) : paise(amount);
}

it('002 §2.11, §9: every sum of every report is what its rows add up to', async () => {
  expect(audits.length).toBeGreaterThan(3);
  let counted = 0;
  let uncounted = 0;
  for (const { srno } of audits) {
    const { json: report } = await auditor.call('datatoview', { hdrsrno: srno });
    const paper = flashPaper(fromWire(reportContent, report) as FlashReport);
    const currencies = await world.sql<BareCurrency>(
      'select srno, isd, report, in_vault, with_executives, in_transit from flash.currency where audit = $1',
      [srno],
    );
    const faces = await world.sql<BareFace>(
      'select currency, face, quantity from flash.denomination where audit = $1',
      [srno],
    );
    expect(paper.books.rows.map(({ cells }) => cells[0]).toSorted()).toEqual(
      currencies.map(({ isd }) => isd).toSorted(),
    );
    for (const line of currencies) {
      const cells = cellsOf(paper, line.isd);
      const [
        ,
        ,
        vault = '',
        executives = '',
        transit = '',
        books = '',
        actual = '',
        difference = '',
        left = '',
      ] = cells;
      const own = faces.filter(({ currency }) => currency === line.srno);
      const table = paper.faces.tables.find(({ isd }) => isd === line.isd);
      expect(paise(books)).toBe(paise(line.report));
      // The books are what is in the vault, with executives and in transit.
      if (line.in_vault === null) expect([vault, executives, transit]).toEqual(['', '', '']);
      else expect(paise(vault) + paise(executives) + paise(transit)).toBe(paise(books));
      if (own.length === 0) {
        uncounted += 1;
        expect([actual, difference, left, table]).toEqual(['not counted', '', '', undefined]);
        continue;
      }
      counted += 1;
      const sum = own.reduce((total, { face, quantity }) => total + paise(face) * BigInt(quantity), 0n);
      expect(paise(actual)).toBe(sum);
      expect(paise(difference)).toBe(paise(books) - sum);
      expect(leftOf(left)).toBe(paise(books) - sum - (transit === '' ? 0n : paise(transit)));
      const rows = table?.rows ?? [];
      expect(rows).toHaveLength(own.length + 1);
      for (const {
        cells: [face = '', quantity = '', total = ''],
      } of rows.slice(0, -1))
        expect(paise(total)).toBe(paise(face) * BigInt(quantity));
      expect(rows.slice(0, -1).reduce((total, { cells }) => total + paise(cells[2] ?? ''), 0n)).toBe(sum);
      expect(paise(rows.at(-1)?.cells[2] ?? '')).toBe(sum);
    }
  }
  expect(counted).toBeGreaterThan(15);
  expect(uncounted).toBeGreaterThan(2);
});

it('the PDF has the words and figures of the paper, on one page (002 §2.11)', async () => {
  for (const { srno } of audits) {
    const { json: report } = await auditor.call('datatoview', { hdrsrno: srno });
    const paper = flashPaper(fromWire(reportContent, report) as FlashReport);
    const response = await fetch(`${world.url}/api/flashaudit_a.php`, {
      method: 'POST',
      body: new URLSearchParams(fieldsBody([session, 'flashpdf', JSON.stringify({ hdrsrno: srno })])),
    });
    const pages = await pagesOf(Buffer.from(await response.arrayBuffer()));
    expect(pages).toHaveLength(1);
    // The letters of DRAFT stand across the page, between the words.
    const printed = (pages[0] ?? '').replace(/(?<=\s)[DRAFT]{1,3}(?=\s)/g, ' ');
    const books = printed.split(paper.books.title)[1]?.split(paper.faces.title)[0] ?? '';
    for (const { cells } of paper.books.rows) {
      const line = books.split('\n').find((each) => each.trim().startsWith(cells[0] ?? '?')) ?? '';
      expect(line.replace(/\s+/g, ' ').trim()).toBe(cells.filter((cell) => cell !== '').join(' '));
    }
    const words = printed.replace(/\s+/g, ' ');
    const tables = [...paper.faces.tables, paper.answers, paper.transactions];
    for (const word of tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.join(' ').split(' '))))
      expect(words).toContain(word);
  }
});
