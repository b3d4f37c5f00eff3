import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { libraryDetail } from '#contract/library/documents.ts';
import { addLibraryDocument, sendLibraryFile } from '#tools/testing/library.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** Races of those who keep the library. LIBRARY_ROUNDS=200 repeats each of them 200 times. */
const ROUNDS = Number(process.env['LIBRARY_ROUNDS'] ?? 3);
const AT_ONCE = 20;

let world: World;
let session: string;
beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '24' });
  session = await world.signIn('cm.ho');
});
afterAll(() => world.close());

const ask = (action: string, given: object, headers = {}) =>
  world.post('guideline_a.php', [session, action, JSON.stringify(given)], headers);
const atOnce = <T>(work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(at)));
const detail = async (srno: number): Promise<z.input<typeof libraryDetail>> =>
  (await ask('getdocdetails', { srno })).json as z.input<typeof libraryDetail>;

it('twenty files for one document: each has a number of its own, and the last is the newest', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const srno = await addLibraryDocument(world.database.admin, { hash: null });
    const answers = await atOnce((at) =>
      sendLibraryFile(world, session, srno, { name: `file${at}.pdf`, bytes: new Uint8Array(pdfSample()) }),
    );
    expect(answers.map(({ status, json }) => [status, json.error])).toEqual(
      Array.from({ length: AT_ONCE }, () => [200, '']),
    );
    const { files, rdoc_filename } = await detail(srno);
    expect(files.map(({ number }) => number)).toEqual(
      Array.from({ length: AT_ONCE }, (_, at) => AT_ONCE - at),
    );
    expect(rdoc_filename).toBe(files[0]?.filename);
    expect(new Set(files.map(({ filename }) => filename)).size).toBe(AT_ONCE);
  }
}, 600_000);

it('the fiftieth and the fifty-first file at once: one of them is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const srno = await addLibraryDocument(world.database.admin, { hash: null });
    await world.sql('update library.document set files = 49 where srno = $1', [srno]);
    const answers = await Promise.all(
      ['a.pdf', 'b.pdf'].map((name) =>
        sendLibraryFile(world, session, srno, { name, bytes: new Uint8Array(pdfSample()) }),
      ),
    );
    expect(answers.map(({ json }) => json.error !== '').sort()).toEqual([false, true]);
    expect((await detail(srno)).rdoc_files).toBe(50);
  }
}, 600_000);

it('twenty who change one document that all have seen: one does, the others are told', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const srno = await addLibraryDocument(world.database.admin);
    const { headers } = await ask('getdocdetails', { srno });
    const seen = { 'if-match': headers.get('etag') ?? '' };
    const answers = await atOnce((at) =>
      ask(
        'savechanges',
        {
          srno,
          docname: `Name ${at}`,
          category: 'G',
          submittedAt: '2026-01-01',
          submittedBy: 'RBI',
          visibleto: 'U',
        },
        seen,
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(AT_ONCE - 1);
    const entries = await world.sql(
      `select from platform.trail where record = 'library document' and action = 'edit' and record_id = $1`,
      [String(srno)],
    );
    expect(entries).toHaveLength(1);
  }
}, 600_000);

it('a change of the details and a new file at once are both kept', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const srno = await addLibraryDocument(world.database.admin, { hash: null });
    const details = { srno, category: 'P', submittedAt: '2026-01-01', submittedBy: 'Us', visibleto: 'U' };
    const [changed, sent] = await Promise.all([
      ask('savechanges', { ...details, docname: `Round ${round}` }),
      sendLibraryFile(world, session, srno, { name: 'new.pdf', bytes: new Uint8Array(pdfSample()) }),
    ]);
    expect([changed.json.err, sent.json.error]).toEqual(['', '']);
    expect(await detail(srno)).toMatchObject({ rdoc_docname: `Round ${round}`, rdoc_filename: 'new.pdf' });
  }
}, 600_000);
