import pg from 'pg';
import { withClient } from '#server/platform/db/client.ts';
import type { Findings } from './drill.ts';
import type { PatroniCluster } from './patroni.ts';

/** PostgreSQL has no entry in pg_hba.conf that admits the connection. */
const NOT_ADMITTED = '28000';
const CONNECT_MS = 5_000;

/** What an attempt came to, if PostgreSQL did not refuse to admit it. */
async function admitted(what: string, options: pg.ClientConfig): Promise<string[]> {
  const timed = { ...options, connectionTimeoutMillis: CONNECT_MS };
  try {
    return await withClient(timed, () => Promise.resolve([`${what}: connected`]));
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === NOT_ADMITTED
      ? []
      : [`${what}: ${String(error)}`];
  }
}

/** Nobody connects without TLS, and neither the owner nor a copy without the certificate of a machine, even with the password. */
export async function refusePlainConnections(findings: Findings, cluster: PatroniCluster): Promise<void> {
  const node = await cluster.primary();
  const { ca = '', cert = '', key = '', password = '' } = await cluster.credentials(node);
  const [host = '', port = ''] = cluster.addresses(node).postgres.split(':');
  const at = { host, port: Number(port), password, database: 'postgres' };
  // A copy can be made with and without the name of a database; different lines of pg_hba.conf admit them.
  const copies = ['true', 'database'].map((replication) => ({ ...at, user: 'replicator', replication }));
  const withoutCertificate = { ssl: { ca } };
  const attempts: readonly (readonly [string, pg.ClientConfig])[] = [
    ['a client', { ...at, user: 'bureau' }],
    ['the owner', { ...at, user: 'postgres' }],
    ['the owner with TLS and without a certificate', { ...at, user: 'postgres', ...withoutCertificate }],
    ...copies.flatMap((copy) => [
      ['a copy', copy] as const,
      ['a copy with TLS and without a certificate', { ...copy, ...withoutCertificate }] as const,
    ]),
  ];
  const found = await Promise.all(attempts.map(([what, options]) => admitted(what, options)));
  findings.holds('PostgreSQL admits no plain connection, and no owner without a certificate', found.flat());
  findings.equals(
    'a machine connects with certificate and password, as the owner and as a copy',
    await Promise.all([
      admitted('the owner', { ...at, user: 'postgres', ssl: { ca, cert, key } }),
      ...copies.map((copy) => admitted('a copy', { ...copy, ssl: { ca, cert, key } })),
    ]),
    [['the owner: connected'], ['a copy: connected'], ['a copy: connected']],
  );
}
