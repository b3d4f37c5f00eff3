import { bank } from '#contract/masters/bank.ts';
import { gatewayBank } from '#contract/masters/gatewaybank.ts';
import { recordImport } from '#server/platform/record/import.ts';
import { BY_SRNO, recordStatements } from '#server/platform/record/statements.ts';

const BANK_SEARCH = "(m.name || ' ' || m.code)";
const GATEWAY_SEARCH = "(m.code || ' ' || m.name)";
const BANKS = 'masters.bank';
const GATEWAY_BANKS = 'masters.gateway_bank';

export const bankStatements = recordStatements(bank, {
  table: BANKS,
  search: BANK_SEARCH,
  options: { ...BY_SRNO, name: 'm.name', search: BANK_SEARCH },
});

/** The options use the codes of the gateway, because a payment names its bank by that code. */
export const gatewayBankStatements = recordStatements(gatewayBank, {
  table: GATEWAY_BANKS,
  search: GATEWAY_SEARCH,
  options: { value: 'm.code', name: 'm.name', search: GATEWAY_SEARCH },
});

export const bankImport = recordImport(bank, { table: BANKS, key: (row) => [`lower(${row}.name)`] });

export const gatewayBankImport = recordImport(gatewayBank, {
  table: GATEWAY_BANKS,
  key: (row) => [`lower(${row}.code)`],
});
