import { referenceValue } from '#contract/fields.ts';
import type { StateRow, StateInput } from '#contract/masters/state.ts';
import type { StateDraft } from '#domain/masters/state.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { isActive, statusColumn, textColumn } from './master.present.ts';

export const STATE_ROW = {
  sta_srno: 'm.srno',
  sta_name: 'm.name',
  sta_country: 'm.country',
  sta_countryname: 'c.name',
  sta_active: 'm.active::integer',
} as const satisfies WireColumns;

export const stateDraft = (written: StateInput): StateDraft => ({
  name: written.sta_name.trim(),
  country: referenceValue(written.sta_country),
  active: isActive(written.sta_active),
});

export const STATE_SHEET = [
  textColumn<StateRow>('State', 28, (row) => row.sta_name),
  textColumn<StateRow>('Country', 28, (row) => row.sta_countryname),
  statusColumn<StateRow>((row) => row.sta_active),
];
