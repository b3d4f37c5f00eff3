import { financialYearOf, formatDate, formatFinancialYear } from '#domain/dates.ts';
import { isZero, NO_RUPEES, subtractRupees, type Exact, type Rupees } from '#domain/money.ts';
import { formatAmount, formatDecimal, formatRupees } from '#domain/numbers.ts';
import { shownRate } from '#domain/rates/card.ts';
import { ID_TYPES, isPublic, isSale, PAYMENT_TYPES, PRODUCTS, takesTcs } from '#domain/requests/codes.ts';
import { keptIdNumber } from '#domain/requests/identity.ts';
import {
  CERTIFICATE_NOTES,
  CERTIFIED,
  DECLARATIONS,
  DRAFT_MARK,
  PAPERS,
  PAPERS_OF,
  reprintMark,
  type PaperKind,
} from '#domain/requests/papers.ts';
import { rupeesInWords } from '#domain/words.ts';
import {
  SIGNATURES_HEIGHT,
  type Column,
  type PdfDescription,
  type PdfPart,
  type Total,
} from '#server/platform/pdf/description.ts';
import { mustTally, type Paper } from './paper.ts';

/** All quantities have as many decimal places as the longest of them, so that they align. */
const placesOf = (number: Exact): number => number.split('.')[1]?.length ?? 0;
/** Papers with more lines than this have narrow rows. */
const ROOMY_LINES = 5;

const LINE_COLUMNS: readonly Column[] = [
  { head: 'NO', share: 6 },
  { head: 'PRODUCT', share: 12 },
  { head: 'CURRENCY', share: 30 },
  { head: 'QUANTITY', share: 16, isFigure: true },
  { head: 'RATE (₹)', share: 16, isFigure: true },
  { head: 'AMOUNT (₹)', share: 20, isFigure: true },
];

const PAYMENT_COLUMNS: readonly Column[] = [
  { head: 'BY', share: 20 },
  { head: 'BANK', share: 28 },
  { head: 'REFERENCE', share: 26 },
  { head: 'DATE', share: 14 },
  { head: 'AMOUNT (₹)', share: 20, isFigure: true },
];

function customerOf({ type, customer, branch }: Paper): readonly PdfPart[] {
  const { idType } = customer;
  return [
    {
      part: 'facts',
      facts: [
        { label: isPublic(type) ? 'Traveller' : 'Entity', value: customer.name },
        { label: 'Branch', value: [branch.name, branch.address].filter(Boolean).join('\n') },
      ],
      columns: 2,
    },
    {
      part: 'facts',
      facts: [
        {
          label: idType === '' ? '' : ID_TYPES[idType],
          value: idType === '' ? '' : keptIdNumber(idType, customer.idNumber),
        },
        { label: 'PAN', value: customer.pan },
        { label: 'Nationality', value: customer.nationality },
        { label: 'Purpose', value: customer.purpose },
        { label: 'Destination', value: customer.destination },
        { label: 'Mobile', value: customer.mobile },
      ],
    },
    {
      part: 'facts',
      facts: [{ label: 'Address', value: [customer.address, customer.state].filter(Boolean).join(', ') }],
      columns: 1,
    },
    { part: 'space', height: 4 },
  ];
}

function linesOf({ lines }: Paper): PdfPart {
  const quantityPlaces = Math.max(...lines.map(({ quantity }) => placesOf(quantity)));
  return {
    part: 'table',
    columns: LINE_COLUMNS,
    rows: lines.map(({ product, isd, currencyName, quantity, rate, ratePlaces, amount }, index) => [
      String(index + 1),
      PRODUCTS[product],
      `${isd} ${currencyName}`,
      formatDecimal(quantity, quantityPlaces),
      shownRate(isd, rate, ratePlaces),
      formatAmount(amount),
    ]),
    look: { padding: lines.length > ROOMY_LINES ? 3 : 6 },
  };
}

/** From the forex total to the grand total. Deductions of a purchase have a minus sign. */
function totalsOf({ type, totals, scheme }: Paper): Total[] {
  const sale = isSale(type);
  const charge = (amount: Rupees) => formatRupees(sale ? amount : subtractRupees(NO_RUPEES, amount));
  const { fee, addedCharges } = totals;
  return [
    { label: 'Forex total', amount: formatRupees(totals.forexTotal) },
    {
      label: 'Service charge',
      ...(isZero(addedCharges)
        ? {}
        : { note: `Fee ${formatRupees(fee)} and other charges ${formatRupees(addedCharges)}` }),
      amount: charge(totals.otherCharges),
    },
    { label: `GST ${scheme.gst.percent} %`, note: scheme.name, amount: charge(totals.gst) },
    ...(takesTcs(type) ? [{ label: 'TCS', amount: charge(totals.tcs) }] : []),
    { label: 'Round-off', amount: formatRupees(totals.roundOff) },
    { label: 'Grand total', amount: formatRupees(totals.grandTotal), isGrand: true },
  ];
}

/** The height of the table head and one payment row. */
const PAYMENTS_BEGIN = 57;

function paymentsOf({ type, payments }: Paper): readonly PdfPart[] {
  if (payments.length === 0) return [];
  return [
    {
      part: 'heading',
      words: `${isSale(type) ? 'Payments received' : 'Payments made'}${payments.some(({ isAgreed }) => isAgreed) ? ' and agreed' : ''}`,
      keepWith: PAYMENTS_BEGIN,
    },
    {
      part: 'table',
      columns: PAYMENT_COLUMNS,
      rows: payments.map(({ payType, bankName, reference, date, amount }) => [
        PAYMENT_TYPES[payType],
        bankName,
        reference,
        date === null ? '' : formatDate(date),
        formatAmount(amount),
      ]),
      look: { size: 8.5, padding: 5 },
    },
    { part: 'space', height: 10 },
  ];
}

const memoParts = (paper: Paper): readonly PdfPart[] => [
  ...customerOf(paper),
  linesOf(paper),
  {
    part: 'totals',
    totals: totalsOf(paper),
    beside: { label: 'Grand total in words', value: rupeesInWords(paper.totals.grandTotal) },
  },
  ...paymentsOf(paper),
  {
    part: 'smallPrint',
    paragraphs: DECLARATIONS[paper.type],
    heading: 'Declaration',
    keepWith: SIGNATURES_HEIGHT,
  },
  {
    part: 'signatures',
    signatures: [
      { who: '', label: 'Signature of the customer' },
      { who: '', label: paper.preparedBy === '' ? 'Prepared by' : `Prepared by ${paper.preparedBy}` },
      { who: `For ${paper.letterhead.company.name}`, label: 'Authorised signatory' },
    ],
  },
];

const certificateParts = (paper: Paper): readonly PdfPart[] => [
  { part: 'text', text: CERTIFIED, style: { size: 9.5 } },
  { part: 'space', height: 10 },
  ...customerOf(paper),
  linesOf(paper),
  {
    part: 'totals',
    totals: totalsOf(paper),
    beside: { label: 'Paid in Indian rupees', value: rupeesInWords(paper.totals.grandTotal) },
  },
  ...paymentsOf(paper),
  { part: 'smallPrint', paragraphs: CERTIFICATE_NOTES, keepWith: SIGNATURES_HEIGHT },
  {
    part: 'signatures',
    signatures: [
      { who: '', label: 'Signature of the customer' },
      { who: `For ${paper.letterhead.company.name}`, label: 'Authorised signatory and seal' },
    ],
  },
];

const PARTS: Readonly<Record<PaperKind, (paper: Paper) => readonly PdfPart[]>> = {
  cashMemo: memoParts,
  purchaseMemo: memoParts,
  encashmentCertificate: certificateParts,
};

/** One paper of a request. Throws if the type has no such paper or the figures do not add up. */
export function describePaper(kind: PaperKind, paper: Paper): PdfDescription {
  const { letterhead, type, number, requestNumber, date, madeAt, isFinal, reprintedOn } = paper;
  if (!PAPERS_OF[type].includes(kind)) throw new RangeError('This type of request has no such paper');
  mustTally(paper);
  const title = PAPERS[kind];
  const { name } = letterhead.company;
  return {
    title: `${title} ${number}`,
    id: `${kind} ${number} of request ${requestNumber}`,
    author: name,
    madeAt,
    footer: `${name} · ${title} ${number}`,
    ...(isFinal ? {} : { across: DRAFT_MARK }),
    parts: [
      { part: 'letterhead', ...letterhead },
      {
        part: 'title',
        title,
        facts: [
          { label: 'Number', value: number },
          { label: 'Financial year', value: formatFinancialYear(financialYearOf(date)) },
          { label: 'Date', value: formatDate(date) },
          { label: 'Request', value: requestNumber },
        ],
        stamp: reprintedOn === null ? '' : reprintMark(formatDate(reprintedOn)),
      },
      ...PARTS[kind](paper),
    ],
  };
}
