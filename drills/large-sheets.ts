import { MAX_READ_CELLS, MAX_READ_ROWS } from '#server/platform/limits.ts';
import { createSheetReader, readSheet, sheetPool, type SheetReading } from '#server/platform/xlsx/read.ts';
import { SHEET_REFUSALS } from '#server/platform/xlsx/sheet.ts';
import { rawSheetSample, sheetSample } from '#tools/testing/samples.ts';
import type { Drill, Findings } from './drill.ts';

const MEGABYTE = 1024 * 1024;
const MAX_READ_MS = 30_000;
/** What is refused for its size is refused for that also on a machine that does other work. */
const readPatiently = createSheetReader({ taskTimeoutMs: 120_000 });
const MAX_GROWTH_MB = 100;
/** How often other work gets its turn at least while a large sheet arrives. */
const LEAST_TURNS = 20;

/** Workbooks as large as allowed and far beyond: the first are read in their time, the others are refused at little cost. */
export const largeSheets: Drill = {
  name: 'large-sheets',
  run: async (findings) => {
    // The processes of the pool do not keep this one alive, and here no server does.
    const staysAlive = setInterval(() => {}, 1_000);
    try {
      await readsTheLargest(findings);
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

const rowsOf = (reading: SheetReading) => ('sheet' in reading ? reading.sheet.rows : reading);

const largestRow = (n: number) => [`Name ${n}`, `Other ${n}`, 'No', 'Active', 'x'.repeat(50)];

async function readsTheLargest(findings: Findings): Promise<void> {
  const bytes = sheetSample(Array.from({ length: MAX_READ_ROWS + 1 }, (_, n) => largestRow(n)));
  const startedAt = performance.now();
  const rows = rowsOf(await readSheet(bytes));
  const ms = performance.now() - startedAt;
  findings.equals('a sheet as large as allowed is read whole in its time', summaryOf(rows), LARGEST);
  findings.holds(`within ${MAX_READ_MS} ms`, ms <= MAX_READ_MS ? [] : [Math.round(ms)]);
  findings.figure('rows of the largest sheet', MAX_READ_ROWS);
  findings.figure('ms to read it', ms);
  await servesOthersMeanwhile(findings, bytes);
}

const LARGEST = { count: MAX_READ_ROWS + 1, last: largestRow(MAX_READ_ROWS) };
const summaryOf = (rows: ReturnType<typeof rowsOf>) =>
  'refused' in rows ? rows : { count: rows.length, last: rows.at(-1) };

async function servesOthersMeanwhile(findings: Findings, bytes: Buffer): Promise<void> {
  let turns = 0;
  let isRead = false;
  const turn = () => {
    turns += 1;
    if (!isRead) setImmediate(turn);
  };
  setImmediate(turn);
  const rows = rowsOf(await readPatiently(bytes));
  isRead = true;
  findings.equals('a sheet that arrives while there is other work is read whole', summaryOf(rows), LARGEST);
  findings.holds('while it arrives, other work gets its turns', turns > LEAST_TURNS ? [] : [turns]);
}

async function refusesBombs(findings: Findings): Promise<void> {
  const refused = { refused: SHEET_REFUSALS.tooLarge };
  const bytes = await rawSheetSample(`<sheetData>${' '.repeat(100 * MEGABYTE)}</sheetData>`);
  findings.holds('a zip bomb is small', bytes.length < MEGABYTE ? [] : [bytes.length]);
  findings.equals('a zip bomb is refused', await readPatiently(bytes), refused);
  const entry = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  bytes.writeUInt32LE(1_000, entry + 24);
  findings.equals('also when it says that it unpacks to little', await readPatiently(bytes), refused);
}

async function refusesTooMany(findings: Findings): Promise<void> {
  const row = '<row><c t="n"><v>1</v></c></row>';
  const rows = await rawSheetSample(`<sheetData>${row.repeat(1_000_000)}</sheetData>`);
  findings.equals('a million rows are refused', await readPatiently(rows), {
    refused: SHEET_REFUSALS.tooManyRows(MAX_READ_ROWS),
  });
  const wide = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`;
  const cells = await rawSheetSample(`<sheetData>${wide.repeat(MAX_READ_CELLS / 100 + 1)}</sheetData>`);
  findings.equals('more cells than are imported in one go are refused', await readPatiently(cells), {
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
  const reading = await readPatiently(bytes);
  const growthMb = (process.memoryUsage().rss - before) / MEGABYTE;
  findings.equals('a text repeated in many cells is refused', reading, { refused: SHEET_REFUSALS.tooLarge });
  findings.holds(
    `refusing it takes less than ${MAX_GROWTH_MB} MB`,
    growthMb < MAX_GROWTH_MB ? [] : [Math.round(growthMb)],
  );
}

async function survivesLackOfMemory(findings: Findings): Promise<void> {
  const row = '<row><c t="n"><v>1</v></c><c t="n"><v>2</v></c></row>';
  const bytes = await rawSheetSample(`<sheetData>${row.repeat(400_000)}</sheetData>`);
  findings.equals(
    'a sheet that takes too much memory is refused',
    await createSheetReader({ memoryMb: 32 })(bytes),
    { refused: SHEET_REFUSALS.tooLarge },
  );
  const next = rowsOf(await readSheet(sheetSample([['still here']])));
  findings.equals('and the next sheet is read', next, [['still here']]);
}
