import type { FileHandle } from 'node:fs/promises';
import { MAX_ZIP_ENTRIES, MAX_ZIP_UNPACKED_BYTES } from '../limits.ts';
import { readAt } from './read-at.ts';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT_BYTES = 65_535;
/** The fixed part of each entry, with names far longer than office files use. */
const MAX_DIRECTORY_BYTES = MAX_ZIP_ENTRIES * 512;

/**
 * Whether the directory of a zip stays within our limits. It is counted before anything is unpacked. An entry can lie
 * about its size, so the code that unpacks it later has its own limits.
 */
export async function isModestZip(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const tailStart = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await readAt(file, tailStart, size - tailStart);
  const end = findEnd(tail);
  if (end < 0) return false;
  const entries = tail.readUInt16LE(end + 10);
  const directoryBytes = tail.readUInt32LE(end + 12);
  const directoryStart = tail.readUInt32LE(end + 16);
  // All ones means the 64-bit form, which no document of 10 MB needs.
  if (entries > MAX_ZIP_ENTRIES || directoryBytes > MAX_DIRECTORY_BYTES) return false;
  const directory = await readAt(file, directoryStart, directoryBytes);
  return directory.length === directoryBytes && isModestDirectory(directory, entries);
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === END_SIGNATURE) return at;
  return -1;
}

function isModestDirectory(directory: Buffer, entries: number): boolean {
  let at = 0;
  let unpackedBytes = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) return false;
    unpackedBytes += directory.readUInt32LE(at + 24);
    if (unpackedBytes > MAX_ZIP_UNPACKED_BYTES) return false;
    at +=
      ENTRY_BYTES +
      directory.readUInt16LE(at + 28) +
      directory.readUInt16LE(at + 30) +
      directory.readUInt16LE(at + 32);
  }
  return at === directory.length;
}
