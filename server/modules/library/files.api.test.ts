import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { libraryDetail, listedDocument } from '#contract/library/documents.ts';
import { addLibraryDocument, sendLibraryFile } from '#tools/testing/library.ts';
import { documentSample, pdfSample, pictureSample } from '#tools/testing/samples.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

let world: World;
const session: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '24' });
  for (const user of ['cm.ho', 'staff.mum', 'staff.del']) session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const ask = (action: string, given: object, user = 'cm.ho') =>
  world.post('guideline_a.php', [session[user] ?? '', action, JSON.stringify(given)]);
const upload = (srno: number, name: string, bytes: Uint8Array | null, user = 'cm.ho'): Promise<Answered> =>
  sendLibraryFile(
    world,
    session[user] ?? '',
    srno,
    bytes === null ? null : { name, bytes: new Uint8Array(bytes) },
  );
const detail = async (srno: number): Promise<z.input<typeof libraryDetail>> =>
  (await ask('getdocdetails', { srno })).json as z.input<typeof libraryDetail>;
const listed = async (user: string): Promise<z.input<typeof listedDocument>[]> =>
  (await ask('getdocs', { mode: 'V' }, user)).json as z.input<typeof listedDocument>[];
/** A document without a file. */
const bare = (branch: string | null = null) =>
  addLibraryDocument(world.database.admin, { name: `Licence of ${branch}`, branch, hash: null });

describe('GUIDEDOCUPLOAD', () => {
  it('follows insertdetail, and then everybody sees the document (002 §7.4, R41)', async () => {
    const details = {
      docname: 'Counterfeit notes',
      category: 'P',
      submittedAt: '22/01/2026',
      submittedBy: 'Operations',
      visibleto: 'U',
    };
    const { srno } = (await ask('insertdetail', details)).json as { srno: number };
    expect((await listed('staff.mum')).map(({ rdoc_srno }) => rdoc_srno)).not.toContain(srno);
    expect((await listed('cm.ho')).find(({ rdoc_srno }) => rdoc_srno === srno)?.rdoc_files).toBe(0);
    const { json } = await upload(srno, 'notes.pdf', pdfSample());
    expect(json).toMatchObject({
      error: '',
      docdetail: { number: 1, filename: 'notes.pdf', by: 'Meera Nair' },
    });
    expect((await listed('staff.mum')).find(({ rdoc_srno }) => rdoc_srno === srno)).toMatchObject({
      rdoc_filename: 'notes.pdf',
      rdoc_ext: 'pdf',
      rdoc_files: 1,
    });
  });

  it('refuses what every upload refuses, and stores nothing (002 §5.3, §9)', async () => {
    const srno = await bare();
    const large = new Uint8Array(10_485_761);
    large.set(pdfSample());
    for (const [name, bytes, text] of [
      ['', null, 'Please select a file to upload.'],
      ['a.b.pdf', pdfSample(), '(.) not allowed in file name.'],
      ['large.pdf', large, 'Please select a file with in 10 MB size.'],
    ] as const)
      expect((await upload(srno, name, bytes)).json.error).toBe(text);
    expect((await upload(srno, 'page.html', Buffer.from('<html></html>'))).json.error).not.toBe('');
    expect((await upload(srno, 'no.pdf', Buffer.from('no PDF'))).json.error).not.toBe('');
    expect(await detail(srno)).toMatchObject({ rdoc_files: 0, files: [] });
  });

  it('needs the add flag and a document in reach', async () => {
    const srno = await bare('DEL');
    expect((await upload(srno, 'a.pdf', pdfSample(), 'staff.del')).status).toBe(403);
    expect((await upload(999_999, 'a.pdf', pdfSample())).status).toBe(404);
  });

  it('gives a document a new file; the old one stays in the history of who may add (R43)', async () => {
    const srno = await bare();
    const picture = await pictureSample('png');
    await upload(srno, 'first.pdf', pdfSample());
    await upload(srno, 'second.png', picture);
    expect(await detail(srno)).toMatchObject({
      rdoc_filename: 'second.png',
      files: [
        { number: 2, filename: 'second.png' },
        { number: 1, filename: 'first.pdf' },
      ],
    });
    expect((await ask('getdocdetails', { srno }, 'staff.mum')).json.files).toMatchObject([{ number: 2 }]);
    const view = (given: object, user?: string) => ask('docview', { srno, ...given }, user);
    expect((await view({ filename: 'second.png' }, 'staff.mum')).json).toMatchObject({
      typ: 'image/png',
      fname: 'second.png',
      bs64: picture.toString('base64'),
    });
    expect((await view({ filename: 'first.pdf', number: 1 })).json).toMatchObject({ fname: 'first.pdf' });
    expect((await view({ filename: 'first.pdf', number: 1 }, 'staff.mum')).status).toBe(404);
    expect((await view({ filename: 'first.pdf' })).status).toBe(404);
    expect((await view({ filename: 'second.png', number: 3 })).status).toBe(404);
    const entries = await world.sql<{ action: string }>(
      `select action from platform.trail where record = 'library file' and record_id = $1 order by id`,
      [String(srno)],
    );
    expect(entries.map(({ action }) => action)).toEqual(['add', 'add', 'view', 'view']);
  });

  it('gives a document at most 50 files, replaced ones included', async () => {
    const srno = await bare();
    await world.sql('update library.document set files = 49 where srno = $1', [srno]);
    expect((await upload(srno, 'last.pdf', pdfSample())).json.error).toBe('');
    expect((await upload(srno, 'more.pdf', pdfSample())).json.error).toBe(
      'A document can have 50 files in its life, replaced ones included. Please add a new document.',
    );
    expect(await detail(srno)).toMatchObject({ rdoc_files: 50, rdoc_filename: 'last.pdf' });
  });
});

describe('a document of another branch', () => {
  it('is not reached by list, search, detail, view, download or file, nor by a guess of its number', async () => {
    const srno = await addLibraryDocument(world.database.admin, {
      name: 'Canary of Delhi',
      branch: 'DEL',
      hash: null,
    });
    const word = await documentSample();
    await upload(srno, 'canary.docx', word);
    const named = { srno, filename: 'canary.docx' };
    const download = async (user: string) => {
      const body = new URLSearchParams({
        1: session[user] ?? '',
        2: 'docdownload',
        3: JSON.stringify(named),
      });
      const response = await fetch(`${world.url}/api/guideline_a.php`, { method: 'POST', body });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const own = await download('staff.del');
    expect({ status: own.status, isSame: own.bytes.equals(word) }).toEqual({ status: 200, isSame: true });
    // Word files are downloaded, not shown.
    expect((await ask('docview', named, 'staff.del')).json.err).toMatch(/download/);

    expect((await download('staff.mum')).status).toBe(404);
    expect((await ask('docview', named, 'staff.mum')).status).toBe(404);
    expect((await ask('getdocdetails', { srno }, 'staff.mum')).status).toBe(404);
    const texts = [
      await ask('getdocs', { mode: 'V' }, 'staff.mum'),
      await ask('getdocs', { mode: 'D' }, 'staff.mum'),
      await world.post('guideline_a.php', [
        session['staff.mum'] ?? '',
        'getdocs',
        JSON.stringify({ mode: 'V' }),
        JSON.stringify({ q: 'canary' }),
      ]),
    ].map(({ text }) => text);
    for (const text of texts) expect(text).not.toContain('anary');
    // Every number that the library has given so far.
    for (let guess = 1; guess <= srno + 2; guess += 1)
      expect((await ask('getdocdetails', { srno: guess }, 'staff.mum')).text).not.toContain('Canary');
  });
});
