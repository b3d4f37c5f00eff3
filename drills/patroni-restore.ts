import { setTimeout as sleep } from 'node:timers/promises';
import { readSection } from '#tools/testing/page-blocks.ts';
import { until } from '#tools/testing/until.ts';
import type { Findings } from './drill.ts';
import { DATABASE } from './faults-under-load.ts';
import { NODES, type PatroniMachines } from './patroni-machines.ts';

const LEADER_MS = 180_000;
/** The page says how long the lock of the leader may last. */
const LOCK_MS = 20_000;

/**
 * Follows "Restoring under Patroni" of docs/operations.md to a moment between two rows, on the machine that was neither the primary nor
 * its synchronous standby. The last block needs npm on the machine of Bureau, which it does not have here.
 */
export async function restoreUnderPatroni(findings: Findings, cluster: PatroniMachines): Promise<void> {
  const [stopBureau = '', stopPatroni = '', restore = '', takeOver = '', copy = '', backUp = ''] = (
    await readSection('Restoring under Patroni')
  ).blocks;
  const leader = await cluster.leader();
  const standby = await cluster.synchronousStandby();
  const third = NODES.find((name) => name !== leader && name !== standby) ?? leader;
  const ask = async (name: string, query: string) =>
    (
      await cluster
        .machine(name)
        .must(`cd / && runuser -u postgres -- psql --tuples-only --no-align --command="${query}" ${DATABASE}`)
    ).trim();
  await ask(leader, `create table public.word (word text)`);
  await ask(leader, `insert into public.word values ('before')`);
  const moment = await ask(
    leader,
    `select to_char(clock_timestamp() at time zone 'UTC' + interval '2 s', 'YYYY-MM-DD HH24:MI:SS') || '+00'`,
  );
  await sleep(5_000);
  await ask(leader, `insert into public.word values ('after')`);

  await cluster.follow(cluster.desk, [stopBureau]);
  for (const name of [third, standby, leader]) await cluster.follow(cluster.machine(name), [stopPatroni]);
  const startedAt = performance.now();
  await cluster.follow(cluster.machine(third), [`MOMENT='${moment}'`, restore]);
  await sleep(Math.max(0, LOCK_MS - (performance.now() - startedAt)));
  await cluster.follow(cluster.machine(third), [takeOver]);
  await until(async () => (await cluster.leader().catch(() => '')) === third, { withinMs: LEADER_MS });
  for (const name of [leader, standby]) await cluster.follow(cluster.machine(name), [copy]);
  await cluster.whole();
  await cluster.follow(cluster.machine(third), [backUp]);
  findings.equals(
    'a restore under Patroni ends at the moment',
    await ask(third, 'select word from public.word'),
    'before',
  );
  findings.figure('restore under Patroni, s', (performance.now() - startedAt) / 1_000);
}
