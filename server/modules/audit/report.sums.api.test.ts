import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { auditDetail, auditHeader } from '#contract/audit/audit.ts';
import type { discrepancyRow } from '#contract/audit/discrepancies.ts';
import type { transactionRow } from '#contract/audit/transactions.ts';
import { loadAudits } from '#tools/demo/audits.ts';
import { auditClient, type AuditClient } from '#tools/testing/audit-client.ts';
import { loadDemoPart } from '#tools/testing/demo-part.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

type AuditDetail = z.input<typeof auditDetail>;
type AuditHeader = z.input<typeof auditHeader>;
type DiscrepancyRow = z.input<typeof discrepancyRow>;
type AuditTransaction = z.input<typeof transactionRow>;

/** Every sum on the audit reports of the demo, added up again from single rows, without a statement of the report. */

let world: World;
let session: string;
let auditor: AuditClient;
let audits: readonly AuditHeader[];

beforeAll(async () => {
  world = await openWorld();
  await loadDemoPart(world.database.admin, loadAudits);
  session = await world.signIn('audit.ca');
  auditor = auditClient(world, session);
  audits = await auditor.list({});
});
afterAll(() => world.close());

type Rows = readonly (readonly string[])[];

/** The tables of a page by their captions, or by the heading before them. */
function tablesOf(html: string): ReadonlyMap<string, Rows> {
  const text = (markup: string) =>
    markup
      .replace(/<[^<>]*>/g, ' ')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim();
  const tables = new Map<string, Rows>();
  let heading = '';
  for (const [, name, caption = '', table = ''] of html.matchAll(
    /<h2[^>]*>([\s\S]*?)<\/h2>|<figcaption>([\s\S]*?)<\/figcaption>\s*<table[^>]*>([\s\S]*?)<\/table>/g,
  )) {
    if (name !== undefined) {
      heading = text(name);
      continue;
    }
    const rows = [...table.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => text(cell)),
    );
    tables.set(caption.trim() === '' ? heading : text(caption), rows);
  }
  return tables;
}

async function everyPage<Row>(action: string, search: object): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | null = null;
  do {
    const page: object = { limit: 500, ...(after === null ? {} : { after }) };
    const { json, headers } = await auditor.call(action, search, page);
    rows.push(...(json as Row[]));
    after = headers.get('x-next');
  } while (after !== null);
  return rows;
}

interface Request {
  readonly srno: number;
  readonly type: string;
  readonly purpose: string;
  readonly day: string;
  readonly amount: string;
}

/** A transaction of the month, from a register or from the requests. */
interface Counted {
  readonly type: string;
  readonly purpose: string;
  readonly partyType: string;
  readonly paise: number;
  readonly cardPaise: number;
}
const paiseOf = (amount: string): number => Math.round(Number(amount) * 100);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const cardsAmong = (lines: readonly { readonly product: string; readonly amount: string }[]) =>
  sum(lines.filter(({ product }) => product === 'CARD').map(({ amount }) => paiseOf(amount)));

async function transactionsOf(
  detail: AuditDetail,
): Promise<{ readonly transactions: readonly Counted[]; readonly isKnown: (type: string) => boolean }> {
  const { hdr_srno: srno, hdr_branch: branch, hdr_year: year, hdr_month: month } = detail.Header;
  const types: Readonly<Record<string, string>> = { FLM3: 'PP', FLM4: 'PB', FLM5: 'SP', FLM6: 'SB' };
  const registered = detail.Auditdoc.map(({ adoc_remark }) => types[adoc_remark]);
  const kept = await everyPage<AuditTransaction>('filterforaudit', { srno, filterLimit: 'ALL' });
  const requests = await world.sql<Request>(
    `select r.srno, r.type, r.purpose, (r.submitted_at at time zone 'Asia/Kolkata')::date::text as day, r.forex_total::text as amount
     from requests.request r join masters.entity e on e.srno = r.branch
     where e.id = $1 and num_nulls(r.bm_by, r.zm_by, r.cm_by, r.fm_by) = 0`,
    [branch],
  );
  const lines = await world.sql<{ request: number; product: string; amount: string }>(
    'select request, product, amount::text from requests.product_line',
  );
  const inMonth = `${year}-${String(month).padStart(2, '0')}-`;
  const ofMonth = requests.filter(({ day }) => day.startsWith(inMonth));
  const transactions = [
    ...kept.map((row) => ({
      ...{ type: row.adt_trantype, purpose: row.purpose_id, partyType: row.party_type },
      ...{ paise: paiseOf(row.amount), cardPaise: cardsAmong(row.lines) },
    })),
    ...ofMonth
      .filter(({ type }) => !registered.includes(type))
      .map(({ srno: request, type, purpose, amount }) => ({
        ...{ type, purpose, partyType: '', paise: paiseOf(amount) },
        cardPaise: cardsAmong(lines.filter((line) => line.request === request)),
      })),
  ];
  const isWorked = ofMonth.length > 0 || inMonth >= '2025-04-';
  return { transactions, isKnown: (type) => isWorked || registered.includes(type) };
}

const shown = (count: number | null): string =>
  count === null ? 'not counted' : count.toLocaleString('en-IN');
const share = (found: number, of: number | null): string =>
  of === 0 || of === null ? '–' : `${Math.floor((100 * found) / of + 0.5)} %`;

it('Schedule I, the summary and Business MIS of every demo audit are the sums of their rows', async () => {
  expect(audits.length).toBeGreaterThan(3);
  for (const { hdr_srno: srno, hdr_status: status } of audits) {
    const detail = await auditor.detail(srno);
    const name = `${detail.Header.hdr_branch} ${detail.Header.hdr_monthnm}`;
    const { json } = await auditor.call('auditreport', { srno, mode: 'View' });
    const tables = tablesOf(String(json.html));
    const { transactions, isKnown } = await transactionsOf(detail);
    const search = { mode: 'V', status: '', type: '', branch: detail.Header.hdr_branch };
    const discrepancies = (
      await everyPage<DiscrepancyRow>('listdiscrepancy', {
        ...{ ...search, srchYear: detail.Header.hdr_year, srchMonth: detail.Header.hdr_month },
      })
    ).filter(({ adis_hdrsrno }) => adis_hdrsrno === srno);

    // Schedule I: each row, then its total.
    const purposes = new Set(detail.SaleCount.map(({ code }) => code));
    const kindOf = (type: string, purpose: string, party: string) =>
      type === 'SP'
        ? purposes.has(`SP:${purpose}`)
          ? `SP:${purpose}`
          : 'SP'
        : type === 'PB'
          ? `PB${party}`
          : type;
    const partyOf = (words: string) => (words === '' ? '' : words === 'Franchisee' ? 'F' : 'D');
    for (const [caption, kinds] of [
      ['Purchases', detail.PurCount],
      ['Sales', detail.SaleCount],
    ] as const) {
      const expected = kinds.map(({ code, mst_particulars }) => {
        const n = isKnown(code.slice(0, 2))
          ? transactions.filter((t) => kindOf(t.type, t.purpose, t.partyType) === code).length
          : null;
        const found = discrepancies.filter(
          (d) =>
            d.adis_flag === 'T' &&
            kindOf(d.adis_trantype, d.adis_tranpurpose, partyOf(d.adis_partytypename)) === code,
        ).length;
        return [mst_particulars, n, found] as const;
      });
      const found = sum(expected.map(([, , n]) => n));
      const all = expected.some(([, n]) => n === null) ? null : sum(expected.map(([, n]) => n ?? 0));
      // Kinds without transactions have no row, nor those of a table in which nothing was counted.
      const isUncounted = expected.every(([, n, wrong]) => n === null && wrong === 0);
      const rows = expected.filter(([, n, wrong]) => wrong > 0 || (n === null ? !isUncounted : n > 0));
      expect(tables.get(caption)?.slice(1), `${name}: ${caption}`).toEqual(
        [...rows, ['Total', all, found] as const].map(([words, n, wrong]) => [
          ...[words, shown(n), shown(wrong), share(wrong, n)],
        ]),
      );
    }

    // The discrepancies of this month by kind.
    const summed = new Map<string, number>();
    for (const { adis_flag, adis_trantype, adis_mastertypenm } of discrepancies) {
      const kind =
        adis_flag === 'M'
          ? { Corporate: 'Corporates', 'Authorised Dealers': 'Authorised dealers', Franchise: 'Franchisees' }[
              adis_mastertypenm
            ]!
          : { P: 'Purchases', S: 'Sales', M: 'Money transfer' }[adis_trantype.slice(0, 1)]!;
      summed.set(kind, (summed.get(kind) ?? 0) + 1);
    }
    const summary = tables.get('Summary of discrepancies')?.slice(1) ?? [];
    expect(summary.length, name).toBeGreaterThan(summed.size);
    for (const [words = '', thisMonth] of summary)
      expect(thisMonth, `${name}: ${words}`).toBe(
        shown(words === 'Total' ? discrepancies.length : (summed.get(words) ?? 0)),
      );

    // Business of this month; an audit that is carried out still is filled when its auditor presses the button.
    if (status !== 'C') await auditor.call('doautofillbussmis', { srno });
    const { json: filled } = await auditor.call('auditreport', { srno, mode: 'View' });
    const ofType = (type: string) => transactions.filter((t) => t.type === type);
    const amounts: Readonly<Record<string, number>> = {
      'Purchases from public': sum(ofType('PP').map(({ paise }) => paise)),
      'Purchases in bulk': sum(ofType('PB').map(({ paise }) => paise)),
      'Sales to public, notes': sum(ofType('SP').map(({ paise, cardPaise }) => paise - cardPaise)),
      'Sales to public, cards': sum(ofType('SP').map(({ cardPaise }) => cardPaise)),
      'Sales in bulk': sum(ofType('SB').map(({ paise }) => paise)),
    };
    const business = new Map(
      (tablesOf(String(filled.html)).get('Business MIS') ?? []).map(([words = '', amount]) => [
        words,
        amount,
      ]),
    );
    const typesOf: Readonly<Record<string, string>> = {
      'Purchases from public': 'PP',
      'Purchases in bulk': 'PB',
      'Sales in bulk': 'SB',
    };
    for (const [words, paise] of Object.entries(amounts))
      expect(business.get(words), `${name}: ${words}`).toBe(
        isKnown(typesOf[words] ?? 'SP') ? shown(Math.floor(paise / 100 + 0.5)) : '–',
      );
  }
});
