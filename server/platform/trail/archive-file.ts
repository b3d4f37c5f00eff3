import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sealHash } from './verify.ts';

/**
 * An archive of the trail is gzipped text that can be verified without a database, with one JSON value per line: the
 * header, then every seal from the first to the last that contains rows of the partition. Such a seal is followed by
 * its rows, each exactly as it was hashed. For the seals between them, which contain other rows, only the digest is
 * stored.
 */
export const ARCHIVE_FORMAT = 'bureau trail archive 1';

export interface ArchiveHeader {
  readonly format: typeof ARCHIVE_FORMAT;
  readonly part: string;
  readonly rows: number;
  /** The first and the last seal, the hash before the first and the hash of the last. */
  readonly first: string;
  readonly last: string;
  readonly start: string;
  readonly end: string;
}

export interface ArchivedSeal {
  readonly head: string;
  readonly hash: string;
  /** The hashes of its rows, which follow; or the digest of the rows if they belong to another partition. */
  readonly rows?: readonly string[];
  readonly digest?: string;
}

export interface ArchiveReport {
  readonly header: ArchiveHeader | null;
  readonly seals: number;
  readonly rows: number;
  /** The hash of the uncompressed text; the checkpoint in the chain stores the same hash. */
  readonly contentHash: string;
  readonly faults: readonly string[];
}

const MAX_FAULTS = 100;

/** Reads an archive from beginning to end and names every row and seal that does not match. */
export async function verifyArchive(file: string): Promise<ArchiveReport> {
  const check = new ArchiveCheck();
  try {
    await pipeline(createReadStream(file), createGunzip(), async (text: AsyncIterable<Buffer>) => {
      for await (const line of linesOf(text)) {
        check.take(line);
        if (check.faults.length >= MAX_FAULTS) break;
      }
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    check.faults.push(`the file cannot be read to its end: ${why}`);
  }
  return check.report();
}

/** Lines end with a line feed only: a row can contain the other characters that some readers split at. */
async function* linesOf(text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

class ArchiveCheck {
  readonly faults: string[] = [];
  readonly #content: Hash = createHash('sha256');
  #header: ArchiveHeader | null = null;
  #previous = '';
  #seals = 0;
  #rows = 0;
  #seq = 0n;
  /** Hashes of the rows that must follow. */
  #expected: readonly string[] = [];
  #seen = 0;

  take(line: string): void {
    this.#content.update(line).update('\n');
    if (this.#header === null) this.#takeHeader(line);
    else if (this.#seen < this.#expected.length) this.#takeRow(line);
    else this.#takeSeal(line);
  }

  #takeHeader(line: string): void {
    const header = parsed(line) as ArchiveHeader | null;
    if (header?.format !== ARCHIVE_FORMAT) throw new Error('this is no archive of the trail');
    this.#header = header;
    this.#previous = header.start;
    this.#seq = BigInt(header.first) - 1n;
  }

  #takeSeal(line: string): void {
    const seal = parsed(line) as ArchivedSeal | null;
    if (seal === null || typeof seal.head !== 'string') {
      this.faults.push(`after seal ${this.#seq} comes what is neither a seal nor a row of it`);
      return;
    }
    const [seq, , part, , , count] = JSON.parse(seal.head) as [
      number,
      unknown,
      string | null,
      unknown,
      unknown,
      number,
    ];
    this.#seq += 1n;
    if (BigInt(seq) !== this.#seq) this.faults.push(`seal ${seq} does not follow the one before it`);
    this.#seq = BigInt(seq);
    const isOwn = part === this.#header?.part;
    const rows = isOwn ? (seal.rows ?? []) : [];
    if (isOwn && rows.length !== count) this.faults.push(`seal ${seq} has other rows than it says`);
    const digest = isOwn
      ? createHash('sha256')
          .update(Buffer.from(rows.join(''), 'hex'))
          .digest()
      : Buffer.from(seal.digest ?? '', 'hex');
    const computed = sealHash(Buffer.from(this.#previous, 'hex'), seal.head, digest).toString('hex');
    if (computed !== seal.hash) this.faults.push(`seal ${seq} was altered`);
    this.#previous = seal.hash;
    this.#seals += 1;
    [this.#expected, this.#seen] = [rows, 0];
  }

  #takeRow(line: string): void {
    const hash = createHash('sha256').update(line).digest('hex');
    if (hash !== this.#expected[this.#seen])
      this.faults.push(`${nameOf(line)} of seal ${this.#seq} was altered`);
    this.#seen += 1;
    this.#rows += 1;
  }

  report(): ArchiveReport {
    const faults = [...this.faults];
    const header = this.#header;
    if (header === null) faults.push('the file has no header');
    else if (faults.length < MAX_FAULTS) {
      if (this.#rows !== header.rows)
        faults.push(`the file has ${this.#rows} rows where its header says ${header.rows}`);
      if (this.#previous !== header.end)
        faults.push('the file does not end with the seal that its header names');
    }
    return { header, seals: this.#seals, rows: this.#rows, contentHash: this.#content.digest('hex'), faults };
  }
}

/** A row named by the number at the start of its text. */
const nameOf = (line: string): string => `trail row ${/^\[(\d+),/.exec(line)?.[1] ?? '(unreadable)'}`;

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
