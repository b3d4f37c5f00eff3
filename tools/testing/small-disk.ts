import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes. */
export interface SmallDisk {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Only root may mount a file system. Without one, a test of a full disk has to cause its fault in another way. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-small-disk-'));
  const options = ['--types', 'tmpfs', '--options', `size=${megabytes}m`, 'tmpfs', folder];
  try {
    execFileSync('/bin/mount', options, { stdio: 'ignore' });
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    async remove() {
      execFileSync('/bin/umount', ['--lazy', folder]);
      await rm(folder, { recursive: true });
    },
  };
}
