import type * as z from 'zod/mini';
import { read, utils } from '@e965/xlsx';
import type { batchRow, UploadReply } from '#contract/uploads/uploads.ts';
import { KINDS, type UploadKind } from '#domain/uploads/kinds.ts';
import { headingsOf } from '#domain/uploads/rows.ts';
import type { Desk } from './desk.ts';
import { sendUpload } from './registers.ts';
import { sheetSample } from './samples.ts';

type SentBatch = z.input<typeof batchRow>;

/** Sheets of the upload page, and the calls of its tests. */

type Values = Readonly<Record<string, unknown>>;

const EXAMPLES: Readonly<Record<UploadKind, Values>> = {
  P: { Month: 'Oct 2025', Branch: 'PUN', Purpose: 'WU', Transactions: 3, Amount: '1,50,000.50' },
  L: {
    Date: '05/10/2025',
    Branch: 'PUN',
    Number: 17,
    Name: 'Kavya Iyer',
    PAN: 'aaapk1234k',
    Purpose: 'Education',
    Currency: 'usd',
    Quantity: 5000,
    Rupees: '4,42,500',
    'US dollars': 5000,
  },
  T: {
    Date: '05/10/2025',
    Branch: 'PUN',
    Number: 17,
    Type: 'SP',
    Executive: 'E301',
    Amount: 442500,
    Profit: '1,250.50',
  },
};

/** A sheet of a kind whose rows differ from an example as given. */
export const uploadSheet = (kind: UploadKind, ...rows: readonly Values[]): Buffer => {
  const headings = headingsOf(kind);
  const made = rows.map((row) => headings.map((heading) => ({ ...EXAMPLES[kind], ...row })[heading]));
  return sheetSample([headings, ...made]);
};

interface Sending {
  readonly user?: string;
  readonly name?: string;
  readonly replace?: 0 | 1;
  readonly key?: string;
}

export async function sendSheet(
  desk: Desk,
  kind: UploadKind,
  file: Buffer | null,
  { user = 'fm.ho', name = 'sheet.xlsx', replace, key }: Sending = {},
) {
  const { uploadType, serial } = KINDS[kind];
  const sent = await sendUpload(
    desk,
    user,
    { uploadType, srno: serial, ...(replace !== undefined && { replace }) },
    file,
    name,
    key === undefined ? {} : { 'idempotency-key': key },
  );
  return { ...sent, json: sent.json as UploadReply };
}

export const batchesOf = async (desk: Desk, user = 'fm.ho', page: object = {}): Promise<SentBatch[]> =>
  (await desk.ask(user, 'uploaddata_a.php', ['batches', JSON.stringify(page)])).json as SentBatch[];

/** Downloads a file of the upload page. */
export async function downloadUpload(desk: Desk, user: string, action: string, args: object) {
  const response = await fetch(`${desk.url}/api/uploaddata_a.php`, {
    method: 'POST',
    body: new URLSearchParams({ 1: desk.sessionOf(user), 2: action, 3: JSON.stringify(args) }),
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The rows of a workbook, the headings first. */
export function rowsOf(bytes: Buffer): unknown[][] {
  const book = read(bytes);
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
}
