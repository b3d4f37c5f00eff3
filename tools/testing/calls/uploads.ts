import type pg from 'pg';
import * as uploads from '#contract/uploads/uploads.ts';
import { KINDS, type UploadKind } from '#domain/uploads/kinds.ts';
import { uploadSheet } from '../uploads.ts';
import { sample, uploadSample, type ModuleSamples, type Place, type Sample, type Setting } from './sample.ts';

const LISTS = { lists: ['A', 'B', 'F'] } as const;

/** A refused sheet of a place with one wrong cell, whose file is in the store under this hash. */
async function batchAt(database: pg.Client, { srno, mark }: Place, hash = 'none'): Promise<number> {
  const { rows } = await database.query<{ srno: number }>(
    `with made as (
       insert into uploads.batch (kind, file_name, hash, bytes, is_stored, state, rows, error_count, branch, uploaded_by,
         uploaded_by_name, ended_at)
       select 'T', 'profit ' || $2 || '.xlsx', $3, 1, true, 'refused', 1, 1, $1, a.srno, a.name, now()
       from access.account a where a.user_id = 'admin' returning srno
     ), wrong as (
       insert into uploads.wrong_cells (batch, cells)
       select srno, jsonb_build_array(jsonb_build_object('row', 2, 'column', 'Branch', 'found', $2::text, 'message', 'Wrong'))
       from made
     )
     select srno from made`,
    [srno, mark, hash],
  );
  return rows[0]?.srno ?? 0;
}

/** Rows of the caller's own place, without what belongs to other places. */
const ROWS: Readonly<Record<UploadKind, (place: Place) => Readonly<Record<string, unknown>>>> = {
  P: ({ id }) => ({ Branch: id }),
  L: ({ id }) => ({ Branch: id, Purpose: 'LEISURE' }),
  T: ({ id }) => ({ Branch: id, Executive: '' }),
};
const sheetUpload = (call: Sample['call'] & { kind: 'upload' }, kind: UploadKind) =>
  uploadSample(
    call,
    'none',
    () => ({ srno: KINDS[kind].serial, replace: 1 }) as never,
    ({ place }) => ({ name: 'sheet.xlsx', bytes: uploadSheet(kind, ROWS[kind](place)) }),
  );
const named = async ({ database, place }: Setting) => ({ batch: { batch: await batchAt(database, place) } });

export const uploadsSamples: ModuleSamples = {
  async prepare(database, places) {
    for (const place of places) await batchAt(database, place);
  },
  samples: [
    sheetUpload(uploads.uploadPurposes, 'P'),
    sheetUpload(uploads.uploadLrs, 'L'),
    sheetUpload(uploads.uploadProfits, 'T'),
    sample(uploads.listBatches, LISTS, () => ({ page: { limit: 500 } })),
    sample(uploads.listWrongCells, 'named', named),
    sample(uploads.sheetTemplate, 'none', () => ({ sheet: { kind: 'T' as const } })),
    sample(uploads.downloadWrongCells, 'named', named),
    sample(uploads.downloadBatch, 'named', async ({ database, store, place }) => {
      const { hash } = await store.put(uploadSheet('T', { Branch: place.id }));
      return { batch: { batch: await batchAt(database, place, hash) } };
    }),
  ],
};
