import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { listedDocument } from '#contract/library/documents.ts';
import { letter } from '#tools/demo/documents.ts';
import { addLibraryDocument, sendLibraryFile } from '#tools/testing/library.ts';
import { pictureSample, sheetSample, zipSample } from '#tools/testing/samples.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** Words inside the files of the library. */
let world: World;
const session: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld({ ROLE: 'both' });
  for (const user of ['cm.ho', 'staff.mum', 'staff.del']) session[user] = await world.signIn(user);
});
afterAll(() => world.close());

const find = async (
  q: string,
  user = 'cm.ho',
  search: object = {},
): Promise<z.input<typeof listedDocument>[]> =>
  (
    await world.post('guideline_a.php', [
      session[user] ?? '',
      'getdocs',
      JSON.stringify({ mode: 'V', ...search }),
      JSON.stringify({ q }),
    ])
  ).json as z.input<typeof listedDocument>[];
const namesOf = async (q: string, user?: string, search?: object) =>
  (await find(q, user, search)).map(({ rdoc_docname }) => rdoc_docname);
const stateOf = async (srno: number) =>
  (await world.sql<{ state: string }>('select state from library.file_text where document = $1', [srno]))[0]
    ?.state;
const send = async (srno: number, name: string, bytes: Uint8Array) => {
  const { json } = await sendLibraryFile(world, session['cm.ho'] ?? '', srno, {
    name,
    bytes: new Uint8Array(bytes),
  });
  expect(json.error).toBe('');
};
const untilRead = (srno: number) =>
  expect.poll(() => stateOf(srno), { ...SOON, message: `document ${srno} is read` }).not.toBe('waiting');
/** A document with a file whose text has been read. */
async function added(name: string, fileName: string, bytes: Uint8Array, branch: string | null = null) {
  const srno = await addLibraryDocument(world.database.admin, { name, branch, hash: null });
  await send(srno, fileName, bytes);
  await untilRead(srno);
  return srno;
}
const paper = (...lines: readonly string[]) => letter('Paper', lines);

describe('a search', () => {
  it('finds words inside a PDF, a Word document and a workbook, and shows where', async () => {
    await added('Alpha', 'alpha.pdf', paper('Every teller counts the zanzibar drawer twice.'));
    await added(
      'Beta',
      'beta.docx',
      await zipSample({
        '[Content_Types].xml':
          '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        'word/document.xml':
          '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>The ZANZIBAR &lt;b&gt;vault&lt;/b&gt;</w:t></w:r></w:p></w:body></w:document>',
      }),
    );
    await added('Gamma', 'gamma.xlsx', sheetSample([['Currency'], ['zanzibar']]));
    const found = await find('zanzibar');
    expect(found.map(({ rdoc_docname, rdoc_snippet }) => [rdoc_docname, rdoc_snippet])).toEqual([
      ['Gamma', 'Currency zanzibar'],
      ['Beta', 'The ZANZIBAR <b>vault</b>'],
      ['Alpha', expect.stringContaining('counts the zanzibar drawer twice')],
    ]);
  });

  it('finds all of several words in any order, the beginning of a longer word, and numbers', async () => {
    await added('Delta', 'delta.pdf', paper('Impound counterfeit notes and issue receipt 48151623.'));
    for (const q of ['receipt counterfeit', 'COUNTERF', 'impou recei', '48151623', 'counterfeit-notes'])
      expect(await namesOf(q), q).toContain('Delta');
    for (const q of ['receipt zanzibar', 'ounterfeit', '4815162', "'; drop", '%', '\\', ':*', '!delta & |'])
      expect(await namesOf(q), q).not.toContain('Delta');
  });

  it('shows words around the place and no snippet of a document that is found by its name', async () => {
    const words = (word: string) => Array<string>(30).fill(word).join(' ');
    await added('Epsilon', 'epsilon.docx', await wordWith(`${words('before')} quetzal ${words('after')}`));
    await added('Quetzal in its name', 'name.pdf', paper('Nothing of it.'));
    const found = await find('quetzal');
    expect(found.find(({ rdoc_docname }) => rdoc_docname === 'Epsilon')?.rdoc_snippet).toMatch(
      /^… before (?:before )+quetzal (?:after )+…$/,
    );
    expect(found.find(({ rdoc_docname }) => rdoc_docname === 'Quetzal in its name')?.rdoc_snippet).toBe('');
    expect((await find(''))[0]).not.toHaveProperty('rdoc_snippet');
  });

  it('comes page by page, together with what is found by its name, each document once', async () => {
    const at = (n: number) => `2025-0${1 + (n % 9)}-1${n % 10}`;
    for (let n = 0; n < 12; n += 1) {
      const name = n % 3 === 0 ? `Okapi ${n}` : `Paged ${n}`;
      const srno = await addLibraryDocument(world.database.admin, { name, dated: at(n), hash: null });
      await send(srno, 'paged.pdf', paper(n % 2 === 0 ? 'okapi' : 'giraffe', `number ${n}`));
      await untilRead(srno);
    }
    const expected = (await find('okapi')).map(({ rdoc_srno }) => rdoc_srno);
    expect(expected).toHaveLength(8);
    const seen: number[] = [];
    for (let after: string | undefined, pages = 0; pages < 9; pages += 1) {
      const page = await world.post('guideline_a.php', [
        session['cm.ho'] ?? '',
        'getdocs',
        JSON.stringify({ mode: 'V' }),
        JSON.stringify({ q: 'okapi', limit: 3, ...(after === undefined ? {} : { after }) }),
      ]);
      seen.push(...(page.json as z.input<typeof listedDocument>[]).map(({ rdoc_srno }) => rdoc_srno));
      after = page.headers.get('x-next') ?? undefined;
      if (after === undefined) break;
    }
    expect(seen).toEqual(expected);
  });
});

const wordWith = (text: string) =>
  zipSample({
    '[Content_Types].xml':
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': `<w:document xmlns:w="w"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:document>`,
  });

describe('words of a document', () => {
  it('of another branch or that is not active are found by nobody who cannot see it', async () => {
    const srno = await added('Canary', 'canary.pdf', paper('The canarybird of Delhi'), 'DEL');
    expect(await namesOf('canarybird', 'staff.del')).toEqual(['Canary']);
    expect(await find('canarybird', 'staff.mum')).toEqual([]);
    await world.sql('update library.document set active = false where srno = $1', [srno]);
    expect(await find('canarybird', 'staff.del')).toEqual([]);
    expect(await namesOf('canarybird', 'cm.ho', { status: '0' })).toEqual(['Canary']);
    expect(await find('canarybird', 'cm.ho', { category: 'R' })).toEqual([]);
  });

  it('go away with the file that is replaced', async () => {
    const srno = await added('Replaced', 'old.pdf', paper('wolverine'));
    expect(await namesOf('wolverine')).toEqual(['Replaced']);
    await send(srno, 'new.png', await pictureSample('png'));
    expect(await find('wolverine')).toEqual([]);
    expect(await stateOf(srno)).toBe('none');
    await send(srno, 'new.pdf', paper('marmoset'));
    await untilRead(srno);
    expect(await namesOf('marmoset')).toEqual(['Replaced']);
    expect(await namesOf('replaced')).toEqual(['Replaced']);
  });

  it('that cannot be read leave it to be found by its name', async () => {
    const srno = await added(
      'Unreadable paper',
      'broken.pdf',
      Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF\n`),
    );
    expect(await stateOf(srno)).toBe('none');
    expect(await namesOf('unreadable')).toEqual(['Unreadable paper']);
  });
});

describe('the job', () => {
  it('reads files that were there before, once, however often it runs', async () => {
    const srno = await added('Before', 'before.pdf', paper('pangolin'));
    await world.sql(
      `update library.file_text set state = 'waiting', content = '', is_queued = false where document = $1`,
      [srno],
    );
    expect(await find('pangolin')).toEqual([]);
    for (let time = 0; time < 3; time += 1) await world.sql(`select platform.add_job('library:sweep', '{}')`);
    await untilRead(srno);
    expect(await namesOf('pangolin')).toEqual(['Before']);
    await world.sql(`select platform.add_job('library:text', json_build_object('document', $1::integer))`, [
      srno,
    ]);
    const left = `select count(*)::integer as n from graphile_worker.jobs where task_identifier ~ '^library:'`;
    await expect.poll(async () => (await world.sql<{ n: number }>(left))[0]?.n, SOON).toBe(0);
    expect(await namesOf('pangolin')).toEqual(['Before']);
  });

  it('that finds no object in the store fails and is seen among the jobs', async () => {
    const srno = await addLibraryDocument(world.database.admin, { name: 'Lost', hash: 'a'.repeat(64) });
    const failed = `select last_error from graphile_worker.jobs where task_identifier = 'library:text' and last_error is not null`;
    await expect
      .poll(async () => (await world.sql<{ last_error: string }>(failed))[0]?.last_error, SOON)
      .toContain('no object');
    expect(await stateOf(srno)).toBe('waiting');
    expect(await namesOf('lost')).toEqual(['Lost']);
  });
});
