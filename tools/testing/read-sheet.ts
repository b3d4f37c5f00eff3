import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheet, type OpenSheet, type ReadSheet } from '#server/platform/xlsx/read.ts';
import type { Cell } from '#server/platform/xlsx/sheet.ts';

type Refused = { readonly refused: string };

/** Writes a workbook to a folder of its own, reads it and uses its sheet. Nothing else may be left in the folder. */
export async function withSheet<T>(
  bytes: Uint8Array,
  use: (sheet: OpenSheet) => Promise<T>,
  read: ReadSheet = readSheet,
): Promise<T | Refused> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-sheet-'));
  try {
    const path = join(folder, 'book');
    await writeFile(path, bytes);
    const reading = await read(path);
    const files = await readdir(folder);
    if (files.length !== 1) throw new Error(`files left behind: ${files.join(' ')}`);
    if ('refused' in reading) return reading;
    try {
      return await use(reading.sheet);
    } finally {
      await reading.sheet.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All rows of a sheet. */
export async function allRows(sheet: OpenSheet): Promise<(readonly Cell[])[]> {
  const all: (readonly Cell[])[] = [];
  for await (const { rows } of sheet.batches()) all.push(...rows);
  return all;
}

/** The rows of a workbook, or why it is refused. */
export const readRowsOf = (bytes: Uint8Array, read?: ReadSheet) => withSheet(bytes, allRows, read);
