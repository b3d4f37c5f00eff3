import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Daemon, runProgram } from '#tools/testing/daemon.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { until } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

const OPS = resolve(import.meta.dirname, '../../ops');
const FOLDER = join(OPS, 'prometheus');
const TOKEN = 'let-me-see';
const SOON = { withinMs: 60_000 };
/** Where Patroni runs the database there are two files of rules. */
const RULES = ['alerts.yml', 'alerts-patroni.yml'].map((name) => join(FOLDER, name));
const readRules = async () => (await Promise.all(RULES.map((path) => readFile(path, 'utf8')))).join('\n');

let world: World;
let folder = '';
let prometheus: Daemon | undefined;
let prometheusUrl = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-prometheus-'));
  world = await openWorld({
    METRICS_TOKEN: TOKEN,
    TRAIL_HEAD_STORE: join(folder, 'heads'),
    TRAIL_HEAD_KEY: join(folder, 'no-key.pem'),
  });
});
afterAll(async () => {
  await prometheus?.stop();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** The names of all figures on the page of a process that has answered a call. */
async function reportedNames(): Promise<ReadonlySet<string>> {
  await world.signIn('admin');
  const reply = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return new Set([...(await reply.text()).matchAll(/^(bureau_\w+)/gm)].map(([, name = '']) => name));
}
/**
 * Prometheus with the shipped configuration. It looks every three seconds, alerts at once instead of after minutes, and
 * needs fewer refused sign-ins, because each one costs processor time. alerts.test.yml has the real times and numbers.
 */
async function startPrometheus(targets: readonly string[]): Promise<void> {
  const token = join(folder, 'token');
  await writeFile(token, TOKEN);
  const rules = await readFile(`${FOLDER}/alerts.yml`, 'utf8');
  await writeFile(join(folder, 'alerts.yml'), rules.replaceAll(/^ +for: .*\n/gm, '').replace('> 100', '> 5'));
  const configuration = (await readFile(`${FOLDER}/prometheus.yml`, 'utf8'))
    .replaceAll('15s', '3s')
    .replaceAll('/etc/prometheus/bureau-token', token)
    .replace(/targets: \['127\.0\.0\.1:8080'.*\]/, `targets: ${JSON.stringify(targets)}`);
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, configuration);
  await runProgram('promtool', ['check', 'config', file]);
  const port = await freePort();
  prometheusUrl = `http://127.0.0.1:${port}`;
  prometheus = Daemon.start(
    'prometheus',
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    join(folder, 'prometheus.log'),
  );
  await prometheus.waitUntil(async () => (await fetch(`${prometheusUrl}/-/ready`)).ok, SOON.withinMs);
}

interface Alerts {
  readonly data: { readonly alerts: readonly { readonly labels: { readonly alertname: string } }[] };
}
async function firing(): Promise<readonly string[]> {
  const { data } = (await (await fetch(`${prometheusUrl}/api/v1/alerts`)).json()) as Alerts;
  return data.alerts.map(({ labels }) => labels.alertname);
}
/** Waits until these alerts fire, and repeats a cause that must go on. */
async function untilFiring(names: readonly string[], cause = async (): Promise<void> => {}): Promise<void> {
  let missing = names;
  await until(async () => {
    await cause();
    const now = await firing();
    missing = names.filter((name) => !now.includes(name));
    return missing.length === 0;
  }, SOON).catch(() => expect(missing).toEqual([]));
}

/** Longer than BureauEventLoopBlocked allows. */
const BLOCK_MS = 400;
function blockEventLoop(): void {
  const end = performance.now() + BLOCK_MS;
  while (performance.now() < end);
}

const hasScraped = async (atLeast: number): Promise<boolean> => {
  const answer = await fetch(`${prometheusUrl}/api/v1/query?query=count_over_time(bureau_streams[10m])`);
  const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
  return Number(data.result[0]?.value[1] ?? 0) >= atLeast;
};

describe('ops/prometheus/alerts.yml', () => {
  it('has rules that are valid, and each fires in its case and is silent otherwise', async () => {
    await runProgram('promtool', ['check', 'rules', ...RULES]);
    await runProgram('promtool', ['test', 'rules', `${FOLDER}/alerts.test.yml`]);
    const rules = await readRules();
    const tests = await readFile(`${FOLDER}/alerts.test.yml`, 'utf8');
    const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    // The pairs come first. After them, what is not scraped at all is an alert as well.
    const cases = [...tests.matchAll(/alertname: (\w+)/g)].map(([, name]) => name);
    expect(cases.slice(0, 2 * names.length)).toEqual(names.flatMap((name) => [name, name]));
    const absent = [...rules.matchAll(/alert: (\w+)\n +expr: .*\babsent\(/g)].map(([, name]) => name);
    expect(cases.slice(2 * names.length)).toEqual(absent);
  });

  it('asks only for figures that a process reports', async () => {
    const reported = await reportedNames();
    const asked = [...(await readRules()).matchAll(/\bbureau_\w+/g)];
    expect(asked.map(([name]) => name).filter((name) => !reported.has(name))).toEqual([]);
  });

  it('is silent while all is well, and fires in Prometheus when its condition is caused', async () => {
    const second = await world.another();
    await startPrometheus([world.url, second.url].map((url) => new URL(url).host));
    const session = await world.signIn('admin');
    const list = () => world.post('country_a.php', [session, 'listjson', '{}']);
    await list();
    await world.sql(
      `insert into platform.backup (kind, outcome, started_at, label)
       select kind, 'made', now(), '' from unnest('{database,documents,trail head}'::text[]) as kind`,
    );
    await until(() => hasScraped(2), SOON);
    // A busy machine is slow, and the rules of time may say so.
    const ofTime = ['BureauEventLoopBlocked', 'BureauCallsSlow'];
    // The cluster of the tests archives nothing, and no exporter of Prometheus runs here.
    await untilFiring(['BureauArchiveLate', 'BureauUnreachable', 'BureauUnwatched']);
    // A scrape of the time before the backups were noted can still be the last one.
    const others = async () => [...new Set(await firing())].filter((name) => !ofTime.includes(name)).sort();
    await expect
      .poll(others, { timeout: 60_000, interval: 500 })
      .toEqual(['BureauArchiveLate', 'BureauUnreachable', 'BureauUnwatched']);

    for (const job of ['late', 'failed', 'mail'])
      await world.sql(
        `select graphile_worker.add_job('test:${job}', run_at => now() - interval '10 minutes', job_key => '${job}')`,
      );
    await world.sql(
      `select graphile_worker.permanently_fail_jobs(array_agg(id), 'broken') from graphile_worker.jobs where key = 'failed'`,
    );
    await world.sql(
      `update graphile_worker._private_jobs set last_error = 'Mail server: 451 later', attempts = 1 where key = 'mail'`,
    );
    await world.sql(`update platform.trail_unsealed set at = now() - interval '20 minutes'`);
    await world.sql(`update rates.ibr_list set made_at = now() - interval '40 hours'`);
    await world.sql(`update platform.backup set ended_at = now() - interval '30 hours'`);
    await world.sql(
      `insert into platform.backup (kind, outcome, started_at, label) values ('database', 'failed', now(), 'no space')`,
    );
    await Promise.all(
      Array.from({ length: 40 }, () => fetch(`${world.url}/hooks/cashfree`, { method: 'POST', body: '{}' })),
    );
    await Promise.all(
      Array.from({ length: 10 }, () => world.raw('login_a.php', '1=validate&2=admin&3=wrong&4=WEB')),
    );
    await world.sql('alter table masters.country rename to country_away');
    await untilFiring(
      [
        ...['BureauJobsFailed', 'BureauJobsLate', 'BureauMailsWaiting', 'BureauSealsLate', 'BureauRatesOld'],
        ...['BureauBackupOld', 'BureauCopyOld', 'BureauBackupFailed', 'BureauTrailHeadOld'],
        ...['BureauWebhooksForged', 'BureauSignInsRefused', 'BureauCallsFail', 'BureauEventLoopBlocked'],
      ],
      async () => {
        await list();
        blockEventLoop();
      },
    );
    await world.sql('alter table masters.country_away rename to country');

    // All connections wait for a lock, so further calls and the figures of the database wait for a connection.
    await world.sql('begin');
    await world.sql('lock table masters.country in access exclusive mode');
    const calls = Array.from({ length: 30 }, list);
    await untilFiring(['BureauPoolExhausted', 'BureauDatabaseAway']);
    await world.sql('commit');
    await Promise.all(calls);
    await untilFiring(['BureauCallsSlow']);

    await second.stop();
    await untilFiring(['BureauProcessDown']);
  });
});

interface Dashboard {
  readonly schemaVersion: number;
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

describe('ops/grafana/bureau.json', () => {
  const expressions = async () => {
    const { panels } = JSON.parse(await readFile(`${OPS}/grafana/bureau.json`, 'utf8')) as Dashboard;
    return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  };

  it('asks only for figures that a process reports, and for all of them', async () => {
    const reported = await reportedNames();
    const asked = (await expressions()).flatMap((expr) =>
      [...expr.matchAll(/\bbureau_\w+/g)].map(([name]) => name),
    );
    expect(asked.filter((name) => !reported.has(name))).toEqual([]);
    expect([...reported].filter((name) => !asked.includes(name))).toEqual([]);
  });

  it('has expressions that Prometheus can parse', async () => {
    const rules = (await expressions()).map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    const file = join(folder, 'panels.json');
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    expect(await runProgram('promtool', ['check', 'rules', file])).toContain(`${rules.length} rules found`);
  });
});
