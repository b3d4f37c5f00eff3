import { financialYearOf, formatDate, formatFinancialYear } from '#domain/dates.ts';
import { isZero, NO_RUPEES, subtractRupees, type Exact, type Rupees } from '#domain/money.ts';
import { formatAmount, formatDecimal, formatRupees } from '#domain/numbers.ts';
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
  drawFacts,
  drawHeading,
  drawLetterhead,
  drawSignatures,
  drawSmallPrint,
  drawTable,
  drawTitle,
  drawTotals,
  SIGNATURES_HEIGHT,
  type Column,
  type Total,
} from '#server/platform/pdf/parts.ts';
import { makePdf, type Sheet } from '#server/platform/pdf/sheet.ts';
import { mustTally, type Paper } from './paper.ts';

/** All figures of a column have as many decimal places as the longest of them, so that they align. */
const placesOf = (number: Exact): number => number.split('.')[1]?.length ?? 0;
const LEAST_RATE_PLACES = 2;
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

function drawCustomer(sheet: Sheet, { type, customer, branch }: Paper): void {
  const { idType } = customer;
  drawFacts(
    sheet,
    [
      { label: isPublic(type) ? 'Traveller' : 'Entity', value: customer.name },
      { label: 'Branch', value: [branch.name, branch.address].filter(Boolean).join('\n') },
    ],
    2,
  );
  drawFacts(sheet, [
    {
      label: idType === '' ? '' : ID_TYPES[idType],
      value: idType === '' ? '' : keptIdNumber(idType, customer.idNumber),
    },
    { label: 'PAN', value: customer.pan },
    { label: 'Nationality', value: customer.nationality },
    { label: 'Purpose', value: customer.purpose },
    { label: 'Destination', value: customer.destination },
    { label: 'Mobile', value: customer.mobile },
  ]);
  drawFacts(
    sheet,
    [{ label: 'Address', value: [customer.address, customer.state].filter(Boolean).join(', ') }],
    1,
  );
  sheet.y += 4;
}

function drawLines(sheet: Sheet, { lines }: Paper): void {
  const quantityPlaces = Math.max(...lines.map(({ quantity }) => placesOf(quantity)));
  const ratePlaces = Math.max(LEAST_RATE_PLACES, ...lines.map(({ rate }) => placesOf(rate)));
  drawTable(
    sheet,
    LINE_COLUMNS,
    lines.map(({ product, isd, currencyName, quantity, rate, amount }, index) => [
      String(index + 1),
      PRODUCTS[product],
      `${isd} ${currencyName}`,
      formatDecimal(quantity, quantityPlaces),
      formatDecimal(rate, ratePlaces),
      formatAmount(amount),
    ]),
    { padding: lines.length > ROOMY_LINES ? 3 : 6 },
  );
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

function drawPayments(sheet: Sheet, { type, payments }: Paper): void {
  if (payments.length === 0) return;
  drawHeading(sheet, isSale(type) ? 'Payments received' : 'Payments made', PAYMENTS_BEGIN);
  drawTable(
    sheet,
    PAYMENT_COLUMNS,
    payments.map(({ payType, bankName, reference, date, amount }) => [
      PAYMENT_TYPES[payType],
      bankName,
      reference,
      date === null ? '' : formatDate(date),
      formatAmount(amount),
    ]),
    { size: 8.5, padding: 5 },
  );
  sheet.y += 10;
}

function drawMemo(sheet: Sheet, paper: Paper): void {
  drawCustomer(sheet, paper);
  drawLines(sheet, paper);
  drawTotals(sheet, totalsOf(paper), {
    label: 'Grand total in words',
    value: rupeesInWords(paper.totals.grandTotal),
  });
  drawPayments(sheet, paper);
  drawSmallPrint(sheet, DECLARATIONS[paper.type], {
    heading: 'Declaration',
    keepWith: SIGNATURES_HEIGHT,
  });
  drawSignatures(sheet, [
    { who: '', label: 'Signature of the customer' },
    { who: '', label: paper.preparedBy === '' ? 'Prepared by' : `Prepared by ${paper.preparedBy}` },
    { who: `For ${paper.letterhead.company.name}`, label: 'Authorised signatory' },
  ]);
}

function drawCertificate(sheet: Sheet, paper: Paper): void {
  sheet.write(CERTIFIED, { size: 9.5 });
  sheet.y += 10;
  drawCustomer(sheet, paper);
  drawLines(sheet, paper);
  drawTotals(sheet, totalsOf(paper), {
    label: 'Paid in Indian rupees',
    value: rupeesInWords(paper.totals.grandTotal),
  });
  drawPayments(sheet, paper);
  drawSmallPrint(sheet, CERTIFICATE_NOTES, { keepWith: SIGNATURES_HEIGHT });
  drawSignatures(sheet, [
    { who: '', label: 'Signature of the customer' },
    { who: `For ${paper.letterhead.company.name}`, label: 'Authorised signatory and seal' },
  ]);
}

const DRAWN: Readonly<Record<PaperKind, (sheet: Sheet, paper: Paper) => void>> = {
  cashMemo: drawMemo,
  purchaseMemo: drawMemo,
  encashmentCertificate: drawCertificate,
};

/** One paper of a request as a PDF. Throws if the type has no such paper or the figures do not add up. */
export async function printPaper(kind: PaperKind, paper: Paper): Promise<Buffer> {
  const { letterhead, type, number, requestNumber, date, madeAt, isFinal, reprintedOn } = paper;
  if (!PAPERS_OF[type].includes(kind)) throw new RangeError('This type of request has no such paper');
  mustTally(paper);
  const title = PAPERS[kind];
  const { name } = letterhead.company;
  return makePdf(
    {
      title: `${title} ${number}`,
      id: `${kind} ${number} of request ${requestNumber}`,
      author: name,
      madeAt,
      footer: `${name} · ${title} ${number}`,
      ...(isFinal ? {} : { across: DRAFT_MARK }),
    },
    (sheet) => {
      drawLetterhead(sheet, letterhead);
      drawTitle(sheet, {
        title,
        facts: [
          { label: 'Number', value: number },
          { label: 'Financial year', value: formatFinancialYear(financialYearOf(date)) },
          { label: 'Date', value: formatDate(date) },
          { label: 'Request', value: requestNumber },
        ],
        stamp: reprintedOn === null ? '' : reprintMark(formatDate(reprintedOn)),
      });
      DRAWN[kind](sheet, paper);
    },
  );
}
