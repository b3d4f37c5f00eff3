import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlFor } from '#server/platform/db/provision.ts';
import { runProgram } from '#tools/testing/daemon.ts';
import { asPostgres, binaries, NewCluster } from '../../drills/new-cluster.ts';
import { examine } from './doctor.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PASSWORD = 'a login of the test';

let primary: NewCluster;
let standby: NewCluster;

beforeAll(async () => {
  primary = await NewCluster.start();
  for (const role of ['writer', 'reader', 'jobs'])
    await primary.query(
      'postgres',
      `create role bureau_${role}; create role ${role} login in role bureau_${role} password '${PASSWORD}'`,
    );
  await primary.query('postgres', 'create role bureau_owner');
  const copy = async (data: string) =>
    void (await runProgram(
      ...asPostgres(join(await binaries(), 'pg_basebackup'), [
        ...['--pgdata', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
        ...['--dbname', primary.urlOf('postgres')],
      ]),
    ));
  standby = await NewCluster.start({ fill: copy });
});
afterAll(async () => {
  await standby.stop();
  await primary.stop();
});

describe('a standby', () => {
  it('is a fault as the database of any setting', async () => {
    const login = (role: string) => urlFor(standby.urlOf('postgres'), role, PASSWORD);
    const findings = await examine({
      DATABASE_WRITE_URL: login('writer'),
      DATABASE_READ_URL: login('reader'),
      DATABASE_JOBS_URL: login('jobs'),
      OBJECT_STORE_DIR: tmpdir(),
    });
    const found = findings.filter(({ text }) => text.includes('standby'));
    expect(found.map(({ about, verdict }) => [about, verdict])).toEqual([
      ['DATABASE_WRITE_URL', 'fault'],
      ['DATABASE_READ_URL', 'fault'],
      ['DATABASE_JOBS_URL', 'fault'],
    ]);
  });

  it('is not backed up, because the primary is; the timer runs on all machines', async () => {
    const program = [join(ROOT, 'tools/backup/main.ts'), 'database'];
    const url = `DATABASE_URL=${standby.urlOf('postgres')}`;
    expect(await runProgram('env', [url, process.execPath, ...program])).toBe(
      'database: this machine is a standby, so nothing was done; the primary makes the backup\n',
    );
  });
});
