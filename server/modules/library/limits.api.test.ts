import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLibraryDocument, sendLibraryFile } from '#tools/testing/library.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** What a user can add to the library on a day. */
let world: World;
let session: string;
let other: string;
beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '24' });
  session = await world.signIn('cm.ho');
  // A second user of head office with the same rights.
  await world.sql(
    `update access.account set right_group = (select right_group from access.account where user_id = 'cm.ho'),
       entity = (select entity from access.account where user_id = 'cm.ho') where user_id = 'fm.ho'`,
  );
  other = await world.signIn('fm.ho');
});
afterAll(() => world.close());
beforeEach(() => used(0, 0, 0));

/** Sets what cm.ho has added today, and tomorrow if midnight passes during the test. */
const used = (documents: number, files: number, bytes: number) =>
  world.sql(
    `insert into library.day_use (account, day, documents, files, bytes)
     select a.srno, (now() at time zone 'Asia/Kolkata')::date + n, $1, $2, $3 from access.account a, generate_series(0, 1) as n
     where a.user_id = 'cm.ho'
     on conflict (account, day) do update set documents = $1, files = $2, bytes = $3`,
    [documents, files, bytes],
  );
const details = {
  docname: 'Counterfeit notes',
  category: 'P',
  submittedAt: '22/01/2026',
  submittedBy: 'Operations',
  visibleto: 'U',
};
const add = (by = session) =>
  world.post('guideline_a.php', [by, 'insertdetail', JSON.stringify(details)]).then(({ json }) => json);
const upload = async (srno: number, by = session) =>
  (await sendLibraryFile(world, by, srno, { name: 'a.pdf', bytes: new Uint8Array(pdfSample()) })).json;
const count = async (table: 'document' | 'file') =>
  Number((await world.sql<{ n: string }>(`select count(*) as n from library.${table}`))[0]?.n);

describe('on a day', () => {
  it('a user adds 200 documents and not one more; another user still can', async () => {
    await used(199, 0, 0);
    expect((await add()).err).toBe('');
    const before = await count('document');
    expect((await add()).err).toBe('You can add 200 documents a day. Please go on tomorrow.');
    expect(await count('document')).toBe(before);
    expect((await add(other)).err).toBe('');
  });

  it('a user uploads 200 files and not one more', async () => {
    const srno = await addLibraryDocument(world.database.admin, { hash: null });
    await used(0, 199, 0);
    expect((await upload(srno)).error).toBe('');
    expect((await upload(srno)).error).toBe('You can upload 200 files a day. Please go on tomorrow.');
    expect((await upload(srno, other)).error).toBe('');
  });

  it('a user uploads 500 MB, to the byte, and what is refused leaves no bytes in the store', async () => {
    const srno = await addLibraryDocument(world.database.admin, { hash: null });
    const most = 500 * 1024 * 1024 - pdfSample().length;
    await used(0, 0, most + 1);
    const before = await count('file');
    expect((await upload(srno)).error).toBe('You can upload 500 MB a day. Please go on tomorrow.');
    expect(await count('file')).toBe(before);
    expect(await world.sql('select from platform.incoming_object where not is_leaving')).toEqual([]);
    await used(0, 0, most);
    expect((await upload(srno)).error).toBe('');
  });

  it('what is refused for another reason does not count', async () => {
    expect((await upload(999_999)).error).not.toBe('');
    const rows = await world.sql<{ files: number }>(
      `select files from library.day_use u join access.account a on a.srno = u.account where a.user_id = 'cm.ho'`,
    );
    expect(rows.map(({ files }) => files)).toEqual([0, 0]);
  });

  it('of 20 additions at once exactly those within the limit are made', async () => {
    await used(195, 0, 0);
    const before = await count('document');
    const answers = await Promise.all(Array.from({ length: 20 }, () => add()));
    expect(answers.filter(({ err }) => err === '')).toHaveLength(5);
    expect((await count('document')) - before).toBe(5);
  });
});
