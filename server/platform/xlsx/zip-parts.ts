import { crc32, createInflateRaw } from 'node:zlib';
import { SheetProblem } from './problem.ts';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const CHUNK_BYTES = 128 * 1024;

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: Buffer;
}

/**
 * The parts of a zip. A part is unpacked piece by piece, when it is read. The limit counts the actual output of all
 * parts together and not the sizes that the zip claims; unpacking stops at the limit.
 */
export class ZipParts {
  readonly #zip: Buffer;
  readonly #offsets: ReadonlyMap<string, number>;
  #bytesLeft: number;

  constructor(zip: Buffer, maxBytes: number) {
    this.#zip = zip;
    this.#bytesLeft = maxBytes;
    this.#offsets = readDirectory(zip);
  }

  has(name: string): boolean {
    return this.#offsets.has(keyOf(name));
  }

  /** The names of all parts, in lower case. */
  names(): readonly string[] {
    return [...this.#offsets.keys()];
  }

  /** The bytes of a part. Throws SheetProblem if it is missing, damaged or too large. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const offset = this.#offsets.get(keyOf(name));
    if (offset === undefined) throw new SheetProblem('unreadable');
    const { method, packed, crc } = entryAt(this.#zip, offset);
    let found = 0;
    for await (const chunk of method === STORED ? pieces(packed) : inflated(packed)) {
      this.#bytesLeft -= chunk.length;
      if (this.#bytesLeft < 0) throw new SheetProblem('tooLarge');
      found = crc32(chunk, found);
      yield chunk;
    }
    if (found !== crc) throw new SheetProblem('unreadable');
  }
}

/** Names of parts do not depend on case, and some programs write them with backslashes. */
const keyOf = (name: string) => name.replaceAll('\\', '/').toLowerCase();

function readDirectory(zip: Buffer): Map<string, number> {
  const offsets = new Map<string, number>();
  try {
    const end = findEnd(zip);
    const entries = zip.readUInt16LE(end + 10);
    let at = zip.readUInt32LE(end + 16);
    for (let entry = 0; entry < entries; entry += 1) {
      if (zip.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new SheetProblem('unreadable');
      const nameBytes = zip.readUInt16LE(at + 28);
      const name = keyOf(zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
      // Programs differ in which of two parts of the same name they read.
      if (offsets.has(name)) throw new SheetProblem('unreadable');
      offsets.set(name, at);
      at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
  } catch (error) {
    throw asUnreadable(error);
  }
  return offsets;
}

function entryAt(zip: Buffer, at: number): Entry {
  try {
    const method = zip.readUInt16LE(at + 10);
    const packedBytes = zip.readUInt32LE(at + 20);
    const local = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(local) !== LOCAL_SIGNATURE) throw new SheetProblem('unreadable');
    const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + packedBytes);
    if (packed.length !== packedBytes || (method !== STORED && method !== DEFLATED))
      throw new SheetProblem('unreadable');
    return { method, packed, crc: zip.readUInt32LE(at + 16) };
  } catch (error) {
    throw asUnreadable(error);
  }
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  inflate.end(packed);
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    throw asUnreadable(error);
  }
}

/** An offset outside of the file and a broken stream of bytes mean the same to the sender. */
const asUnreadable = (error: unknown): SheetProblem =>
  error instanceof SheetProblem ? error : new SheetProblem('unreadable');

function findEnd(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= 0; at -= 1)
    if (zip.readUInt32LE(at) === END_SIGNATURE) return at;
  throw new SheetProblem('unreadable');
}
