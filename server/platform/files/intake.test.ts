import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  bitmapSample,
  compoundSample,
  documentSample,
  linuxProgramSample,
  pdfSample,
  pictureSample,
  windowsProgramSample,
  workbookSample,
  zipSample,
} from '#tools/testing/samples.ts';
import { MAX_UPLOAD_BYTES } from '../limits.ts';
import { createDiskStore } from './disk.ts';
import { createIntake } from './intake.ts';
import type { Intake, Upload } from './intake.ts';
import { FILE_EXTENSIONS } from './kinds.ts';
import { REFUSALS } from './name.ts';
import type { RefusalCode } from './name.ts';
import type { ObjectStore } from './store.ts';

let root: string;
let spoolDir: string;
let store: ObjectStore;
let intake: Intake;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bureau-intake-'));
  spoolDir = join(root, 'spool');
  store = createDiskStore({ root: join(root, 'store') });
  intake = createIntake({ store, spoolDir });
});
afterEach(async () => {
  const left = existsSync(spoolDir) ? await readdir(spoolDir) : [];
  expect(left, 'temporary files left behind').toEqual([]);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const streamOf = (bytes: Uint8Array | string) => Readable.from([Buffer.from(bytes)], { objectMode: false });

const upload = (fileName: string, bytes: Uint8Array | string, more: Partial<Upload> = {}) =>
  intake({ stream: streamOf(bytes), fileName, allowed: FILE_EXTENSIONS, ...more });

const refusedWith = (code: RefusalCode) => ({ refused: { code, message: REFUSALS[code] } });

describe('names', () => {
  test.each<[string, string, RefusalCode]>([
    ['no dot', 'statement', 'type'],
    ['two dots', 'statement.2026.pdf', 'dots'],
    ['a climb', '../secret.pdf', 'dots'],
    ['a folder', 'folder/secret.pdf', 'name'],
    ['a Windows folder', 'C:\\secret.pdf', 'name'],
    ['a NUL', 'secret\0.pdf', 'name'],
    ['a line end', 'secret\r\n.pdf', 'name'],
    ['a turned direction', 'photo\u202efdp.exe', 'name'],
    ['half a character', 'photo\ud83d.pdf', 'name'],
    ['only an extension', '.pdf', 'name'],
    ['nothing', '', 'missing'],
    ['256 characters', `${'a'.repeat(252)}.pdf`, 'nameTooLong'],
    ['no extension after the dot', 'statement.', 'type'],
    ['an unknown extension', 'statement.exe', 'type'],
    ['the name of an object’s property', 'statement.constructor', 'type'],
  ])('%s is refused', async (_what, fileName, code) => {
    expect(await upload(fileName, pdfSample())).toEqual(refusedWith(code));
  });

  test.each([
    ['statement.pdf', 'statement.pdf'],
    ['STATEMENT.PDF', 'STATEMENT.PDF'],
    ['विवरण अप्रैल.pdf', 'विवरण अप्रैल.pdf'],
    ['re\u0301sume\u0301 (1).pdf', 'r\u00e9sum\u00e9 (1).pdf'],
    [`${'a'.repeat(251)}.pdf`, `${'a'.repeat(251)}.pdf`],
  ])('%s passes', async (given, kept) => {
    expect(await upload(given, pdfSample())).toMatchObject({
      accepted: { fileName: kept, extension: 'pdf' },
    });
  });

  test('an extension that this upload does not allow is refused before a byte is read', async () => {
    const stream = streamOf(pdfSample());
    expect(await intake({ stream, fileName: 'a.pdf', allowed: ['xls', 'xlsx'] })).toEqual(
      refusedWith('type'),
    );
    expect(stream.destroyed).toBe(true);
  });

  test('an upload with checks of its own is asked after name and size, and before the type', async () => {
    const asked: string[] = [];
    const send = (fileName: string, bytes: Uint8Array) =>
      upload(fileName, bytes, {
        allowed: ['xls', 'xlsx'],
        typeLater: true,
        onWhole: async () => void asked.push(fileName),
      });
    expect(await send('a.b.pdf', pdfSample())).toEqual(refusedWith('dots'));
    expect(await send('large.pdf', Buffer.alloc(MAX_UPLOAD_BYTES + 1))).toEqual(refusedWith('tooLarge'));
    expect(await send('empty.pdf', Buffer.alloc(0))).toEqual(refusedWith('missing'));
    expect(asked).toEqual([]);
    expect(await send('a.pdf', pdfSample())).toEqual(refusedWith('type'));
    expect(asked).toEqual(['a.pdf']);
  });

  test('the specified texts are exact', () => {
    expect(REFUSALS).toMatchObject({
      dots: '(.) not allowed in file name.',
      missing: 'Please select a file to upload.',
      tooLarge: 'Please select a file with in 10 MB size.',
    });
  });
});

describe('sizes', () => {
  test('an empty file counts as no file selected', async () => {
    expect(await upload('a.txt', '')).toEqual(refusedWith('missing'));
  });

  test.each([
    [MAX_UPLOAD_BYTES - 1, true],
    [MAX_UPLOAD_BYTES, true],
    [MAX_UPLOAD_BYTES + 1, false],
  ])('%i bytes: accepted %s', async (bytes, isTaken) => {
    const result = await upload('a.txt', Buffer.alloc(bytes, 'x'));
    if (isTaken) expect(result).toMatchObject({ accepted: { bytes } });
    else expect(result).toEqual(refusedWith('tooLarge'));
  });

  test('reading stops at the limit', async () => {
    let sent = 0;
    const endless = new Readable({
      read() {
        sent += 65_536;
        this.push(Buffer.alloc(65_536, 'x'));
      },
    });
    const result = await intake({ stream: endless, fileName: 'a.txt', allowed: ['txt'] });
    expect(result).toEqual(refusedWith('tooLarge'));
    expect(endless.destroyed).toBe(true);
    expect(sent).toBeLessThan(MAX_UPLOAD_BYTES + 1_000_000);
  });
});

describe('interruption', () => {
  test('a broken connection is a refusal, and stores nothing', async () => {
    async function* pieces() {
      yield Buffer.from('half a ');
      throw new Error('ECONNRESET');
    }
    const stream = Readable.from(pieces(), { objectMode: false });
    expect(await intake({ stream, fileName: 'a.txt', allowed: ['txt'] })).toEqual(refusedWith('interrupted'));
  });

  test('a stream closed without an error, and an abort, are refusals too; the spool is private meanwhile', async () => {
    const stream = new Readable({ read() {} });
    stream.push('half');
    const closing = intake({ stream, fileName: 'a.txt', allowed: ['txt'] });
    await sleep(50);
    const [name = ''] = await readdir(spoolDir);
    expect((await stat(join(spoolDir, name))).mode & 0o777).toBe(0o600);
    stream.destroy();
    expect(await closing).toEqual(refusedWith('interrupted'));

    const aborter = new AbortController();
    const silent = new Readable({ read() {} });
    const aborting = intake({ stream: silent, fileName: 'a.txt', allowed: ['txt'], signal: aborter.signal });
    setTimeout(() => aborter.abort(), 20);
    expect(await aborting).toEqual(refusedWith('interrupted'));
  });
});

// A child process with low priority examines each file, so these tests are slow on a busy machine.
describe('types', () => {
  /** So large that its allocation table exceeds the header, with the decisive stream among the last of many. */
  const bigDocument = () => {
    const streams = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`s${n}`, Buffer.alloc(200_000, 1)]),
    );
    return compoundSample({ ...streams, WordDocument: Buffer.alloc(9_000, 1) });
  };
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['photo.jpg', 'image/jpeg', () => pictureSample('jpeg')],
    ['photo.jpeg', 'image/jpeg', () => pictureSample('jpeg')],
    ['photo.png', 'image/png', () => pictureSample('png')],
    ['scan.tif', 'image/tiff', () => pictureSample('tiff')],
    ['photo.gif', 'image/gif', () => pictureSample('gif')],
    ['photo.bmp', 'image/bmp', bitmapSample],
    ['paper.pdf', 'application/pdf', pdfSample],
    ['book.xls', 'application/vnd.ms-excel', () => workbookSample('biff8')],
    ['old.xls', 'application/vnd.ms-excel', () => workbookSample('biff5')],
    ['bare.xls', 'application/vnd.ms-excel', () => workbookSample('biff2')],
    ['web.xls', 'application/vnd.ms-excel', () => workbookSample('html')],
    ['xml.xls', 'application/vnd.ms-excel', () => workbookSample('xlml')],
    ['renamed.xls', 'application/vnd.ms-excel', () => workbookSample('xlsx')],
    [
      'book.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      () => workbookSample('xlsx'),
    ],
    [
      'letter.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      documentSample,
    ],
    ['letter.doc', 'application/msword', () => compoundSample({ WordDocument: Buffer.alloc(9_000, 1) })],
    ['big.doc', 'application/msword', bigDocument],
    ['rows.csv', 'text/csv', () => Buffer.from('code,rate\r\nUSD,83.25\r\n')],
    ['bm.csv', 'text/csv', () => Buffer.from('BMCODE,RATE\nX,1\n')],
    ['latin.csv', 'text/csv', () => Buffer.from('caf\u00e9;1\n', 'latin1')],
    ['wide.csv', 'text/csv', () => utf16('code\tनाम\r\n')],
    ['note.txt', 'text/plain', () => Buffer.from('नमस्ते ₹\n')],
  ])('a valid %s is accepted as %s and returned unchanged', async (fileName, mime, make) => {
    const bytes = await make();
    const result = await upload(fileName, bytes);
    expect(result).toMatchObject({ accepted: { mime, bytes: bytes.length } });
    if (!('accepted' in result)) throw new Error('refused');
    expect(bytes.equals(await buffer(await store.get(result.accepted.hash)))).toBe(true);
  });

  test('every allowed type refuses programs under its name', async () => {
    for (const extension of FILE_EXTENSIONS)
      for (const program of [windowsProgramSample(), linuxProgramSample()])
        expect(await upload(`invoice.${extension}`, program), extension).toEqual(refusedWith('content'));
  });

  test('every type but text refuses plain text, and every type but its own refuses a PDF', async () => {
    for (const extension of FILE_EXTENSIONS) {
      const isText = extension === 'csv' || extension === 'txt';
      if (!isText)
        expect(await upload(`a.${extension}`, 'just words'), extension).toEqual(refusedWith('content'));
      const pdf = Buffer.concat([pdfSample(), Buffer.alloc(4)]);
      if (extension !== 'pdf')
        expect(await upload(`a.${extension}`, pdf), extension).toEqual(refusedWith('content'));
    }
  });

  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['a script behind a GIF header', 'a.gif', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')],
    ['PHP behind a GIF header', 'a.gif', () => Buffer.from('GIF89a<?php system($_GET[0]); ?>')],
    [
      'a script behind a JPEG header',
      'a.jpg',
      () => Buffer.from('\xff\xd8\xff\xe0<script>alert(1)</script>', 'latin1'),
    ],
    ['a script behind a bitmap header', 'a.bmp', () => Buffer.from('BM=1;/*'.padEnd(80, '*') + '*/alert(1)')],
    ['a web page behind a PDF header', 'a.pdf', () => Buffer.from('%PDF-1.4\n<script>alert(1)</script>')],
    ['a GIF named PNG', 'a.png', () => pictureSample('gif')],
    ['a cut PNG', 'a.png', async () => (await pictureSample('png')).subarray(0, 20)],
    ['a plain zip named workbook', 'a.xlsx', () => zipSample({ 'run.exe': 'MZ' })],
    ['a Word document named workbook', 'a.xlsx', documentSample],
    ['a workbook named Word document', 'a.doc', () => workbookSample('biff8')],
    [
      'an installer named workbook',
      'a.xls',
      () => compoundSample({ '!_StringData': Buffer.alloc(5_000, 1) }),
    ],
    ['NUL bytes in text', 'a.txt', () => Buffer.from('text\0text')],
    ['escape codes in text', 'a.csv', () => Buffer.from('a,\u001b[2J\n')],
    ['a web page with binary in it named workbook', 'a.xls', () => Buffer.from('<html>\0\u0001</html>')],
  ])('%s is refused', async (_what, fileName, make) => {
    expect(await upload(fileName, await make())).toEqual(refusedWith('content'));
  });

  test('a valid picture with a script appended is served as a picture', async () => {
    const bytes = Buffer.concat([await pictureSample('gif'), Buffer.from('<script>alert(1)</script>')]);
    expect(await upload('a.gif', bytes)).toMatchObject({ accepted: { mime: 'image/gif' } });
    expect(await upload('a.html', bytes)).toEqual(refusedWith('type'));
  });

  test('a zip that claims too large a size is refused before it is unpacked', async () => {
    const bytes = workbookSample('xlsx');
    const firstEntry = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE(0x7fffffff, firstEntry + 24);
    expect(await upload('bomb.xlsx', bytes)).toEqual(refusedWith('content'));
  });

  test('a zip with too many entries is refused', async () => {
    const types = `<?xml version="1.0"?><Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`;
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`xl/s${n}.xml`, '']));
    const few = { '[Content_Types].xml': types, 'xl/workbook.xml': '' };
    expect(await upload('few.xlsx', await zipSample(few))).toMatchObject({ accepted: { extension: 'xlsx' } });
    expect(await upload('many.xlsx', await zipSample({ ...few, ...many }))).toEqual(refusedWith('content'));
  });

  test('comments before a table are skipped in linear time', async () => {
    const comments = '<!---->'.repeat(500);
    expect(await upload('a.xls', `${comments}x`)).toEqual(refusedWith('content'));
    expect(await upload('a.xls', `${comments}<!--`)).toEqual(refusedWith('content'));
    expect(await upload('a.xls', `\ufeff ${comments}\n<TABLE>`)).toMatchObject({
      accepted: { bytes: 3_512 },
    });
    expect(await upload('a.xls', '<!-- a > b -->\n<!DOCTYPE html>')).toMatchObject({ accepted: {} });
    expect(await upload('a.xls', '<tables>')).toEqual(refusedWith('content'));
  });

  test('random bytes under every name are refused', async () => {
    for (let round = 0; round < 20; round += 1)
      for (const extension of FILE_EXTENSIONS)
        expect(await upload(`a.${extension}`, randomBytes(3_000)), extension).toEqual(refusedWith('content'));
  });
});
