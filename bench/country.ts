/**
 * Calls through the whole dispatch of a real server process, beside the bare statement in pgbench and
 * beside a bare route that only runs it. The contenders take turns, round after round, and medians are compared, so that
 * whatever else the machine does falls on all of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { setup } from '#tools/testing/template.ts';
import { cloneDatabase, fieldsBody, post, settingsFor } from '#tools/testing/world.ts';
import { byPgbench, overHttp, startBare, type Contender, type Round } from './contenders.ts';
import { measuredOn, median, type Duration } from './page.ts';
import { BENCHED } from './statements.ts';

const CONNECTIONS = 10;
/** Long enough for the compiler to have seen everything, also where the machine is busy. */
const WARM_UP_SECONDS = 5;
const SUBJECTS = ['detail', 'list'] as const;
type Subject = (typeof SUBJECTS)[number];

interface Place {
  readonly folder: string;
  readonly readUrl: string;
  readonly product: BureauProcess;
  readonly checking: BureauProcess;
  readonly bare: { readonly url: string; readonly pid: number };
  readonly session: string;
  readonly greatestSrno: number;
}

/** The four that answer one subject, the yardsticks first. */
async function contendersFor(subject: Subject, place: Place): Promise<Contender[]> {
  const { greatestSrno, readUrl, folder, bare, session } = place;
  const fields =
    subject === 'detail'
      ? [session, 'detail', 'SRNO']
      : [session, 'listjson', JSON.stringify({ limit: BENCHED.list.limit })];
  const asked = { greatestSrno, method: 'POST', body: fieldsBody(fields) } as const;
  const product = (name: string, { url, pid }: BureauProcess) =>
    overHttp({ ...asked, name, url, pid, path: '/api/country_a.php' });
  return [
    await byPgbench({
      name: `pgbench ${subject}`,
      url: readUrl,
      connections: CONNECTIONS,
      statement: BENCHED[subject].statement.text,
      value: subject === 'detail' ? `random(1, ${greatestSrno})` : String(BENCHED.list.limit),
      folder,
    }),
    overHttp({ ...asked, name: `bare route ${subject}`, url: bare.url, pid: bare.pid, path: `/${subject}` }),
    product(`Bureau ${subject}`, place.product),
    product(`Bureau ${subject}, CHECK_REPLIES=on`, place.checking),
  ];
}

async function compare(contenders: readonly Contender[], duration: Duration): Promise<Map<string, Round[]>> {
  const rounds = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  for (const contender of contenders) await contender.measure(WARM_UP_SECONDS);
  for (let round = 0; round < duration.rounds; round += 1)
    for (const contender of contenders)
      rounds.get(contender.name)?.push(await contender.measure(duration.seconds));
  return rounds;
}

function rowsOf(rounds: Map<string, Round[]>): string[] {
  const [pgbench = Number.NaN, bare = Number.NaN] = [...rounds.values()].map((of) =>
    median(of.map(({ perSecond }) => perSecond)),
  );
  return [...rounds].map(([name, of]) => {
    const perSecond = median(of.map((round) => round.perSecond));
    const summed = (
      pick: (round: Round) => number | null,
      take: (values: number[]) => number,
      digits: number,
    ) => {
      const found = of.map(pick).filter((value) => value !== null);
      return found.length === 0 ? '–' : take(found).toFixed(digits);
    };
    const cells = [
      name,
      perSecond.toFixed(0),
      (perSecond / bare).toFixed(2),
      (perSecond / pgbench).toFixed(2),
    ];
    cells.push(
      summed((round) => round.p50Ms, median, 1),
      summed((round) => round.p99Ms, median, 1),
      summed(
        (round) => round.cpuMicros,
        (values) => Math.min(...values),
        0,
      ),
    );
    return `| ${cells.join(' | ')} |`;
  });
}

async function measureAll(place: Place, duration: Duration): Promise<string> {
  const rows: string[] = [];
  for (const subject of SUBJECTS)
    rows.push(...rowsOf(await compare(await contendersFor(subject, place), duration)));
  return [
    measuredOn(duration),
    '',
    '| | calls/s | of bare route | of pgbench | p50 ms | p99 ms | least µs of CPU per call in the serving process |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

export async function benchCountry(duration: Duration): Promise<string> {
  await setup();
  const database = await cloneDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true }), () => database.drop()];
  try {
    const settings = (checkReplies: 'on' | 'off') =>
      settingsFor(database, folder, {
        DATABASE_CONNECTIONS: String(CONNECTIONS),
        CHECK_REPLIES: checkReplies,
        SERVE_WEB: 'off',
      });
    const start = async (checkReplies: 'on' | 'off') => {
      const started = await BureauProcess.start(settings(checkReplies));
      closers.push(() => started.kill());
      return started;
    };
    const product = await start('off');
    const checking = await start('on');
    const bare = await startBare(settings('off'));
    closers.push(() => bare.stop());
    const signedIn = await post(
      product.url,
      'login_a.php',
      fieldsBody(['validate', 'admin', DEMO_PASSWORD, 'WEB']),
    );
    const { session } = JSON.parse(signedIn.text) as { session: string };
    const { rows } = await database.admin.query<{ greatest: number }>(
      'select max(srno) as greatest from masters.country',
    );
    const greatestSrno = rows[0]?.greatest ?? 0;
    return await measureAll(
      { folder, readUrl: database.urls.reader, product, checking, bare, session, greatestSrno },
      duration,
    );
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
