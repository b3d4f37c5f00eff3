import type pg from 'pg';
import type { AnswerStatus, LineStatus } from '#domain/flash/codes.ts';
import type { Answered, World } from './world.ts';

/** Flash audits made directly in the tables, as the owner of the database, and the calls of the module. */

export interface MadeFlash {
  readonly srno: number;
  /** The number of the branch. */
  readonly branch: number;
}

interface GivenFlash {
  /** The id of the branch. */
  readonly branch?: string;
  /** yyyy-MM-dd. A day without an audit if it is not given. */
  readonly day?: string;
  readonly status?: 'P' | 'R';
  readonly cashier?: string;
}

/** Adds a flash audit without lines. */
export async function makeFlash(
  admin: pg.Client,
  { branch = 'MUM', day, status = 'P', cashier = 'Leena Rao' }: GivenFlash = {},
): Promise<MadeFlash> {
  const { rows } = await admin.query<MadeFlash>(
    `insert into flash.audit (branch, on_day, cashier, status, auditor_name)
     select e.srno, coalesce($2::date, (select coalesce(min(f.on_day), '2015-01-01') - 1 from flash.audit f where f.branch = e.srno)),
       $3, $4, 'Anita Deshmukh'
     from masters.entity e where e.id = $1 returning srno, branch`,
    [branch, day ?? null, cashier, status],
  );
  const [made] = rows;
  if (made === undefined) throw new Error(`there is no branch ${branch}`);
  return made;
}

interface GivenLine {
  readonly status?: LineStatus;
  readonly answer?: AnswerStatus;
}

/** Adds a currency to an audit; returns its number. */
export async function addCurrency(
  admin: pg.Client,
  { srno, branch }: MadeFlash,
  isd = 'USD',
  { report = '1000.00', status = '', answer = 'P' }: GivenLine & { readonly report?: string } = {},
): Promise<number> {
  const { rows } = await admin.query<{ srno: number }>(
    `insert into flash.currency (audit, branch, on_day, isd, name, report, status, answer_status)
     select $1, $2, a.on_day, $3, $3, $4, $5, $6 from flash.audit a where a.srno = $1 returning srno`,
    [srno, branch, isd, report, status, answer],
  );
  return rows[0]?.srno ?? 0;
}

let numbersGiven = 0;
/** Adds a transaction with a missing paper to an audit; returns its number. */
export async function addTransaction(
  admin: pg.Client,
  { srno, branch }: MadeFlash,
  { status = 'D', answer = 'P', document = 'Passport copy' }: GivenLine & { readonly document?: string } = {},
): Promise<number> {
  numbersGiven += 1;
  const { rows } = await admin.query<{ srno: number }>(
    `insert into flash.transaction (audit, branch, on_day, sale_type, tran_no, tran_date, document, status, answer_status)
     select $1, $2, a.on_day, 'SP', $3, a.on_day, $4, $5, $6 from flash.audit a where a.srno = $1 returning srno`,
    [srno, branch, `T${numbersGiven}`, document, status, answer],
  );
  return rows[0]?.srno ?? 0;
}

/** Closes an audit. Nothing of it can be changed afterwards, by the owner neither. */
export const closeFlash = (admin: pg.Client, srno: number) =>
  admin.query(`update flash.audit set status = 'C', closed_at = now() where srno = $1`, [srno]);

/** The content of the module's tables of one audit, to prove that nothing has changed. */
export async function contentOf(world: World, srno: number): Promise<string> {
  const [found] = await world.sql<{ content: string }>(
    `select jsonb_build_array(
       (select to_jsonb(a) from flash.audit a where a.srno = $1),
       (select jsonb_agg(to_jsonb(c) order by c.srno) from flash.currency c where c.audit = $1),
       (select jsonb_agg(to_jsonb(n) order by n.line_no) from flash.denomination n where n.audit = $1),
       (select jsonb_agg(to_jsonb(t) order by t.srno) from flash.transaction t where t.audit = $1),
       (select jsonb_agg(to_jsonb(r) order by r.srno) from flash.response r where r.audit = $1))::text as content`,
    [srno],
  );
  return found?.content ?? '';
}

export interface SentFlashFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The calls of the flash audit, as one user makes them. */
export interface FlashClient {
  call(action: string, argument?: object, page?: object): Promise<Answered>;
  callSeeing(version: number, action: string, argument: object): Promise<Answered>;
  upload(meta: object, file: SentFlashFile | null): Promise<Answered>;
}

export function flashClient(world: World, session: string): FlashClient {
  const fields = (values: readonly (object | undefined)[]) =>
    values.filter((value) => value !== undefined).map((value) => JSON.stringify(value));
  return {
    call: (action, argument, page) =>
      world.post('flashaudit_a.php', [session, action, ...fields([argument, page])]),
    callSeeing: (version, action, argument) =>
      world.post('flashaudit_a.php', [session, action, ...fields([argument])], {
        'if-match': `"${version}"`,
      }),
    async upload(meta, file) {
      const form = new FormData();
      form.append('meta', JSON.stringify({ sid: session, ...meta }));
      if (file !== null) form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
      const response = await fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: form });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
    },
  };
}
