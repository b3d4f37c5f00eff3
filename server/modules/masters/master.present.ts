import { flagValue, type flag } from '#contract/fields.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';
import type * as z from 'zod/mini';

type Flag = z.infer<typeof flag>;

/** An optional flag. A record is active by default. */
export const isActive = (written: Flag | undefined): boolean => flagValue(written ?? null) ?? true;
/** An optional flag. The default is no. */
export const isYes = (written: Flag | undefined): boolean => flagValue(written ?? null) ?? false;

export const yesOrNo = (bit: 0 | 1): string => (bit === 1 ? 'Yes' : 'No');

/** A column of text in an export. */
export const textColumn = <Row>(
  header: string,
  width: number,
  value: (row: Row) => string,
): ExportColumn<Row> => ({ header, kind: 'text', width, value });

/** The last column of every master's export. */
export const statusColumn = <Row>(active: (row: Row) => 0 | 1): ExportColumn<Row> =>
  textColumn('Status', 10, (row) => (active(row) === 1 ? 'Active' : 'Inactive'));
