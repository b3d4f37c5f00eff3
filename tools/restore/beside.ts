import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './target.ts';

const DATA = /^\/var\/lib\/postgresql\/([^/]+)\/([^/]+)\/?$/;

/**
 * The commands that start, examine and remove a cluster beside the running one. Debian keeps the configuration of a
 * cluster outside of its data, so the copy is started with that of the running one.
 */
export function commandsBeside(into: string, port: number, data: string | undefined): readonly string[] {
  const [, version = '15', name = 'main'] = DATA.exec(data ?? '') ?? [];
  const pgCtl = `runuser -u postgres -- /usr/lib/postgresql/${version}/bin/pg_ctl`;
  const hasOwn = existsSync(join(into, 'postgresql.conf'));
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${into}`,
    'archive_mode=off',
    ...(hasOwn ? [] : [`data_directory=${into}`, 'external_pid_file=']),
  ];
  const folder = hasOwn ? into : `/etc/postgresql/${version}/${name}`;
  const start = `${pgCtl} -D ${folder} -w -t 3600 -l ${into}/log -o "${options.map((one) => `-c ${one}`).join(' ')}" start`;
  return [start, `${pgCtl} -D ${into} -m fast stop && rm -r ${into}`];
}

export const verifyBeside = ({ moment, port }: Target): string =>
  `npm run verify -- --to ${moment === null ? 'latest' : `"${moment.toISOString()}"`} --port ${port}`;
