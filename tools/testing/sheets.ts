import { read, utils } from '@e965/xlsx';
import type { ImportReply } from '#contract/master.ts';
import { sheetSample } from './samples.ts';
import { fieldsBody, type World } from './world.ts';

/** Helpers for importing and exporting sheets of a master. */

type Rows = readonly (readonly unknown[])[];

export async function sendSheet(
  world: World,
  session: string,
  endpoint: string,
  action: 'importcheck' | 'importapply',
  rows: Rows,
): Promise<ImportReply & { status: number }> {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid: session, uploadType: action }));
  form.append('file', new Blob([new Uint8Array(sheetSample(rows))]), 'sheet.xlsx');
  const response = await fetch(`${world.url}/api/${endpoint}`, { method: 'POST', body: form });
  return { status: response.status, ...((await response.json()) as ImportReply) };
}

/** The rows of a workbook that an endpoint returns, header first. */
export async function sheetFrom(
  world: World,
  session: string,
  endpoint: string,
  action: string,
  ...more: readonly string[]
): Promise<unknown[][]> {
  const response = await fetch(`${world.url}/api/${endpoint}`, {
    method: 'POST',
    body: new URLSearchParams(fieldsBody([session, action, ...more])),
  });
  const book = read(await response.arrayBuffer());
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
}

/** The reply to a sheet without errors. */
export const doneReply = (rows: number, added: number, changed: number, same: number) => ({
  status: 200,
  error: '',
  rows,
  added,
  changed,
  same,
  errors: [],
  errorcount: 0,
});

/** Grants the group of a user all flags on a key, or the given ones. Sessions that begin afterwards have them. */
export const grant = (world: World, userId: string, key: string, { edit = true } = {}) =>
  world.database.admin.query(
    `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
     select right_group, $2, true, true, $3 from access.account where user_id = $1
     on conflict (right_group, right_key) do update set may_query = true, may_add = true, may_edit = excluded.may_edit`,
    [userId, key, edit],
  );
