import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#domain/files.ts';
import { RENEWAL_CODES } from '#domain/licences/renewal.ts';
import {
  addFranchisee,
  addKey,
  addLicenceDocuments,
  sendLicence,
  type TestFranchisee,
} from '#tools/testing/licences.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

/** 002 §2.13, §5.5, §7.6: the renewal page. */

let world: World;
let franchisee: TestFranchisee;
let key: string;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  franchisee = await addFranchisee(world.database.admin);
  key = await addKey(world.database.admin, franchisee.srno);
});

const pending = (entitykey: string, more: object = {}) =>
  world.post('franchise_a.php', ['pendingdoc', JSON.stringify({ entitykey, ...more })]);
const remove = (docid: number, entitykey = key, entityid = franchisee.id) =>
  world.post('franchise_a.php', ['removedoc', JSON.stringify({ docid, entityid, entitykey })]);
const rowOf = async (docid: number) =>
  (await pending(key)).json.doclist.find((row: { docid: number }) => row.docid === docid);
const DONE = { err: '', msg: 'LIC0000' };
const refused = (code: keyof typeof RENEWAL_CODES) => ({ err: RENEWAL_CODES[code], msg: code });
const storedRows = async () =>
  (await world.sql<{ n: number }>('select count(*)::integer as n from masters.entity_document'))[0]?.n;

describe('the page', () => {
  it('lists the six required documents of a franchisee, with the company and its two contact lines (R50)', async () => {
    await world.sql(
      `update masters.company set contact1 = 'Licence desk 022 1', contact2 = 'Head office 022 2'`,
    );
    const { json, headers } = await pending(key);
    expect(json).toMatchObject({
      ...DONE,
      entityid: franchisee.id,
      entityname: `Franchisee ${franchisee.id}`,
      contact1: 'Licence desk 022 1',
      contact2: 'Head office 022 2',
      logo: '',
    });
    // A page whose link does not work says whom to ask; the refusal itself is the same for every key.
    const contacts = await world.post('franchise_a.php', ['contacts']);
    expect(contacts.json).toEqual({
      company: json.company,
      contact1: 'Licence desk 022 1',
      contact2: 'Head office 022 2',
    });
    expect((await pending('x')).json).toEqual(refused('LIC0001'));
    expect(json.doclist.map(({ docname }: { docname: string }) => docname)).toEqual([
      'RBI licence',
      'Franchise agreement',
      'PAN card',
      'GST registration',
      'Shop and establishment certificate',
      'Address proof of the premises',
    ]);
    expect(json.doclist[0]).toEqual({
      docid: 1,
      docname: 'RBI licence',
      status: '',
      reason: '',
      expirydate: '',
      mayupload: 1,
      mayremove: 0,
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('has more or fewer documents for one entity (R50)', async () => {
    const { srno } = franchisee;
    await world.sql('insert into masters.entity_required values ($1, 2, false), ($1, 10, true)', [srno]);
    const ids = (await pending(key)).json.doclist.map(({ docid }: { docid: number }) => docid);
    expect(ids).toEqual([1, 3, 4, 5, 6, 10]);
    expect((await sendLicence(world.url, { docid: 2, entitykey: key })).json.err).toBe(
      'This document is not asked for.',
    );
    expect((await sendLicence(world.url, { docid: 10, entitykey: key })).json).toEqual(DONE);
  });

  it('takes a document, shows it as pending, and gives it back (002 §2.13)', async () => {
    expect((await sendLicence(world.url, { docid: 4, entitykey: key })).json).toEqual(DONE);
    expect(await rowOf(4)).toMatchObject({ status: 'P', mayupload: 0, mayremove: 1 });
    expect((await sendLicence(world.url, { docid: 4, entitykey: key })).json).toEqual(refused('LIC0002'));
    const [trail] = await world.sql(
      `select action, actor, call, branch, after ->> 'via' as via from platform.trail
       where record = 'entity document' order by id desc limit 1`,
    );
    const [mumbai] = await world.sql<{ srno: number }>(`select srno from masters.entity where id = 'MUM'`);
    expect(trail).toEqual({
      action: 'add',
      actor: null,
      call: 'licrenewaldoc.uploadlicense',
      branch: mumbai?.srno,
      via: 'page',
    });
    expect((await remove(4)).json).toEqual(DONE);
    expect(await rowOf(4)).toMatchObject({ status: '', mayupload: 1, mayremove: 0 });
    // What is not there cannot be removed twice, and nobody is told otherwise.
    expect((await remove(4)).json).toEqual(DONE);
  });

  it('keeps an approved document, and what staff has uploaded (002 §4, R51)', async () => {
    const { admin } = world.database;
    await addLicenceDocuments(admin, franchisee.srno, [1], { status: 'A' });
    await addLicenceDocuments(admin, franchisee.srno, [3], { via: 'staff' });
    expect(await rowOf(1)).toMatchObject({ status: 'A', mayupload: 0, mayremove: 0 });
    expect(await rowOf(3)).toMatchObject({ status: 'P', mayupload: 0, mayremove: 0 });
    expect((await remove(1)).json).toEqual(refused('LIC0003'));
    expect((await remove(3)).json.err).toBe(
      'Only a document that was uploaded on this page can be removed here.',
    );
    expect((await sendLicence(world.url, { docid: 1, entitykey: key })).json).toEqual(refused('LIC0002'));
  });

  it('takes a rejected document anew and shows the reason until then (R51)', async () => {
    await addLicenceDocuments(world.database.admin, franchisee.srno, [5], { status: 'R' });
    expect(await rowOf(5)).toMatchObject({ status: 'R', reason: 'Cannot be read.', mayupload: 1 });
    expect((await sendLicence(world.url, { docid: 5, entitykey: key })).json).toEqual(DONE);
    expect(await rowOf(5)).toMatchObject({ status: 'P', reason: '' });
  });

  it.each([
    [61, 0],
    [60, 1],
    [-1, 1],
  ])('an approved document that ends in %i days can be sent anew: %i', async (expiresIn, mayupload) => {
    await addLicenceDocuments(world.database.admin, franchisee.srno, [6], { status: 'A', expiresIn });
    expect(await rowOf(6)).toMatchObject({ status: 'A', mayupload });
    expect((await sendLicence(world.url, { docid: 6, entitykey: key })).json.msg).toBe(
      mayupload === 1 ? 'LIC0000' : 'LIC0002',
    );
  });

  it.each([
    ['no file', null, 'Please select a file to upload.'],
    ['two dots', { name: 'a.b.pdf', bytes: pdfSample() }, '(.) not allowed in file name.'],
    [
      'one byte too many',
      { name: 'a.pdf', bytes: Buffer.alloc(MAX_UPLOAD_BYTES + 1, pdfSample()) },
      'Please select a file with in 10 MB size.',
    ],
    ['an unknown type', { name: 'a.exe', bytes: pdfSample() }, 'This type of file is not allowed.'],
    [
      'another content',
      { name: 'a.pdf', bytes: Buffer.from('MZ\x90\0\x03\0') },
      'The file is damaged or is not what its name says.',
    ],
  ])('%s is refused in err (002 §5.5)', async (_, file, err) => {
    expect((await sendLicence(world.url, { docid: 1, entitykey: key }, file)).json).toEqual({ err, msg: '' });
    expect(await rowOf(1)).toMatchObject({ status: '' });
  });

  it('tells nothing about who works at head office (R51)', async () => {
    await addLicenceDocuments(world.database.admin, franchisee.srno, [1], { status: 'A', via: 'staff' });
    await world.sql(
      `update masters.entity_document set uploaded_by_name = 'Asha Rao', decided_by_name = 'Meera Nair'
       where entity = $1`,
      [franchisee.srno],
    );
    expect((await pending(key)).text).not.toMatch(/Asha|Meera/);
  });
});

describe('a key that does not work', () => {
  /** The keys of the test by what is wrong with them. */
  async function badKeys(): Promise<Record<string, string>> {
    const { admin } = world.database;
    const other = await addFranchisee(admin);
    const inactive = await addFranchisee(admin);
    const ofInactive = await addKey(admin, inactive.srno);
    await world.sql('update masters.entity set active = false where srno = $1', [inactive.srno]);
    return {
      wrong: 'A'.repeat(32),
      expired: await addKey(admin, other.srno, 'expired'),
      revoked: await addKey(admin, other.srno, 'revoked'),
      'of an inactive entity': ofInactive,
      empty: '',
      short: 'x',
      long: 'y'.repeat(50_000),
      'with signs': `${key.slice(0, 20)}' or 1=1 --`,
      cut: key.slice(0, -1),
      'with a blank': `${key} `,
      'not ASCII': 'ключ'.repeat(8),
    };
  }

  it('is refused with the same bytes and status by all three calls, and nothing is stored (R52)', async () => {
    const keys = await badKeys();
    const used = () => world.sql('select * from licences.key_use order by 1, 2');
    const before = [await storedRows(), await used()];
    const answers = new Map<string, Set<string>>();
    const heard = (call: string, { status, text, headers }: Awaited<ReturnType<typeof pending>>) => {
      const kept = [...headers]
        .filter(([name]) => name !== 'date' && name !== 'x-request-id')
        .map((each) => each.join(': '));
      answers.set(call, (answers.get(call) ?? new Set()).add([status, ...kept, text].join('\n')));
    };
    for (const entitykey of Object.values(keys)) {
      heard('pendingdoc', await pending(entitykey));
      heard('removedoc', await remove(4, entitykey));
      heard('uploadlicense', await sendLicence(world.url, { docid: 4, entitykey }));
    }
    // The key of another entity is a good key, and the entity that is named is not its own.
    const other = await addFranchisee(world.database.admin);
    heard('removedoc', await remove(4, await addKey(world.database.admin, other.srno)));
    for (const [call, heardOnce] of answers) expect([call, heardOnce.size]).toEqual([call, 1]);
    for (const [only] of [...answers.values()].map((each) => [...each]))
      expect(JSON.parse(only?.split('\n').at(-1) ?? '')).toEqual(refused('LIC0001'));
    expect([await storedRows(), await used()]).toEqual(before);
  });

  /** Sends the JSON part and the head of the file part; the rest, if any, when `rest` resolves to it. */
  const sendSlowly = (entitykey: string, rest: Promise<Buffer> = new Promise(() => undefined)) =>
    new Promise<unknown>((resolve, reject) => {
      const sent = request(`${world.url}/api/licrenewaldoc_a.php`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve(JSON.parse(text));
          sent.destroy();
        });
      });
      const part = (name: string, more = '') =>
        `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
      sent.write(`${part('meta')}${JSON.stringify({ docid: 4, entitykey })}\r\n`);
      sent.write(part('file', '; filename="a.pdf"'));
      void rest.then((bytes) => sent.end(Buffer.concat([bytes, Buffer.from('\r\n--b--\r\n')])));
    });

  it('is answered before a byte of the file is read', async () => {
    expect(await sendSlowly('A'.repeat(32))).toEqual(refused('LIC0001'));
    await addLicenceDocuments(world.database.admin, franchisee.srno, [4]);
    expect(await sendSlowly(key)).toEqual(refused('LIC0002'));
  });

  it('fails at once when it is revoked, also for an upload that has begun', async () => {
    const admin = await world.signIn('admin');
    const rest = Promise.withResolvers<Buffer>();
    const begun = sendSlowly(key, rest.promise);
    const isCounted = async () =>
      (
        await world.sql(
          'select from licences.key_use u join licences.renewal_key k on k.srno = u.renewal_key and k.entity = $1',
          [franchisee.srno],
        )
      ).length;
    await expect.poll(isCounted, SOON).toBe(1);
    const named = JSON.stringify({ entity: franchisee.id });
    const revoked = await world.post('franchise_a.php', [admin, 'revokerenewallink', named]);
    expect(revoked.json.err).toBe('');
    rest.resolve(pdfSample());
    expect(await begun).toEqual(refused('LIC0001'));
    expect((await pending(key)).json).toEqual(refused('LIC0001'));
    expect((await remove(1)).json).toEqual(refused('LIC0001'));
    expect((await sendLicence(world.url, { docid: 1, entitykey: key })).json).toEqual(refused('LIC0001'));
    const stored = await world.sql('select from masters.entity_document where entity = $1', [
      franchisee.srno,
    ]);
    expect(stored).toEqual([]);
  });

  it('with a good key for another entity removes nothing of it', async () => {
    const other = await addFranchisee(world.database.admin);
    await addLicenceDocuments(world.database.admin, other.srno, [4]);
    expect((await remove(4, key, other.id)).json).toEqual(refused('LIC0001'));
    const [kept] = await world.sql('select removed_at from masters.entity_document where entity = $1', [
      other.srno,
    ]);
    expect(kept).toEqual({ removed_at: null });
  });
});

describe('the quota of a key (R52)', () => {
  const use = (uploads: number, bytes: number) =>
    world.sql(
      `insert into licences.key_use (renewal_key, day, uploads, bytes)
       select srno, (now() at time zone 'Asia/Kolkata')::date, $2, $3 from licences.renewal_key
       where entity = $1 and revoked_at is null
       on conflict (renewal_key, day) do update set uploads = $2, bytes = $3`,
      [franchisee.srno, uploads, bytes],
    );

  it('takes upload 60 of a day and refuses upload 61', async () => {
    await use(59, 0);
    expect((await sendLicence(world.url, { docid: 1, entitykey: key })).json).toEqual(DONE);
    expect((await sendLicence(world.url, { docid: 2, entitykey: key })).json).toEqual(refused('LIC0004'));
    expect(await rowOf(2)).toMatchObject({ status: '' });
    await world.sql('update licences.key_use set day = day - 1');
    expect((await sendLicence(world.url, { docid: 2, entitykey: key })).json).toEqual(DONE);
  });

  it('takes the last byte of 200 MB and refuses the one after it', async () => {
    const most = 200 * 1024 * 1024;
    const size = pdfSample().length;
    await use(0, most - size + 1);
    expect((await sendLicence(world.url, { docid: 1, entitykey: key })).json).toEqual(refused('LIC0004'));
    expect(await rowOf(1)).toMatchObject({ status: '' });
    await use(0, most - size);
    expect((await sendLicence(world.url, { docid: 1, entitykey: key })).json).toEqual(DONE);
    expect((await sendLicence(world.url, { docid: 2, entitykey: key })).json).toEqual(refused('LIC0004'));
  });

  const addEarlier = (count: number, days: number) =>
    world.sql(
      `insert into masters.entity_document (entity, kind, via, file_name, extension, hash, bytes, uploaded_at, removed_at)
       select $1, 1, 'page', 'a.pdf', 'pdf', repeat('a', 64), 1, now() - make_interval(days => $3), now() from generate_series(1, $2)`,
      [franchisee.srno, count, days],
    );

  it('does not count what came more than 90 days ago, neither for the page nor for staff', async () => {
    await addEarlier(250, 91);
    await addEarlier(249, 800);
    await addEarlier(299, 89);
    expect((await sendLicence(world.url, { docid: 1, entitykey: key })).json).toEqual(DONE);
    expect((await sendLicence(world.url, { docid: 2, entitykey: key })).json.err).toBe(
      'Too many documents were uploaded on this page. Please call us.',
    );
    const addByStaff = (count: number) =>
      world.sql(
        `insert into masters.entity_document (entity, kind, via, file_name, extension, hash, bytes, removed_at)
         select $1, 1, 'staff', 'a.pdf', 'pdf', repeat('a', 64), 1, now() from generate_series(1, $2)`,
        [franchisee.srno, count],
      );
    await addByStaff(200);
    await expect(addByStaff(1)).rejects.toMatchObject({ constraint: 'entity_documents_kept' });
  });

  it('of three months leaves documents for staff', async () => {
    await addEarlier(300, 0);
    expect((await sendLicence(world.url, { docid: 1, entitykey: key })).json.err).toBe(
      'Too many documents were uploaded on this page. Please call us.',
    );
  });
});
