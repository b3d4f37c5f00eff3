import { flagsOf, type AuditFlag } from '#domain/audit/flags.ts';
import { readWireDate } from '#domain/dates.ts';
import { readRupees } from '#domain/rupees.ts';
import type { AuditTransaction } from './transactions.ts';

/** The flags of a transaction as it comes over the wire. */
export function flagsOfTransaction(row: AuditTransaction): readonly AuditFlag[] {
  const [day, amount] = [readWireDate(row.adt_date), readRupees(row.amount)];
  if (day === null || amount === null) return [];
  return flagsOf({
    type: row.adt_trantype,
    day,
    amount,
    hasPan: row.pan !== '',
    paidBy: row.paid_by,
    isFatf: row.nationality_fatf === 1,
  });
}
