import { letterheadLines } from '#domain/masters/company.ts';
import {
  SIGNATURES_HEIGHT,
  type KeptPart,
  type FactColumns,
  type Heading,
  type Letterhead,
  type PdfDescription,
  type PdfPart,
  type Signature,
  type SmallPrint,
  type TextStyle,
  type Title,
  type Total,
  type Totals,
} from './description.ts';
import { COLOURS, makePdf, type Sheet } from './sheet.ts';
import { drawBeside, drawCaptioned, drawTable, heightOfTable } from './tables.ts';

/** The parts of papers. Each draws at the sheet's position and advances it. */

const LOGO_BOX = { width: 130, height: 46 } as const;
const SMALL = { size: 7.5, colour: COLOURS.quiet } as const;
const BODY = { size: 9 } as const;
const LABEL = { size: 7, colour: COLOURS.quiet } as const;

function drawLetterhead(sheet: Sheet, { company, logo }: Letterhead): void {
  const top = sheet.y;
  const logoWidth = logo === null ? 0 : sheet.picture(logo, sheet.left, top, LOGO_BOX) + 14;
  const [x, width] = [sheet.left + logoWidth, sheet.width - logoWidth];
  let y = sheet.writeAt(company.name, x, top - 2, width, {
    size: 15,
    weight: 'strong',
    colour: COLOURS.accent,
  });
  for (const line of letterheadLines(company)) y = sheet.writeAt(line, x, y + 1, width, SMALL);
  sheet.y = Math.max(y, logo === null ? 0 : top + LOGO_BOX.height) + 8;
  sheet.rule(sheet.y, { colour: COLOURS.accent, thick: 1.6 });
  sheet.y += 14;
}

const STAMP = { size: 8, weight: 'strong', colour: COLOURS.accent } as const;

/** The title, what stands under it and the stamp in one line. */
function drawTitleLine(sheet: Sheet, { title, under = '', stamp = '' }: Title): void {
  const [top, style] = [sheet.y - 4, { size: 13, weight: 'strong' } as const];
  const width = sheet.widthOf(title, style) + 1;
  sheet.writeAt(title, sheet.left, top, width, style);
  const stampWidth = stamp === '' ? 0 : sheet.widthOf(stamp, STAMP) + 14;
  const left = sheet.left + width + 8;
  const end = sheet.writeAt(under, left, top + 4, sheet.right - stampWidth - 8 - left, {
    size: 9,
    colour: COLOURS.quiet,
  });
  if (stamp !== '') {
    sheet.frame(sheet.right - stampWidth, top, stampWidth, 17, COLOURS.accent);
    sheet.writeAt(stamp, sheet.right - stampWidth + 7, top + 3, stampWidth, STAMP);
  }
  sheet.y = Math.max(end, top + 20) + 6;
}

function drawTitle(sheet: Sheet, part: Title): void {
  if (part.isOneLine === true) return drawTitleLine(sheet, part);
  const { title, under = '', facts, stamp = '' } = part;
  const top = sheet.y;
  const half = sheet.width / (facts.length === 0 ? 1 : 2);
  let y = sheet.writeAt(title, sheet.left, top - 4, half, { size: 17, weight: 'strong' });
  if (under !== '') y = sheet.writeAt(under, sheet.left, y, half, { size: 9, colour: COLOURS.quiet });
  if (stamp !== '') {
    const width = sheet.widthOf(stamp, STAMP) + 14;
    sheet.frame(sheet.left, y + 4, width, 17, COLOURS.accent);
    sheet.writeAt(stamp, sheet.left + 7, y + 7, width, STAMP);
    y += 24;
  }
  const valueStyle = { ...BODY, weight: 'strong', align: 'right' } as const;
  const widest = Math.max(0, ...facts.map(({ value }) => sheet.widthOf(value, valueStyle)));
  const valueWidth = Math.min(widest + 1, half - 70);
  let right = top;
  for (const { label, value } of facts) {
    sheet.writeAt(label, sheet.left + half, right + 1, half - valueWidth - 8, {
      size: 8,
      colour: COLOURS.quiet,
      align: 'right',
    });
    right = sheet.writeAt(value, sheet.right - valueWidth, right, valueWidth, valueStyle) + 2;
  }
  sheet.y = Math.max(y, right) + 12;
}

function drawFacts(sheet: Sheet, { facts, columns = 3 }: FactColumns): void {
  const shown = facts.filter(({ value }) => value.trim() !== '');
  const gap = columns > 4 ? 8 : 16;
  const width = (sheet.width - gap * (columns - 1)) / columns;
  for (let first = 0; first < shown.length; first += columns) {
    const row = shown.slice(first, first + columns);
    const height = Math.max(...row.map(({ value }) => sheet.heightOf(value, width, BODY))) + 10;
    sheet.need(height);
    row.forEach(({ label, value }, index) => {
      const x = sheet.left + index * (width + gap);
      const y = sheet.writeAt(label, x, sheet.y, width, LABEL);
      sheet.writeAt(value, x, y, width, BODY);
    });
    sheet.y += height + 5;
  }
}

const HEADING_HEIGHT = 15;

function drawHeading(sheet: Sheet, { words, keepWith, note = '' }: Heading): void {
  sheet.need(HEADING_HEIGHT + keepWith);
  if (note !== '')
    sheet.writeAt(note, sheet.left, sheet.y + 1, sheet.width, { ...SMALL, size: 7, align: 'right' });
  sheet.writeAt(words, sheet.left, sheet.y, sheet.width, {
    size: 8.5,
    weight: 'strong',
    colour: COLOURS.accent,
  });
  sheet.y += HEADING_HEIGHT;
}

function heightOfPart(sheet: Sheet, part: KeptPart): number {
  switch (part.part) {
    case 'heading':
      return HEADING_HEIGHT;
    case 'table':
      return heightOfTable(sheet, part);
    case 'smallPrint':
      return heightOfSmallPrint(sheet, part);
    case 'signatures':
      return SIGNATURES_HEIGHT;
    case 'space':
      return part.height;
  }
}

function drawTogether(sheet: Sheet, parts: readonly KeptPart[]): void {
  const height = parts.reduce((sum, part) => sum + heightOfPart(sheet, part), 0);
  sheet.need(Math.min(height, sheet.longest));
  for (const part of parts) drawPart(sheet, part);
}

const TOTALS_WIDTH = 300;
const AMOUNT_WIDTH = 110;
const TEXT_GAP = 6;

function drawTotals(sheet: Sheet, { totals, beside }: Totals): void {
  const x = sheet.right - TOTALS_WIDTH;
  const labelWidth = TOTALS_WIDTH - AMOUNT_WIDTH - 2 * TEXT_GAP;
  const besideWidth = sheet.width - TOTALS_WIDTH - 16;
  const heightOf = ({ note, isGrand }: Total) =>
    isGrand ? 24 : 16 + (note === undefined ? 0 : sheet.heightOf(note, labelWidth, LABEL));
  const spoken = { size: 9, weight: 'strong' } as const;
  const besideHeight = 10 + sheet.heightOf(beside.value, besideWidth, spoken);
  const height = Math.max(
    totals.reduce((sum, total) => sum + heightOf(total), 0),
    besideHeight,
  );
  sheet.need(height + 6);
  const top = sheet.y + 6;
  const under = sheet.writeAt(beside.label, sheet.left, top + 2, besideWidth, LABEL);
  sheet.writeAt(beside.value, sheet.left, under, besideWidth, spoken);
  let y = top;
  for (const total of totals) {
    const { label, note, amount, isGrand } = total;
    const style: TextStyle = isGrand ? { size: 11, weight: 'strong', colour: COLOURS.accent } : BODY;
    if (isGrand) sheet.shade(x, y, TOTALS_WIDTH, heightOf(total), COLOURS.band);
    const words = y + (isGrand ? 4.5 : 2);
    const below = sheet.writeAt(label, x + TEXT_GAP, words, labelWidth, style);
    if (note !== undefined) sheet.writeAt(note, x + TEXT_GAP, below, labelWidth, LABEL);
    sheet.writeAt(amount, sheet.right - AMOUNT_WIDTH - TEXT_GAP, words, AMOUNT_WIDTH, {
      ...style,
      align: 'right',
    });
    y += heightOf(total);
  }
  sheet.y = top + height + 10;
}

const SMALL_PRINT = { size: 7.8, colour: COLOURS.quiet } as const;
const PARAGRAPH_GAP = 2;

const heightOfSmallPrint = (sheet: Sheet, { paragraphs, heading = '' }: SmallPrint): number =>
  paragraphs.reduce(
    (height, words) => height + sheet.heightOf(words, sheet.width, SMALL_PRINT) + PARAGRAPH_GAP,
    heading === '' ? 0 : HEADING_HEIGHT,
  );

function drawSmallPrint(sheet: Sheet, part: SmallPrint): void {
  const { paragraphs, heading = '', keepWith = 0 } = part;
  sheet.need(heightOfSmallPrint(sheet, part) + keepWith);
  if (heading !== '') drawHeading(sheet, { words: heading, keepWith: 0 });
  for (const paragraph of paragraphs) {
    sheet.write(paragraph, SMALL_PRINT);
    sheet.y += PARAGRAPH_GAP;
  }
}

const SIGNATURE_GAP = 26;

/** Signature lines, side by side. */
function drawSignatures(sheet: Sheet, signatures: readonly Signature[]): void {
  sheet.need(SIGNATURES_HEIGHT);
  const top = sheet.y + 14;
  const width = (sheet.width - SIGNATURE_GAP * (signatures.length - 1)) / signatures.length;
  signatures.forEach(({ who, label }, index) => {
    const x = sheet.left + index * (width + SIGNATURE_GAP);
    sheet.writeAt(who, x, top, width, { size: 8, weight: 'strong', align: 'centre' });
    sheet.rule(top + 54, { from: x, to: x + width, colour: COLOURS.ink });
    sheet.writeAt(label, x, top + 57, width, { ...SMALL, align: 'centre' });
  });
  sheet.y += SIGNATURES_HEIGHT;
}

/** Draws a paper. The library and the fonts take long to load, so only a child process imports this. */
export const drawPdf = (pdf: PdfDescription): Promise<Buffer> =>
  makePdf(pdf, (sheet) => {
    for (const each of pdf.parts) drawPart(sheet, each);
  });

function drawPart(sheet: Sheet, part: PdfPart): void {
  switch (part.part) {
    case 'letterhead':
      return drawLetterhead(sheet, part);
    case 'title':
      return drawTitle(sheet, part);
    case 'facts':
      return drawFacts(sheet, part);
    case 'heading':
      return drawHeading(sheet, part);
    case 'table':
      return drawTable(sheet, part);
    case 'captioned':
      return drawCaptioned(sheet, part);
    case 'beside':
      return drawBeside(sheet, part);
    case 'totals':
      return drawTotals(sheet, part);
    case 'smallPrint':
      return drawSmallPrint(sheet, part);
    case 'signatures':
      return drawSignatures(sheet, part.signatures);
    case 'text':
      return sheet.write(part.text, part.style);
    case 'together':
      return drawTogether(sheet, part.parts);
    case 'newPage':
      return sheet.startPage();
    case 'space':
      sheet.y += part.height;
  }
}
