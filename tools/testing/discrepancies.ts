import type pg from 'pg';
import type { StartedAudit } from './audits.ts';
import type { Answered, World } from './world.ts';

interface GivenDiscrepancy {
  readonly flag?: 'T' | 'M';
  readonly status?: 'P' | 'R' | 'D';
  /** yyyy-MM-dd. */
  readonly day?: string;
  readonly words?: string;
  /** How many days ago it became pending. */
  readonly daysAgo?: number;
}

/** Adds discrepancies that stand alone, directly in the table; returns their numbers. */
export async function addDiscrepancies(
  admin: pg.Client,
  { srno, branch, year, month }: StartedAudit,
  count: number,
  { flag = 'T', status = 'P', day, words = 'No memo', daysAgo = 0 }: GivenDiscrepancy = {},
): Promise<number[]> {
  const { rows } = await admin.query<{ line_no: number }>(
    `insert into audit.discrepancy (audit, branch, flag, type, tran_no, tran_date, master_type, party_name, words, on_day, status,
       raised_by_name, pending_since)
     select $1, $2, $3, case when $3 = 'T' then 'PP' else '' end, case when $3 = 'T' then (f.first + n)::text else '' end,
       case when $3 = 'T' then day.is end, case when $3 = 'M' then 'C' else '' end, case when $3 = 'M' then 'Orient' else '' end,
       $4, day.is, $5, 'Anita Deshmukh', now() - make_interval(days => $6)
     from (select coalesce(max(line_no), 0) + 1000 as first from audit.discrepancy) as f, generate_series(1, $7::integer) as n,
       lateral (select coalesce($8::date, make_date($9, $10, 1 + n % 28)) as is) as day
     order by n returning line_no`,
    [srno, branch, flag, words, status, daysAgo, count, day ?? null, year, month],
  );
  return rows.map(({ line_no }) => line_no);
}

/** Sends a reply to a discrepancy, with an optional proof. */
export async function sendReply(
  world: World,
  session: string,
  meta: object,
  file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } | null = null,
): Promise<Answered> {
  const form = new FormData();
  form.append(
    'meta',
    JSON.stringify({ sid: session, uploadType: 'AUDITPROOF', pageright: 'DISCREPANCY', ...meta }),
  );
  if (file !== null) form.append('file', new Blob([file.bytes]), file.name);
  const response = await fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}
