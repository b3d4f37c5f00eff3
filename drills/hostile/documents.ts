import { compoundSample, pdfSample, pictureSample, zipSample } from '#tools/testing/samples.ts';
import { filled, FULL, MEGABYTE, type HostileFile } from './item.ts';

/** Documents: archives, compound files, PDFs, web pages named as workbooks, and file names. */
const document = (name: string, fileName: string, make: HostileFile['make']): HostileFile => ({
  name,
  intake: 'document',
  fileName,
  make,
});

const WORD_TYPES =
  '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const word = (more: Readonly<Record<string, string | Buffer>>) =>
  zipSample({ '[Content_Types].xml': WORD_TYPES, 'word/document.xml': '<w:document/>', ...more });

async function nestedZips(depth: number): Promise<Buffer> {
  let inner = await zipSample({ 'bomb.txt': Buffer.alloc(10 * MEGABYTE) });
  for (let level = 0; level < depth; level += 1)
    inner = await zipSample(
      Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${level}-${n}.zip`, inner])),
    );
  return inner;
}

/** Local headers without a directory: a search for an entry reads them all. */
function endlessHeaders(): Buffer {
  const header = Buffer.alloc(31);
  header.writeUInt32LE(0x04034b50);
  header.writeUInt16LE(1, 26);
  header.write('a', 30);
  return Buffer.concat(Array<Buffer>(Math.floor(FULL / header.length)).fill(header));
}

/** An archive whose directory names the same large entry as often as allowed. */
async function overlapping(): Promise<Buffer> {
  const zip = await word({ 'word/media.bin': Buffer.alloc(50 * MEGABYTE) });
  const start = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const entry = zip.subarray(start, end);
  const tail = Buffer.from(zip.subarray(end));
  const directoryStart = tail.readUInt32LE(16);
  tail.writeUInt16LE(1_900, 8);
  tail.writeUInt16LE(1_900, 10);
  tail.writeUInt32LE(start - directoryStart + entry.length * 1_900, 12);
  return Buffer.concat([zip.subarray(0, start), ...Array<Buffer>(1_900).fill(entry), tail]);
}

/** A compound file with a changed link in its allocation table. */
function compoundWith(change: (bytes: Buffer) => void): Buffer {
  const bytes = compoundSample({ WordDocument: Buffer.alloc(200_000, 1) });
  change(bytes);
  return bytes;
}

/** Each sector points to itself, including the directory. */
const circles = (bytes: Buffer) => {
  const fat = (bytes.readUInt32LE(76) + 1) * 512;
  for (let sector = 0; sector < 128; sector += 1) bytes.writeUInt32LE(sector, fat + sector * 4);
};

const pdfWith = (objects: string): Buffer =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n${objects}\n`), pdfSample().subarray(9)]);

const XFA =
  '1 0 obj<</AcroForm<</XFA[(template)2 0 R]>>>>endobj 2 0 obj<</Length 90>>stream\n<template><script contentType="application/x-javascript">while(1);</script></template>\nendstream endobj';
const SCRIPT = '1 0 obj<</OpenAction<</S/JavaScript/JS(while(true){app.alert(1)})>>/AA<</O 1 0 R>>>>endobj';
const ENTITIES = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "aaaaaaaaaa">${ENTITIES.join('')}]><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">&e9;</Workbook>`;

export const HOSTILE_DOCUMENTS: readonly HostileFile[] = [
  document('28 comments and a letter', 'a.xls', () => Buffer.from(`${'<!---->'.repeat(28)}x`)),
  document('500 comments and a letter', 'a.xls', () => Buffer.from(`${'<!---->'.repeat(500)}x`)),
  document('comments that never end', 'a.xls', () => filled('<!--')),
  document('a web page in one line of 10 MB', 'a.xls', () =>
    Buffer.concat([Buffer.from('<html>'), filled('a ', FULL - 10)]),
  ),
  document('10 MB of white space', 'a.xls', () => filled(' ')),
  document('a web page in UTF-16', 'a.xls', () =>
    Buffer.from(`\ufeff<table>${'क'.repeat(4_000_000)}`, 'utf16le'),
  ),
  document('laughs by the billion', 'a.xls', () => Buffer.from(LAUGHS)),
  document('nested zips', 'a.docx', () => nestedZips(2)),
  document('a zip bomb named document', 'a.docx', () => word({ 'word/a.xml': Buffer.alloc(100 * MEGABYTE) })),
  document('a zip of 5,000 entries', 'a.docx', () =>
    word(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`word/${n}`, '']))),
  ),
  document('an archive without end', 'a.docx', endlessHeaders),
  document('an archive whose entries overlap', 'a.docx', overlapping),
  document('a content table that unpacks to 100 MB', 'a.docx', () =>
    zipSample({ '[Content_Types].xml': Buffer.alloc(100 * MEGABYTE, ' ') }),
  ),
  document('a compound file that goes round in circles', 'a.doc', () => compoundWith(circles)),
  document('a compound file whose directory is nowhere', 'a.doc', () =>
    compoundWith((bytes) => bytes.writeUInt32LE(0xfffffff0, 48)),
  ),
  document('a compound file with an endless list of tables', 'a.doc', () =>
    compoundWith((bytes) => {
      bytes.writeUInt32LE(0x00fffff0, 48);
      bytes.writeUInt32LE(0, 68);
      bytes.writeUInt32LE(0xffff, 72);
    }),
  ),
  document('half a compound file', 'a.xls', () =>
    compoundSample({ Workbook: Buffer.alloc(9_000) }).subarray(0, 700),
  ),
  document('a PDF with XFA', 'a.pdf', () => pdfWith(XFA)),
  document('a PDF with a script', 'a.pdf', () => pdfWith(SCRIPT)),
  document('a PDF of five million brackets', 'a.pdf', () => pdfWith('['.repeat(5_000_000))),
  document('a PDF of nothing but beginnings', 'a.pdf', () => filled('%PDF-1.4\n')),
  document('a PDF that is a web page as well', 'a.pdf', () => pdfWith('<html><script>alert(1)</script>')),
  document('a PDF that is a zip as well', 'a.pdf', async () =>
    Buffer.concat([await zipSample({ 'a.txt': 'a' }), pdfSample()]),
  ),
  document('a picture that is a script as well', 'a.gif', async () =>
    Buffer.concat([await pictureSample('gif'), filled('/*<script>*/', MEGABYTE)]),
  ),
  document('10 MB of zeros', 'a.jpg', () => Buffer.alloc(FULL)),
  document('more than 10 MB', 'a.pdf', () => Buffer.alloc(FULL + MEGABYTE, 'x')),
  document('a name of 10,000 letters', `${'a'.repeat(10_000)}.pdf`, pdfSample),
  document('a name of 10,000 dots', '.'.repeat(10_000), pdfSample),
  document('a name of 10,000 marks', `${'e\u0301'.repeat(5_000)}.pdf`, pdfSample),
  document('a name of 10,000 quotes', `${'"'.repeat(5_000)}${'\\'.repeat(5_000)}.pdf`, pdfSample),
];
