import { area as calls, type AreaRow } from '#contract/masters/area.ts';
import { AREA_RULES, type AreaDraft } from '#domain/masters/area.ts';
import { BranchesPicker } from '#web/pickers/BranchesPicker.tsx';
import { activeColumn, bitOf, numberColumn, textColumn } from '#web/patterns/master/columns.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { masterOf } from '#web/patterns/master/masterOf.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';

const area = masterOf<typeof calls, AreaRow, AreaDraft>({
  id: 'area',
  right: 'AREA',
  texts: mastersText.area,
  calls,
  columns: [
    numberColumn((row) => row.are_srno),
    { ...textColumn('name', AREA_RULES.name.label, 160, (row) => row.are_name), hideable: false },
    {
      id: 'branches',
      header: AREA_RULES.branches.label,
      value: (row) => row.are_branchnames.join(', '),
      width: 320,
    },
    activeColumn(AREA_RULES.active.label, (row) => row.are_active),
  ],
  srnoOf: (row) => row.are_srno,
  nameOfRow: (row) => row.are_name,
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'branches', kind: 'pickers', picker: BranchesPicker },
    { name: 'active', kind: 'active' },
  ],
  rules: AREA_RULES,
  blank: { name: '', branches: [], active: true },
  draftOf: (row) => ({
    name: row.are_name,
    branches: row.are_branches,
    active: row.are_active === 1,
  }),
  writtenOf: (draft) => ({
    are_name: draft.name.trim(),
    are_branches: [...draft.branches],
    are_active: bitOf(draft.active),
  }),
});

export function AreaScreen() {
  return <MasterScreen master={area} />;
}
