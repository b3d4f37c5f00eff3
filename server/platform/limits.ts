/**
 * Every bound of the platform services in one place, with its unit in its name.
 * A bound that the specification fixes says so; the others are ours, and say what they protect.
 */

export { MAX_UPLOAD_BYTES } from '#domain/files.ts';

/** Longest file name kept, in code points: what common file systems can hold when it is downloaded again. */
export const MAX_FILE_NAME_CHARS = 255;

/** Largest object the store takes in one piece: the limit of one S3 PUT. */
export const MAX_OBJECT_BYTES = 5 * 1024 ** 3;

/** A half-written file older than this belongs to a process that died; no upload lasts so long. */
export const STALE_SPOOL_HOURS = 24;

/** Entries of an office zip (docx, xlsx). Workbooks of thousands of sheets are attacks, not documents. */
export const MAX_ZIP_ENTRIES = 2_000;

/** What an office zip may claim to unpack to: 10 MB of zipped sheet rarely passes 100 MB. */
export const MAX_ZIP_UNPACKED_BYTES = 256 * 1024 * 1024;

/** Directory sectors read of a legacy office file before it is called broken: guards against chains that loop. */
export const MAX_CFB_DIRECTORY_SECTORS = 4_096;

/** Connecting to the virus scanner: it stands beside us, so it answers at once or not at all. */
export const CLAMD_CONNECT_TIMEOUT_MS = 5_000;

/** One whole scan, from connecting to the verdict. */
export const CLAMD_SCAN_TIMEOUT_MS = 60_000;

/** Longest answer of the virus scanner that is read; more is nonsense. */
export const MAX_CLAMD_REPLY_BYTES = 4_096;

/** Pixels of one picture or page: an A3 scan at 600 dpi has 70 million. More is a decompression bomb. */
export const MAX_PICTURE_PIXELS = 100_000_000;

/** Longest side of a preview made by the server; more than any screen shows of a page. */
export const MAX_PREVIEW_SIDE_PIXELS = 2_400;

/** Time given to making one preview. */
export const PREVIEW_TIMEOUT_SECONDS = 10;

/** Connecting to the S3 server, and silence on an open connection. */
export const S3_CONNECT_TIMEOUT_MS = 5_000;
export const S3_IDLE_TIMEOUT_MS = 30_000;

/** Tries of one S3 request: a kept connection that the server has just closed fails once for no fault. */
export const S3_ATTEMPTS = 3;

/** Open connections to the mail server, and mails sent on one before it is renewed. */
export const MAIL_MAX_CONNECTIONS = 5;
export const MAIL_MAX_MESSAGES_PER_CONNECTION = 100;

/** Connecting to the mail server, waiting for its greeting, and silence on an open connection. */
export const MAIL_CONNECT_TIMEOUT_MS = 10_000;
export const MAIL_GREETING_TIMEOUT_MS = 10_000;
export const MAIL_IDLE_TIMEOUT_MS = 30_000;

/** A header line of a mail longer than this is cut by some servers (RFC 5322). */
export const MAX_MAIL_SUBJECT_CHARS = 250;

/** How long a link to set a new password can be used. */

/** Limits of an Excel sheet, fixed by Excel: rows with the header, columns, characters of a cell and of a sheet name. */
export const MAX_SHEET_ROWS = 1_048_576;
export const MAX_SHEET_COLUMNS = 16_384;
export const MAX_CELL_CHARS = 32_767;
export const MAX_SHEET_NAME_CHARS = 31;

/** A sheet that is read: its rows without the header, its columns, and what its parts may unpack to together. */
export const MAX_READ_ROWS = 50_000;
export const MAX_READ_COLUMNS = 100;
export const MAX_READ_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Reading one sheet: the time and the memory that its thread may take. A full sheet takes a tenth of either. */
export const SHEET_READ_TIMEOUT_MS = 30_000;
export const SHEET_READ_MEMORY_MB = 512;

/** The body of one call; the largest is a save with its lines. Files travel as uploads. */
export const MAX_CALL_BYTES = 2 * 1024 * 1024;

/** What another system sends by itself; the gateway's webhooks have one or two thousand bytes. */
export const MAX_HOOK_BYTES = 64 * 1024;

/** Longest answer of the payment gateway that is read; more is nonsense. */
export const MAX_GATEWAY_ANSWER_BYTES = 1024 * 1024;
