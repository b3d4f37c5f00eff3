import { setTimeout as sleep } from 'node:timers/promises';
import type { BureauProcess } from '#tools/testing/process.ts';
import { until } from '#tools/testing/until.ts';
import { Balancer } from './balancer.ts';
import type { Drill, Findings } from './drill.ts';
import { Ground, NO_SHEDDING, signIn } from './ground.ts';
import { NewerProgram } from './newer-program.ts';
import { halfSaves, isAmiss, Savers, tracesOf, type Save } from './saves.ts';

const CLIENTS = 20;
const REST_MS = 20;
const LOAD_MS = 1_000;
const READY_MS = 20_000;
const DRAIN_SECONDS = '4';

/** Two program versions around one migration, behind a balancer that follows /readyz: no call fails. */
export const rollingUpgrade: Drill = {
  name: 'rolling-upgrade',
  pace: 'together',
  run: (findings) =>
    Ground.with((ground) =>
      NewerProgram.with(async (newer) => {
        const balancer = await Balancer.open();
        try {
          await upgrade(findings, ground, newer, balancer);
        } finally {
          await balancer.close();
        }
      }),
    ),
};

async function upgrade(
  findings: Findings,
  ground: Ground,
  newer: NewerProgram,
  balancer: Balancer,
): Promise<void> {
  const { admin, urls } = ground.database;
  const start = async (main?: string) => {
    const started = await ground.start({ DRAIN_SECONDS, ...NO_SHEDDING }, main);
    balancer.add(started.url);
    await until(() => balancer.isReady(started.url), { withinMs: READY_MS });
    return started;
  };
  const olds = [await start(), await start()];
  const session = await signIn(balancer.url, 'admin');
  const savers = new Savers();
  let isOver = false;
  const load = savers.runThrough(balancer.url, session, CLIENTS, REST_MS, () => isOver);
  const news: BureauProcess[] = [];
  try {
    await sleep(LOAD_MS);
    await migrateUnder(findings, newer, urls.admin, balancer, olds);
    for (const old of olds) {
      news.push(await start(newer.main));
      findings.equals('the older process ends by itself', (await old.stop()).code, 0);
    }
    await sleep(LOAD_MS);
  } finally {
    isOver = true;
    await load;
  }
  findings.holds(
    'the newer program serves calls',
    news.filter(({ url }) => balancer.served(url) === 0).map(({ url }) => url),
  );
  judge(findings, savers.saves, await tracesOf(admin), await halfSaves(admin));
  await migrateBeyond(findings, newer, urls.admin, news);
}

/** A migration that is compatible with the older program, while that program serves. */
async function migrateUnder(
  findings: Findings,
  newer: NewerProgram,
  adminUrl: string,
  balancer: Balancer,
  olds: readonly BureauProcess[],
): Promise<void> {
  const sql = 'alter table masters.country add column drill_note text';
  const name = await newer.addMigration('masters_drill_note', sql, { oldest: newer.number });
  const said = await newer.migrate(adminUrl);
  findings.holds('the newer migration ran', said.includes(name) ? [] : [said]);
  const servedBefore = olds.map(({ url }) => balancer.served(url));
  await sleep(LOAD_MS);
  findings.equals(
    'the older program stays ready on the newer schema',
    await Promise.all(olds.map(async ({ url }) => (await fetch(`${url}/readyz`)).status)),
    [200, 200],
  );
  findings.holds(
    'and serves calls on it',
    olds.filter(({ url }, index) => balancer.served(url) === servedBefore[index]).map(({ url }) => url),
  );
}

/** A migration that no older program is compatible with: running older programs are no longer ready. */
async function migrateBeyond(
  findings: Findings,
  newer: NewerProgram,
  adminUrl: string,
  running: readonly BureauProcess[],
): Promise<void> {
  const sql = 'alter table masters.country drop column drill_note';
  const name = await newer.addMigration('masters_drill_gone', sql, { oldest: null });
  await newer.migrate(adminUrl);
  const answers = await Promise.all(
    running.map(async ({ url }): Promise<unknown> => (await fetch(`${url}/readyz`)).json()),
  );
  findings.equals(
    'a migration that suits no older program ends their readiness',
    answers,
    running.map(() => ({ ready: false, faults: [`this program is too old for ${name}`] })),
  );
}

function judge(
  findings: Findings,
  saves: readonly Save[],
  traces: Awaited<ReturnType<typeof tracesOf>>,
  halved: readonly unknown[],
): void {
  // 409 is the correct answer to an edit of a record that another client has just changed.
  findings.holds(
    'no call failed',
    saves.filter(({ status }) => status !== 200 && status !== 409),
  );
  findings.holds(
    'every acknowledged save is there once, as acknowledged',
    saves.filter((save) => isAmiss(save, traces.get(save.mark) ?? [])),
  );
  findings.holds('no save is there by half', halved);
  const saved = saves.filter(({ outcome }) => outcome === 'saved').length;
  findings.holds('saves were made', saved > 0 ? [] : ['none was']);
  findings.figure('calls', saves.length);
  findings.figure('saves acknowledged', saved);
}
