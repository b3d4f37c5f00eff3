import { DISCREPANCY_WORDS } from '#domain/audit/codes.ts';
import { deviation, increaseOf, NOT_COUNTED, totalCount } from '#domain/audit/report.ts';
import { formatDecimal } from '#domain/numbers.ts';
import type { Column, Fact, RowLook, Signature } from '#server/platform/pdf/description.ts';
import type {
  BusinessFact,
  ChecklistFact,
  CountFact,
  FindingFact,
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
  /** What is said under its tables. */
  readonly under: string;
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
  /** Stands on one page with the signatures. */
  readonly last: ReportSection;
  readonly signatures: readonly Signature[];
  /** What follows on a page of its own; null without findings. */
  readonly annexure: ReportSection | null;
}

const section = (
  heading: string,
  tables: readonly ReportTable[],
  more: Partial<Pick<ReportSection, 'note' | 'under' | 'isBeside' | 'empty'>> = {},
): ReportSection => ({ heading, tables, note: '', under: '', isBeside: false, empty: '', ...more });

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
          { head: 'ANSWER', share: 11, isMarked: true },
          { head: 'OBSERVATION', share: 41 },
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

/** Nothing was counted and nothing found, so the row would say nothing. */
const isNothing = ({ transactions, discrepancies }: CountFact): boolean =>
  (transactions === 0 || transactions === null) && discrepancies === 0;

/** How many kinds the tables leave out because nothing was dealt in them. */
function leftOut(lists: readonly (readonly CountFact[])[]): string {
  const none = lists.flat().filter((row) => isNothing(row) && row.transactions === 0).length;
  return none === 0 ? '' : `${none} ${none === 1 ? 'kind' : 'kinds'} without transactions. `;
}

/** Kinds without transactions are left out; kinds that were never counted only if that is said of all of them. */
function deviations(caption: string, rows: readonly CountFact[]): ReportTable {
  const isUncounted = rows.every((row) => row.transactions === null && isNothing(row));
  const shown = rows.filter((row) => !isNothing(row) || (row.transactions === null && !isUncounted));
  const line = ({ words, transactions, discrepancies }: CountFact, look: RowLook): ReportRow => ({
    cells: [
      words,
      transactions === null ? NOT_COUNTED : count(transactions),
      count(discrepancies),
      deviation(transactions, discrepancies),
    ],
    look,
  });
  const total: CountFact = {
    words: 'Total',
    transactions: totalCount(rows.map(({ transactions }) => transactions)),
    discrepancies: sum(rows, ({ discrepancies }) => discrepancies),
  };
  return {
    caption,
    columns: [
      { head: 'KIND', share: 33 },
      { head: 'TRANS.', share: 35, isFigure: true },
      { head: 'DISCR.', share: 20, isFigure: true },
      { head: 'DEV.', share: 17, isFigure: true, isStrong: true },
    ],
    rows: [...shown.map((row) => line(row, '')), line(total, 'sum')],
  };
}

/** What is open against the files of parties, in one table. */
function parties({ corporates, dealers, franchisees }: ReportFacts): readonly ReportTable[] {
  const rows = [
    ...corporates.map((fact) => ({ kind: 'Corporate', fact })),
    ...dealers.map((fact) => ({ kind: 'Authorised dealer', fact })),
    ...franchisees.map((fact) => ({ kind: 'Franchisee', fact })),
  ];
  if (rows.length === 0) return [];
  return [
    {
      caption: '',
      columns: [
        { head: 'NO', share: 6, isFigure: true },
        { head: 'KIND', share: 17 },
        { head: 'PARTY', share: 23 },
        { head: 'DOCUMENT', share: 18 },
        { head: 'DISCREPANCY', share: 34 },
        { head: 'STATUS', share: 11 },
      ],
      rows: rows.map(({ kind, fact: { party, document, words, status } }, at) => ({
        cells: [String(at + 1), kind, party, document, words, status],
        look: '',
      })),
    },
  ];
}

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
        { head: 'PARTICULARS', share: 28 },
        { head: `${month.toUpperCase()} (₹)`, share: 22, isFigure: true },
        { head: `${lastMonth.toUpperCase()} (₹)`, share: 22, isFigure: true },
        { head: 'INCREASE / DECREASE (₹)', share: 27, isFigure: true },
        { head: 'CHANGE', share: 13, isFigure: true },
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

function declarationOf({ month, findings }: ReportFacts): string {
  const seen = `We have seen the registers, the notes and the papers of the branch for ${month}.`;
  // A report that was closed before there was an annexure does not say what was recorded.
  if (findings === undefined) return seen;
  return `${seen} ${findings.length === 0 ? 'No discrepancy was recorded.' : 'The discrepancies are listed in Annexure A.'}`;
}

function annexureOf(findings: readonly FindingFact[]): ReportSection | null {
  if (findings.length === 0) return null;
  const states = Object.values(DISCREPANCY_WORDS).map(
    (word) => `${count(findings.filter(({ status }) => status === word).length)} ${word}`,
  );
  return section(
    'Annexure A. Discrepancies of this audit',
    [
      {
        caption: '',
        columns: [
          { head: 'NUMBER', share: 12 },
          { head: 'DATE', share: 13 },
          { head: 'KIND OR PARTY', share: 19 },
          { head: 'DISCREPANCY', share: 29 },
          { head: 'LAST REMARK', share: 25 },
          { head: 'STATUS', share: 11, isStrong: true },
        ],
        rows: findings.map(({ number, date, of, words, remark, status }) => ({
          cells: [number, date, of, words, remark === '' ? 'None' : remark, status],
          look: '',
        })),
      },
    ],
    { note: `${count(findings.length)} in all: ${states.join(', ')}` },
  );
}

const TITLE = 'Monthly Concurrent Audit Report';

/** The sections in the order in which they are printed. `closedOn` is empty for an open audit, whose report is a draft. */
export function reportModel(facts: ReportFacts, closedOn: string): ReportModel {
  const isDraft = closedOn === '';
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
        {
          note: `${leftOut([facts.purchases, facts.sales, facts.transfers])}Deviation = discrepancies ÷ transactions`,
          isBeside: true,
        },
      ),
      section('Schedule II. KYC gaps of corporates and authorised dealers', parties(facts), {
        empty: 'No open discrepancy.',
      }),
      summary(facts.summary),
      checklist('II. Operational compliance', facts.operational),
    ],
    last: { ...business(facts.business, facts), under: declarationOf(facts) },
    signatures: [
      { who: facts.auditor, label: 'Auditor' },
      { who: facts.cashier, label: 'Cashier' },
      { who: facts.manager, label: 'Branch manager' },
    ],
    annexure: annexureOf(facts.findings ?? []),
  };
}
