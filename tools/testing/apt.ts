import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Debian package of each program that tests, drills and benches start; `.ci/debian-packages` lists the same packages. */
export const PACKAGE_OF_PROGRAM = {
  ceph: 'ceph-mon',
  'ceph-authtool': 'ceph-mon',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  clamd: 'clamav-daemon',
  monmaptool: 'ceph-mon',
  openssl: 'openssl',
  pdfinfo: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pgbackrest: 'pgbackrest',
  pgbench: 'postgresql',
  radosgw: 'radosgw',
  'radosgw-admin': 'radosgw',
  wrk: 'wrk',
} as const;

export type Program = keyof typeof PACKAGE_OF_PROGRAM;

/** Daemons are in sbin, which is often missing in an ordinary user's PATH. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** The full path of a program. Throws an error that names the package to install. */
export function programPath(program: Program, searchPath = process.env['PATH'] ?? ''): string {
  const folders = [...searchPath.split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS];
  const found = folders.map((folder) => join(folder, program)).find(isExecutable);
  if (found) return found;
  throw new Error(
    `This run needs the program "${program}": install it with ` +
      `"apt-get install --no-install-recommends ${PACKAGE_OF_PROGRAM[program]}" (all of them: .ci/debian-packages).`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
