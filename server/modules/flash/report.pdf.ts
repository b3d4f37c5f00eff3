import type { FlashReport } from '#contract/flash/transactions.ts';
import type { IsoDate } from '#domain/dates.ts';
import { LINE_WORDS } from '#domain/flash/codes.ts';
import { formatAmount } from '#domain/numbers.ts';
import type { Column, Letterhead, PdfDescription, PdfPart } from '#server/platform/pdf/description.ts';

const TITLE = 'Flash Audit Report';
const LOOK = { size: 8.5, padding: 5 } as const;
/** The height of a table head and two rows. */
const TABLE_BEGINS = 57;

const CURRENCIES: readonly Column[] = [
  { head: 'Currency', share: 13, isStrong: true },
  { head: 'Name', share: 27 },
  { head: 'Report Value', share: 20, isFigure: true },
  { head: 'Actual Value', share: 20, isFigure: true },
  { head: 'Difference', share: 18, isFigure: true, isMarked: true },
  { head: 'Status', share: 16 },
];
const TRANSACTIONS: readonly Column[] = [
  { head: 'Sale Type', share: 26 },
  { head: 'Transaction No', share: 18, isStrong: true },
  { head: 'Date', share: 14 },
  { head: 'Missing document', share: 32 },
  { head: 'Status', share: 16 },
];

function sectionOf(
  words: string,
  columns: readonly Column[],
  rows: readonly { readonly cells: readonly string[]; readonly isMarked: boolean }[],
  empty: string,
): readonly PdfPart[] {
  return [
    { part: 'heading', words, keepWith: TABLE_BEGINS },
    rows.length === 0
      ? { part: 'smallPrint', paragraphs: [empty] }
      : {
          part: 'table',
          columns,
          rows: rows.map(({ cells }) => cells),
          look: { ...LOOK, rows: rows.map(({ isMarked }) => (isMarked ? 'mark' : '')) },
        },
    { part: 'space', height: 14 },
  ];
}

/** The report as a paper. An open audit is a draft. The same report is the same file each time. */
export function describeReport(
  { header, currencydata, trndata }: FlashReport,
  letterhead: Letterhead,
  day: IsoDate,
): PdfDescription {
  const under = `${header.entityname} (${header.branch}), ${header.date}`;
  const isDraft = header.status !== 'C';
  return {
    title: `${TITLE}, ${under}`,
    id: under,
    author: letterhead.company.name,
    madeAt: new Date(`${day}T00:00:00Z`),
    footer: `${letterhead.company.name} · ${TITLE} · ${under}`,
    ...(isDraft ? { across: 'DRAFT' } : {}),
    parts: [
      { part: 'letterhead', ...letterhead },
      { part: 'title', title: TITLE, under, facts: [], stamp: header.statusnm },
      {
        part: 'facts',
        facts: [
          { label: 'Date', value: header.date },
          { label: 'Auditor', value: header.auditor },
          { label: 'Cashier', value: header.cashier },
          { label: 'Remark', value: header.remark },
        ],
      },
      { part: 'space', height: 8 },
      ...sectionOf(
        'Currencies',
        CURRENCIES,
        currencydata.map((line) => ({
          cells: [
            line.isd,
            line.isd_name,
            formatAmount(line.afc_reportvalue),
            formatAmount(line.afc_actualvalue),
            formatAmount(line.afc_valuediff),
            LINE_WORDS[line.afc_status],
          ],
          isMarked: line.afc_status === 'D',
        })),
        'No currencies.',
      ),
      ...sectionOf(
        'Transactions',
        TRANSACTIONS,
        trndata.map((line) => ({
          cells: [
            line.trn_saletypenm,
            line.trn_transactionnum,
            line.trn_date,
            line.docname,
            LINE_WORDS[line.trn_status],
          ],
          isMarked: line.trn_status === 'D',
        })),
        'No transactions.',
      ),
      {
        part: 'signatures',
        signatures: [
          { who: header.auditor, label: 'Auditor' },
          { who: header.cashier, label: 'Cashier' },
        ],
      },
    ],
  };
}
