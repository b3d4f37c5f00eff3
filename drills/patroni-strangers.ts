import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#tools/testing/until.ts';
import type { Findings } from './drill.ts';
import { ask, type Credentials } from './patroni-client.ts';
import { makeCertificates, type PatroniCluster } from './patroni.ts';

/** An address of this machine that belongs to no node. */
const ELSEWHERE = '127.0.0.99';
const MOVED_MS = 60_000;
const REFUSALS = [401, 403];
const FORM = 'application/x-www-form-urlencoded';

/** Each would command the database; the first makes PostgreSQL run a program. */
const COMMANDS = [
  ['PATCH', '/config', { postgresql: { parameters: { archive_command: 'date' } } }],
  ['PUT', '/config', { ttl: 20, synchronous_mode: false }],
  ['POST', '/switchover', { leader: 'node1' }],
  ['POST', '/failover', { candidate: 'node2' }],
  ['POST', '/restart', {}],
  ['POST', '/reinitialize', { force: true }],
  ['POST', '/reload', {}],
  ['DELETE', '/switchover', {}],
  ['DELETE', '/restart', {}],
] as const;

type Strangers = Readonly<Record<string, Credentials>>;

/** A certificate from an authority that calls itself the same. */
async function forgedCertificate(from: string): Promise<Credentials> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-forged-'));
  try {
    await makeCertificates(folder, [`node1=${from}`]);
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    return { cert: await read('node1.pem'), key: await read('node1-key.pem') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What an attempt came to, if it was refused neither by an answer nor at the connection. */
const unrefused = (attempt: ReturnType<typeof ask>, what: string): Promise<string[]> =>
  attempt.then(
    ({ status, text }) => (REFUSALS.includes(status) ? [] : [`${what}: ${status} ${text.slice(0, 100)}`]),
    (error: unknown) => (error instanceof Error && error.name === 'AbortError' ? [`${what}: no answer`] : []),
  );

/**
 * Nobody commands Patroni or writes to etcd who lacks one of certificate, address and password; whoever has all of them
 * still moves the primary.
 */
export async function refuseStrangers(findings: Findings, cluster: PatroniCluster): Promise<void> {
  const leader = await cluster.primary();
  const machine = await cluster.credentials(leader);
  const { from = '', password = '', cert = '', key = '' } = machine;
  const forged = await forgedCertificate(from);
  const strangers: Strangers = {
    'with nothing': {},
    'with nothing, from the address of a machine': { from },
    'without a certificate': { from, password },
    'with a forged certificate': { from, password, ...forged },
    'without the password': { from, cert, key },
    'with a wrong password': { from, cert, key, password: 'wrong' },
    'from another address': { ...machine, from: ELSEWHERE },
  };
  const { api, etcd, peer } = cluster.addresses(leader);
  const configuration = async () => (await ask(`https://${api}/config`, machine)).text;
  const before = await configuration();

  for (const [name, stranger] of Object.entries(strangers)) {
    const attempts = COMMANDS.map(([method, path, body]) =>
      unrefused(
        ask(`https://${api}${path}`, { ...stranger, method, body: JSON.stringify(body) }),
        `${method} ${path}`,
      ),
    );
    findings.holds(`Patroni takes no command ${name}`, (await Promise.all(attempts)).flat());
  }
  findings.holds(
    'etcd takes nothing without a certificate of a machine',
    await writesToEtcd(etcd, peer, strangers),
  );
  findings.equals('the configuration is as it was', await configuration(), before);
  findings.equals('the primary is as it was', await cluster.primary(), leader);

  const kept = await ask(`https://${etcd}/v2/keys/service/bureau/leader`, machine);
  findings.equals('a machine reads etcd with its certificate', kept.status, 200);
  findings.holds(
    'patronictl lists the machines',
    (await cluster.listMembers()).includes('Leader') ? [] : ['no leader'],
  );
  const moved = await ask(`https://${api}/switchover`, {
    ...machine,
    method: 'POST',
    body: JSON.stringify({ leader: `node${leader}` }),
  });
  findings.equals('a machine with certificate, address and password moves the primary', moved.status, 200);
  await until(async () => (await cluster.primary().catch(() => leader)) !== leader, { withinMs: MOVED_MS });
  await cluster.whole();
}

/** Writes over both interfaces of etcd, on the port of clients and on that of its own machines. */
async function writesToEtcd(etcd: string, peer: string, strangers: Strangers): Promise<string[]> {
  const v2 = { method: 'PUT', body: 'value=stranger', contentType: FORM };
  const v3 = { method: 'POST', body: JSON.stringify({ key: btoa('stranger'), value: btoa('x') }) };
  const withoutCertificate: Strangers = {
    'with nothing': {},
    'with a forged certificate': strangers['with a forged certificate'] ?? {},
  };
  const attempts = ['https', 'http'].flatMap((scheme) =>
    [etcd, peer].flatMap((address) =>
      Object.entries(withoutCertificate).flatMap(([name, stranger]) => [
        unrefused(
          ask(`${scheme}://${address}/v2/keys/service/bureau/stranger`, { ...stranger, ...v2 }),
          `${scheme} v2 ${name}`,
        ),
        unrefused(ask(`${scheme}://${address}/v3/kv/put`, { ...stranger, ...v3 }), `${scheme} v3 ${name}`),
      ]),
    ),
  );
  return (await Promise.all(attempts)).flat();
}
