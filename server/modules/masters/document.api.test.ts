import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { documentBoundTexts, MAX_DOCUMENTS, MAX_UPLOAD_BYTES } from '#domain/files.ts';
import {
  bitmapSample,
  documentSample,
  pdfSample,
  pictureSample,
  windowsProgramSample,
  workbookSample,
} from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;
const srnoOf: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
  await world.database.admin.query(
    `update access.group_right set may_edit = true
     where right_key = 'ENTITY' and right_group = (select srno from access.right_group where name = 'Branch manager')`,
  );
  const { rows } = await world.database.admin.query<{ id: string; srno: number }>(
    'select id, srno from masters.entity',
  );
  for (const { id, srno } of rows) srnoOf[id] = srno;
});
afterAll(() => world.close());

interface Document {
  srno: number;
  filename: string;
  status: string;
}

async function upload(file: Buffer | null, name: string, entity = 'PUN', session = admin, docid = 1) {
  const form = new FormData();
  const meta = { sid: session, uploadType: 'ENTITYDOC', srno: srnoOf[entity], docid };
  form.append('meta', JSON.stringify(meta));
  if (file !== null) form.append('file', new Blob([new Uint8Array(file)]), name);
  const response = await fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: form });
  return {
    status: response.status,
    json: (await response.json()) as { error: string; message: string; docdetail: Document },
  };
}

const about = ({ srno, filename }: Document, more: object = {}) =>
  JSON.stringify({ srno, filename, ...more });
const view = (document: Document, more: object = {}, session = admin) =>
  world.post('entity_a.php', [session, 'docview', about(document, more)]);
const remove = (document: Document, session = admin) =>
  world.post('entity_a.php', [session, 'docremove', about(document)]);
const download = (document: Document, session = admin) =>
  fetch(`${world.url}/api/entity_a.php`, {
    method: 'POST',
    body: new URLSearchParams({ 1: session, 2: 'docdownload', 3: about(document) }),
  });
const documentsOf = async (entity: string): Promise<Document[]> =>
  (await world.post('entity_a.php', [admin, 'detail', entity])).json.enDocuments;

/** 000 §9: document previews are allowed for these; anything else downloads. */
describe('preview', () => {
  it.each([
    ['photo.jpg', 'image/jpeg', () => pictureSample('jpeg')],
    ['photo.jpeg', 'image/jpeg', () => pictureSample('jpeg')],
    ['card.png', 'image/png', () => pictureSample('png')],
    ['card.gif', 'image/gif', () => pictureSample('gif')],
    ['card.bmp', 'image/bmp', () => bitmapSample()],
    ['paper.pdf', 'application/pdf', () => pdfSample()],
  ])('%s is shown as %s, byte for byte', async (name, typ, make) => {
    const bytes = await make();
    const { json } = await upload(bytes, name);
    expect(json).toMatchObject({
      error: '',
      message: 'Uploaded.',
      docdetail: { filename: name, status: 'P' },
    });
    const shown = await view(json.docdetail);
    expect(shown.json).toEqual({
      bs64: bytes.toString('base64'),
      typ,
      desc: 'RBI licence',
      fname: name,
      pages: 1,
    });
  });

  it('a TIFF is shown as a PNG made by the server, page by page', async () => {
    const { json } = await upload(await pictureSample('tiff'), 'scan.tif');
    const shown = await view(json.docdetail);
    expect(shown.json).toMatchObject({ typ: 'image/png', fname: 'scan.tif', pages: 1 });
    const picture = await sharp(Buffer.from(shown.json.bs64 as string, 'base64')).metadata();
    expect([picture.format, picture.width, picture.height]).toEqual(['png', 32, 24]);
    expect((await view(json.docdetail, { page: 2 })).json.err).toBe(
      'This document cannot be shown. Please download it.',
    );
  });

  it.each([
    ['letter.docx', () => documentSample()],
    ['sheet.xlsx', () => workbookSample('xlsx')],
    ['old.xls', () => workbookSample('biff8')],
  ])('%s is downloaded instead of shown', async (name, make) => {
    const bytes = await make();
    const { json } = await upload(bytes, name);
    expect((await view(json.docdetail)).json).toEqual({
      err: 'This kind of file cannot be shown. Please download it.',
    });
    const response = await download(json.docdetail);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-disposition')).toContain(name);
  });

  it('views and downloads are recorded in the trail with user and file hash; a refused view is not', async () => {
    const { json } = await upload(pdfSample(), 'watched.pdf', 'MUM');
    const other = await upload(await documentSample(), 'unseen.docx', 'MUM');
    await view(json.docdetail);
    await download(json.docdetail);
    await view(other.json.docdetail);
    const { rows } = await world.database.admin.query(
      `select action, actor, branch, after from platform.trail where record = 'entity document' and record_id = any ($1) order by id`,
      [[String(json.docdetail.srno), String(other.json.docdetail.srno)]],
    );
    const shared = { actor: 1, branch: srnoOf['MUM'] };
    const after = {
      entity: 'MUM',
      document: 'RBI licence',
      file: 'watched.pdf',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      status: 'P',
    };
    expect(rows).toEqual([
      { ...shared, action: 'add', after },
      { ...shared, action: 'add', after: expect.objectContaining({ file: 'unseen.docx' }) },
      { ...shared, action: 'view', after },
      { ...shared, action: 'download', after },
    ]);
  });

  it('a file that the store has lost gives a readable message', async () => {
    const [document] = await documentsOf('B^DEL');
    expect((await view(document as Document)).json).toEqual({
      err: 'The file of this document is missing. Please tell your administrator.',
    });
  });
});

/** 001 §5 and 002 §5: the texts of refused uploads. */
describe('refused uploads', () => {
  const pdfOf = (bytes: number) =>
    Buffer.concat([pdfSample(), Buffer.alloc(bytes - pdfSample().length, '\n')]);
  it.each<[string, Buffer | null, string, string]>([
    [
      'a renamed executable',
      windowsProgramSample(),
      'licence.pdf',
      'The file is damaged or is not what its name says.',
    ],
    ['an executable', windowsProgramSample(), 'licence.exe', 'This type of file is not allowed.'],
    ['a double-dotted name', pdfSample(), 'licence.2026.pdf', '(.) not allowed in file name.'],
    [
      '10,485,761 bytes',
      pdfOf(MAX_UPLOAD_BYTES + 1),
      'licence.pdf',
      'Please select a file with in 10 MB size.',
    ],
    ['no file', null, '', 'Please select a file to upload.'],
  ])('%s', async (_, file, name, error) => {
    const before = await documentsOf('B^BLR');
    expect(await upload(file, name, 'BLR')).toEqual({ status: 200, json: { error } });
    expect(await documentsOf('B^BLR')).toEqual(before);
  });

  it('an unknown kind or an unknown entity', async () => {
    const unknown = await upload(pdfSample(), 'licence.pdf', 'BLR', admin, 999);
    expect(unknown).toEqual({
      status: 200,
      json: { error: 'Please pick the kind of document from the list.' },
    });
    expect((await upload(pdfSample(), 'licence.pdf', 'HO')).status).toBe(404);
  });
});

describe('removal', () => {
  it('hides the document, keeps the row, and is recorded in the trail', async () => {
    const { json } = await upload(pdfSample(), 'mistake.pdf', 'BLR');
    expect((await documentsOf('B^BLR')).map(({ filename }) => filename)).toEqual(['mistake.pdf']);
    expect((await remove(json.docdetail)).json).toEqual({
      err: '',
      msg: 'Removed.',
      srno: json.docdetail.srno,
    });
    expect(await documentsOf('B^BLR')).toEqual([]);
    expect((await view(json.docdetail)).status).toBe(404);
    expect((await remove(json.docdetail)).status).toBe(404);
    const { rows } = await world.database.admin.query(
      `select d.removed_by, t.before ->> 'file' as file from masters.entity_document d
       join platform.trail t on t.record = 'entity document' and t.record_id = d.srno::text and t.action = 'remove'
       where d.srno = $1`,
      [json.docdetail.srno],
    );
    expect(rows).toEqual([{ removed_by: 1, file: 'mistake.pdf' }]);
  });

  it('an approved one stays', async () => {
    const [document] = await documentsOf('B^MUM');
    expect(document).toMatchObject({ status: 'A', filename: 'rbi-licence-mumbai.pdf' });
    expect((await remove(document as Document)).json.err).toBe('An approved document cannot be removed.');
  });
});

describe('scope', () => {
  it('a user with MUM in scope cannot access a document of DEL by any call', async () => {
    const manager = await world.signIn('bm.mum');
    const { json } = await upload(pdfSample(), 'delhi.pdf', 'DEL');
    const goa = await upload(pdfSample(), 'goa.pdf', 'GOA', manager);
    expect(goa.json.error).toBe('');
    expect((await view(goa.json.docdetail, {}, manager)).status).toBe(200);
    expect((await view(json.docdetail, {}, manager)).status).toBe(404);
    expect((await download(json.docdetail, manager)).status).toBe(404);
    expect((await remove(json.docdetail, manager)).status).toBe(404);
    expect((await upload(pdfSample(), 'no.pdf', 'DEL', manager)).status).toBe(404);
    expect((await upload(pdfSample(), 'no.pdf', 'JAI', manager)).status).toBe(404);
  });

  it('the file name must match the document', async () => {
    const { json } = await upload(pdfSample(), 'named.pdf');
    expect((await view({ ...json.docdetail, filename: '../../etc/passwd' })).status).toBe(404);
  });
});

describe('the number of documents of an entity is limited', () => {
  const { shown, kept } = MAX_DOCUMENTS.entity;
  const TEXTS = documentBoundTexts('entity');
  const CLIENTS = 20;

  /** Replaces the entity's documents directly in the database: `inSight` visible and `removed` removed ones. */
  async function fill(entity: string, inSight: number, removed: number): Promise<void> {
    await world.sql('delete from masters.entity_document where entity = $1', [srnoOf[entity]]);
    await world.sql(
      `insert into masters.entity_document (entity, kind, file_name, extension, hash, bytes, removed_at)
       select $1, 1, 'a' || n || '.pdf', 'pdf', repeat('a', 64), 1, case when n > $2 then now() end
       from generate_series(1, $2::integer + $3::integer) as n order by n desc`,
      [srnoOf[entity], inSight, removed],
    );
  }
  const refusals = async (entity: string) => {
    const sent = await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) => upload(pdfSample(), `one${index}.pdf`, entity)),
    );
    return sent.map(({ json }) => json.error).filter((error) => error !== '');
  };

  it('visible documents: of twenty concurrent uploads only the remaining number succeeds', async () => {
    await fill('GOA', shown - 4, 0);
    expect(await refusals('GOA')).toEqual(Array.from({ length: CLIENTS - 4 }, () => TEXTS.shown));
  });

  it('all documents, including removed ones', async () => {
    await fill('JAI', 10, kept - 15);
    expect(await refusals('JAI')).toEqual(Array.from({ length: CLIENTS - 5 }, () => TEXTS.kept));
  });
});
