import { inflateRawSync } from 'node:zlib';

/** The file is not a zip, or unpacks to more than allowed. */
export class UnzipError extends Error {
  override readonly name = 'UnzipError';
  readonly isTooLarge: boolean;
  constructor(isTooLarge: boolean) {
    super(isTooLarge ? 'unpacks to too much' : 'not a zip that can be read');
    this.isTooLarge = isTooLarge;
  }
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * The parts of a zip by name, unpacked. The limit counts the actual output and not the sizes that the zip claims;
 * unpacking stops at the limit.
 */
export function unzip(
  zip: Buffer,
  maxBytes: number,
  isWanted: (name: string) => boolean,
): Map<string, Buffer> {
  try {
    return parts(zip, maxBytes, isWanted);
  } catch (error) {
    if (error instanceof UnzipError) throw error;
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new UnzipError(isTooLarge);
  }
}

function parts(zip: Buffer, maxBytes: number, isWanted: (name: string) => boolean): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const end = findEnd(zip);
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  let left = maxBytes;
  for (let entry = 0; entry < entries; entry += 1) {
    if (zip.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new UnzipError(false);
    const method = zip.readUInt16LE(at + 10);
    const packedBytes = zip.readUInt32LE(at + 20);
    const nameBytes = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (!isWanted(name)) continue;
    if (found.has(name) || zip.readUInt32LE(local) !== LOCAL_SIGNATURE) throw new UnzipError(false);
    const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + packedBytes);
    if (packed.length !== packedBytes || (method !== STORED && method !== DEFLATED))
      throw new UnzipError(false);
    if (left <= 0 || (method === STORED && packedBytes > left)) throw new UnzipError(true);
    const content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: left });
    left -= content.length;
    found.set(name, content);
  }
  return found;
}

function findEnd(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= 0; at -= 1)
    if (zip.readUInt32LE(at) === END_SIGNATURE) return at;
  throw new UnzipError(false);
}
