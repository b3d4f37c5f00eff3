import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { copiedStore } from './copied-store.ts';
import { createDiskStore } from './disk.ts';
import type { ObjectStore } from './store.ts';

let folder = '';
let copy: ObjectStore;
let world: World;
let session = '';
let branch = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-copied-'));
  copy = createDiskStore({ root: join(folder, 'copy') });
  world = await openWorld({ BACKUP_OBJECT_STORE_DIR: join(folder, 'copy'), METRICS_TOKEN: 'let-me-see' });
  session = await world.signIn('admin');
  const [row] = await world.sql<{ srno: number }>(`select srno from masters.entity where id = 'PUN'`);
  branch = row?.srno ?? 0;
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Uploads a document with bytes of its own and returns the hash under which it is recorded. */
async function upload(url: string, word: string): Promise<string> {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid: session, uploadType: 'ENTITYDOC', srno: branch, docid: 1 }));
  const bytes = Buffer.concat([pdfSample(), Buffer.from(`\n% ${word}\n`)]);
  form.append('file', new Blob([new Uint8Array(bytes)]), `${word}.pdf`);
  const response = await fetch(`${url}/api/upload_a.php`, { method: 'POST', body: form });
  expect(await response.json()).toMatchObject({ error: '' });
  const [row] = await world.sql<{ hash: string }>(
    `select hash from masters.entity_document where file_name = '${word}.pdf'`,
  );
  return row?.hash ?? '';
}

const copyFailures = async (url: string) => {
  const page = await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer let-me-see' } });
  return Number(/^bureau_copy_failures_total (\d+)$/m.exec(await page.text())?.[1]);
};

it('copies a document before its upload is acknowledged', async () => {
  expect(await copy.has(await upload(world.url, 'copied'))).toBe(true);
  expect(await copyFailures(world.url)).toBe(0);
});

it('accepts an upload while the copy is away, and counts it', async () => {
  const away = join(folder, 'away');
  await writeFile(away, 'no folder');
  const { url } = await world.another({ BACKUP_OBJECT_STORE_DIR: away });
  expect(await world.store.has(await upload(url, 'alone'))).toBe(true);
  expect(await copyFailures(url)).toBe(1);
});

it('copies a stream, which can be read only once', async () => {
  const store = copiedStore(createDiskStore({ root: join(folder, 'store') }), copy);
  const { hash } = await store.put(Readable.from([Buffer.from('read once')], { objectMode: false }));
  expect(await copy.has(hash)).toBe(true);
});
