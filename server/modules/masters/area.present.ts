import type { AreaRow, AreaInput } from '#contract/masters/area.ts';
import type { AreaDraft } from '#domain/masters/area.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { isActive, statusColumn, textColumn } from './master.present.ts';

const branches = (column: string, inReach: (column: string) => string) =>
  `array(select ${column} from masters.area_branch b join masters.entity e on e.srno = b.branch
     where b.area = m.srno and ${inReach('b.branch')} order by e.name, e.srno)`;

/** Every user sees every area, but only the branches in their scope. */
export const areaRow = (inReach: (column: string) => string): WireColumns => ({
  are_srno: 'm.srno',
  are_name: 'm.name',
  are_branches: branches('e.id', inReach),
  are_branchnames: branches('e.name', inReach),
  are_active: 'm.active::integer',
});

export const areaDraft = (written: AreaInput): AreaDraft => ({
  name: written.are_name.trim(),
  branches: [...new Set(written.are_branches.map((id) => id.trim().toUpperCase()))],
  active: isActive(written.are_active),
});

export const AREA_SHEET = [
  textColumn<AreaRow>('Area', 28, (row) => row.are_name),
  textColumn<AreaRow>('Branch ids', 40, (row) => row.are_branches.join(', ')),
  textColumn<AreaRow>('Branches', 60, (row) => row.are_branchnames.join(', ')),
  statusColumn<AreaRow>((row) => row.are_active),
];
