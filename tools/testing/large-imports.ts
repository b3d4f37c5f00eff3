import { buffer } from 'node:stream/consumers';
import type { ImportReply } from '#contract/master.ts';
import { writeXlsx } from '#server/platform/xlsx/write.ts';

/** A master whose sheet can have as many rows as an import takes. */
export interface LargeImport {
  readonly endpoint: string;
  readonly headings: readonly string[];
  /** The cells of a row; rows with different numbers are different records. `word` makes the content differ. */
  readonly row: (n: number, word: string) => readonly string[];
  /** Counts the records of such rows that the database has, as one number. */
  readonly stored: string;
}

const letters = (n: number): string =>
  String(n)
    .split('')
    .map((digit) => 'abcdefghij'[Number(digit)])
    .join('');

export const LARGE_IMPORTS = {
  countries: {
    endpoint: 'country_a.php',
    headings: ['Country', 'Nationality', 'Swift code', 'FATF', 'Status'],
    row: (n, word) => [`Land ${letters(n)}`, word, 'XX', 'No', 'Active'],
    stored: `select count(*)::integer as count from masters.country where name like 'Land %'`,
  },
  employees: {
    endpoint: 'employee_a.php',
    headings: ['Code', 'Name', 'Branch id', 'Kind', 'Sales', 'Delivery', 'Status'],
    row: (n, word) => [`Z${n}`, word, ['MUM', 'PUN', 'DEL'][n % 3] ?? '', 'Person', 'Yes', 'No', 'Active'],
    stored: `select count(*)::integer as count from masters.employee where code like 'Z%'`,
  },
  users: {
    endpoint: 'user_a.php',
    headings: [
      ...['User name', 'User id', 'Mobile', 'E-mail', 'Entity type', 'Entity code', 'Right group'],
      ...['Employee code', 'Enabled', 'Status'],
    ],
    row: (n, word) => [
      ...[word, `import.${n}`, '9800000000', `import.${n}@bureau.example`, 'Branch', 'MUM'],
      ...['Branch staff', '', 'Yes', 'Active'],
    ],
    stored: `select count(*)::integer as count from access.account where user_id like 'import.%'`,
  },
} as const satisfies Record<string, LargeImport>;

/** A workbook of so many rows. */
export const largeSheet = ({ headings, row }: LargeImport, rows: number, word = 'first'): Promise<Buffer> =>
  buffer(
    writeXlsx({
      sheet: 'Rows',
      columns: headings.map((header) => ({ header, kind: 'text', width: 14 })),
      rows: Array.from({ length: rows }, (_, n) => row(n + 1, word)),
    }),
  );

export async function sendLargeSheet(
  url: string,
  sid: string,
  { endpoint }: LargeImport,
  action: 'importcheck' | 'importapply',
  file: Buffer,
): Promise<ImportReply & { readonly status: number }> {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid, uploadType: action }));
  form.append('file', new Blob([new Uint8Array(file)]), 'large.xlsx');
  const response = await fetch(`${url}/api/${endpoint}`, { method: 'POST', body: form });
  return { status: response.status, ...((await response.json()) as ImportReply) };
}
