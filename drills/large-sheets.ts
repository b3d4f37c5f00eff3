import {
  MAX_READ_CELLS,
  MAX_READ_ROWS,
  MAX_READ_UNPACKED_BYTES,
  SHEET_POOL,
} from '#server/platform/limits.ts';
import { createSheetReader, sheetPool, type OpenSheet } from '#server/platform/xlsx/read.ts';
import { SHEET_REFUSALS, type Cell } from '#server/platform/xlsx/sheet.ts';
import { readRowsOf, withSheet } from '#tools/testing/read-sheet.ts';
import { rawSheetSample, sheetSample } from '#tools/testing/samples.ts';
import { percentile, type Drill, type Findings } from './drill.ts';
import { COLUMNS, rowOf, rowsUpTo, workbookOf } from './hostile/large-workbooks.ts';
import { MemoryWatch } from './hostile/memory.ts';

const MEGABYTE = 1024 * 1024;
/** The memory of a task, and that of a process that has none. */
const MAX_CHILD_MB = SHEET_POOL.memoryMb + 100;
/** What is refused for its size is refused for that also on a machine that does other work. */
const readPatiently = createSheetReader({ taskTimeoutMs: 300_000 });
const MAX_GROWTH_MB = 100;
/** The processor time of a batch in the serving process, during which it serves nobody else, p99. */
const MAX_BATCH_MS = 50;

/** Workbooks as large as allowed and far beyond: the first are read in their time, the others are refused at little cost. */
export const largeSheets: Drill = {
  name: 'large-sheets',
  run: async (findings) => {
    // The processes of the pool do not keep this one alive, and here no server does.
    const staysAlive = setInterval(() => {}, 1_000);
    try {
      await readsTheLargest(findings, MAX_READ_ROWS / 2);
      await readsTheLargest(findings, MAX_READ_ROWS);
      await refusesBombs(findings);
      await refusesTooMany(findings);
      await countsRepeatedText(findings);
      await survivesLackOfMemory(findings);
    } finally {
      await sheetPool.close();
      clearInterval(staysAlive);
    }
  },
};

async function readsTheLargest(findings: Findings, count: number): Promise<void> {
  const bytes = await workbookOf(rowsUpTo(count));
  await sheetPool.close();
  const memory = await MemoryWatch.start(process.pid);
  const startedAt = performance.now();
  let readMs = 0;
  const found = await withSheet(bytes, async (sheet) => {
    readMs = performance.now() - startedAt;
    return readBatches(sheet);
  });
  const { growthMb, childrenMb } = memory.stop();
  const shown = `${count} × ${COLUMNS}`;
  const expected = {
    rows: count + 1,
    cells: (count + 1) * COLUMNS,
    last: rowOf(count).map((text, at) => (at < 7 ? text : Number(text))),
  };
  const { turnMs, ...read } = 'refused' in found ? { turnMs: 0, ...found } : found;
  findings.equals(`a sheet of ${shown} is read whole in its time`, read, expected);
  findings.holds(
    `a batch occupies the process for at most ${MAX_BATCH_MS} ms, p99`,
    turnMs <= MAX_BATCH_MS ? [] : [turnMs],
  );
  findings.holds(
    `the child takes at most ${MAX_CHILD_MB} MB`,
    childrenMb <= MAX_CHILD_MB ? [] : [childrenMb],
  );
  findings.figure(`${shown}: file MB`, bytes.length / MEGABYTE);
  findings.figure(`${shown}: s to read`, readMs / 1_000);
  findings.figure(
    `${shown}: s for a handler to go through all batches`,
    (performance.now() - startedAt - readMs) / 1_000,
  );
  findings.figure(`${shown}: ms of processor time for a batch, p99`, turnMs);
  findings.figure(`${shown}: child MB at its peak`, childrenMb);
  findings.figure(`${shown}: this process MB on top`, growthMb);
}

async function readBatches(sheet: OpenSheet) {
  const turns: number[] = [];
  let rows = 0;
  let cells = 0;
  let last: readonly Cell[] = [];
  let before = process.threadCpuUsage();
  for await (const batch of sheet.batches()) {
    rows += batch.rows.length;
    cells += batch.rows.reduce((sum, row) => sum + row.length, 0);
    last = batch.rows.at(-1) ?? [];
    const { user, system } = process.threadCpuUsage(before);
    turns.push((user + system) / 1_000);
    before = process.threadCpuUsage();
  }
  return { rows, cells, last, turnMs: percentile(turns, 0.99) };
}

async function refusesBombs(findings: Findings): Promise<void> {
  const refused = { refused: SHEET_REFUSALS.tooLarge };
  const bytes = await rawSheetSample(`<sheetData>${' '.repeat(MAX_READ_UNPACKED_BYTES)}</sheetData>`);
  findings.holds('a zip bomb is small', bytes.length < MEGABYTE ? [] : [bytes.length]);
  findings.equals('a zip bomb is refused', await readRowsOf(bytes, readPatiently), refused);
  const entry = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  bytes.writeUInt32LE(1_000, entry + 24);
  findings.equals(
    'also when it says that it unpacks to little',
    await readRowsOf(bytes, readPatiently),
    refused,
  );
}

async function refusesTooMany(findings: Findings): Promise<void> {
  const row = '<row><c t="n"><v>1</v></c></row>';
  const rows = await rawSheetSample(`<sheetData>${row.repeat(1_000_000)}</sheetData>`);
  findings.equals('a million rows are refused', await readRowsOf(rows, readPatiently), {
    refused: SHEET_REFUSALS.tooManyRows(MAX_READ_ROWS),
  });
  const wide = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`;
  const cells = await rawSheetSample(`<sheetData>${wide.repeat(MAX_READ_CELLS / 100 + 1)}</sheetData>`);
  findings.equals('more cells than are read are refused', await readRowsOf(cells, readPatiently), {
    refused: SHEET_REFUSALS.tooLarge,
  });
}

/** A text that is stored once and shown in many cells counts in each of them. */
async function countsRepeatedText(findings: Findings): Promise<void> {
  const bytes = await rawSheetSample(
    `<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(10_000)}</sheetData>`,
    `<si><t>${'x'.repeat(30_000)}</t></si>`,
  );
  findings.holds('a workbook that repeats a text is small', bytes.length < 10_000 ? [] : [bytes.length]);
  const before = process.memoryUsage().rss;
  const reading = await readRowsOf(bytes, readPatiently);
  const growthMb = (process.memoryUsage().rss - before) / MEGABYTE;
  findings.equals('a text repeated in many cells is refused', reading, { refused: SHEET_REFUSALS.tooLarge });
  findings.holds(
    `refusing it takes less than ${MAX_GROWTH_MB} MB`,
    growthMb < MAX_GROWTH_MB ? [] : [Math.round(growthMb)],
  );
}

async function survivesLackOfMemory(findings: Findings): Promise<void> {
  const texts = Array.from({ length: 600_000 }, (_, n) => `<si><t>A text of its own ${n}</t></si>`);
  const bytes = await rawSheetSample('<sheetData><row><c><v>1</v></c></row></sheetData>', texts.join(''));
  findings.equals(
    'a sheet that takes too much memory is refused',
    await readRowsOf(bytes, createSheetReader({ memoryMb: 32 })),
    { refused: SHEET_REFUSALS.tooLarge },
  );
  findings.equals('which is read where there is enough', await readRowsOf(bytes, readPatiently), [[1]]);
  findings.equals('and the next sheet is read', await readRowsOf(sheetSample([['still here']])), [
    ['still here'],
  ]);
}
