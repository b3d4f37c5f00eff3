import type { FileHandle } from 'node:fs/promises';
import { MAX_CFB_DIRECTORY_SECTORS } from '../limits.ts';
import { readAt } from './read-at.ts';

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const LAST_REGULAR_SECTOR = 0xfffffffa;
const NO_SECTOR = 0xffffffff;
/** Sectors of the allocation table that the header lists; a chain of sectors lists the rest. */
const FAT_SECTORS_IN_HEADER = 109;

/**
 * The entry names of a compound file, the container of legacy Office documents and also of Windows installers. Only its
 * streams show which one it is. A broken structure returns the names found before the break.
 */
export async function compoundFileEntries(file: FileHandle): Promise<string[]> {
  const header = await readAt(file, 0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return [];
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return [];
  const container = new Container(file, header, 1 << shift);

  const names: string[] = [];
  let sector = header.readUInt32LE(48);
  for (let count = 0; sector <= LAST_REGULAR_SECTOR && count < MAX_CFB_DIRECTORY_SECTORS; count += 1) {
    names.push(...entryNames(await container.sector(sector)));
    sector = await container.sectorAfter(sector);
  }
  return names;
}

class Container {
  readonly #file: FileHandle;
  readonly #header: Buffer;
  readonly #sectorBytes: number;

  constructor(file: FileHandle, header: Buffer, sectorBytes: number) {
    this.#file = file;
    this.#header = header;
    this.#sectorBytes = sectorBytes;
  }

  sector(index: number): Promise<Buffer> {
    return readAt(this.#file, (index + 1) * this.#sectorBytes, this.#sectorBytes);
  }

  /** The allocation table holds, for each sector, the number of the next one. */
  async sectorAfter(index: number): Promise<number> {
    const perSector = this.#sectorBytes / 4;
    const fatSector = await this.#fatSector(Math.floor(index / perSector));
    if (fatSector > LAST_REGULAR_SECTOR) return NO_SECTOR;
    return linkAt(await this.sector(fatSector), index % perSector);
  }

  async #fatSector(fatIndex: number): Promise<number> {
    if (fatIndex < FAT_SECTORS_IN_HEADER) return this.#header.readUInt32LE(76 + fatIndex * 4);
    // Each sector of the list ends with the number of the next one.
    const perSector = this.#sectorBytes / 4 - 1;
    const steps = Math.floor((fatIndex - FAT_SECTORS_IN_HEADER) / perSector);
    let listSector = this.#header.readUInt32LE(68);
    for (let step = 0; step < steps && listSector <= LAST_REGULAR_SECTOR; step += 1)
      listSector = linkAt(await this.sector(listSector), perSector);
    if (listSector > LAST_REGULAR_SECTOR) return NO_SECTOR;
    return linkAt(await this.sector(listSector), (fatIndex - FAT_SECTORS_IN_HEADER) % perSector);
  }
}

function linkAt(sector: Buffer, index: number): number {
  return index * 4 + 4 <= sector.length ? sector.readUInt32LE(index * 4) : NO_SECTOR;
}

function entryNames(sector: Buffer): string[] {
  const names: string[] = [];
  for (let start = 0; start + ENTRY_BYTES <= sector.length; start += ENTRY_BYTES) {
    const nameBytes = sector.readUInt16LE(start + 64);
    if (nameBytes < 4 || nameBytes > 64) continue;
    names.push(sector.toString('utf16le', start, start + nameBytes - 2));
  }
  return names;
}
