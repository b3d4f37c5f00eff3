/** WAL files have 16 MB, as PostgreSQL is installed, so 256 of them have the same first half of their number. */
const SEGMENTS_OF_LOG = 256;
const SEGMENT_BITS = 24;
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
const DIGITS = 8;

/** A WAL file in the repository, and when it came there. */
export interface WalFile {
  readonly timeline: number;
  readonly number: number;
  readonly at: Date;
}

/** Where a timeline ended because a restore or a promotion began another: the first file that is not of it. */
export interface Fork {
  readonly timeline: number;
  readonly number: number;
}

/** The timeline and the number of a WAL file; undefined for the name of anything else. */
export function parseWalName(name: string): Pick<WalFile, 'timeline' | 'number'> | undefined {
  const [, timeline, log, segment] = SEGMENT.exec(name) ?? [];
  if (timeline === undefined || log === undefined || segment === undefined) return undefined;
  return {
    timeline: Number.parseInt(timeline, 16),
    number: Number.parseInt(log, 16) * SEGMENTS_OF_LOG + Number.parseInt(segment, 16),
  };
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(DIGITS, '0');

export const walName = ({ timeline, number }: Pick<WalFile, 'timeline' | 'number'>): string =>
  hex(timeline) + hex(Math.floor(number / SEGMENTS_OF_LOG)) + hex(number % SEGMENTS_OF_LOG);

/** The content of a history file: a line for each earlier timeline, with the place where it ended. */
export const parseHistory = (text: string): readonly Fork[] =>
  [...text.matchAll(/^(\d+)\t([0-9A-F]+)\/([0-9A-F]+)\t/gm)].map(([, timeline, log = '', place = '']) => ({
    timeline: Number(timeline),
    number:
      Number.parseInt(log, 16) * SEGMENTS_OF_LOG + Math.floor(Number.parseInt(place, 16) / 2 ** SEGMENT_BITS),
  }));

/** The way to a timeline: the earlier ones with the places where each was left. */
export interface WalPath {
  readonly timeline: number;
  readonly forks: readonly Fork[];
}

const timelineAt = (number: number, { timeline, forks }: WalPath): number =>
  forks.find((fork) => number < fork.number)?.timeline ?? timeline;

/** Whether a WAL file is on the way, and not on a timeline beside it or on the part of one that was given up. */
export const isOnPath = (file: Pick<WalFile, 'timeline' | 'number'>, path: WalPath): boolean =>
  file.timeline === timelineAt(file.number, path);

export interface Restorable {
  /** The last file that PostgreSQL can reach; undefined if it cannot even read the first. */
  readonly last: WalFile | undefined;
  /** The first file that is missing although the repository has later ones, and the last of those. */
  readonly gap: { readonly missing: string; readonly until: WalFile } | undefined;
}

/** Follows the WAL from the beginning of a backup along a timeline and the ones before it, as PostgreSQL does. */
export function followWal(
  files: readonly WalFile[],
  { start, ...way }: WalPath & { readonly start: number },
): Restorable {
  const path = new Map(
    files.filter((file) => file.number >= start && isOnPath(file, way)).map((file) => [file.number, file]),
  );
  let number = start;
  while (path.has(number)) number += 1;
  const later = [...path.values()].filter((file) => file.number > number);
  const until = later.reduce<WalFile | undefined>(
    (newest, file) => (newest === undefined || file.number > newest.number ? file : newest),
    undefined,
  );
  return {
    last: path.get(number - 1),
    gap: until && { missing: walName({ timeline: timelineAt(number, way), number }), until },
  };
}
