import { CFB, utils, write, type WorkSheet } from '@e965/xlsx';
import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

/** A small valid picture in the given format. */
export async function pictureSample(format: 'jpeg' | 'png' | 'tiff' | 'gif'): Promise<Buffer> {
  const background = { r: 20, g: 90, b: 60 };
  return sharp({ create: { width: 32, height: 24, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A 2 × 2 bitmap, built by hand. */
export function bitmapSample(): Buffer {
  const bytes = Buffer.alloc(70);
  bytes.write('BM');
  bytes.writeUInt32LE(70, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(2, 18);
  bytes.writeInt32LE(2, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.writeUInt32LE(16, 34);
  return bytes;
}

/** A PDF of one empty page with a valid cross-reference table. */
export function pdfSample(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 4\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text);
}

/** A workbook of two cells in any spreadsheet format. */
export function workbookSample(bookType: 'xlsx' | 'biff8' | 'biff5' | 'biff2' | 'html' | 'xlml'): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Currency', 'Rate'],
      ['USD', 83.25],
    ]),
    'Rates',
  );
  return Buffer.from(write(book, { bookType, type: 'buffer' }) as Uint8Array);
}

/** A workbook of one sheet with these cells. */
export function sheetSample(
  rows: readonly (readonly unknown[])[],
  bookType: 'xlsx' | 'biff8' = 'xlsx',
  alter: (sheet: WorkSheet) => void = () => undefined,
): Buffer {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(rows as unknown[][]);
  alter(sheet);
  utils.book_append_sheet(book, sheet, 'Sheet');
  return Buffer.from(write(book, { bookType, type: 'buffer', compression: true }) as Uint8Array);
}

/** A compound file, the container of legacy Office documents, with the given streams. */
export function compoundSample(streams: Readonly<Record<string, Buffer>>): Buffer {
  const container = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(container, `/${name}`, content);
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

/** A zip of the given entries. */
export async function zipSample(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const OFFICE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEETML = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook with this XML as its only sheet, and these entries in its table of shared texts. */
export const rawSheetSample = (xml: string, sharedTexts = ''): Promise<Buffer> =>
  zipSample({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${OFFICE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/sharedStrings.xml" ContentType="${OFFICE}.sharedStrings+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${OFFICE}.worksheet+xml"/></Types>`,
    'xl/workbook.xml': `<workbook xmlns="${SHEETML}" xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${SHEETML}">${sharedTexts}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETML}">${xml}</worksheet>`,
  });

/** A Word document with a valid structure and almost no content. */
export function documentSample(): Promise<Buffer> {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zipSample({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    'word/document.xml': '<w:document/>',
  });
}

/** The start of a Windows program. */
export function windowsProgramSample(): Buffer {
  const bytes = Buffer.alloc(1_024);
  bytes.write('MZ');
  bytes.writeUInt32LE(0x80, 0x3c);
  bytes.write('PE\0\0', 0x80);
  return bytes;
}

/** The start of a Linux program. */
export function linuxProgramSample(): Buffer {
  const bytes = Buffer.alloc(256);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  return bytes;
}
