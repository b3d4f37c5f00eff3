import * as z from 'zod';
import { archiveOf, pgbackrest, type Backup } from './pgbackrest.ts';
import {
  followWal,
  isOnPath,
  parseHistory,
  parseWalName,
  type Restorable,
  type WalFile,
  type WalPath,
} from './wal.ts';

const listingSchema = z.record(z.string(), z.object({ time: z.optional(z.number()) }));
/** `15-1/0000000100000000/000000010000000000000003-<checksum>.lz4` */
const FILE = /([0-9A-F]{24})-[0-9a-f]{40}(?:\.\w+)?$/;
const HISTORY = /([0-9A-F]{8})\.history$/;
const HISTORY_DIGITS = 8;

/** What the repository has of the WAL of one cluster, and the way to one of its timelines. */
export interface WalArchive extends WalPath {
  readonly files: readonly WalFile[];
}

/** The WAL on the way to a timeline, or to the latest one, of the cluster of which a backup is. */
export async function readWalArchive(
  backup: Pick<Backup, 'database'>,
  timeline?: number,
): Promise<WalArchive> {
  const folder = await archiveOf(backup);
  const output = await pgbackrest('--output=json', '--recurse', 'repo-ls', folder);
  const entries = Object.entries(listingSchema.parse(JSON.parse(output)));
  const files = entries.flatMap(([path, { time = 0 }]) => {
    const file = parseWalName(FILE.exec(path)?.[1] ?? '');
    return file === undefined ? [] : [{ ...file, at: new Date(time * 1_000) }];
  });
  const histories = entries.flatMap(([path]) => {
    const name = HISTORY.exec(path)?.[1];
    return name === undefined ? [] : [Number.parseInt(name, 16)];
  });
  const target = timeline ?? Math.max(1, ...histories, ...new Set(files.map((file) => file.timeline)));
  const name = target.toString(16).toUpperCase().padStart(HISTORY_DIGITS, '0');
  const history = histories.includes(target) ? await pgbackrest('repo-get', `${folder}/${name}.history`) : '';
  return { files, timeline: target, forks: parseHistory(history) };
}

const walOf = ({ label }: Backup, name: string) => {
  const file = parseWalName(name);
  if (file === undefined) throw new Error(`backup ${label} does not say which WAL it needs`);
  return file;
};

/** Whether the timeline comes from this backup: one that was made after the moment of a restore is of a past given up. */
export const leadsTo = (backup: Backup, path: WalPath): boolean =>
  isOnPath(walOf(backup, backup.archive.stop), path);

/** How far the WAL reaches from a backup on. */
export const restorableWal = (backup: Backup, { files, ...path }: WalArchive): Restorable =>
  followWal(files, { start: walOf(backup, backup.archive.start).number, ...path });
