import { deviation, increaseOf } from '#domain/audit/report.ts';
import { formatDecimal } from '#domain/numbers.ts';
import type { Column, Fact, RowLook, Signature } from '#server/platform/pdf/description.ts';
import type {
  BusinessFact,
  ChecklistFact,
  CountFact,
  PartyFact,
  ReportFacts,
  SummaryFact,
} from './report.present.ts';

/** The report of an audit as sections of tables, for the page and for the paper alike. */

interface ReportRow {
  readonly cells: readonly string[];
  readonly look: RowLook;
}

export interface ReportTable {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly ReportRow[];
}

export interface ReportSection {
  readonly heading: string;
  readonly note: string;
  readonly tables: readonly ReportTable[];
  /** Whether its tables are small and stand side by side. */
  readonly isBeside: boolean;
  /** What is said instead of tables. */
  readonly empty: string;
}

export interface ReportModel {
  readonly title: string;
  readonly under: string;
  /** Draft, or that and when the audit was closed. */
  readonly stamp: string;
  readonly isDraft: boolean;
  readonly facts: readonly Fact[];
  readonly sections: readonly ReportSection[];
  readonly signatures: readonly Signature[];
}

const section = (
  heading: string,
  tables: readonly ReportTable[],
  more: Partial<Pick<ReportSection, 'note' | 'isBeside' | 'empty'>> = {},
): ReportSection => ({ heading, tables, note: '', isBeside: false, empty: '', ...more });

const ANSWERS = { Y: 'Yes', N: 'No', S: '–' } as const;
const LOOKS = { Y: '', N: 'mark', S: '' } as const satisfies Record<string, RowLook>;

function checklist(heading: string, rows: readonly ChecklistFact[]): ReportSection {
  const asked = rows.filter(({ isHeading }) => !isHeading);
  const given = (answer: string) => asked.filter((row) => row.answer === answer).length;
  const [yes, no] = [given('Y'), given('N')];
  return section(
    heading,
    [
      {
        caption: '',
        columns: [
          { head: 'NO', share: 6, isFigure: true },
          { head: 'PARTICULARS', share: 46 },
          { head: 'ANSWER', share: 12, isMarked: true },
          { head: 'OBSERVATION', share: 40 },
        ],
        rows: rows.map(({ no: number, words, isHeading, answer, observation }) =>
          isHeading
            ? { cells: ['', words, '', ''], look: 'part' }
            : { cells: [String(number), words, ANSWERS[answer], observation], look: LOOKS[answer] },
        ),
      },
    ],
    { note: `${yes + no} of ${asked.length} answered: ${yes} Yes, ${no} No` },
  );
}

const count = (value: number): string => formatDecimal(String(value), 0);
const countOrDash = (value: number | null): string => (value === null ? '–' : count(value));
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

function deviations(caption: string, rows: readonly CountFact[]): ReportTable {
  const line = ({ words, transactions, discrepancies }: CountFact, look: RowLook): ReportRow => ({
    cells: [words, count(transactions), count(discrepancies), deviation(transactions, discrepancies)],
    look,
  });
  const total: CountFact = {
    words: 'Total',
    transactions: sum(rows, ({ transactions }) => transactions),
    discrepancies: sum(rows, ({ discrepancies }) => discrepancies),
  };
  return {
    caption,
    columns: [
      { head: 'KIND', share: 40 },
      { head: 'TRANS.', share: 23, isFigure: true },
      { head: 'DISCR.', share: 22, isFigure: true },
      { head: 'DEV.', share: 20, isFigure: true, isStrong: true },
    ],
    rows: [...rows.map((row) => line(row, '')), line(total, 'sum')],
  };
}

const parties = (caption: string, rows: readonly PartyFact[]): ReportTable => ({
  caption,
  columns: [
    { head: 'NO', share: 6, isFigure: true },
    { head: 'PARTY', share: 26 },
    { head: 'DOCUMENT', share: 20 },
    { head: 'DISCREPANCY', share: 40 },
    { head: 'STATUS', share: 12 },
  ],
  rows: rows.map(({ party, document, words, status }, at) => ({
    cells: [String(at + 1), party, document, words, status],
    look: '',
  })),
});

function summary(rows: readonly SummaryFact[]): ReportSection {
  const known = (values: readonly (number | null)[]): number | null =>
    values.every((value) => value === null) ? null : sum(values, (value) => value ?? 0);
  return section('Summary of discrepancies', [
    {
      caption: '',
      columns: [
        { head: 'KIND', share: 40 },
        { head: 'THIS MONTH', share: 20, isFigure: true },
        { head: 'LAST MONTH', share: 20, isFigure: true },
        { head: 'OF THESE COMPLIED', share: 20, isFigure: true },
      ],
      rows: [
        ...rows.map((row): ReportRow => ({
          cells: [row.words, count(row.discrepancies), countOrDash(row.lastMonth), countOrDash(row.complied)],
          look: '',
        })),
        {
          cells: [
            'Total',
            count(sum(rows, ({ discrepancies }) => discrepancies)),
            countOrDash(known(rows.map(({ lastMonth }) => lastMonth))),
            countOrDash(known(rows.map(({ complied }) => complied))),
          ],
          look: 'sum',
        },
      ],
    },
  ]);
}

const rupeesOrDash = (amount: string | null): string => (amount === null ? '–' : formatDecimal(amount, 0));

function business(rows: readonly BusinessFact[], { month, lastMonth }: ReportFacts): ReportSection {
  return section('Business MIS', [
    {
      caption: '',
      columns: [
        { head: 'PARTICULARS', share: 30 },
        { head: `${month.toUpperCase()} (₹)`, share: 22, isFigure: true },
        { head: `${lastMonth.toUpperCase()} (₹)`, share: 22, isFigure: true },
        { head: 'INCREASE / DECREASE (₹)', share: 24, isFigure: true },
        { head: 'CHANGE', share: 14, isFigure: true },
      ],
      rows: rows.map(({ words, thisMonth, lastMonth: before }) => {
        const increase = increaseOf(thisMonth, before);
        const sign = (text: string) => (text.startsWith('-') || /^[0.]*$/.test(text) ? text : `+${text}`);
        return {
          cells: [
            words,
            rupeesOrDash(thisMonth),
            rupeesOrDash(before),
            increase === null ? '–' : sign(formatDecimal(String(increase.amount), 0)),
            increase === null || increase.percent === null ? '–' : `${sign(increase.percent)} %`,
          ],
          look: '',
        };
      }),
    },
  ]);
}

const TITLE = 'Monthly Concurrent Audit Report';

/** The sections in the order in which they are printed. `closedOn` is empty for an open audit, whose report is a draft. */
export function reportModel(facts: ReportFacts, closedOn: string): ReportModel {
  const isDraft = closedOn === '';
  const gaps = [
    ...(facts.corporates.length > 0 ? [parties('Corporates', facts.corporates)] : []),
    ...(facts.dealers.length > 0 ? [parties('Authorised dealers', facts.dealers)] : []),
    ...(facts.franchisees.length > 0 ? [parties('Franchisees', facts.franchisees)] : []),
  ];
  return {
    title: TITLE,
    under: `${facts.branchName}, ${facts.month}`,
    stamp: isDraft ? 'Draft' : `Closed ${closedOn}`,
    isDraft,
    facts: [
      { label: 'Branch', value: `${facts.branch} ${facts.branchName}` },
      { label: 'Month', value: facts.month },
      { label: 'Date', value: facts.date },
      { label: 'Auditor', value: facts.auditor },
      { label: 'Cashier', value: facts.cashier },
      { label: 'Branch manager', value: facts.manager },
    ],
    sections: [
      checklist('I. RBI compliance', facts.rbi),
      section(
        'Schedule I. KYC, AML and CFT deviations',
        [
          deviations('Purchases', facts.purchases),
          deviations('Sales', facts.sales),
          deviations('MTSS', facts.transfers),
        ],
        { note: 'Deviation = discrepancies ÷ transactions, whole per cent', isBeside: true },
      ),
      section('Schedule II. KYC gaps of corporates and authorised dealers', gaps, {
        empty: 'No open discrepancy.',
      }),
      summary(facts.summary),
      checklist('II. Operational compliance', facts.operational),
      business(facts.business, facts),
    ],
    signatures: [
      { who: facts.auditor, label: 'Auditor' },
      { who: facts.cashier, label: 'Cashier' },
      { who: facts.manager, label: 'Branch manager' },
    ],
  };
}
