import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addFranchisee, addKey } from '#tools/testing/licences.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

const BOUNDARY = 'underway';
const FULL = {
  err: 'You have 4 uploads under way. Please wait until one of them has ended.',
  busy: 'uploads',
};

/** An upload whose file has begun and not ended. */
interface SlowUpload {
  /** The answer, also if it comes before the end of the file. */
  readonly answer: Promise<{ status: number; json: Record<string, unknown>; retryAfter: string | undefined }>;
  /** Sends the rest. */
  finish(): void;
  leave(): void;
}

let world: World;
const open: SlowUpload[] = [];

beforeAll(async () => {
  world = await openWorld({ UPLOADS_PER_USER: '4', UPLOADS: '32' });
});
afterEach(() => {
  for (const upload of open.splice(0)) upload.leave();
});
afterAll(() => world.close());

function begin(endpoint: string, meta: object): SlowUpload {
  const sending = request(`${world.url}/api/${endpoint}`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answer = new Promise<Awaited<SlowUpload['answer']>>((resolve, reject) => {
    const read = async (response: IncomingMessage) => ({
      status: response.statusCode ?? 0,
      json: JSON.parse(await text(response)) as Record<string, unknown>,
      retryAfter: response.headers['retry-after'],
    });
    sending.on('error', reject).on('response', (response) => resolve(read(response)));
  });
  answer.catch(() => {});
  sending.write(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="meta"\r\n\r\n${JSON.stringify(meta)}\r\n` +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="paper.pdf"\r\n\r\n`,
  );
  sending.write(pdfSample());
  const upload: SlowUpload = {
    answer,
    finish: () => sending.end(`\r\n--${BOUNDARY}--\r\n`),
    leave: () => sending.destroy(),
  };
  open.push(upload);
  return upload;
}

const document = async (user: string) => {
  const sid = await world.signIn(user);
  const [branch] = await world.sql<{ srno: number }>(`select srno from masters.entity where id = 'PUN'`);
  return { sid, uploadType: 'ENTITYDOC', srno: branch?.srno ?? 0, docid: 1 };
};

/** A kind of document that the renewal page asks for. */
const requiredKind = async (entitykey: string): Promise<number> =>
  (await world.post('franchise_a.php', ['pendingdoc', JSON.stringify({ entitykey })])).json.doclist[0].docid;

/** The answer of an upload that is refused while its file is still being sent; null if none comes. */
const early = (upload: SlowUpload) =>
  Promise.race([upload.answer, new Promise<null>((resolve) => setTimeout(resolve, 1_500, null))]);

describe('uploads under way', () => {
  it('are four for each user, whatever the session, and a place is free when one ends', async () => {
    const [first, second] = [await document('admin'), await document('admin')];
    const four = [first, first, second, second].map((meta) => begin('upload_a.php', meta));
    expect(await Promise.all(four.map(early))).toEqual([null, null, null, null]);
    expect(await begin('upload_a.php', second).answer).toEqual({
      status: 429,
      json: { ...FULL, error: FULL.err },
      retryAfter: '2',
    });

    const [ends, leaves, ...rest] = four;
    ends?.finish();
    expect((await ends?.answer)?.status).toBe(200);
    leaves?.leave();
    for (const upload of rest) upload.finish();
    for (const upload of rest) expect((await upload.answer).json['error']).toBe('');
    await expect
      .poll(
        async () => {
          const next = [first, first, first, first].map((meta) => begin('upload_a.php', meta));
          const answers = await Promise.all(next.map(early));
          for (const upload of next) upload.leave();
          return answers;
        },
        { timeout: 20_000 },
      )
      .toEqual([null, null, null, null]);
  }, 60_000);

  it('are four for the link of a renewal, and one that waits costs nothing of the day', async () => {
    const { srno } = await addFranchisee(world.database.admin);
    const entitykey = await addKey(world.database.admin, srno);
    const other = await addFranchisee(world.database.admin);
    const otherKey = await addKey(world.database.admin, other.srno);
    const meta = { docid: await requiredKind(entitykey), entitykey };
    const four = [1, 2, 3, 4].map(() => begin('licrenewaldoc_a.php', meta));
    expect(await Promise.all(four.map(early))).toEqual([null, null, null, null]);
    const counted = () => world.sql('select * from licences.key_use order by 1, 2');
    const before = await counted();
    expect(await begin('licrenewaldoc_a.php', meta).answer).toMatchObject({ status: 429, json: FULL });
    expect(await counted()).toEqual(before);
    expect(await early(begin('licrenewaldoc_a.php', { ...meta, entitykey: otherKey }))).toBeNull();
  }, 60_000);

  it('are 32 for a process', async () => {
    const metas: { docid: number; entitykey: string }[] = [];
    for (let sender = 0; sender < 9; sender += 1) {
      const { srno } = await addFranchisee(world.database.admin);
      const entitykey = await addKey(world.database.admin, srno);
      metas.push({ docid: await requiredKind(entitykey), entitykey });
    }
    const uploads = metas
      .slice(0, 8)
      .flatMap((meta) => [1, 2, 3, 4].map(() => begin('licrenewaldoc_a.php', meta)));
    expect(await Promise.all(uploads.map(early))).toEqual(uploads.map(() => null));
    expect(await begin('licrenewaldoc_a.php', metas[8] ?? {}).answer).toMatchObject({
      status: 503,
      json: { err: 'Too many uploads are under way. Please try again in a moment.', busy: 'uploads' },
    });
  }, 60_000);
});
