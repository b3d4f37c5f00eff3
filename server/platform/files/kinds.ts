import { fileTypeFromFile } from 'file-type';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import sharp from 'sharp';
import { MAX_PICTURE_PIXELS } from '../limits.ts';
import { compoundFileEntries } from './cfb.ts';
import { readAt } from './read-at.ts';
import { isText, startsAsHtml, startsAsSpreadsheetXml } from './text.ts';
import { isModestZip } from './zip.ts';

/** A file under examination: its path, an open handle, and what its first bytes say it is. */
interface Sample {
  readonly path: string;
  readonly file: FileHandle;
  readonly detected: string | undefined;
}

interface Kind {
  readonly mime: string;
  readonly matches: (sample: Sample) => boolean | Promise<boolean>;
}

const JPEG: Kind = { mime: 'image/jpeg', matches: picture(['jpg'], 'jpeg') };
const WORKBOOK_STREAMS = ['Workbook', 'Book', 'WORKBOOK', 'BOOK'];

/** Every type an upload may allow: how it is served again, and what its bytes must be. */
const KINDS = {
  jpg: JPEG,
  jpeg: JPEG,
  png: { mime: 'image/png', matches: picture(['png', 'apng'], 'png') },
  tif: { mime: 'image/tiff', matches: picture(['tif'], 'tiff') },
  gif: { mime: 'image/gif', matches: picture(['gif'], 'gif') },
  bmp: { mime: 'image/bmp', matches: isBitmap },
  pdf: { mime: 'application/pdf', matches: isPdf },
  doc: { mime: 'application/msword', matches: (sample) => holdsStream(sample, ['WordDocument']) },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    matches: officeZip('docx'),
  },
  xls: { mime: 'application/vnd.ms-excel', matches: isLegacyWorkbook },
  xlsx: {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    matches: officeZip('xlsx'),
  },
  csv: { mime: 'text/csv', matches: ({ file }) => isText(file) },
  txt: { mime: 'text/plain', matches: ({ file }) => isText(file) },
} as const satisfies Record<string, Kind>;

export type FileExtension = keyof typeof KINDS;

export const FILE_EXTENSIONS = Object.keys(KINDS) as readonly FileExtension[];

/** The type under which a stored file is served; never the one the client named. */
export function mimeOf(extension: FileExtension): string {
  return KINDS[extension].mime;
}

/** Whether the bytes of a file are what its extension says. */
export async function contentMatches(extension: FileExtension, path: string): Promise<boolean> {
  const kind: Kind = KINDS[extension];
  const file = await open(path, 'r');
  try {
    const detected = await fileTypeFromFile(path).catch(() => undefined);
    return await kind.matches({ path, file, detected: detected?.ext });
  } finally {
    await file.close();
  }
}

/** A picture must also open as one: a right first line before a script does not pass. */
function picture(detectable: readonly string[], format: string): Kind['matches'] {
  return async ({ path, detected }) => {
    if (!detected || !detectable.includes(detected)) return false;
    const options = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' } as const;
    return sharp(path, options)
      .metadata()
      .then(
        (metadata) => metadata.format === format,
        () => false,
      );
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

function officeZip(format: string): Kind['matches'] {
  return ({ file, detected }) => detected === format && isModestZip(file);
}

async function holdsStream({ file, detected }: Sample, names: readonly string[]): Promise<boolean> {
  return detected === 'cfb' && (await compoundFileEntries(file)).some((name) => names.includes(name));
}

/** Banks send as .xls: a workbook in a compound file, a bare BIFF stream, HTML, XML, or a renamed .xlsx. */
async function isLegacyWorkbook(sample: Sample): Promise<boolean> {
  const { file, detected } = sample;
  if (detected === 'cfb') return holdsStream(sample, WORKBOOK_STREAMS);
  if (detected === 'xlsx') return isModestZip(file);
  const head = await readAt(file, 0, 4_096);
  if (isBareBiff(head)) return true;
  return (startsAsHtml(head) || startsAsSpreadsheetXml(head)) && isText(file);
}

/** A BIFF stream opens with its "beginning of file" record: number 0x09, version 0, 2, 4 or 8, a short length. */
function isBareBiff(head: Buffer): boolean {
  return (
    head.length >= 8 &&
    head[0] === 0x09 &&
    [0x00, 0x02, 0x04, 0x08].includes(head[1] ?? -1) &&
    [4, 6, 8, 16].includes(head.readUInt16LE(2))
  );
}
