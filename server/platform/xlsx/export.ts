import type * as z from 'zod/mini';
import type { Page } from '#contract/fields.ts';
import { fromWire } from '#contract/wire.ts';
import type { Transaction } from '../database.ts';
import type { Sending } from '../dispatch/handler.ts';
import { trailExport } from '../trail/export.sql.ts';
import { writeXlsx, type SheetColumn, type SheetOptions } from './write.ts';

export interface ExportColumn<Row> extends SheetColumn {
  readonly value: (row: Row) => unknown;
}

interface ListExport<Row> {
  /** The name of the record in the trail. */
  readonly record: string;
  /** The search as the trail stores it. */
  readonly query: object;
  readonly fileName: string;
  readonly sheet: string;
  readonly columns: readonly ExportColumn<Row>[];
  /** The order and search of the caller. */
  readonly page: Page | undefined;
  readonly read: (page: Page) => Promise<{ readonly body: string; readonly next: string | null }>;
  /** The reply of the list, if its rows have another form on the wire than the columns know. */
  readonly reply?: z.ZodMiniType<readonly Row[]>;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PAGE_ROWS = 500;

/** A whole list as .xlsx, with its trail entry. The pages are read as fast as the browser receives them. */
export async function exportList<Row>(
  tx: Transaction,
  { record, query, fileName, sheet, columns, page, read, reply }: ListExport<Row>,
): Promise<Sending> {
  await trailExport(tx, record, query);
  async function* rows(): AsyncGenerator<readonly unknown[]> {
    let after: string | null = null;
    do {
      const at: Page = { ...page, limit: PAGE_ROWS, ...(after === null ? {} : { after }) };
      const { body, next } = await read(at);
      const sent: unknown = JSON.parse(body);
      const rows = (reply === undefined ? sent : fromWire(reply, sent)) as Row[];
      for (const row of rows) yield columns.map(({ value }) => value(row));
      after = next;
    } while (after !== null);
  }
  return exportRows({ fileName, sheet, columns, rows: rows() });
}

/** Rows as .xlsx, each with one value per column. */
export const exportRows = ({
  fileName,
  ...sheet
}: SheetOptions & { readonly fileName: string }): Sending => ({
  fileName,
  contentType: XLSX,
  body: writeXlsx(sheet),
});
