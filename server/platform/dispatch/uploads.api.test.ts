import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineUpload } from '#contract/define.ts';
import { MAX_UPLOAD_BYTES } from '../limits.ts';
import { statement } from '../db/statement.ts';
import { handle } from './handler.ts';
import { EICAR, startClamd, type Clamd } from '#tools/testing/clamd.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** A sample upload that represents all others: it stores the file's hash in the trail. */
const probe = defineUpload({
  endpoint: 'upload_a.php',
  action: 'PROBE',
  summary: 'A probe for tests.',
  session: 'meta',
  right: { key: 'GUIDELINE', flag: 'add' },
  effect: 'outside',
  source: 'test',
  meta: z.object({ sid: z.string(), uploadType: z.literal('PROBE'), remark: z.string() }),
  accepts: ['pdf', 'png'],
  reply: z.object({ error: z.string(), message: z.string() }),
});

const keep = statement(
  'test.upload.keep',
  {},
  `insert into platform.trail (action, record, record_id, after) values ('upload', 'probe', $1, $2)`,
);

let world: World;
let clamd: Clamd;
let admin: string;

beforeAll(async () => {
  clamd = await startClamd();
  world = await openWorld(
    { CLAMD: `127.0.0.1:${clamd.port}` },
    {
      declared: [probe],
      bound: [
        handle(probe, async ({ tx, file }, { remark }) => {
          await tx.rows(keep, [file?.hash, { name: file?.fileName, bytes: file?.bytes, remark }]);
          return { error: '', message: 'Uploaded.' };
        }),
      ],
    },
  );
  admin = await world.signIn('admin');
});
afterAll(async () => {
  await world.close();
  await clamd.stop();
});

const pdf = (content = '') => Buffer.from(`%PDF-1.4\n1 0 obj<<>>endobj\n${content}\ntrailer<<>>\n%%EOF\n`);
const pdfOf = (bytes: number) => pdf('x'.repeat(bytes - pdf().length));

async function send(
  file: Buffer | null,
  name = 'paper.pdf',
  meta: object = {},
  order: 'meta first' | 'file first' = 'meta first',
) {
  const form = new FormData();
  const addMeta = () =>
    form.append('meta', JSON.stringify({ sid: admin, uploadType: 'PROBE', remark: 'x', ...meta }));
  if (order === 'meta first') addMeta();
  if (file !== null) form.append('file', new Blob([new Uint8Array(file)]), name);
  if (order === 'file first') addMeta();
  const response = await fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: form });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

describe('an upload', () => {
  it('goes through the scanner into the store, and its row is written in one transaction', async () => {
    expect(await send(pdf())).toEqual({ status: 200, json: { error: '', message: 'Uploaded.' } });
    const { rows } = await world.database.admin.query(
      `select record_id, after, actor, call from platform.trail where action = 'upload'`,
    );
    expect(rows).toEqual([
      {
        record_id: expect.stringMatching(/^[0-9a-f]{64}$/),
        after: { name: 'paper.pdf', bytes: pdf().length, remark: 'x' },
        actor: 1,
        call: 'upload.PROBE',
      },
    ]);
  });

  it.each([
    ['two dots', pdf(), 'a.b.pdf', '(.) not allowed in file name.'],
    ['no file', null, '', 'Please select a file to upload.'],
    ['an empty file', Buffer.alloc(0), 'a.pdf', 'Please select a file to upload.'],
    ['one byte too many', pdfOf(MAX_UPLOAD_BYTES + 1), 'a.pdf', 'Please select a file with in 10 MB size.'],
    ['a type that is not taken', pdf(), 'a.exe', 'This type of file is not allowed.'],
    [
      'a renamed executable',
      Buffer.from('MZ\x90\0\x03\0\0\0'),
      'a.pdf',
      'The file is damaged or is not what its name says.',
    ],
    ['a virus', pdf(EICAR), 'a.pdf', 'The file was refused by the virus scanner.'],
  ])('%s is refused in `error`', async (_, file, name, error) => {
    expect(await send(file, name)).toEqual({ status: 200, json: { error } });
  });

  it('of exactly the maximum size passes', async () => {
    expect((await send(pdfOf(MAX_UPLOAD_BYTES))).json['error']).toBe('');
  });

  it('without a session is refused before the file is read', async () => {
    expect(await send(pdf(), 'a.pdf', { sid: 'x'.repeat(43) })).toEqual({
      status: 401,
      json: { status: 'MSG0002' },
    });
  });

  it('needs its right, its type and its parts in order', async () => {
    const sales = await world.signIn('sales.mum');
    expect((await send(pdf(), 'a.pdf', { sid: sales })).status).toBe(403);
    expect((await send(pdf(), 'a.pdf', { uploadType: 'NOSUCH' })).status).toBe(400);
    expect((await send(pdf(), 'a.pdf', { remark: true })).status).toBe(400);
    expect((await send(pdf(), 'a.pdf', {}, 'file first')).status).toBe(400);
  });

  it('fails closed when the scanner is unavailable', async () => {
    await clamd.stop();
    expect((await send(pdf('other'))).json).toEqual({
      error: 'The file could not be checked for viruses. Please try again later.',
    });
  });
});

it('a body without any part is refused and does not wait', async () => {
  const server = await world.another({ CLIENT_HEADER_SECONDS: '1' });
  const headers = 'a: b\r\n'.repeat(100_000);
  const meta = `content-disposition: form-data; name="meta"\r\n\r\n${JSON.stringify({ sid: admin, uploadType: 'PROBE', remark: '' })}`;
  for (const body of [
    `--edge\r\n${headers}\r\n--edge--\r\n`,
    `--edge\r\n${meta}\r\n--edge\r\n${headers}\r\n--edge--\r\n`,
  ]) {
    const response = await fetch(`${server.url}/api/upload_a.php`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      body,
      signal: AbortSignal.timeout(15_000),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('The parts of the upload cannot be read.');
  }
  await server.stop();
});
