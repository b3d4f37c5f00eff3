import { bank as calls, type BankRow } from '#contract/masters/bank.ts';
import { BANK_RULES, type BankDraft } from '#domain/masters/bank.ts';
import { activeColumn, bitOf, numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { masterOf } from '#web/patterns/master/masterOf.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';

const bank = masterOf<typeof calls, BankRow, BankDraft>({
  id: 'bank',
  right: 'BANK',
  texts: mastersText.bank,
  calls,
  columns: [
    numberColumn((row) => row.bnk_srno),
    { ...textColumn('name', BANK_RULES.name.label, 280, (row) => row.bnk_name), hideable: false },
    textColumn('code', BANK_RULES.code.label, 140, (row) => row.bnk_code),
    activeColumn(BANK_RULES.active.label, (row) => row.bnk_active),
  ],
  srnoOf: (row) => row.bnk_srno,
  nameOfRow: (row) => row.bnk_name,
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'code', kind: 'code' },
    { name: 'active', kind: 'active' },
  ],
  rules: BANK_RULES,
  blank: { name: '', code: '', active: true },
  draftOf: (row) => ({
    name: row.bnk_name,
    code: row.bnk_code,
    active: row.bnk_active === 1,
  }),
  writtenOf: (draft) => ({
    bnk_name: draft.name.trim(),
    bnk_code: draft.code.trim(),
    bnk_active: bitOf(draft.active),
  }),
});

export function BankScreen() {
  return <MasterScreen master={bank} />;
}
