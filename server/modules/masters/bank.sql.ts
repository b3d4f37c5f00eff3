import type { BankDraft } from '#domain/masters/bank.ts';
import { BANK_ROW, GATEWAY_BANK_ROW } from './bank.present.ts';
import { BY_SRNO, recordStatements } from '#server/platform/db/record.ts';

const COLUMNS = { name: 'name', code: 'code', active: 'active' } as const;
const SORTS = {
  name: { column: 'm.name', type: 'text' },
  code: { column: 'm.code', type: 'text' },
  srno: { column: 'm.srno', type: 'integer' },
} as const;
const BANK_SEARCH = "(m.name || ' ' || m.code)";
const GATEWAY_SEARCH = "(m.code || ' ' || m.name)";

export const bankStatements = recordStatements<BankDraft>({
  record: 'bank',
  table: 'masters.bank',
  columns: COLUMNS,
  row: BANK_ROW,
  sorts: SORTS,
  search: BANK_SEARCH,
  options: { ...BY_SRNO, name: 'm.name', search: BANK_SEARCH },
});

/** The options use the codes of the gateway, because a payment names its bank by that code. */
export const gatewayBankStatements = recordStatements<BankDraft>({
  record: 'gatewaybank',
  table: 'masters.gateway_bank',
  columns: COLUMNS,
  row: GATEWAY_BANK_ROW,
  sorts: SORTS,
  search: GATEWAY_SEARCH,
  options: { value: 'm.code', name: 'm.name', search: GATEWAY_SEARCH },
});

export const BANK_CONSTRAINTS = {
  bank_name_unique: 'This bank is already in the list.',
  bank_code_unique: 'This code is already taken by another bank.',
  gateway_bank_code_unique: 'This gateway code is already in the list.',
} as const;
