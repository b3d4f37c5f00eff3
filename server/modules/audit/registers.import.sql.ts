import type { RegisterType } from '#domain/audit/codes.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { insertMarked, type AuditOfRegisters } from './registers.sql.ts';
import type { RegisterTransaction } from './registers.sheet.ts';

/** The statements of a register that is uploaded as a sheet. */

const known = statement(
  'audit.registers.known',
  { currencies: 'text[]', purposes: 'jsonb' },
  `select array(select code from masters.currency_ref) as currencies,
     (select coalesce(jsonb_object_agg(lower(word), p.value), '{}')
      from masters.purpose_ref p cross join lateral (values (p.name), (p.value)) as w (word)) as purposes`,
);
/** The codes that a register can name: currencies, and purposes by their code and their name in small letters. */
export async function knownCodes(on: Executor) {
  const { currencies, purposes } = await on.one(known);
  return {
    currencies: new Set(currencies),
    purposes: new Map(Object.entries(purposes as Readonly<Record<string, string>>)),
  };
}

/** Numbers are stored with the decimals that the requests have, so that both ways give the same lines. */
const LINES = `(select jsonb_agg(jsonb_build_object('product', l.product, 'isd', l.isd, 'quantity', round(l.quantity, 2)::text,
    'rate', round(l.rate, 8)::text, 'amount', round(l.amount, 2)::text) order by n)
  from rows from (jsonb_to_recordset(s.lines) as (product text, isd text, quantity numeric, rate numeric, amount numeric))
    with ordinality as l (product, isd, quantity, rate, amount, n))`;
const add = statement(
  'audit.registers.import',
  {},
  insertMarked(
    `select s.tran_no, s.tran_date, s.traveller, s.party, s.nationality, s.id_number, s.pan, s.purpose, s.paid_by, s.party_type,
       (select sum(l.amount) from jsonb_to_recordset(s.lines) as l (amount numeric)) as amount, ${LINES} as lines, s.n
     from rows from (jsonb_to_recordset($5::jsonb) as (tran_no text, tran_date date, traveller text, party text, nationality text,
       id_number text, pan text, purpose text, paid_by text, party_type text, lines jsonb)) with ordinality
       as s (tran_no, tran_date, traveller, party, nationality, id_number, pan, purpose, paid_by, party_type, lines, n)`,
    't.n',
  ),
);
/** Adds these transactions to a register, in their order. */
export const importTransactions = (
  tx: Transaction,
  audit: AuditOfRegisters,
  register: number,
  type: RegisterType,
  transactions: readonly RegisterTransaction[],
) => tx.rows(add, [audit.srno, audit.branch, register, type, JSON.stringify(transactions)]);
