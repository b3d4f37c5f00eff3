import { fileTypeFromFile } from 'file-type';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { MAX_PICTURE_PIXELS } from '../limits.ts';
import { compoundFileEntries } from './cfb.ts';
import type { FileExtension } from './kinds.ts';
import { pictureHeader } from './pictures.ts';
import { readAt } from './read-at.ts';
import { isText, startsAsHtml, startsAsSpreadsheetXml } from './text.ts';
import { isModestZip } from './zip.ts';

/** A file under examination: its path, an open handle, and the type detected from its first bytes. */
interface Sample {
  readonly path: string;
  readonly file: FileHandle;
  readonly detected: string | undefined;
}

type Matches = (sample: Sample) => boolean | Promise<boolean>;

const isJpeg = picture(['jpg'], 'jpeg');
const WORKBOOK_STREAMS = ['Workbook', 'Book', 'WORKBOOK', 'BOOK'];

/** The content check of each type. */
const MATCHES: Readonly<Record<FileExtension, Matches>> = {
  jpg: isJpeg,
  jpeg: isJpeg,
  png: picture(['png', 'apng'], 'png'),
  tif: picture(['tif'], 'tiff'),
  gif: picture(['gif'], 'gif'),
  bmp: isBitmap,
  pdf: isPdf,
  doc: (sample) => holdsStream(sample, ['WordDocument']),
  docx: officeZip('docx'),
  xls: isLegacyWorkbook,
  xlsx: officeZip('xlsx'),
  csv: ({ file }) => isText(file),
  txt: ({ file }) => isText(file),
};

/** Whether the content of a file matches its extension. It parses untrusted bytes, so only a limited child calls it. */
export async function contentMatches(extension: FileExtension, path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const detected = await fileTypeFromFile(path).catch(() => undefined);
    return await MATCHES[extension]({ path, file, detected: detected?.ext });
  } finally {
    await file.close();
  }
}

/** A picture must also decode: a valid signature before a script does not pass. */
function picture(detectable: readonly string[], format: string): Matches {
  return async ({ path, detected }) => {
    if (!detected || !detectable.includes(detected)) return false;
    const found = await pictureHeader(path);
    return found !== null && found.format === format && found.pixels <= MAX_PICTURE_PIXELS;
  };
}

const BITMAP_HEADER_BYTES = [12, 40, 52, 56, 64, 108, 124];

async function isBitmap({ file, detected }: Sample): Promise<boolean> {
  if (detected !== 'bmp') return false;
  const head = await readAt(file, 0, 30);
  if (head.length < 30) return false;
  const headerBytes = head.readUInt32LE(14);
  const isOldForm = headerBytes === 12;
  const width = isOldForm ? head.readUInt16LE(18) : Math.abs(head.readInt32LE(18));
  const height = isOldForm ? head.readUInt16LE(20) : Math.abs(head.readInt32LE(22));
  const pixels = width * height;
  const { size } = await file.stat();
  return (
    BITMAP_HEADER_BYTES.includes(headerBytes) &&
    head.readUInt32LE(10) < size &&
    pixels > 0 &&
    pixels <= MAX_PICTURE_PIXELS
  );
}

const PDF_END_SEARCH_BYTES = 4_096;

async function isPdf({ file, detected }: Sample): Promise<boolean> {
  if (detected !== 'pdf') return false;
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - PDF_END_SEARCH_BYTES), PDF_END_SEARCH_BYTES);
  return tail.includes('%%EOF');
}

function officeZip(format: string): Matches {
  return ({ file, detected }) => detected === format && isModestZip(file);
}

async function holdsStream({ file, detected }: Sample, names: readonly string[]): Promise<boolean> {
  return detected === 'cfb' && (await compoundFileEntries(file)).some((name) => names.includes(name));
}

/**
 * Banks send these contents as .xls: a workbook in a compound file, a bare BIFF stream, HTML, XML, or a renamed .xlsx.
 */
async function isLegacyWorkbook(sample: Sample): Promise<boolean> {
  const { file, detected } = sample;
  if (detected === 'cfb') return holdsStream(sample, WORKBOOK_STREAMS);
  if (detected === 'xlsx') return isModestZip(file);
  const head = await readAt(file, 0, 4_096);
  if (isBareBiff(head)) return true;
  return (startsAsHtml(head) || startsAsSpreadsheetXml(head)) && isText(file);
}

/** A BIFF stream begins with its "beginning of file" record: number 0x09, version 0, 2, 4 or 8, a short length. */
function isBareBiff(head: Buffer): boolean {
  return (
    head.length >= 8 &&
    head[0] === 0x09 &&
    [0x00, 0x02, 0x04, 0x08].includes(head[1] ?? -1) &&
    [4, 6, 8, 16].includes(head.readUInt16LE(2))
  );
}
