import { readConfig, type Config } from '#server/platform/config.ts';
import { becomeStoreOwner } from '#tools/backup/objects.ts';
import { pgbackrest } from '#tools/backup/pgbackrest.ts';
import { dataFolder, reload } from './cluster.ts';
import { noteLostHeads } from './lost-heads.ts';
import { listDueJobs, setJobsAside } from './queue.ts';
import type { FinishOptions } from './target.ts';
import { untilWritable } from './until-writable.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Say = (line: string) => void;

async function showJobs(config: Config, setAside: string | undefined, say: Say): Promise<void> {
  if (setAside !== undefined)
    say(
      `${await setJobsAside(config.DATABASE_JOBS_URL, setAside)} jobs are set aside; the screen of jobs shows them as failed.`,
    );
  const due = await listDueJobs(config.DATABASE_JOBS_URL);
  if (due.length === 0) return say('No job waits.');
  say('These jobs will run when the worker starts. Those that ran after the restored moment run again:');
  for (const { task, jobs, oldest, newest } of due)
    say(`  ${task}: ${jobs}, made between ${oldest.toISOString()} and ${newest.toISOString()}`);
  say('To keep some from running: npm run restore -- finish --set-aside all (or their names, with commas).');
}

/** Under Patroni the documents and their settings are on another machine than PostgreSQL, and pgBackRest is with PostgreSQL. */
async function sendState(data: string | undefined, say: Say): Promise<void> {
  if (data === undefined) {
    say('pgBackRest of this machine names no PostgreSQL (pg1-path), so nothing was sent to the repository.');
    return say('Run where PostgreSQL is: runuser -u postgres -- pgbackrest --stanza=bureau check');
  }
  await reload(data);
  // It switches to another WAL file and waits until the repository has it: a second loss would bring all of this back.
  await pgbackrest('check');
  say('The repository has the restored state and its new timeline.');
}

/** What is left to do when PostgreSQL has started with the restored files, before Bureau starts. */
export async function finish(
  environment: Environment,
  { setAside, isByHand }: FinishOptions,
  say: Say,
): Promise<void> {
  const config = readConfig(environment);
  const url = environment['DATABASE_URL'] ?? '';
  if (url === '') throw new Error('DATABASE_URL is missing.');
  await untilWritable(url, say);
  await sendState(await dataFolder(environment), say);
  await becomeStoreOwner(config);
  const loss = await noteLostHeads(config, url, isByHand);
  if (loss !== null) say(loss);
  await showJobs(config, setAside, say);
}
