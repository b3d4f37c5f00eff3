import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { WireRequestDetail, WireRequestDocument } from '#contract/requests/desk.ts';
import type { RequestInput } from '#contract/requests/form.ts';
import { documentBoundTexts, MAX_DOCUMENTS, MAX_UPLOAD_BYTES } from '#domain/files.ts';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import {
  bitmapSample,
  documentSample,
  pdfSample,
  pictureSample,
  windowsProgramSample,
  workbookSample,
} from '#tools/testing/samples.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(['admin', 'sales.mum', 'sales.del', 'bm.mum', 'dlv1.mum']);
});
afterAll(() => desk.close());

const DELHI = { reqBran: 'DEL', reqSalesExecutive: '', reqHandOver: 'IN', reqDeliveryExecutive: '' };

/** Makes a request and returns its number. */
async function made(given: Partial<RequestInput> = {}, user = 'sales.mum'): Promise<number> {
  const record = { ...pricedRequest('SP', given), reqDraftFinal: given.reqDraftFinal ?? ('D' as const) };
  const { json } = await desk.save(record, user);
  expect(json).toMatchObject({ err: '' });
  return json.srno as number;
}

interface UploadInput {
  readonly file: Buffer | null;
  readonly name?: string;
  readonly docid?: number | string;
  readonly remark?: string;
  readonly pageright?: string;
  readonly user?: string;
}

async function upload(srno: number, sent: UploadInput) {
  const { file, name = 'passport.pdf', docid = 1, remark = '', pageright = 'NEWTRANREQUEST' } = sent;
  const sid = desk.sessionOf(sent.user ?? 'sales.mum');
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid, uploadType: 'KYC', srno, pageright, docid, remark }));
  if (file !== null) form.append('file', new Blob([new Uint8Array(file)]), name);
  const response = await fetch(`${desk.url}/api/upload_a.php`, { method: 'POST', body: form });
  return {
    status: response.status,
    json: (await response.json()) as { error: string; message: string; docdetail: WireRequestDocument[] },
  };
}

async function uploaded(srno: number, sent: UploadInput): Promise<WireRequestDocument> {
  const { json } = await upload(srno, sent);
  expect(json).toMatchObject({ error: '', message: 'Uploaded.' });
  return json.docdetail.at(-1) as WireRequestDocument;
}

const named = ({ doc_srno, doc_filename, doc_id }: WireRequestDocument, more: object = {}) =>
  JSON.stringify({ srno: doc_srno, filename: doc_filename, docid: doc_id, ...more });
const view = (document: WireRequestDocument, more: object = {}, user = 'sales.mum') =>
  desk.ask(user, 'fxrequest_a.php', ['docview', named(document, more)]);
const remove = (document: WireRequestDocument, user = 'sales.mum') =>
  desk.ask(user, 'fxrequest_a.php', ['docremove', named(document)]);
const download = (document: WireRequestDocument, user = 'sales.mum') =>
  fetch(`${desk.url}/api/fxrequest_a.php`, {
    method: 'POST',
    body: new URLSearchParams({ 1: desk.sessionOf(user), 2: 'docdownload', 3: named(document) }),
  });
const detail = (srno: number, user = 'sales.mum') =>
  desk.ask(user, 'fxrequest_a.php', ['detail', String(srno)]);
const documentsOf = async (srno: number): Promise<WireRequestDocument[]> =>
  ((await detail(srno, 'admin')).json as WireRequestDetail).document;

/** A PDF of this many bytes, padded with whitespace. */
const pdfOf = (bytes: number) => {
  const [head, end] = [Buffer.from('%PDF-1.4\n'), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([head, Buffer.alloc(bytes - head.length - end.length, ' '), end]);
};
const twoPages = async () => {
  const page = await pictureSample('png');
  return sharp([page, page], { join: { animated: true } })
    .tiff()
    .toBuffer();
};

it('the kinds of documents are listed', async () => {
  const { json } = await desk.ask('dlv1.mum', 'newfxrequest_a.php', ['kycdoclist']);
  expect(json).toHaveLength(14);
  expect(json[0]).toEqual({ value: '1', name: 'Passport' });
});

describe('upload', () => {
  it('adds documents one by one and returns all of the request', async () => {
    const srno = await made();
    await uploaded(srno, { file: pdfSample(), remark: ' front and back ' });
    const { json } = await upload(srno, { file: await pictureSample('png'), name: 'visa.png', docid: '2' });
    expect(json.docdetail).toEqual([
      {
        doc_srno: expect.any(Number),
        doc_id: 1,
        docm_desc: 'Passport',
        doc_remark: 'front and back',
        doc_filename: 'passport.pdf',
        doc_ext: 'pdf',
        doc_bytes: pdfSample().length,
        doc_uploadedat: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        doc_uploadedby: expect.stringMatching(/./),
      },
      expect.objectContaining({ docm_desc: 'Visa', doc_filename: 'visa.png', doc_remark: '' }),
    ]);
    const shown = (await detail(srno)).json as WireRequestDetail;
    expect(shown.document).toEqual(json.docdetail);
    expect(shown.activitylog.map(({ acl_remark }) => acl_remark)).toEqual(
      expect.arrayContaining(['Document added: Passport, passport.pdf.', 'Document added: Visa, visa.png.']),
    );
  });

  it('is allowed after the request is submitted', async () => {
    const srno = await made({ reqDraftFinal: 'F' });
    await uploaded(srno, { file: pdfSample(), docid: 13 });
    expect(await documentsOf(srno)).toHaveLength(1);
  });

  it.each<[string, UploadInput, string]>([
    ['no kind', { file: pdfSample(), docid: '' }, 'Please fill document name.'],
    ['kind 0', { file: pdfSample(), docid: 0 }, 'Please fill document name.'],
    [
      'no kind and a wrong name',
      { file: pdfSample(), docid: '0', name: 'a.b.pdf' },
      'Please fill document name.',
    ],
    ['a double-dotted name', { file: pdfSample(), name: 'passport.1.pdf' }, '(.) not allowed in file name.'],
    [
      'a double-dotted name of 10,485,761 bytes',
      { file: pdfOf(MAX_UPLOAD_BYTES + 1), name: 'passport.1.pdf' },
      '(.) not allowed in file name.',
    ],
    ['no file', { file: null }, 'Please select a file to upload.'],
    ['an empty file', { file: Buffer.alloc(0) }, 'Please select a file to upload.'],
    ['10,485,761 bytes', { file: pdfOf(MAX_UPLOAD_BYTES + 1) }, 'Please select a file with in 10 MB size.'],
    [
      'a renamed executable',
      { file: windowsProgramSample() },
      'The file is damaged or is not what its name says.',
    ],
    [
      'an executable',
      { file: windowsProgramSample(), name: 'visa.exe' },
      'This type of file is not allowed.',
    ],
    [
      'a kind that is none',
      { file: pdfSample(), docid: 999 },
      'Please pick the kind of document from the list.',
    ],
  ])('refuses %s', async (_, sent, error) => {
    const srno = await made();
    expect(await upload(srno, sent)).toEqual({ status: 200, json: { error } });
    expect(await documentsOf(srno)).toEqual([]);
  });

  it('accepts 10,485,760 bytes', async () => {
    const srno = await made();
    expect((await uploaded(srno, { file: pdfOf(MAX_UPLOAD_BYTES) })).doc_bytes).toBe(MAX_UPLOAD_BYTES);
  });

  it('the server chooses the right to check, whatever screen is named', async () => {
    const srno = await made();
    for (const pageright of ['', 'TRANREQUESTDETAIL', 'COUNTRY', 'nonsense'])
      expect((await upload(srno, { file: pdfSample(), pageright })).status, pageright).toBe(403);
    expect((await upload(srno, { file: pdfSample(), user: 'dlv1.mum' })).status).toBe(403);
    expect(await documentsOf(srno)).toEqual([]);
  });

  it('a withdrawn request accepts no document', async () => {
    const srno = await made();
    await desk.ask('bm.mum', 'fxrequest_a.php', ['WITHDRAW', String(srno)]);
    await desk.database.admin.query(
      'update requests.request set withdrawn_at = coalesce(withdrawn_at, now()) where srno = $1',
      [srno],
    );
    expect((await upload(srno, { file: pdfSample() })).json).toEqual({
      error: 'The request has been withdrawn.',
    });
  });
});

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
    const document = await uploaded(await made(), { file: bytes, name });
    const bs64 = bytes.toString('base64');
    expect((await view(document)).json).toEqual({ bs64, typ, desc: 'Passport', fname: name, pages: 1 });
  });

  it('a TIFF is shown page by page', async () => {
    const document = await uploaded(await made(), { file: await twoPages(), name: 'scan.tif' });
    for (const page of [1, 2]) {
      const { json } = await view(document, { page });
      expect(json).toMatchObject({ typ: 'image/png', fname: 'scan.tif', pages: 2 });
      expect((await sharp(Buffer.from(json.bs64 as string, 'base64')).metadata()).width).toBe(32);
    }
    expect((await view(document, { page: 3 })).json.err).toBe(
      'This document cannot be shown. Please download it.',
    );
  });

  it.each([
    ['letter.docx', () => documentSample()],
    ['sheet.xlsx', () => workbookSample('xlsx')],
    ['old.xls', () => workbookSample('biff8')],
  ])('%s is downloaded instead of shown', async (name, make) => {
    const bytes = await make();
    const document = await uploaded(await made(), { file: bytes, name });
    expect((await view(document)).json.err).toBe('This kind of file cannot be shown. Please download it.');
    const response = await download(document);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-disposition')).toContain(name);
  });

  it('every view and removal is in the trail, with user and file hash', async () => {
    const srno = await made();
    const document = await uploaded(srno, { file: pdfSample(), remark: 'front' });
    await view(document, {}, 'bm.mum');
    await download(document);
    await remove(document);
    const { rows } = await desk.database.admin.query(
      `select t.action, a.user_id, e.id as branch, platform.open_person(t.before) as before,
         platform.open_person(t.after) as after from platform.trail t
       join access.account a on a.srno = t.actor join masters.entity e on e.srno = t.branch
       where record = 'request document' and record_id = $1 order by t.id`,
      [String(document.doc_srno)],
    );
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    const told = { request: srno, document: 'Passport', file: 'passport.pdf', hash, remark: 'front' };
    const of = (action: string, user_id: string, before: object | null, after: object | null) => ({
      ...{ action, user_id, branch: 'MUM', before, after },
    });
    expect(rows).toEqual([
      of('add', 'sales.mum', null, told),
      of('view', 'bm.mum', null, told),
      of('download', 'sales.mum', null, told),
      of('remove', 'sales.mum', told, null),
    ]);
  });
});

describe('a view', () => {
  it('is recorded in the trail before the store is read, so that no transaction waits for the store', async () => {
    const document = await uploaded(await made(), {
      file: Buffer.concat([pdfSample(), Buffer.from('% gone')]),
      name: 'gone.pdf',
    });
    const stored = await desk.database.admin.query<{ hash: string }>(
      'select hash from requests.document where srno = $1',
      [document.doc_srno],
    );
    await desk.store.remove(stored.rows[0]?.hash ?? '');
    const missing = { err: 'The file of this document is missing. Please tell your administrator.' };
    expect((await view(document)).json).toEqual(missing);
    expect(await (await download(document)).json()).toEqual(missing);
    const { rows } = await desk.database.admin.query<{ action: string }>(
      `select action from platform.trail where record = 'request document' and record_id = $1 order by id`,
      [String(document.doc_srno)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['add', 'view', 'download']);
  });
});

describe('removal', () => {
  it('hides the document and keeps the row', async () => {
    const srno = await made();
    const document = await uploaded(srno, { file: pdfSample() });
    expect((await remove(document)).json).toEqual({ err: '', msg: 'Removed.' });
    expect(await documentsOf(srno)).toEqual([]);
    const answers = await Promise.all([view(document), download(document), remove(document)]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const { rows } = await desk.database.admin.query(
      'select removed_at is not null as gone from requests.document where srno = $1',
      [document.doc_srno],
    );
    expect(rows).toEqual([{ gone: true }]);
    const shown = (await detail(srno)).json as WireRequestDetail;
    expect(shown.activitylog.map(({ acl_remark }) => acl_remark)).toContain(
      'Document removed: Passport, passport.pdf.',
    );
  });

  it('is refused for a submitted request', async () => {
    const srno = await made({ reqDraftFinal: 'F' });
    const document = await uploaded(srno, { file: pdfSample() });
    expect((await remove(document)).json).toEqual({
      err: 'The request is submitted; its documents cannot be removed.',
    });
    expect(await documentsOf(srno)).toHaveLength(1);
  });

  it('concurrent calls: one succeeds', async () => {
    const document = await uploaded(await made(), { file: pdfSample() });
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(document)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(404)]);
  });
});

describe('scope', () => {
  it('a user of Delhi cannot access a document of Mumbai by any call', async () => {
    const srno = await made();
    const document = await uploaded(srno, { file: pdfSample() });
    expect((await view(document, {}, 'sales.del')).status).toBe(404);
    expect((await download(document, 'sales.del')).status).toBe(404);
    expect((await remove(document, 'sales.del')).status).toBe(404);
    expect((await detail(srno, 'sales.del')).status).toBe(404);
    expect((await upload(srno, { file: pdfSample(), user: 'sales.del' })).status).toBe(404);
    expect(await documentsOf(srno)).toHaveLength(1);
  });

  it('documents of a draft without a branch are visible only to its maker, not even to head office', async () => {
    const none = { reqBran: '', reqSalesExecutive: '', reqDeliveryExecutive: '' };
    const srno = await made(none);
    const document = await uploaded(srno, { file: pdfSample() });
    expect((await view(document)).status).toBe(200);
    for (const user of ['admin', 'bm.mum']) expect((await view(document, {}, user)).status, user).toBe(404);
    expect((await upload(srno, { file: pdfSample(), user: 'admin' })).status).toBe(404);
  });

  it('name, kind and number must match the document', async () => {
    const document = await uploaded(await made(), { file: pdfSample() });
    expect((await view({ ...document, doc_filename: '../../etc/passwd' })).status).toBe(404);
    expect((await view({ ...document, doc_id: 2 })).status).toBe(404);
  });

  it('a user of Delhi can access their own document', async () => {
    const srno = await made(DELHI, 'sales.del');
    const document = await uploaded(srno, { file: pdfSample(), user: 'sales.del' });
    expect((await view(document, {}, 'sales.del')).status).toBe(200);
    expect((await view(document)).status).toBe(404);
  });
});

describe('the number of documents is limited', () => {
  const { shown, kept } = MAX_DOCUMENTS.request;
  const TEXTS = documentBoundTexts('request');
  const CLIENTS = 20;

  /** Inserts documents directly into the database: `inSight` visible and `removed` removed ones. */
  const fill = (srno: number, inSight: number, removed: number) =>
    desk.sql(
      `insert into requests.document (request, kind, file_name, extension, hash, bytes, removed_at)
       select $1, 1, 'a' || n || '.pdf', 'pdf', repeat('a', 64), 1, case when n > $2 then now() end
       from generate_series(1, $2::integer + $3::integer) as n order by n desc`,
      [srno, inSight, removed],
    );
  const answers = async (srno: number) => {
    const sent = await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) =>
        upload(srno, { file: pdfSample(), name: `one${index}.pdf` }),
      ),
    );
    return sent.map(({ status, json }) => `${status} ${json.error}`).sort();
  };

  it('visible documents: of twenty concurrent uploads only the remaining number succeeds', async () => {
    const srno = await made();
    await fill(srno, shown - 3, 0);
    expect(await answers(srno)).toEqual([
      ...Array.from({ length: 3 }, () => '200 '),
      ...Array.from({ length: CLIENTS - 3 }, () => `200 ${TEXTS.shown}`),
    ]);
    expect(await documentsOf(srno)).toHaveLength(shown);
  });

  it('all documents, including removed ones', async () => {
    const srno = await made();
    await fill(srno, 3, kept - 5);
    expect(await answers(srno)).toEqual([
      ...Array.from({ length: 2 }, () => '200 '),
      ...Array.from({ length: CLIENTS - 2 }, () => `200 ${TEXTS.kept}`),
    ]);
    expect(await documentsOf(srno)).toHaveLength(5);
  });

  it('a removal frees a place for another', async () => {
    const srno = await made();
    await fill(srno, shown - 1, 0);
    const last = await uploaded(srno, { file: pdfSample(), name: 'last.pdf' });
    expect((await upload(srno, { file: pdfSample(), name: 'more.pdf' })).json.error).toBe(TEXTS.shown);
    expect((await remove(last)).json.err).toBe('');
    expect((await upload(srno, { file: pdfSample(), name: 'more.pdf' })).json.error).toBe('');
  });
});
