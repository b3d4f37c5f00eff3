import { BATCH_REFUSALS } from '#domain/uploads/batches.ts';

/** The uploads module: sheets of purposes, LRS transactions and profits, which cover months of branches. */
export { sheetHandlers as uploadsHandlers } from './uploads.handlers.ts';
export { sweepUploadsJob } from './uploads.jobs.ts';
export { uploadsSweeps } from './uploads.sweeps.sql.ts';

/** The messages that users see when a limit of a day refuses a sheet. */
export const UPLOADS_CONSTRAINTS = {
  upload_batches_a_day: BATCH_REFUSALS.tooManyBatches,
  upload_bytes_a_day: BATCH_REFUSALS.tooManyBytes,
} as const;

/** What the demo uses to make uploads as the product does. */
export { coverMonths, storeRows, type StoredRow } from './store.sql.ts';
