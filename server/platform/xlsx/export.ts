import type { Sending } from '../dispatch/handler.ts';
import { writeXlsx, type SheetColumn, type SheetOptions } from './write.ts';

export interface ExportColumn<Row> extends SheetColumn {
  readonly value: (row: Row) => unknown;
}

interface ListExport<Row> {
  readonly fileName: string;
  readonly sheet: string;
  readonly columns: readonly ExportColumn<Row>[];
  /** The page after this key as a list gives it; null asks for the first. */
  readonly page: (after: string | null) => Promise<{ readonly body: string; readonly next: string | null }>;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A whole list as .xlsx, read page by page as fast as the browser takes it. */
export function exportList<Row>({ fileName, sheet, columns, page }: ListExport<Row>): Sending {
  async function* rows(): AsyncGenerator<readonly unknown[]> {
    let after: string | null = null;
    do {
      const { body, next }: { body: string; next: string | null } = await page(after);
      for (const row of JSON.parse(body) as Row[]) yield columns.map(({ value }) => value(row));
      after = next;
    } while (after !== null);
  }
  return exportRows({ fileName, sheet, columns, rows: rows() });
}

/** Rows as .xlsx, each with one value for each column. */
export const exportRows = ({
  fileName,
  ...sheet
}: SheetOptions & { readonly fileName: string }): Sending => ({
  fileName,
  contentType: XLSX,
  body: writeXlsx(sheet),
});
