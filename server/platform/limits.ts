/**
 * All limits of the platform services in one place, with the unit in the name. A comment says if the specification
 * fixes a limit; the others are ours and say what they protect.
 */

export { MAX_UPLOAD_BYTES } from '#domain/files.ts';

/** The longest stored file name, in code points: the limit of common file systems for the download. */
export const MAX_FILE_NAME_CHARS = 255;

/** The largest object that the store accepts in one piece: the limit of one S3 PUT. */
export const MAX_OBJECT_BYTES = 5 * 1024 ** 3;

/**
 * A temporary file that nothing was written to for so long belongs to a process that died: a request ends after 15 minutes,
 * and what follows it is bounded by minutes.
 */
export const STALE_SPOOL_MS = 3_600_000;
export const SWEEP_SPOOL_EVERY_MS = 3_600_000;

/** Entries of an office zip (docx, xlsx). Workbooks with thousands of sheets are attacks, not documents. */
export const MAX_ZIP_ENTRIES = 2_000;

/** The claimed unpacked size of an office zip: 10 MB of zipped sheet rarely exceeds 100 MB. */
export const MAX_ZIP_UNPACKED_BYTES = 256 * 1024 * 1024;

/** Directory sectors read of a legacy office file before it counts as broken. Protects against circular chains. */
export const MAX_CFB_DIRECTORY_SECTORS = 4_096;

/** Connecting to the virus scanner. It runs nearby, so it answers at once or not at all. */
export const CLAMD_CONNECT_TIMEOUT_MS = 5_000;

/** One whole scan, from connecting to the verdict. */
export const CLAMD_SCAN_TIMEOUT_MS = 60_000;

/** The longest answer of the virus scanner that is read; a longer one is invalid. */
export const MAX_CLAMD_REPLY_BYTES = 4_096;

/** Pixels of one picture or page: an A3 scan at 600 dpi has 70 million. More is a decompression bomb. */
export const MAX_PICTURE_PIXELS = 100_000_000;

/** The longest side of a preview made by the server; larger than any screen shows. */
export const MAX_PREVIEW_SIDE_PIXELS = 2_400;

/** Pixels of a page that the server renders: an A3 scan at 600 dpi has 70 million. A larger page can be downloaded. */
export const MAX_PREVIEW_PIXELS = 72_000_000;

/** Pixels of a logo that is prepared for print. */
export const MAX_LOGO_PIXELS = 40_000_000;

/**
 * Users' files are parsed in child processes. An idle Node process has this much writable memory mapped and uses a
 * tenth of it. The memory of a task is counted on top of it.
 */
export const CHILD_BASE_MEMORY_MB = 640;

/** The part of a task's memory for its JavaScript heap; the rest is for buffers and native code. */
export const CHILD_HEAP_SHARE = 0.75;

/** Children yield to the serving process on a busy machine. */
export const CHILD_NICENESS = 5;

/** A child takes a quarter of a second to start. */
export const CHILD_START_TIMEOUT_MS = 20_000;

/** Detecting the type of an uploaded file: a few milliseconds for each legitimate file. */
export const INSPECTION_POOL = {
  maxProcesses: 2,
  maxWaiting: 64,
  maxWaitMs: 15_000,
  taskTimeoutMs: 10_000,
  memoryMb: 256,
  tasksPerProcess: 100,
  idleMs: 60_000,
} as const;

/** Rendering pages and logos: up to two seconds for the largest legitimate scan. */
export const RENDERING_POOL = {
  maxProcesses: 1,
  maxWaiting: 16,
  maxWaitMs: 15_000,
  taskTimeoutMs: 10_000,
  memoryMb: 640,
  tasksPerProcess: 20,
  idleMs: 60_000,
} as const;

/** Drawing papers: a memo takes 20 ms, a report of 2,000 rows half a second, and the largest report, of 15,000 rows, four. */
export const PAPER_POOL = {
  maxProcesses: 2,
  maxWaiting: 8,
  maxWaitMs: 30_000,
  taskTimeoutMs: 30_000,
  memoryMb: 256,
  tasksPerProcess: 200,
  // A process takes half a second to start, so it outlives the pauses of a desk.
  idleMs: 15 * 60_000,
} as const;

/**
 * Papers that are made or wait: of one user, and in all. The wait and the work together are shorter than the 75 seconds after which
 * the balancer gives up.
 */
export const MAX_PAPERS_PER_USER = 8;
export const MAX_PAPERS = 64;
export const MAX_PAPER_WAIT_MS = 40_000;

/** Whole documents that are prepared for sending at the same time, each in memory two or three times. */
export const DOCUMENT_GATE = { maxRunning: 4, maxWaiting: 64, maxWaitMs: 15_000 } as const;

/** Any operation of the object store, and any silence of it within a document that is being read. */
export const STORE_DEADLINE_MS = 20_000;

/** Copying an uploaded document: the user waits for it, and the hourly run copies what was given up. */
export const COPY_DEADLINE_MS = 5_000;

/** After so many failures in a row the object store is not tried for some seconds; then one request tries it. */
export const STORE_BREAKER = { failures: 3, restMs: 10_000 } as const;

/** Connecting to the S3 server. Silence on an open connection is bounded by the deadline of any operation. */
export const S3_CONNECT_TIMEOUT_MS = 5_000;

/** Attempts for one S3 request: a reused connection that the server has just closed fails once without a real fault. */
export const S3_ATTEMPTS = 3;

/** Open connections to the mail server, and mails sent on one connection before it is renewed. */
export const MAIL_MAX_CONNECTIONS = 5;
export const MAIL_MAX_MESSAGES_PER_CONNECTION = 100;

/** Connecting to the mail server, waiting for its greeting, and silence on an open connection. */
export const MAIL_CONNECT_TIMEOUT_MS = 10_000;
export const MAIL_GREETING_TIMEOUT_MS = 10_000;
export const MAIL_IDLE_TIMEOUT_MS = 30_000;

/** Some servers truncate a longer header line (RFC 5322). */
export const MAX_MAIL_SUBJECT_CHARS = 250;

/**
 * Limits of an Excel sheet, fixed by Excel: rows including the header, columns, characters of a cell and of a sheet
 * name.
 */
export const MAX_SHEET_ROWS = 1_048_576;
export const MAX_SHEET_COLUMNS = 16_384;
export const MAX_CELL_CHARS = 32_767;
export const MAX_SHEET_NAME_CHARS = 31;

/** Limits for reading a sheet: rows without the headings, columns, and the unpacked size of all parts that are read. */
export const MAX_READ_ROWS = 200_000;
export const MAX_READ_COLUMNS = 100;
export const MAX_READ_UNPACKED_BYTES = 256 * 1024 * 1024;

/** Cells and characters of a sheet that is read: a text that is stored once can be in each of a million cells. */
export const MAX_READ_CELLS = 6_000_000;
export const MAX_READ_CHARS = 128_000_000;

/** The table of shared texts of a workbook, which the child holds in memory while it reads the rows. */
export const MAX_SHARED_TEXTS = 2_000_000;
export const MAX_SHARED_CHARS = 96_000_000;

/**
 * The rows that a handler gets at a time. A batch is parsed in a few milliseconds, during which the serving process
 * does nothing else, so a batch of long texts has fewer rows.
 */
export const READ_BATCH_ROWS = 1_000;
export const READ_BATCH_CHARS = 500_000;

/**
 * The rows of an import that one statement handles: it takes a fraction of a second, so that progress is seen and no
 * statement comes near its timeout.
 */
export const IMPORT_BATCH_ROWS = 1_000;

/** Limits for importing a master: the serving process holds all rows of the sheet during the import. */
export const MAX_IMPORT_ROWS = 50_000;
export const MAX_IMPORT_CELLS = 1_500_000;
export const MAX_IMPORT_CHARS = 24_000_000;

/** Reading sheets. A sheet of 200,000 rows takes a tenth of this time. One sheet is read at a time. */
export const SHEET_POOL = {
  maxProcesses: 1,
  maxWaiting: 8,
  maxWaitMs: 20_000,
  taskTimeoutMs: 120_000,
  memoryMb: 512,
  tasksPerProcess: 10,
  idleMs: 60_000,
} as const;

/** The text that is kept of a document for the search, in UTF-8: some hundred pages. The database refuses more. */
export const MAX_TEXT_BYTES = 200_000;

/** The pages of a PDF that are looked through, and the unpacked size of the parts of an office file. */
export const MAX_TEXT_PAGES = 1_000;
export const MAX_TEXT_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Reading the text of documents, one at a time. A PDF of 100 pages takes about a second. */
export const TEXT_POOL = {
  maxProcesses: 1,
  maxWaiting: 16,
  maxWaitMs: 60_000,
  taskTimeoutMs: 30_000,
  memoryMb: 384,
  tasksPerProcess: 20,
  idleMs: 30_000,
} as const;

/** The body of one call; the largest is a save with its lines. Files are sent as uploads. */
export const MAX_CALL_BYTES = 2 * 1024 * 1024;

/** The body of a webhook; the gateway's have one or two thousand bytes. */
export const MAX_HOOK_BYTES = 64 * 1024;

/** Webhook bodies received at the same time: together they hold at most 16 MB. */
export const MAX_HOOK_BODIES = 256;
export const MAX_HOOK_BODIES_PER_ADDRESS = 64;

/** The stored sample of a forged webhook, one per minute: enough to recognise the kind of attack. */
export const FORGERY_SAMPLE_BYTES = 200;
export const FORGERY_SIGNATURE_CHARS = 100;

/** The longest answer of the payment gateway that is read; a longer one is invalid. */
export const MAX_GATEWAY_ANSWER_BYTES = 1024 * 1024;

/**
 * Password hashes that can wait, for each that runs: less than a second of work for addresses from which nobody has
 * signed in, and more for users at their known addresses, who have their own limits.
 */
export const MAX_STRANGERS_HASHES_WAITING = 16;
export const MAX_KNOWN_HASHES_WAITING = 100;

/**
 * Sign-in attempts that are counted in the database at the same time, and that wait for it. Each takes milliseconds.
 */
export const MAX_RESERVATIONS_AT_ONCE = 2;
export const MAX_RESERVATIONS_WAITING = 500;

/** For connecting to PostgreSQL, and for a free connection of the pool. */
export const CONNECTION_WAIT_SECONDS = 5;

/** How much longer than the statement timeout the server waits for PostgreSQL before it gives up the connection. */
export const DATABASE_ANSWER_MARGIN_MS = 3_000;

/** An idle connection to PostgreSQL is probed after this time, so that a lost peer is noticed. */
export const DATABASE_KEEPALIVE_MS = 10_000;

/** Timeout of the readiness query; a balancer does not wait longer for /readyz. */
export const READINESS_TIMEOUT_MS = 2_000;
