import { purpose as calls, type PurposeRow } from '#contract/masters/purpose.ts';
import { PURPOSE_RULES, type PurposeDraft } from '#domain/masters/purpose.ts';
import { activeColumn, bitOf, numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { masterOf } from '#web/patterns/master/masterOf.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';

const purpose = masterOf<typeof calls, PurposeRow, PurposeDraft>({
  id: 'purpose',
  right: 'PURPOSE',
  texts: mastersText.purpose,
  calls,
  columns: [
    numberColumn((row) => row.pur_srno),
    textColumn('value', PURPOSE_RULES.value.label, 140, (row) => row.pur_value),
    { ...textColumn('name', PURPOSE_RULES.name.label, 280, (row) => row.pur_name), hideable: false },
    activeColumn(PURPOSE_RULES.active.label, (row) => row.pur_active),
  ],
  srnoOf: (row) => row.pur_srno,
  nameOfRow: (row) => row.pur_name,
  fields: [
    { name: 'value', kind: 'text' },
    { name: 'name', kind: 'text' },
    { name: 'active', kind: 'active' },
  ],
  rules: PURPOSE_RULES,
  blank: { value: '', name: '', active: true },
  draftOf: (row) => ({
    value: row.pur_value,
    name: row.pur_name,
    active: row.pur_active === 1,
  }),
  writtenOf: (draft) => ({
    pur_value: draft.value.trim(),
    pur_name: draft.name.trim(),
    pur_active: bitOf(draft.active),
  }),
});

export function PurposeScreen() {
  return <MasterScreen master={purpose} />;
}
