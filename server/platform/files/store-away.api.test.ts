import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { country } from '#contract/masters/country.ts';
import { pdfSample, rawSheetSample } from '#tools/testing/samples.ts';
import { mountSmallDisk, type SmallDisk } from '#tools/testing/small-disk.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

const STORING = 'Documents cannot be stored now. Please try again in a few minutes.';
const SPOOL = join(tmpdir(), 'bureau-spool');
const READING = 'Documents cannot be read now. Please try again in a few minutes.';

let world: World;
let admin: string;
let branch: number;

/** Sends a document of the branch, as the screen of entities does. */
async function upload(url: string, file: Buffer, name = 'paper.pdf') {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid: admin, uploadType: 'ENTITYDOC', srno: branch, docid: 1 }));
  form.append('file', new Blob([new Uint8Array(file)]), name);
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/upload_a.php`, { method: 'POST', body: form });
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, json, ms: performance.now() - startedAt };
}

/** A PDF with bytes of its own. */
const paper = (word: string, bytes = 0) =>
  Buffer.concat([pdfSample(), Buffer.from(`\n% ${word} ${'x'.repeat(bytes)}\n`)]);

const recorded = async () => {
  const [row] = await world.sql<{ documents: number; incoming: number }>(
    `select (select count(*)::integer from masters.entity_document) as documents,
       (select count(*)::integer from platform.incoming_object) as incoming`,
  );
  return row;
};

beforeAll(async () => {
  world = await openWorld({ METRICS_TOKEN: 'let-me-see' });
  admin = await world.signIn('admin');
  const [row] = await world.sql<{ srno: number }>(`select srno from masters.entity where id = 'PUN'`);
  branch = row?.srno ?? 0;
});
afterAll(() => world.close());

const failures = async (url: string) => {
  const page = await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer let-me-see' } });
  return Number(/^bureau_store_failures_total (\d+)$/m.exec(await page.text())?.[1]);
};

describe('a store that accepts connections and never answers', () => {
  const sockets = new Set<Socket>();
  const left = join(SPOOL, `${randomUUID()}.part`);
  let silent: Server;
  let url: string;

  it('has a spool that a new process sweeps', async () => {
    await expect.poll(() => existsSync(left)).toBe(false);
  });

  beforeAll(async () => {
    silent = createServer((socket) => {
      sockets.add(socket.resume());
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const settings = {
      OBJECT_STORE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'here',
      S3_BUCKET: 'papers',
      S3_ACCESS_KEY_ID: 'somebody',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    await mkdir(SPOOL, { recursive: true });
    await writeFile(left, 'of a process that died');
    await utimes(left, 1_000, 1_000);
    ({ url } = await world.another(settings));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('is given up after 20 seconds, then refused at once, in words and without a trace', async () => {
    // A document that the store of the first process has, to be read over the silent one.
    expect((await upload(world.url, paper('kept'))).json['error']).toBe('');
    const before = await recorded();
    const [document] = await world.sql<{ srno: number; filename: string }>(
      'select srno, file_name as filename from masters.entity_document order by srno desc limit 1',
    );
    const view = async () => {
      const startedAt = performance.now();
      const response = await fetch(`${url}/api/entity_a.php`, {
        method: 'POST',
        body: new URLSearchParams({ 1: admin, 2: 'docdownload', 3: JSON.stringify(document) }),
      });
      const json = (await response.json()) as Record<string, unknown>;
      return { status: response.status, err: json['err'], ms: performance.now() - startedAt };
    };

    const uploads = ['a', 'b', 'c'].map((word) => upload(url, paper(word)));
    const views = [view(), view(), view()];
    for (const { status, json, ms } of await Promise.all(uploads)) {
      expect([status, json['error']]).toEqual([503, STORING]);
      expect(ms).toBeGreaterThan(15_000);
      expect(ms).toBeLessThan(30_000);
    }
    for (const { status, err, ms } of await Promise.all(views)) {
      expect([status, err]).toEqual([503, READING]);
      expect(ms).toBeLessThan(30_000);
    }

    const refused = [await upload(url, paper('d')), { ...(await view()), json: {} }];
    for (const { status, ms } of refused) {
      expect(status).toBe(503);
      expect(ms).toBeLessThan(5_000);
    }
    expect(await recorded()).toEqual(before);
    expect(await failures(url)).toBe(8);
    // Bytes that may have reached the store after all are removed by the nightly job.
    expect(await world.sql('select from platform.unwanted_object')).toHaveLength(4);
    // The same file goes to a store that works as if nothing had been.
    expect((await upload(world.url, paper('a'))).json['error']).toBe('');
  }, 90_000);
});

describe('a store whose disk is full', () => {
  let disk: SmallDisk | null;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    disk = await mountSmallDisk(4);
    folder = disk?.folder ?? join(tmpdir(), `bureau-closed-${process.pid}`);
    await mkdir(folder, { recursive: true });
    ({ url } = await world.another({ OBJECT_STORE_DIR: folder }));
  });
  afterAll(async () => {
    if (disk === null) await rm(folder, { recursive: true, force: true });
    else await disk.remove();
  });

  /** Without root there is no small disk; a folder that cannot be written to is the next best fault. */
  const fill = async () =>
    disk === null
      ? chmod(join(folder, 'incoming'), 0o500)
      : writeFile(join(folder, 'ballast'), Buffer.alloc(8 * 1024 * 1024)).catch(() => undefined);
  const freeSpace = async () =>
    disk === null ? chmod(join(folder, 'incoming'), 0o700) : rm(join(folder, 'ballast'));

  it('answers 503 in words, keeps nothing, and takes documents again when there is space', async () => {
    expect((await upload(url, paper('first'))).json['error']).toBe('');
    const before = await recorded();
    await fill();
    for (const word of ['one', 'two', 'three', 'four']) {
      const { status, json } = await upload(url, paper(word, 200_000));
      expect([status, json['error']]).toEqual([503, STORING]);
    }
    expect(await recorded()).toEqual(before);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    expect(await failures(url)).toBe(4);
    await freeSpace();
    await expect
      .poll(async () => (await upload(url, paper('five'))).json['error'], { timeout: 20_000, interval: 500 })
      .toBe('');
  }, 60_000);

  it('answers the same when the rows of a sheet find no space', async () => {
    const megabyte = 1024 * 1024;
    if (disk !== null) await writeFile(join(folder, 'ballast'), Buffer.alloc(3 * megabyte));
    else await fill();
    // A few kilobytes of workbook that are megabytes of rows.
    const text = 'A name that is stored once and shown in every row. '.repeat(20);
    const shown = Array.from({ length: 5_000 }, (_, n) => `<row r="${n + 1}"><c t="s"><v>0</v></c></row>`);
    const sheet = await rawSheetSample(`<sheetData>${shown.join('')}</sheetData>`, `<si><t>${text}</t></si>`);
    expect(sheet.length).toBeLessThan(megabyte / 4);
    const form = new FormData();
    form.append('meta', JSON.stringify({ sid: admin, uploadType: country.importCheck.action }));
    form.append('file', new Blob([new Uint8Array(sheet)]), 'countries.xlsx');
    const response = await fetch(`${url}/api/${country.importCheck.endpoint}`, {
      method: 'POST',
      body: form,
    });
    expect([response.status, await response.json()]).toEqual([503, { err: STORING, error: STORING }]);
    await freeSpace();
  });
});
