import type pg from 'pg';
import type { RegisterType } from '#domain/audit/codes.ts';
import { copiedRows } from '#server/modules/audit/index.ts';

/** Audits made directly in the tables, as the owner of the database. */

interface GivenAudit {
  readonly branch?: string;
  readonly year?: number;
  readonly month?: number;
  /** The auditor. */
  readonly by?: string;
}

/** An audit in a test. */
export interface StartedAudit {
  readonly srno: number;
  /** The number of the branch. */
  readonly branch: number;
  readonly year: number;
  readonly month: number;
}

/** Starts an audit with its rows, as createaudit does. It is pending and has no previous audit. */
export async function startAudit(
  admin: pg.Client,
  { branch = 'MUM', year = 2026, month = 10, by = 'audit.ca' }: GivenAudit = {},
): Promise<StartedAudit> {
  const { rows } = await admin.query<{ srno: number; branch: number }>(
    `insert into audit.audit (branch, year, month, audited_on, cashier, manager, auditor, auditor_name)
     select e.srno, $2, $3, make_date($2, $3, 1) + 27, 'Cashier of ' || e.id, 'Manager of ' || e.id, a.srno, a.name
     from masters.entity e, access.account a where e.id = $1 and a.user_id = $4 returning srno, branch`,
    [branch, year, month, by],
  );
  const [made] = rows;
  if (made === undefined) throw new Error(`there is no branch ${branch} or no user ${by}`);
  await admin.query(
    `with added as (select $1::integer as srno, $2::integer as branch), ${copiedRows('added')} select`,
    [made.srno, made.branch],
  );
  return { ...made, year, month };
}

/** Starts an audit with all answers and this many objections to the files of parties: its report is long. */
export async function startLargeAudit(
  admin: pg.Client,
  discrepancies: number,
  given: GivenAudit = {},
): Promise<StartedAudit> {
  const audit = await startAudit(admin, given);
  await admin.query(`update audit.answer set answer = 'Y' where audit = $1 and editable`, [audit.srno]);
  await admin.query(
    `insert into audit.discrepancy (audit, branch, flag, master_type, party_name, words, on_day)
     select $1, $2, 'M', (array['C', 'D'])[1 + n % 2], 'Party number ' || n, repeat('The copy of a paper is missing. ', 1 + n % 4),
       make_date($3, $4, 15) from generate_series(1, $5::integer) as n`,
    [audit.srno, audit.branch, audit.year, audit.month, discrepancies],
  );
  return audit;
}

/** Closes an audit. Nothing of it can be changed afterwards, by the owner neither. */
export const closeAudit = async (admin: pg.Client, { srno }: Pick<StartedAudit, 'srno'>): Promise<void> => {
  await admin.query(
    `update audit.audit set status = 'C', closed_on = (now() at time zone 'Asia/Kolkata')::date where srno = $1`,
    [srno],
  );
};

interface GivenTransactions {
  readonly type?: RegisterType;
  /** The number of the first; the others follow. */
  readonly first?: number;
  readonly status?: 'PEN' | 'OK' | 'DIS';
  readonly purpose?: string;
  readonly partyType?: '' | 'F' | 'D';
  readonly traveller?: string;
}

const FORMAT_OF = { PP: 'FLM3', PB: 'FLM4', SP: 'FLM5', SB: 'FLM6' } as const;

/** Adds transactions to an audit with the register that they come from, a day apart; returns their line numbers. */
export async function addTransactions(
  admin: pg.Client,
  audit: StartedAudit,
  count: number,
  given: GivenTransactions = {},
): Promise<number[]> {
  const { type = 'SP', first = 1, status = 'PEN', purpose = type === 'SP' ? '1' : '' } = given;
  const { partyType = '', traveller = 'Kavya Iyer' } = given;
  const { rows } = await admin.query<{ line_no: number }>(
    `with register as (
       insert into audit.document (audit, branch, kind, origin, file_name, extension)
       values ($1, $2, $3, 'fetch', $3 || '.xlsx', 'xlsx')
       on conflict (audit, kind) where removed_at is null and kind like 'FLM%' do update set rows = audit.document.rows
       returning srno
     ), added as (
       insert into audit.transaction (audit, branch, document, type, tran_no, tran_date, traveller, purpose, party_type, amount,
         lines, status)
       select $1, $2, r.srno, $4, ($5::integer + n)::text, make_date($6, $7, 1 + n % 28), $8, $9, $10, 1000 + n,
         jsonb_build_array(jsonb_build_object('product', 'CN', 'isd', 'USD', 'quantity', '10', 'rate', '88.50', 'amount', '885.00')),
         $11
       from register r, generate_series(0, $12::integer - 1) as n order by n returning line_no
     )
     select line_no from added order by line_no`,
    [
      audit.srno,
      audit.branch,
      FORMAT_OF[type],
      type,
      first,
      audit.year,
      audit.month,
      traveller,
      purpose,
      partyType,
      status,
      count,
    ],
  );
  await admin.query(
    `update audit.document d set rows = (select count(*) from audit.transaction t where t.document = d.srno)
     where d.audit = $1 and d.kind = $2 and d.removed_at is null`,
    [audit.srno, FORMAT_OF[type]],
  );
  return rows.map(({ line_no }) => line_no);
}
