import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programPath, type Program } from './apt.ts';

/** Reads PDFs with a program that is independent of the one that made them. */

const run = promisify(execFile);

async function withFile<T>(pdf: Buffer, use: (file: string, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-pdf-'));
  try {
    const file = join(folder, 'paper.pdf');
    await writeFile(file, pdf);
    return await use(file, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const read = async (program: Program, pdf: Buffer, args: (file: string) => string[]) =>
  withFile(pdf, async (file) => (await run(programPath(program), args(file))).stdout);

/** The text page by page, laid out as printed. */
export async function pagesOf(pdf: Buffer): Promise<readonly string[]> {
  const text = await read('pdftotext', pdf, (file) => ['-layout', '-enc', 'UTF-8', file, '-']);
  return text.split('\f').slice(0, -1);
}

/** All words with single spaces between them. */
export const wordsOf = async (pdf: Buffer): Promise<string> =>
  (await pagesOf(pdf)).join(' ').replace(/\s+/g, ' ').trim();

/** The metadata of a PDF, and whether it contains scripts, forms or files. */
export const infoOf = (pdf: Buffer): Promise<string> => read('pdfinfo', pdf, (file) => [file]);

const DOTS_PER_INCH = 80;

/** Each page as a PNG. */
export const picturesOf = (pdf: Buffer): Promise<readonly Buffer[]> =>
  withFile(pdf, async (file, folder) => {
    await run(programPath('pdftoppm'), ['-r', String(DOTS_PER_INCH), '-png', file, join(folder, 'page')]);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return Promise.all(names.map((name) => readFile(join(folder, name))));
  });
