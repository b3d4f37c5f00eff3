import type { PurposeRow, PurposeInput } from '#contract/masters/purpose.ts';
import type { PurposeDraft } from '#domain/masters/purpose.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { isActive, statusColumn, textColumn } from './master.present.ts';

export const PURPOSE_ROW = {
  pur_srno: 'm.srno',
  pur_value: 'm.value',
  pur_name: 'm.name',
  pur_active: 'm.active::integer',
} as const satisfies WireColumns;

export const purposeDraft = (written: PurposeInput): PurposeDraft => ({
  value: written.pur_value.trim(),
  name: written.pur_name.trim(),
  active: isActive(written.pur_active),
});

export const PURPOSE_SHEET = [
  textColumn<PurposeRow>('Value', 12, (row) => row.pur_value),
  textColumn<PurposeRow>('Purpose', 40, (row) => row.pur_name),
  statusColumn<PurposeRow>((row) => row.pur_active),
];
