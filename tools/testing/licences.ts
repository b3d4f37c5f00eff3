import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashOfKey } from '#server/modules/licences/index.ts';
import { pdfSample } from './samples.ts';
import type { Answered } from './world.ts';

/** A franchisee of a test with nothing uploaded. */
export interface TestFranchisee {
  readonly srno: number;
  readonly id: string;
}

let made = 0;

/** Adds a franchisee under a branch; its licence ends in so many days. */
export async function addFranchisee(
  admin: pg.Client,
  { branch = 'MUM', endsIn = 200, email = '' }: { branch?: string; endsIn?: number; email?: string } = {},
): Promise<TestFranchisee> {
  made += 1;
  const id = `LT${String(made).padStart(4, '0')}${randomBytes(2).toString('hex').toUpperCase()}`;
  const { rows } = await admin.query<TestFranchisee>(
    `insert into masters.entity (id, type, name, controlling_branch, email, licence_from, licence_to)
     select $1, 'F', 'Franchisee ' || $1, b.srno, $3, current_date - 900,
       (now() at time zone 'Asia/Kolkata')::date + $4::integer
     from masters.entity b where b.id = $2 returning srno, id`,
    [id, branch, email, endsIn],
  );
  return rows[0] ?? { srno: 0, id };
}

/** Adds a link that works, was revoked, or has expired. Returns its key. */
export async function addKey(
  admin: pg.Client,
  entity: number,
  state: 'live' | 'revoked' | 'expired' = 'live',
): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await admin.query(
    'update licences.renewal_key set revoked_at = now() where entity = $1 and revoked_at is null',
    [entity],
  );
  await admin.query(
    `insert into licences.renewal_key (entity, hash, made_by_name, mailed_at, expires_at, revoked_at)
     values ($1, $2, 'Meera Nair', now(), now() + make_interval(days => $3), case when $4 then now() end)`,
    [entity, hashOfKey(key), state === 'expired' ? -1 : 90, state === 'revoked'],
  );
  return key;
}

interface SentLicence {
  readonly docid: number;
  readonly entitykey: string;
}
interface LicenceFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const PDF: LicenceFile = { name: 'licence.pdf', bytes: pdfSample() };

/** Sends a document as the renewal page does. */
export async function sendLicence(
  url: string,
  meta: SentLicence,
  file: LicenceFile | null = PDF,
): Promise<Answered> {
  const form = new FormData();
  form.append('meta', JSON.stringify(meta));
  if (file !== null) form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const response = await fetch(`${url}/api/licrenewaldoc_a.php`, { method: 'POST', body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}

/** Adds documents directly in the table; returns their numbers. */
export async function addLicenceDocuments(
  admin: pg.Client,
  entity: number,
  kinds: readonly number[],
  {
    status = 'P',
    via = 'page',
    expiresIn = null,
  }: { status?: 'P' | 'A' | 'R'; via?: 'page' | 'staff'; expiresIn?: number | null } = {},
): Promise<number[]> {
  const { rows } = await admin.query<{ srno: number }>(
    `insert into masters.entity_document (entity, kind, via, file_name, extension, hash, bytes, status, rejection_reason,
       approved_at, expires_on)
     select $1, kind, $3, 'paper.pdf', 'pdf', repeat('a', 64), 10, $4, case $4 when 'R' then 'Cannot be read.' else '' end,
       case $4 when 'A' then now() end, (now() at time zone 'Asia/Kolkata')::date + $5::integer
     from unnest($2::integer[]) with ordinality as k (kind, n) order by n returning srno`,
    [entity, kinds, via, status, expiresIn],
  );
  return rows.map(({ srno }) => srno);
}
