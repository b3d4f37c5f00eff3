import { flagsOf, type AuditFlag } from '#domain/audit/flags.ts';
import { readWireDate } from '#domain/dates.ts';
import { readRupees } from '#domain/rupees.ts';
import type { AuditTransaction } from './transactions.ts';

/** The flags of a transaction of a reply. */
export function flagsOfTransaction(row: AuditTransaction): readonly AuditFlag[] {
  const [day, amount] = [readWireDate(row.date), readRupees(row.amount)];
  if (day === null || amount === null) return [];
  return flagsOf({
    type: row.type,
    day,
    amount,
    hasPan: row.pan !== '',
    paidBy: row.paidBy,
    isFatf: row.isFatf,
  });
}
