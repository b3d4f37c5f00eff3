import { gatewayBank as calls, type GatewayBankRow } from '#contract/masters/gatewaybank.ts';
import { GATEWAY_BANK_RULES, type BankDraft } from '#domain/masters/bank.ts';
import { activeColumn, bitOf, numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { masterOf } from '#web/patterns/master/masterOf.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';

const gatewayBank = masterOf<typeof calls, GatewayBankRow, BankDraft>({
  id: 'gatewaybank',
  right: 'GATEWAYBANK',
  texts: mastersText.gatewayBank,
  calls,
  columns: [
    numberColumn((row) => row.gbk_srno),
    { ...textColumn('name', GATEWAY_BANK_RULES.name.label, 280, (row) => row.gbk_name), hideable: false },
    textColumn('code', GATEWAY_BANK_RULES.code.label, 140, (row) => row.gbk_code),
    activeColumn(GATEWAY_BANK_RULES.active.label, (row) => row.gbk_active),
  ],
  srnoOf: (row) => row.gbk_srno,
  nameOfRow: (row) => row.gbk_name,
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'code', kind: 'code' },
    { name: 'active', kind: 'active' },
  ],
  rules: GATEWAY_BANK_RULES,
  blank: { name: '', code: '', active: true },
  draftOf: (row) => ({
    name: row.gbk_name,
    code: row.gbk_code,
    active: row.gbk_active === 1,
  }),
  writtenOf: (draft) => ({
    gbk_name: draft.name.trim(),
    gbk_code: draft.code.trim(),
    gbk_active: bitOf(draft.active),
  }),
});

export function GatewayBankScreen() {
  return <MasterScreen master={gatewayBank} />;
}
