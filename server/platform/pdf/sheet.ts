import type { PdfDescription, TextStyle } from './description.ts';
import { openDocument, startPage } from './document.ts';

/** Lengths are in points, 72 to an inch. */
const PAGE = { width: 595.28, height: 841.89 } as const;
const MARGIN = { side: 48, top: 40, bottom: 62 } as const;
const CONTINUED_TOP = 22;
const FOOTER_TOP = PAGE.height - 46;
const LINE_HEIGHT = 1.35;
const MAX_KNOWN_LINES = 64;

export const COLOURS = {
  ink: '#1c211e',
  quiet: '#5b635e',
  accent: '#14532d',
  hairline: '#d5dad6',
  shade: '#f3f5f3',
  band: '#e6efe9',
  mark: '#fff8e6',
} as const;

interface RuleLook {
  readonly from?: number;
  readonly to?: number;
  readonly colour?: string;
  readonly thick?: number;
}

/** One line of printable text: composed letters, no control or direction characters, plain spaces. */
const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim();

/** A page that is filled from top to bottom. Only this class draws. */
export class Sheet {
  readonly left: number = MARGIN.side;
  readonly right = PAGE.width - MARGIN.side;
  readonly width = PAGE.width - 2 * MARGIN.side;
  readonly bottom = PAGE.height - MARGIN.bottom;
  /** The height of an empty page. */
  readonly longest = PAGE.height - MARGIN.bottom - MARGIN.top;
  /** The position of the next part. */
  y: number = MARGIN.top;
  readonly #document: PDFKit.PDFDocument;
  readonly #lines = new Map<string, readonly string[]>();

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
  }

  /** Starts a new page unless this height still fits; returns whether it did. */
  need(height: number): boolean {
    if (this.y + height <= this.bottom) return false;
    startPage(this.#document);
    this.y = MARGIN.top;
    return true;
  }

  /** Starts a new page, unless the present one is empty. */
  startPage(): void {
    if (this.y > MARGIN.top) this.need(this.longest);
  }

  #use({ size, weight = 'regular' }: TextStyle): PDFKit.PDFDocument {
    return this.#document.font(weight).fontSize(size);
  }

  widthOf(text: string, style: TextStyle): number {
    return this.#use(style).widthOfString(printable(text));
  }

  /**
   * The lines of a text within a width; a word that is too long is broken at the end of the line. A cell is measured
   * before it is written, so the last lines are remembered.
   */
  linesOf(text: string, width: number, style: TextStyle): readonly string[] {
    const key = `${style.weight ?? ''} ${style.size} ${width} ${text}`;
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    if (this.#lines.size >= MAX_KNOWN_LINES) this.#lines.clear();
    const lines = this.#breakLines(text, width, style);
    this.#lines.set(key, lines);
    return lines;
  }

  #breakLines(text: string, width: number, style: TextStyle): readonly string[] {
    const document = this.#use(style);
    const lines: string[] = [];
    for (const paragraph of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
      let line = '';
      let used = 0;
      for (const word of printable(paragraph).split(' ')) {
        // Only neighbouring letters are kerned, so a line is as wide as its parts from the last letter on.
        const last = line.slice(-1);
        const added =
          line === ''
            ? document.widthOfString(word)
            : document.widthOfString(`${last} ${word}`) - document.widthOfString(last);
        if (used + added <= width) {
          line = line === '' ? word : `${line} ${word}`;
          used += added;
          continue;
        }
        if (line !== '') lines.push(line);
        line = '';
        for (const character of word) {
          if (line !== '' && document.widthOfString(line + character) > width) {
            lines.push(line);
            line = '';
          }
          line += character;
        }
        used = document.widthOfString(line);
      }
      lines.push(line);
    }
    return lines;
  }

  heightOf(text: string, width: number, style: TextStyle): number {
    return this.linesOf(text, width, style).length * style.size * LINE_HEIGHT;
  }

  /** Writes a text into a column from `y` down and returns where it ends. Does not move the sheet's own position. */
  writeAt(text: string, x: number, y: number, width: number, style: TextStyle): number {
    const { size, colour = COLOURS.ink, align = 'left' } = style;
    const step = size * LINE_HEIGHT;
    const lines = this.linesOf(text, width, style);
    const document = this.#use(style).fillColor(colour);
    lines.forEach((line, index) => {
      const spare = align === 'left' ? 0 : width - document.widthOfString(line);
      const shift = align === 'centre' ? spare / 2 : spare;
      if (line !== '') document.text(line, x + shift, y + index * step, { lineBreak: false });
    });
    return y + lines.length * step;
  }

  /** Writes a text over the whole width, on the next page if it does not fit here. */
  write(text: string, style: TextStyle): void {
    this.need(this.heightOf(text, this.width, style));
    this.y = this.writeAt(text, this.left, this.y, this.width, style);
  }

  rule(y: number, look: RuleLook = {}): void {
    const { from = this.left, to = this.right, colour = COLOURS.hairline, thick = 0.6 } = look;
    this.#document.moveTo(from, y).lineTo(to, y).lineWidth(thick).strokeColor(colour).stroke();
  }

  shade(x: number, y: number, width: number, height: number, colour: string = COLOURS.shade): void {
    this.#document.rect(x, y, width, height).fillColor(colour).fill();
  }

  frame(x: number, y: number, width: number, height: number, colour: string): void {
    this.#document.roundedRect(x, y, width, height, 3).lineWidth(0.8).strokeColor(colour).stroke();
  }

  /** A picture (PNG or JPEG) within a box, at its top left; returns its width. */
  picture(
    bytes: Buffer,
    x: number,
    y: number,
    box: { readonly width: number; readonly height: number },
  ): number {
    const document = this.#document as PDFKit.PDFDocument & {
      openImage(source: Buffer): { readonly width: number; readonly height: number };
    };
    const image = document.openImage(bytes);
    const scale = Math.min(box.width / image.width, box.height / image.height);
    document.image(bytes, x, y, { width: image.width * scale });
    return image.width * scale;
  }
}

/** The elements of every page, drawn when the number of pages is known. */
function finishPages(
  document: PDFKit.PDFDocument,
  sheet: Sheet,
  { title, footer, across }: Omit<PdfDescription, 'parts'>,
): void {
  const { count } = document.bufferedPageRange();
  const small = { size: 7.5, colour: COLOURS.quiet } as const;
  for (let page = 0; page < count; page++) {
    document.switchToPage(page);
    if (page > 0) sheet.writeAt(`${title}, continued`, sheet.left, CONTINUED_TOP, sheet.width, small);
    if (across !== undefined) writeAcross(document, across);
    sheet.rule(FOOTER_TOP);
    sheet.writeAt(footer, sheet.left, FOOTER_TOP + 6, sheet.width - 80, small);
    sheet.writeAt(`Page ${page + 1} of ${count}`, sheet.right - 80, FOOTER_TOP + 6, 80, {
      ...small,
      align: 'right',
    });
  }
}

const ACROSS_SIZE = 120;

function writeAcross(document: PDFKit.PDFDocument, words: string): void {
  const [x, y] = [PAGE.width / 2, PAGE.height / 2];
  document
    .save()
    .rotate(-52, { origin: [x, y] })
    .font('strong')
    .fontSize(ACROSS_SIZE);
  const width = document.widthOfString(words);
  document
    .fillColor(COLOURS.quiet, 0.13)
    .text(words, x - width / 2, y - ACROSS_SIZE / 2, { lineBreak: false })
    .restore();
  document.fillOpacity(1);
}

/** A document of A4 pages. It depends only on its arguments: no clock, no random values. */
export async function makePdf(
  pdf: Omit<PdfDescription, 'parts'>,
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const document = openDocument({
    Title: printable(pdf.title),
    Author: printable(pdf.author),
    Subject: printable(pdf.id),
    Creator: 'Bureau',
    Producer: 'Bureau',
    CreationDate: pdf.madeAt,
    ModDate: pdf.madeAt,
  });
  const pieces: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', () => resolve(Buffer.concat(pieces)));
    document.on('error', reject);
  });
  const sheet = new Sheet(document);
  draw(sheet);
  finishPages(document, sheet, pdf);
  document.end();
  return whole;
}
