import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it } from 'vitest';
import {
  compoundSample,
  pdfSample,
  rawSheetSample,
  sheetSample,
  workbookSample,
  zipSample,
} from '#tools/testing/samples.ts';
import { ProcessPool } from '../children/pool.ts';
import { MAX_TEXT_BYTES, TEXT_POOL } from '../limits.ts';
import { TextCollector } from './collector.ts';
import type { ReadableExtension } from './kinds.ts';
import { readText, textPool } from './read.ts';

afterAll(() => textPool.close());
const textOf = (extension: ReadableExtension, bytes: Uint8Array) => readText(extension, async () => bytes);

async function pdfOf(pages: readonly string[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, ...options });
  for (const text of pages) document.addPage().text(text);
  document.end();
  return buffer(document);
}
const wordOf = (body: string, more: Readonly<Record<string, string>> = {}) =>
  zipSample({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...more,
  });
const paragraph = (...runs: readonly string[]) =>
  `<w:p>${runs.map((text) => `<w:r><w:t>${text}</w:t></w:r>`).join('')}</w:p>`;

describe('the text of', () => {
  it('a PDF is that of all its pages', async () => {
    const text = await textOf(
      'pdf',
      await pdfOf(['Two persons open the vault.', 'The count is signed by both.']),
    );
    expect(text).toBe('Two persons open the vault. The count is signed by both.');
  });

  it('a Word document has whole words, also where the program cut one in two, and the notes below', async () => {
    const word = await wordOf(
      `${paragraph('Count', 'erfeit notes &amp; coins')}${paragraph('Second')}<w:p><w:r><w:t>tab</w:t><w:tab/><w:t>stop</w:t></w:r></w:p>`,
      { 'word/footnotes.xml': `<w:footnotes xmlns:w="w">${paragraph('See the circular')}</w:footnotes>` },
    );
    expect(await textOf('docx', word)).toBe('Counterfeit notes & coins Second tab stop See the circular');
  });

  it('a workbook has the texts and the numbers of its cells', async () => {
    expect(await textOf('xlsx', workbookSample('xlsx'))).toBe('Currency Rate USD 83.25');
    const inline = await rawSheetSample(
      '<sheetData><row><c t="inlineStr"><is><t>Closing</t></is></c><c t="s"><v>0</v></c><c><v>42</v></c></row></sheetData>',
      '<si><t>Shared</t></si>',
    );
    expect(await textOf('xlsx', inline)).toBe('Shared Closing 42');
  });

  it('a workbook of an old version has its first sheet', async () => {
    expect(await textOf('xls', workbookSample('biff8'))).toBe('Currency Rate USD 83.25');
  });

  it.each<readonly [string, ReadableExtension, () => Promise<Uint8Array> | Uint8Array]>([
    ['a page without words', 'pdf', () => pdfSample()],
    ['a damaged PDF', 'pdf', () => Buffer.from('%PDF-1.4 nothing')],
    ['a protected PDF', 'pdf', () => pdfOf(['secret'], { userPassword: 'x', ownerPassword: 'y' })],
    ['a damaged zip', 'docx', () => Buffer.from('PK nothing')],
    ['a document type with entities', 'docx', () => zipSample({ 'word/document.xml': '<!DOCTYPE a><a/>' })],
    ['an old compound file without a workbook', 'xls', () => compoundSample({ Other: Buffer.alloc(5_000) })],
  ])('%s is empty', async (_what, extension, make) => {
    expect(await textOf(extension, await make())).toBe('');
  });

  it('a damaged file is what comes before the damage', async () => {
    const word = await wordOf(`${paragraph('Before')}<w:p></w:r>${paragraph('after')}`);
    expect(await textOf('docx', word)).toBe('Before');
  });
});

describe('bounds', () => {
  it('200 KB of a text are kept, and half a character is not', async () => {
    const rupees = `${'₹'.repeat(100)} `;
    const text = await textOf('docx', await wordOf(paragraph(rupees.repeat(2_000)).repeat(2)));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
    expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_TEXT_BYTES - 400);
    expect(text).not.toContain('\ufffd');
    expect(
      (await textOf('xls', sheetSample(Array(9_000).fill(['a text of thirty characters']), 'biff8'))).length,
    ).toBe(MAX_TEXT_BYTES);
  });

  it('a zip bomb is not unpacked beyond the limit, and the next file is read', async () => {
    const spaces = Buffer.alloc(300 * 1024 * 1024, 32);
    const bomb = await zipSample({
      'word/document.xml': Buffer.concat([Buffer.from('<a><t>first</t>'), spaces]),
    });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await textOf('docx', bomb)).toBe('first');
    expect(await textOf('docx', await wordOf(paragraph('next')))).toBe('next');
  });

  it('a file that takes too long has no text, and the next file is read', async () => {
    const pool = new ProcessPool({
      script: new URL('./text.child.ts', import.meta.url),
      ...TEXT_POOL,
      taskTimeoutMs: 1_500,
    });
    // Its 4 million strokes take several times as long on any machine, and have 110 KB when they are compressed.
    const document = new PDFDocument();
    document.text('first').addContent('0 0 m 1 1 l S\n'.repeat(4_000_000)).text('last').end();
    const slow = await buffer(document);
    expect(await readText('pdf', async () => slow, pool)).toBe('');
    const word = await wordOf(paragraph('next'));
    expect(await readText('docx', async () => word, pool)).toBe('next');
    await pool.close();
  });

  it('an object that cannot be fetched is an error, so that the job is tried again', async () => {
    const gone = new Error('gone');
    await expect(readText('pdf', () => Promise.reject(gone))).rejects.toBe(gone);
  });
});

it('white space and control characters become one space, and pieces of words are joined', () => {
  const collector = new TextCollector(100);
  for (const piece of ['  Cash', 'ier \u0000\n', '\u00a0\t', 'desk', ' ']) collector.add(piece);
  expect(collector.end()).toBe('Cashier desk');
});
