import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defineUpload } from '#contract/define.ts';
import { rawSheetSample, sheetSample, workbookSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import type { Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';
import { createDiskStore } from '../files/disk.ts';
import type { ObjectStore } from '../files/store.ts';
import { SHEET_REFUSALS, type Sheet } from '../xlsx/sheet.ts';
import { handle, type SheetFile } from './handler.ts';
import { Refusal } from './problems.ts';

const ROWS = 2_500;
const UPLOAD = {
  endpoint: 'upload_a.php',
  summary: 'A probe for tests.',
  session: 'meta',
  right: { key: 'GUIDELINE', flag: 'add' },
  source: 'test',
  meta: z.object({ sid: z.string(), uploadType: z.string(), remark: z.string() }),
  accepts: ['xls', 'xlsx'],
  reply: z.object({ error: z.string(), rows: z.int() }),
  reads: 'sheet',
} as const;
const kept = defineUpload({ ...UPLOAD, action: 'KEPT', effect: 'outside', keeps: true });
const passing = defineUpload({ ...UPLOAD, action: 'PASSING', effect: 'outside' });
const readOnly = defineUpload({ ...UPLOAD, action: 'READONLY', effect: 'read' });

const note = statement(
  'test.sheet.note',
  {},
  `insert into platform.trail (action, record, record_id, after) values ('upload', 'sheet', $1, $2)`,
);

/** The sheets that handlers got, to be read after the call. */
const received: Sheet[] = [];

async function countRows({ sheet }: SheetFile, remark: string): Promise<number> {
  received.push(sheet);
  let count = 0;
  for await (const { firstRow, rows } of sheet.batches()) {
    if (firstRow !== count + 1) throw new Error('the batches are not in order');
    count += rows.length;
  }
  if (remark === 'refuse') throw new Refusal('Nothing was saved.');
  return count;
}

const factsOf = ({ fileName, extension, mime, bytes, hash, sheet }: SheetFile) => ({
  ...{ fileName, extension, mime, bytes, hash },
  cells: sheet.cellCount,
});

async function countTwice(tx: Transaction, file: SheetFile, remark: string) {
  const rows = await countRows(file, remark);
  await tx.rows(note, [remark, factsOf(file)]);
  return { error: '', rows: rows + (await countRows(file, '')) };
}

let world: World;
let root: string;
let store: ObjectStore;
let admin: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bureau-sheets-'));
  store = createDiskStore({ root });
  world = await openWorld(
    { OBJECT_STORE_DIR: root },
    {
      declared: [kept, passing, readOnly],
      bound: [
        handle(kept, ({ tx, file }, { remark }) => countTwice(tx, file, remark)),
        handle(passing, ({ tx, file }, { remark }) => countTwice(tx, file, remark)),
        handle(readOnly, async ({ file }, { remark }) => ({
          error: '',
          rows: await countRows(file, remark),
        })),
      ],
    },
  );
  admin = await world.signIn('admin');
});
afterAll(async () => {
  await world.close();
  await rm(root, { recursive: true, force: true });
});
afterEach(async () => {
  expect(await readdir(join(root, 'incoming')), 'temporary files left behind').toEqual([]);
  for (const sheet of received.splice(0))
    await expect(sheet.batches()[Symbol.asyncIterator]().next(), 'the sheet is closed').rejects.toThrow();
});

async function send(uploadType: string, file: Buffer, remark: string, { name = 'flm.xlsx', key = '' } = {}) {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid: admin, uploadType, remark }));
  form.append('file', new Blob([new Uint8Array(file)]), name);
  const response = await fetch(`${world.url}/api/upload_a.php`, {
    method: 'POST',
    body: form,
    headers: key === '' ? {} : { 'idempotency-key': key },
  });
  return (await response.json()) as Record<string, unknown>;
}

const sheetOf = (word: string) =>
  sheetSample([['Word', 'Number'], ...Array.from({ length: ROWS }, (_, n) => [word, n])]);
const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const noted = (remark: string) =>
  world.sql<{ after: unknown }>(
    `select after from platform.trail where record = 'sheet' and record_id = $1`,
    [remark],
  );

describe('a sheet that is read and kept', () => {
  it('comes to the handler in batches, with the facts of the stored file', async () => {
    const file = sheetOf('kept');
    expect(await send('KEPT', file, 'kept')).toEqual({ error: '', rows: 2 * (ROWS + 1) });
    expect(await noted('kept')).toEqual([
      {
        after: {
          fileName: 'flm.xlsx',
          extension: 'xlsx',
          mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          bytes: file.length,
          hash: hashOf(file),
          cells: 2 * (ROWS + 1),
        },
      },
    ]);
    expect(file.equals(await buffer(await store.get(hashOf(file))))).toBe(true);
  });

  it.each(['biff8', 'html'] as const)('may be %s named .xls', async (type) => {
    const file = workbookSample(type);
    expect(await send('KEPT', file, type, { name: 'flm.xls' })).toEqual({ error: '', rows: 4 });
    expect(await store.has(hashOf(file))).toBe(true);
  });

  it('is done once for its key', async () => {
    const file = sheetOf('once');
    const first = await send('KEPT', file, 'once', { key: 'once' });
    expect(await send('KEPT', file, 'once', { key: 'once' })).toEqual(first);
    expect(await noted('once')).toHaveLength(1);
  });

  it('leaves no bytes in the store if it cannot be read, and its key is free', async () => {
    const broken = await rawSheetSample('<sheetData><row></sheetData>');
    const refused = { error: SHEET_REFUSALS.unreadable };
    expect(await send('KEPT', broken, 'broken', { key: 'broken' })).toEqual(refused);
    expect(await store.has(hashOf(broken))).toBe(false);
    expect(await noted('broken')).toEqual([]);
    const right = await send('KEPT', sheetOf('right'), 'broken', { key: 'broken' });
    expect(right).toMatchObject({ error: '' });
  });

  it('leaves no bytes in the store if its key was used for something else', async () => {
    await send('KEPT', sheetOf('first use'), 'reused', { key: 'reused' });
    const other = sheetOf('second use');
    expect(await send('KEPT', other, 'reused', { key: 'reused' })).toMatchObject({
      error: 'This key has been used for something else. Nothing was saved.',
    });
    expect(await store.has(hashOf(other))).toBe(false);
  });

  it('writes nothing if the handler refuses it', async () => {
    expect(await send('KEPT', sheetOf('refused'), 'refuse')).toEqual({ error: 'Nothing was saved.' });
    expect(await noted('refuse')).toEqual([]);
  });
});

describe('a sheet that is only read', () => {
  it.each(['PASSING', 'READONLY'])('never reaches the store: %s', async (uploadType) => {
    const file = sheetOf(uploadType);
    expect(await send(uploadType, file, uploadType)).toMatchObject({ error: '' });
    expect(await store.has(hashOf(file))).toBe(false);
    expect(await send(uploadType, file, 'refuse')).toEqual({ error: 'Nothing was saved.' });
  });
});
