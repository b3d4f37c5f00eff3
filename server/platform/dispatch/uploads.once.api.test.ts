import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pricedRequest } from '#tools/testing/requests.ts';
import { pdfSample, pictureSample, sheetSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

const AT_ONCE = 8;
const REUSED = 'This key has been used for something else. Nothing was saved.';

let world: World;
let another: { url: string; stop(): Promise<void> };
let admin: string;
let request: number;
let entity: number;

beforeAll(async () => {
  world = await openWorld();
  another = await world.another();
  admin = await world.signIn('admin');
  const record = { ...pricedRequest('SP'), reqDraftFinal: 'D' };
  request = (await world.post('newfxrequest_a.php', [admin, 'save', JSON.stringify(record)])).json
    .srno as number;
  entity = (await world.sql<{ srno: number }>(`select srno from masters.entity where id = 'PUN'`))[0]!.srno;
});
afterAll(() => world.close());

/** A document that no other test uses. */
const paper = (content: string) => Buffer.concat([pdfSample(), Buffer.from(`% ${content}\n`)]);
const isStored = (file: Buffer) => world.store.has(createHash('sha256').update(file).digest('hex'));

interface UploadInput {
  readonly file: Buffer;
  readonly key?: string;
  readonly name?: string;
  readonly endpoint?: string;
  readonly meta?: object;
  readonly sid?: string;
  readonly url?: string;
}

async function send({ file, key, endpoint = 'upload_a.php', meta, sid = admin, ...sent }: UploadInput) {
  const { name = 'paper.pdf', url = world.url } = sent;
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid, ...(meta ?? kyc()) }));
  form.append('file', new Blob([new Uint8Array(file)]), name);
  const response = await fetch(`${url}/api/${endpoint}`, {
    method: 'POST',
    body: form,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
  return { status: response.status, text: await response.text() };
}

const kyc = (more: object = {}) => ({
  ...{ uploadType: 'KYC', srno: request, pageright: 'NEWTRANREQUEST', docid: 1, remark: '' },
  ...more,
});
const countOf = async (name: string): Promise<number> =>
  (
    await world.sql<{ n: number }>(
      'select count(*)::integer as n from requests.document where file_name = $1',
      [name],
    )
  )[0]!.n;

describe('an upload repeated with its key', () => {
  it('creates one document of the request, and the second answer equals the first', async () => {
    const sent = { file: paper('twice'), name: 'twice.pdf', key: 'twice' };
    const first = await send(sent);
    expect(JSON.parse(first.text)).toMatchObject({ error: '', message: 'Uploaded.' });
    await send({ file: paper('between'), name: 'between.pdf' });
    expect(await send(sent)).toEqual(first);
    expect(await countOf('twice.pdf')).toBe(1);
  });

  it('creates one document of the entity, one logo, one import', async () => {
    const cases: readonly (UploadInput & { readonly action: string })[] = [
      {
        ...{ file: paper('entity'), key: 'entity', action: 'upload.ENTITYDOC' },
        meta: { uploadType: 'ENTITYDOC', srno: entity, docid: 1 },
      },
      {
        ...{ file: await pictureSample('png'), name: 'logo.png', key: 'logo', action: 'upload.COMPANYLOGO' },
        meta: { uploadType: 'COMPANYLOGO' },
      },
      {
        ...{
          file: sheetSample([
            ['Value', 'Purpose', 'Status'],
            ['KEYED', 'Keyed', 'Active'],
          ]),
          name: 'purposes.xlsx',
          key: 'sheet',
        },
        ...{ endpoint: 'purpose_a.php', meta: { uploadType: 'importapply' }, action: 'purpose.importapply' },
      },
    ];
    for (const { action, ...sent } of cases) {
      const first = await send(sent);
      expect(JSON.parse(first.text), action).toMatchObject({ error: '' });
      const entries = () => world.sql('select id from platform.trail where call = $1', [action]);
      const after = await entries();
      expect(after.length, action).toBeGreaterThan(0);
      expect(await send(sent), action).toEqual(first);
      expect(await entries(), action).toEqual(after);
    }
  });

  it('at the same time, on two servers, is done once', async () => {
    const sent = { file: paper('at once'), name: 'atonce.pdf', key: 'at-once' };
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => send({ ...sent, url: n % 2 ? another.url : world.url })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await countOf('atonce.pdf')).toBe(1);
  });

  it('after signing in again is still recognised', async () => {
    const sent = { file: paper('anew'), name: 'anew.pdf', key: 'anew' };
    const first = await send(sent);
    expect(await send({ ...sent, sid: await world.signIn('admin') })).toEqual(first);
  });
});

describe('a key used for another upload', () => {
  it('is refused and stores no bytes, whichever part differs', async () => {
    const sent = { file: paper('kept'), name: 'kept.pdf', key: 'reused' };
    await send(sent);
    const refused = { status: 409, text: JSON.stringify({ err: REUSED, error: REUSED }) };
    const other = paper('not kept');
    expect(await send({ ...sent, file: other })).toEqual(refused);
    expect(await isStored(other)).toBe(false);
    expect(await send({ ...sent, name: 'other.pdf' })).toEqual(refused);
    expect(await send({ ...sent, meta: kyc({ docid: 2 }) })).toEqual(refused);
    expect(await countOf('kept.pdf')).toBe(1);
    expect(await isStored(sent.file)).toBe(true);
  });

  it('at the same time: one is stored, and the bytes of the others are not', async () => {
    const files = Array.from({ length: AT_ONCE }, (_, n) => paper(`one of ${n}`));
    const answers = await Promise.all(
      files.map((file, n) =>
        send({ file, name: 'race.pdf', key: 'race', url: n % 2 ? another.url : world.url }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect(await countOf('race.pdf')).toBe(1);
    const stored = await Promise.all(files.map(isStored));
    expect(stored).toEqual(answers.map(({ status }) => status === 200));
  });

  it('must be a valid key', async () => {
    const file = paper('long key');
    expect((await send({ file, key: 'x'.repeat(101) })).status).toBe(400);
    expect(await isStored(file)).toBe(false);
  });
});

describe('the key of a refused upload is free', () => {
  it.each([
    ['what the file is', { file: Buffer.from('MZ'), name: 'free.pdf', key: 'free-content' }],
    ['the module', { file: paper('no kind'), name: 'free.pdf', key: 'free-kind', meta: { docid: 999 } }],
  ])('for %s', async (_, { meta, ...sent }: UploadInput & { name: string }) => {
    const { text } = await send({ ...sent, meta: kyc(meta) });
    expect((JSON.parse(text) as { error: string }).error).not.toBe('');
    const right = await send({ ...sent, file: paper(`right ${sent.key}`), meta: kyc() });
    expect(JSON.parse(right.text)).toMatchObject({ error: '' });
  });
});
