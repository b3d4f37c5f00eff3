import { dateInIndia, formatDate, formatTime } from '../dates.ts';
import { exact, isZero, subtractExact } from '../money.ts';
import { formatAmount, shortDecimal } from '../numbers.ts';
import {
  ANSWER_WORDS,
  LINE_WORDS,
  type AnswerStatus,
  type DiscrepancyKind,
  type LineStatus,
} from './codes.ts';
import { countedInWords, isCounted } from './counted.ts';

/**
 * The report of a flash audit as a paper: what stands where, in words and figures. The screen and the PDF draw the same
 * paper, so that they cannot differ.
 */

interface ReportHeader {
  readonly branchName: string;
  readonly branch: string;
  readonly date: string;
  readonly auditor: string;
  readonly cashier: string;
  readonly status: string;
  readonly statusName: string;
  readonly remark: string;
  /** ISO, empty if the books were not loaded. */
  readonly filledAt: string;
  readonly filledBy: string;
  /** dd/MM/yyyy, empty while the audit is open. */
  readonly closedOn: string;
}
interface ReportCurrency {
  readonly srno: number;
  readonly isd: string;
  readonly isdName: string;
  readonly reportValue: string;
  readonly actualValue: string;
  readonly difference: string;
  readonly status: LineStatus;
  readonly answerStatus: AnswerStatus;
  readonly inVault: string;
  readonly withExecutives: string;
  readonly inTransit: string;
  readonly faces: number;
}
interface ReportTransaction {
  readonly srno: number;
  readonly saleType: string;
  readonly saleTypeName: string;
  readonly number: string;
  readonly date: string;
  readonly document: string;
  readonly status: LineStatus;
  readonly answerStatus: AnswerStatus;
}
interface ReportFace {
  readonly currency: number;
  readonly denomination: string;
  readonly quantity: number;
  readonly total: string;
}
interface ReportAnswer {
  readonly kind: DiscrepancyKind;
  /** The currency or the transaction. */
  readonly line: number;
  readonly remark: string;
  readonly filename: string;
  readonly by: string;
  /** ISO. */
  readonly at: string;
}
export interface ReportContent {
  readonly header: ReportHeader;
  readonly currencies: readonly ReportCurrency[];
  readonly transactions: readonly ReportTransaction[];
  readonly denominations: readonly ReportFace[];
  readonly answers: readonly ReportAnswer[];
}

export interface PaperColumn {
  readonly head: string;
  /** The share of the width. */
  readonly share: number;
  readonly isFigure?: true;
  readonly isStrong?: true;
  /** Strong in rows that stand out. */
  readonly isMarked?: true;
}
export interface PaperRow {
  readonly cells: readonly string[];
  readonly look: 'mark' | 'sum' | '';
}
export interface PaperTable {
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly PaperRow[];
}
export interface PaperSection extends PaperTable {
  readonly title: string;
  /** Small, at the right of the title. */
  readonly note: string;
  /** Said instead of a table without rows. */
  readonly empty: string;
}
export interface FacesTable extends PaperTable {
  readonly isd: string;
  readonly caption: string;
}
export interface FlashPaper {
  readonly title: string;
  readonly under: string;
  readonly isDraft: boolean;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly books: PaperSection;
  /** What the figures leave open, in sentences. */
  readonly remarks: readonly string[];
  readonly faces: {
    readonly title: string;
    readonly note: string;
    readonly empty: string;
    readonly tables: readonly FacesTable[];
    /** How many stand side by side. */
    readonly beside: number;
  };
  readonly answers: PaperSection;
  readonly transactions: PaperSection;
  readonly signatures: readonly { readonly who: string; readonly label: string }[];
}

/** 14/11/2026 10:05 in India. */
const momentOf = (iso: string): string => {
  const instant = Date.parse(iso);
  return `${formatDate(dateInIndia(instant))} ${formatTime(instant)}`;
};

const held = (amount: string): string => (amount === '' ? '' : formatAmount(amount));

/** What of a difference the notes in transit do not explain: 50.00 short, 550.00 over. Empty if nothing was counted. */
export function leftWords(line: ReportCurrency): string {
  if (!isCounted(line)) return '';
  const transit = line.inTransit === '' ? '0' : line.inTransit;
  const left = subtractExact(exact(line.difference), exact(transit));
  if (isZero(left)) return formatAmount(left);
  return `${formatAmount(left.replace('-', ''))} ${left.startsWith('-') ? 'over' : 'short'}`;
}

const markOf = (status: LineStatus) => (status === 'D' ? 'mark' : '');

const booksOf = ({ header, currencies }: ReportContent): PaperSection => ({
  title: 'Books against count',
  note: `${
    header.filledAt === ''
      ? ''
      : `Books ${header.filledBy === 'fetch' ? 'fetched' : 'uploaded'} ${momentOf(header.filledAt)} IST. `
  }Left = report value − actual value − transit.`,
  empty: 'No currencies.',
  columns: [
    { head: 'Isd', share: 30, isStrong: true },
    { head: 'Name', share: 74 },
    { head: 'Vault', share: 62, isFigure: true },
    { head: 'Exec.', share: 48, isFigure: true },
    { head: 'Transit', share: 48, isFigure: true },
    { head: 'Report Value', share: 66, isFigure: true, isStrong: true },
    { head: 'Actual Value', share: 66, isFigure: true, isStrong: true },
    { head: 'Difference', share: 56, isFigure: true },
    { head: 'Left', share: 82, isFigure: true, isMarked: true },
    { head: 'Status', share: 60, isMarked: true },
  ],
  rows: currencies.map((line) => ({
    cells: [
      line.isd,
      line.isdName,
      held(line.inVault),
      held(line.withExecutives),
      held(line.inTransit),
      formatAmount(line.reportValue),
      countedInWords(line).actual,
      countedInWords(line).difference,
      leftWords(line),
      LINE_WORDS[line.status],
    ],
    look: markOf(line.status),
  })),
});

function remarksOf({ header, currencies }: ReportContent): readonly string[] {
  const uncounted = currencies.filter((line) => !isCounted(line)).map(({ isd }) => isd);
  const moving = currencies.filter(({ inTransit: transit }) => transit !== '' && !isZero(exact(transit)));
  return [
    uncounted.length === 0 ? '' : `Not counted: ${uncounted.join(', ')}. No difference is stated.`,
    moving.length === 0
      ? ''
      : `In transit, on the books but not at the branch: ${moving
          .map(({ isd, inTransit: transit }) => `${isd} ${formatAmount(transit)}`)
          .join(', ')}.`,
    header.remark === '' ? '' : `Remark: ${header.remark}`,
  ].filter((sentence) => sentence !== '');
}

const FACES: readonly PaperColumn[] = [
  { head: 'Face', share: 27, isFigure: true },
  { head: 'Quantity', share: 36, isFigure: true },
  { head: 'Total', share: 48, isFigure: true },
];
/** Up to this many currencies stand three in a row, more of them four, so that one page is enough. */
const FEW_CURRENCIES = 6;

function facesOf({ currencies, denominations }: ReportContent): FlashPaper['faces'] {
  const byLine = Map.groupBy(denominations, ({ currency }) => currency);
  const tables = currencies.filter(isCounted).map((line): FacesTable => ({
    isd: line.isd,
    caption: `${line.isd} ${line.isdName}`,
    columns: FACES,
    rows: [
      ...(byLine.get(line.srno) ?? []).map(({ denomination, quantity, total }) => ({
        cells: [shortDecimal(denomination), String(quantity), formatAmount(total)],
        look: '' as const,
      })),
      { cells: ['', 'Counted', formatAmount(line.actualValue)], look: 'sum' },
    ],
  }));
  return {
    title: 'Faces and quantities',
    note: tables.length === 0 ? '' : `${tables.length} of ${currencies.length} currencies counted`,
    empty: 'Nothing was counted.',
    tables,
    beside: tables.length <= FEW_CURRENCIES ? 3 : 4,
  };
}

/** A discrepancy with what the branch has said about it. */
interface Discrepancy {
  readonly kind: DiscrepancyKind;
  readonly srno: number;
  readonly about: string;
  readonly status: AnswerStatus;
}
const discrepanciesOf = ({ currencies, transactions }: ReportContent): readonly Discrepancy[] => [
  ...currencies
    .filter(({ status }) => status === 'D')
    .map((line) => ({
      kind: 'C' as const,
      srno: line.srno,
      about: `${line.isd} ${leftWords(line) === '' ? 'not counted' : leftWords(line)}`,
      status: line.answerStatus,
    })),
  ...transactions
    .filter(({ status }) => status === 'D')
    .map((line) => ({
      kind: 'T' as const,
      srno: line.srno,
      about: `${line.saleType} ${line.number}`,
      status: line.answerStatus,
    })),
];

function answersOf(content: ReportContent): PaperSection {
  const rows = discrepanciesOf(content).flatMap(({ kind, srno, about, status }): PaperRow[] => {
    const said = content.answers.filter((answer) => answer.kind === kind && answer.line === srno);
    const look = status === 'O' ? '' : 'mark';
    if (said.length === 0) return [{ cells: [about, 'No answer.', '', ANSWER_WORDS[status]], look }];
    return said.map(({ remark, filename, by, at }, index) => ({
      cells: [
        index === 0 ? about : '',
        filename === '' ? remark : `${remark} (${filename})`,
        `${by} ${momentOf(at)}`,
        index === 0 ? ANSWER_WORDS[status] : '',
      ],
      look,
    }));
  });
  return {
    title: 'Answers of the branch',
    note: '',
    empty: 'No discrepancies.',
    columns: [
      { head: 'About', share: 84, isStrong: true },
      { head: 'Answer', share: 226 },
      { head: 'By', share: 130 },
      { head: 'Status', share: 58, isMarked: true },
    ],
    rows,
  };
}

const transactionsOf = ({ transactions }: ReportContent): PaperSection => ({
  title: 'Transactions seen',
  note: '',
  empty: 'No transactions.',
  columns: [
    { head: 'Sale Type', share: 110 },
    { head: 'Transaction No', share: 80, isStrong: true },
    { head: 'Date', share: 70 },
    { head: 'Missing document', share: 180, isMarked: true },
    { head: 'Status', share: 58, isMarked: true },
  ],
  rows: transactions.map((line) => ({
    cells: [
      line.saleTypeName,
      line.number,
      line.date,
      line.document === '' ? 'none' : line.document,
      LINE_WORDS[line.status],
    ],
    look: markOf(line.status),
  })),
});

export function flashPaper(content: ReportContent): FlashPaper {
  const { header } = content;
  return {
    title: 'Flash Audit Report',
    under: `${header.branchName} (${header.branch}), ${header.date}`,
    isDraft: header.status !== 'C',
    facts: [
      { label: 'Status', value: `${header.statusName} ${header.closedOn}`.trim() },
      { label: 'Auditor', value: header.auditor },
      { label: 'Cashier', value: header.cashier },
    ],
    books: booksOf(content),
    remarks: remarksOf(content),
    faces: facesOf(content),
    answers: answersOf(content),
    transactions: transactionsOf(content),
    signatures: [
      { who: header.auditor, label: 'Auditor' },
      { who: header.cashier, label: 'Cashier' },
      { who: '', label: 'Branch manager' },
    ],
  };
}
