import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureSample } from '#tools/testing/samples.ts';
import { infoOf, pagesOf, picturesOf, wordsOf } from '#tools/testing/pdf.ts';
import { printableLogo } from './logo.ts';
import type { Column, PdfPart } from './description.ts';
import { drawPdf } from './parts.ts';
import { makePdf, type Sheet } from './sheet.ts';

const IDENTITY = {
  title: 'Paper 1',
  id: 'paper 1',
  author: 'Sahyadri Forex',
  madeAt: new Date('2026-11-14T06:35:00Z'),
  footer: 'Sahyadri Forex · Paper 1',
};
const paper = (draw: (sheet: Sheet) => void) => makePdf(IDENTITY, draw);
const drawnParts = (...parts: readonly PdfPart[]) => drawPdf({ ...IDENTITY, parts });
const written = (...texts: readonly string[]) =>
  paper((sheet) => texts.forEach((text) => sheet.write(text, { size: 10 })));

describe('text on paper', () => {
  it('has the rupee sign and Indian names in Latin letters, composed or not', async () => {
    const words = await wordsOf(await written('₹1,23,45,678.50', 'Śrī Lakṣmī Nārāyaṇa', 'Jos\u0065\u0301'));
    expect(words).toContain('₹1,23,45,678.50');
    expect(words).toContain('Śrī Lakṣmī Nārāyaṇa');
    expect(words).toContain('José');
  });

  it('shows a box for a character that the font does not have', async () => {
    expect(await wordsOf(await written('Name: अ.'))).toContain('Name: □.');
  });

  it('is only text, whatever it contains', async () => {
    const attacks = [
      '<script>alert(1)</script>',
      ') Tj ET /OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
      '=HYPERLINK("http://attacker.example")',
      'endstream endobj trailer << /Root 1 0 R >>',
    ];
    const pdf = await makePdf({ ...IDENTITY, title: attacks[1] ?? '', footer: attacks[3] ?? '' }, (sheet) =>
      attacks.forEach((text) => sheet.write(text, { size: 9 })),
    );
    const words = await wordsOf(pdf);
    for (const attack of attacks) expect(words).toContain(attack);
    const info = await infoOf(pdf);
    expect(info).toMatch(/JavaScript: +no/);
    expect(info).toMatch(/Form: +none/);
    expect(info).toMatch(/Pages: +1\n/);
  });

  it('loses characters that are not printable: line ends, directions, other spaces', async () => {
    expect(await wordsOf(await written('a\u202Eb\u0000c\u00A0d\u200Be'))).toContain('ab c de');
  });

  it('breaks at spaces, and within a word that is longer than its line', async () => {
    await paper((sheet) => {
      const style = { size: 10 };
      const lines = sheet.linesOf(`one two ${'w'.repeat(60)}\nthree`, 100, style);
      expect(lines[0]).toBe('one two');
      expect(lines.at(-1)).toBe('three');
      expect(lines.slice(1, -1).join('')).toBe('w'.repeat(60));
      for (const line of lines) expect(sheet.widthOf(line, style)).toBeLessThanOrEqual(100);
    });
  });

  it('has tabular figures', async () => {
    await paper((sheet) => {
      const widths = Array.from('0123456789', (digit) => sheet.widthOf(digit, { size: 10 }));
      expect(new Set(widths).size).toBe(1);
    });
  });
});

describe('a document', () => {
  it('is the same, byte for byte, whatever was printed in between', async () => {
    const first = await written('Grand total ₹2,39,338.00');
    await written('Other letters: Ωμέγα − ‐ ·', '\u00A0\u2126');
    expect((await written('Grand total ₹2,39,338.00')).equals(first)).toBe(true);
    expect(await infoOf(first)).toMatch(/Title: +Paper 1\n/);
  });

  it('repeats the header of a table and numbers its pages', async () => {
    const columns: readonly Column[] = [
      { head: 'LINE', share: 1 },
      { head: 'AMOUNT', share: 1, isFigure: true },
    ];
    const rows = Array.from({ length: 90 }, (_, index) => [`row ${index + 1}`, `${index + 1}.00`]);
    const pages = await pagesOf(await drawnParts({ part: 'table', columns, rows }));
    expect(pages).toHaveLength(3);
    pages.forEach((page, index) => {
      expect(page).toContain('LINE');
      expect(page).toContain(`Page ${index + 1} of 3`);
      expect(page.includes('Paper 1, continued')).toBe(index > 0);
    });
    expect((pages.join('').match(/row \d+/g) ?? []).length).toBe(90);
  });
});

describe('what stands together', () => {
  const columns: readonly Column[] = [
    { head: 'LINE', share: 1 },
    { head: 'AMOUNT', share: 1, isFigure: true },
  ];
  const table = (name: string, length: number) =>
    ({
      part: 'table',
      columns,
      rows: Array.from({ length }, (_, index) => [`${name} ${index + 1}`, '1.00']),
    }) as const;
  const rowsOn = (pages: readonly string[], name: string) =>
    pages.map((page) => (page.match(new RegExp(`${name} \\d+`, 'g')) ?? []).length).filter((n) => n > 0);

  it('a table of fewer than ten rows is never torn', async () => {
    for (const height of [500, 560, 620, 680, 735])
      expect(
        rowsOn(await pagesOf(await drawnParts({ part: 'space', height }, table('row', 9))), 'row'),
      ).toEqual([9]);
  });

  it('the last three rows of a longer table are never parted', async () => {
    for (const height of [0, 9, 18, 27, 36, 45])
      expect(
        rowsOn(await pagesOf(await drawnParts({ part: 'space', height }, table('row', 37))), 'row').at(-1),
      ).toBeGreaterThanOrEqual(3);
  });

  it('parts that belong together are on one page', async () => {
    const signatures = [{ who: 'Anita Deshmukh', label: 'Auditor' }];
    const pages = await pagesOf(
      await drawnParts(
        { part: 'space', height: 520 },
        {
          part: 'together',
          parts: [
            { part: 'heading', words: 'Business', keepWith: 0 },
            table('row', 7),
            { part: 'smallPrint', paragraphs: ['We have seen the books.'] },
            { part: 'signatures', signatures },
          ],
        },
        { part: 'newPage' },
        { part: 'text', text: 'Annexure', style: { size: 9 } },
      ),
    );
    expect(pages).toHaveLength(3);
    for (const words of ['Business', 'row 1', 'row 7', 'We have seen', 'Auditor'])
      expect(pages[1]).toContain(words);
    expect(pages[2]).toContain('Annexure');
  });
});

describe('tables side by side', () => {
  const columns: readonly Column[] = [
    { head: 'KIND', share: 2 },
    { head: 'NUMBER', share: 1, isFigure: true },
  ];
  const tablesOf = (length: number) =>
    ['Bought', 'Sold'].map((caption) => ({
      caption,
      columns,
      rows: Array.from({ length }, (_, index) => [`${caption} ${index + 1}`, String(index)]),
    }));
  const drawn = async (length: number) =>
    pagesOf(await drawnParts({ part: 'beside', tables: tablesOf(length) }));

  it('share the lines of one page', async () => {
    const pages = await drawn(12);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(/Bought 12 +11 +Sold 12 +11/);
  });

  it('stand one under the other if they are longer than a page, and lose no row', async () => {
    const pages = await drawn(60);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.join('')).not.toMatch(/Bought \d+ +\d+ +Sold/);
    expect((pages.join('').match(/(?:Bought|Sold) \d+/g) ?? []).length).toBe(120);
  });
});

describe('a logo', () => {
  const company = {
    name: 'Sahyadri Forex',
    address1: '',
    address2: '',
    address3: '',
    licence: '',
    gstin: '',
    contact1: '',
    contact2: '',
  };
  const headed = (logo: Buffer | null) => drawnParts({ part: 'letterhead', company, logo });
  const clearPicture = () =>
    sharp({
      create: { width: 900, height: 900, channels: 4, background: { r: 20, g: 90, b: 60, alpha: 0.4 } },
    })
      .png({ progressive: true })
      .toBuffer();

  it.each([
    ['JPEG', () => pictureSample('jpeg')],
    ['PNG', () => pictureSample('png')],
    ['a large interlaced PNG that is half clear', clearPicture],
  ])('of %s is drawn', async (_, make) => {
    const logo = await printableLogo(await make());
    expect(logo).not.toBeNull();
    const [withLogo] = await picturesOf(await headed(logo));
    const [without] = await picturesOf(await headed(null));
    expect(withLogo?.equals(without ?? Buffer.alloc(0))).toBe(false);
    expect((await headed(logo)).equals(await headed(logo))).toBe(true);
  });

  it('that is broken is omitted', async () => {
    expect(await printableLogo(Buffer.from('no picture'))).toBeNull();
  });
});
