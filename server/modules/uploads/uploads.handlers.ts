import * as calls from '#contract/uploads/uploads.ts';
import type { UploadReply } from '#contract/uploads/uploads.ts';
import type { WrongCell } from '#contract/sheets.ts';
import { dateInIndia } from '#domain/dates.ts';
import { BATCH_REFUSALS } from '#domain/uploads/batches.ts';
import { KINDS, type UploadKind } from '#domain/uploads/kinds.ts';
import type { Transaction } from '#server/platform/database.ts';
import { sendDocument } from '#server/platform/dispatch/documents.ts';
import {
  handle,
  handleWatched,
  Reply,
  type Bound,
  type SheetFile,
} from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { headerOf } from '#server/platform/imports/rows.ts';
import { wrongCellsFile } from '#server/platform/imports/wrong-cells.ts';
import { exportRows } from '#server/platform/xlsx/export.ts';
import { listBatches, openBatchFile, openWrongCells, showWrongCells } from './batches.sql.ts';
import { applyBatch, countRows } from './end.sql.ts';
import { BatchProgress, SheetRefused } from './progress.ts';
import { readSheetRows } from './reading.ts';
import { shapeOf } from './sheets.ts';
import { coverMonths } from './store.sql.ts';

interface SheetUpload {
  readonly tx: Transaction;
  readonly file: SheetFile;
  readonly account: number;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly isReplacing: boolean;
}

/** Stores the rows of a sheet, or throws the reason why none of them is stored. */
async function takeSheet(
  kind: UploadKind,
  progress: BatchProgress,
  { tx, file: { sheet }, account, now, signal, isReplacing }: SheetUpload,
): Promise<UploadReply> {
  const { batch } = progress;
  const { rows, wrong, months } = await readSheetRows(kind, sheet, {
    tx,
    batch,
    today: dateInIndia(now.getTime()),
    onBatch(doneRows) {
      if (signal.aborted) throw new Refusal(BATCH_REFUSALS.interrupted);
      progress.store(doneRows, Math.max(0, sheet.rowCount - 1));
    },
  });
  progress.end();

  if (wrong.length > 0) throw new SheetRefused(BATCH_REFUSALS.wrongCells(wrong.length), { rows, wrong });
  if (rows === 0) throw new SheetRefused(BATCH_REFUSALS.noRows, { rows });
  if (!(await countRows(tx, account, rows))) throw new SheetRefused(BATCH_REFUSALS.tooManyRows, { rows });
  const covered = await coverMonths(tx, kind, batch, months, isReplacing);
  if (covered.length > 0) throw new SheetRefused(BATCH_REFUSALS.covered(covered), { rows, covered });
  // Whoever looked at the history saw it refused, so it must not count.
  if (!(await applyBatch(tx, batch, rows, months, isReplacing)))
    throw new SheetRefused(BATCH_REFUSALS.interrupted, { rows });
  return {
    msg: '1',
    error: '',
    message: KINDS[kind].success,
    batch,
    rows,
    errors: [],
    errorcount: 0,
    covered: [],
  };
}

const UPLOADS = { P: calls.uploadPurposes, L: calls.uploadLrs, T: calls.uploadProfits } as const;

const uploadHandler = (kind: UploadKind): Bound =>
  handleWatched(
    UPLOADS[kind],
    (start) => BatchProgress.begin(kind, start),
    ({ tx, file, caller, now, signal }, { replace }, progress) =>
      takeSheet(kind, progress, {
        tx,
        file,
        account: caller.account,
        now,
        signal,
        isReplacing: replace === 1,
      }),
  );

const TEMPLATE_COLUMN_CHARS = 18;

/** The sheets that head office uploads, and their history. */
export const sheetHandlers = (store: ObjectStore): readonly Bound[] => [
  uploadHandler('P'),
  uploadHandler('L'),
  uploadHandler('T'),

  handle(calls.listBatches, async ({ db, caller }, { page }) => {
    const { body, next } = await listBatches(db.read, page, caller);
    return Reply.json(body, { next });
  }),

  handle(calls.listWrongCells, async ({ db, caller }, { batch: { batch } }) => {
    const found = await showWrongCells(db.read, batch, caller);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),

  handle(calls.sheetTemplate, async ({ now }, { sheet: { kind } }) => {
    const shape = shapeOf(kind, dateInIndia(now.getTime()));
    return exportRows({
      fileName: `${KINDS[kind].name.toLowerCase().replaceAll(' ', '-')}-template.xlsx`,
      sheet: KINDS[kind].name,
      columns: shape.columns.map(({ field }) => ({
        header: headerOf(shape, field),
        kind: 'text',
        width: TEMPLATE_COLUMN_CHARS,
      })),
      rows: [shape.columns.map(({ example }) => example)],
    });
  }),

  handle(calls.downloadWrongCells, async ({ tx }, { batch: { batch } }) => {
    const found = await openWrongCells(tx, batch);
    if (found === undefined) throw notFound();
    return wrongCellsFile(found.file_name, found.cells as readonly WrongCell[]);
  }),

  handle(calls.downloadBatch, async ({ tx, log }, { batch: { batch } }) => {
    const found = await openBatchFile(tx, batch);
    if (found === undefined) throw notFound();
    return sendDocument(store, found, log);
  }),
];
