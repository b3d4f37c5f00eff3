import { read, utils } from '@e965/xlsx';
import type pg from 'pg';
import type { RegisterType } from '#domain/audit/codes.ts';
import type { Desk } from './desk.ts';

/** Requests and sheets for the registers of an audit. */

interface Registered {
  readonly branch?: string;
  readonly type?: RegisterType;
  /** When it was made Final. */
  readonly at: string;
  readonly name?: string;
  readonly purpose?: string;
  readonly lines?: readonly {
    readonly isd?: string;
    readonly product?: 'CN' | 'CARD';
    readonly quantity: string;
    readonly rate: string;
  }[];
  readonly isApproved?: boolean;
}

/** Inserts a request of a day, by default with all four approvals, and returns its number. */
export async function addRegistered(admin: pg.Client, given: Registered): Promise<number> {
  const { branch = 'MUM', type = 'SP', at, name = 'Kavya Iyer', purpose = '', isApproved = true } = given;
  const { lines = [{ quantity: '100', rate: '88.4567' }] } = given;
  const isPublic = type === 'SP' || type === 'PP';
  const { rows } = await admin.query<{ srno: number }>(
    `with line as (
       select n, coalesce(l.isd, 'USD') as isd, coalesce(l.product, 'CN') as product, l.quantity, l.rate,
         round(l.quantity * l.rate) as amount
       from rows from (jsonb_to_recordset($7::jsonb) as (isd text, product text, quantity numeric, rate numeric))
         with ordinality as l (isd, product, quantity, rate, n)
     ), made as (
       insert into requests.request (ref_no, first_hash, branch, type, handover, traveller_name, entity_name, nationality, id_type,
         id_number, pan, purpose, scheme, forex_total, grand_total, received, submitted, submitted_at, bm_by, zm_by, cm_by, fm_by,
         made_on, made_by, makers)
       select 'register ' || gen_random_uuid(), sha256('x'), e.srno, $2, 'IN', $4, $5, 'Indian', '1', 'P1234567', 'AAAPK1234K', $6,
         'FULL', s.sum, s.sum, s.sum, true, $3::timestamptz, 1, 1, 1, case when $8 then 1 end, ($3::timestamptz)::date, 1, '{1}'
       from masters.entity e, (select sum(amount) as sum from line) as s where e.id = $1 returning srno
     ), lined as (
       insert into requests.product_line (request, line_no, product, isd, quantity, rate, amount)
       select made.srno, n, product, isd, quantity, rate, amount from made, line
     ), paid as (
       insert into requests.payment_line (request, line_no, type, amount, received)
       select made.srno, 1, 'CASH', sum(amount), sum(amount) from made, line group by made.srno
     )
     select srno from made`,
    [
      branch,
      type,
      at,
      isPublic ? name : '',
      isPublic ? '' : name,
      purpose,
      JSON.stringify(lines),
      isApproved,
    ],
  );
  return rows[0]?.srno ?? 0;
}

/** The transactions of an audit, without what identifies the rows. */
export const transactionsIn = async (admin: pg.Client, audit: number, type?: RegisterType) =>
  (
    await admin.query<Record<string, unknown>>(
      `select type, tran_no, tran_date::text, traveller, party, nationality, id_number, pan, purpose, party_type, amount, paid_by,
         lines, status
       from audit.transaction where audit = $1 and ($2::text is null or type = $2) order by line_no`,
      [audit, type ?? null],
    )
  ).rows;

/** Sends a file with the JSON part of an upload. */
export async function sendUpload(
  desk: Desk,
  user: string,
  meta: Readonly<Record<string, unknown>>,
  file: Buffer | null,
  name = 'flm.xlsx',
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid: desk.sessionOf(user), ...meta }));
  if (file !== null) form.append('file', new Blob([new Uint8Array(file)]), name);
  const response = await fetch(`${desk.url}/api/upload_a.php`, { method: 'POST', body: form, headers });
  return { status: response.status, json: (await response.json()) as Record<string, any> };
}

/** Downloads a file of the audit. */
export async function downloadFrom(desk: Desk, user: string, action: string, args: object) {
  const response = await fetch(`${desk.url}/api/audit_a.php`, {
    method: 'POST',
    body: new URLSearchParams({ 1: desk.sessionOf(user), 2: action, 3: JSON.stringify(args) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The rows of a downloaded sheet, each with its values by heading. */
export function sheetRows(bytes: Buffer, linesAbove = 0): Record<string, unknown>[] {
  const book = read(bytes);
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { range: linesAbove });
}
