/** Reads workbooks in a separate process, which the parent kills when one takes too long. */
import { readFile } from 'node:fs/promises';
import { serveTasks } from '../children/child.ts';
import { readLegacy } from './legacy.ts';
import { SheetProblem, type SheetProblemReason } from './problem.ts';
import { RowWriter, type ReadLimits, type RowIndex } from './row-writer.ts';
import { readXlsx } from './sheet-reader.ts';
import { ZipParts } from './zip-parts.ts';

export interface SheetTask {
  /** The workbook. */
  readonly path: string;
  /** An empty file for its rows. */
  readonly rowsPath: string;
  readonly limits: ReadLimits;
}

export type SheetResult = RowIndex | { readonly refused: SheetProblemReason };

async function readRows({ path, limits }: SheetTask, writer: RowWriter): Promise<RowIndex> {
  const bytes = await readFile(path);
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    await readXlsx(new ZipParts(bytes, limits.unpackedBytes), writer.add);
  else await readLegacy(bytes, limits.rows, writer.add);
  return writer.end();
}

serveTasks(async (task: SheetTask, sendPart): Promise<SheetResult> => {
  const writer = new RowWriter(task.rowsPath, task.limits, sendPart);
  try {
    return await readRows(task, writer);
  } catch (error) {
    // Any error of the library about a broken file tells the sender only that the file is broken.
    return { refused: error instanceof SheetProblem ? error.reason : 'unreadable' };
  } finally {
    writer.close();
  }
});
