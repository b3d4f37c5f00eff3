import type { FlashReport } from '#contract/flash/transactions.ts';
import type { IsoDate } from '#domain/dates.ts';
import { LINE_WORDS } from '#domain/flash/codes.ts';
import { formatAmount } from '#domain/numbers.ts';
import {
  drawFacts,
  drawHeading,
  drawLetterhead,
  drawSignatures,
  drawSmallPrint,
  drawTable,
  drawTitle,
  type Column,
  type Letterhead,
} from '#server/platform/pdf/parts.ts';
import { makePdf, type Sheet } from '#server/platform/pdf/sheet.ts';

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

function drawSection(
  sheet: Sheet,
  heading: string,
  columns: readonly Column[],
  rows: readonly { readonly cells: readonly string[]; readonly isMarked: boolean }[],
  empty: string,
): void {
  drawHeading(sheet, heading, TABLE_BEGINS);
  if (rows.length === 0) drawSmallPrint(sheet, [empty]);
  else
    drawTable(
      sheet,
      columns,
      rows.map(({ cells }) => cells),
      { ...LOOK, lookOf: (row) => (rows[row]?.isMarked === true ? 'mark' : '') },
    );
  sheet.y += 14;
}

/** The report as a paper. An open audit is a draft. The same report is the same file each time. */
export function reportPdf(
  { header, currencydata, trndata }: FlashReport,
  letterhead: Letterhead,
  day: IsoDate,
): Promise<Buffer> {
  const under = `${header.entityname} (${header.branch}), ${header.date}`;
  const isDraft = header.status !== 'C';
  return makePdf(
    {
      title: `${TITLE}, ${under}`,
      id: under,
      author: letterhead.company.name,
      madeAt: new Date(`${day}T00:00:00Z`),
      footer: `${letterhead.company.name} · ${TITLE} · ${under}`,
      ...(isDraft ? { across: 'DRAFT' } : {}),
    },
    (sheet) => {
      drawLetterhead(sheet, letterhead);
      drawTitle(sheet, { title: TITLE, under, facts: [], stamp: header.statusnm });
      drawFacts(sheet, [
        { label: 'Date', value: header.date },
        { label: 'Auditor', value: header.auditor },
        { label: 'Cashier', value: header.cashier },
        { label: 'Remark', value: header.remark },
      ]);
      sheet.y += 8;
      drawSection(
        sheet,
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
      );
      drawSection(
        sheet,
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
      );
      drawSignatures(sheet, [
        { who: header.auditor, label: 'Auditor' },
        { who: header.cashier, label: 'Cashier' },
      ]);
    },
  );
}
