/**
 * `npm run restore -- --to "2026-11-16 14:30:00+05:30"` sets the stopped database back to a moment, and `--to latest`
 * to the last WAL in the repository; missing documents come back from their copy. Everything is looked at first, and
 * nothing is touched if anything is wrong. `npm run restore -- finish` is for the time when PostgreSQL has started
 * again. `--into FOLDER` restores a second cluster beside the running one, which archives nothing, and touches nothing
 * else. `npm run restore -- documents` brings back documents alone. The settings are those of /etc/bureau/bureau.env,
 * or of `--env-file`.
 */
import { readConfig } from '#server/platform/config.ts';
import { openHeadStore } from '#server/platform/files/open.ts';
import { readSigningKey, storeNote } from '#server/platform/trail/notes.ts';
import { becomeStoreOwner } from '#tools/backup/objects.ts';
import { pgbackrest } from '#tools/backup/pgbackrest.ts';
import { loadSettings, SETTINGS_FILES } from '#tools/config/environment.ts';
import { report } from '#tools/doctor/doctor.ts';
import { commandsBeside, verifyBeside } from './beside.ts';
import { checkPlace, checkRepository, checkStores, type Plan } from './checks.ts';
import { dataFolder, makeFolder } from './cluster.ts';
import { restoreDocuments } from './documents.ts';
import { finish } from './finish.ts';
import { parseCommand, type Target } from './target.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Notes outside of the database that it was set back, so that later heads are not missed. */
async function noteRestore(to: Date): Promise<void> {
  const config = readConfig(process.env);
  const store = await openHeadStore(config);
  if (store === null) return;
  await storeNote(store, await readSigningKey(config.TRAIL_HEAD_KEY), {
    kind: 'restore',
    at: new Date().toISOString(),
    to: to.toISOString(),
  });
}

/** Looks at everything that the restore needs; throws before anything is touched if something is wrong. */
async function makePlan(target: Target): Promise<Plan> {
  const { findings, plan } = await checkRepository(target);
  const all = [
    ...(target.into === undefined ? await checkStores(process.env) : []),
    ...findings,
    ...(plan === undefined ? [] : await checkPlace(target, process.env, plan.backup.info.size)),
  ];
  say(report(all));
  if (plan === undefined || all.some(({ verdict }) => verdict === 'fault'))
    throw new Error('Nothing was changed.');
  return plan;
}

/** The options of pgBackRest for the moment; PostgreSQL reads them when it starts. */
const targetOptions = ({ moment, timeline }: Target): readonly string[] => [
  ...(moment === null
    ? ['--type=default']
    : [
        '--type=time',
        `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`,
        '--target-action=promote',
      ]),
  ...(timeline === undefined ? [] : [`--target-timeline=${timeline}`]),
];

async function restoreDatabase(target: Target): Promise<void> {
  const { into, moment, port } = target;
  const { backup, walEnd } = await makePlan(target);
  const data = await dataFolder(process.env);
  const folder = into ?? data;
  if (folder !== undefined) await makeFolder(folder);
  const place = into === undefined ? ['--delta'] : [`--pg1-path=${into}`, '--archive-mode=off'];
  await pgbackrest(`--set=${backup.label}`, ...targetOptions(target), ...place, 'restore');
  if (into === undefined) {
    await becomeStoreOwner(readConfig(process.env));
    await noteRestore(moment ?? walEnd);
    await restoreDocuments(process.env, false, say);
    say('The files are restored. Start PostgreSQL, which now reads the WAL, and then run:');
    say('npm run restore -- finish');
    say('npm run verify');
    return;
  }
  const [start, remove] = commandsBeside(into, port, data);
  say('The files are restored. To start this cluster, to prove it, and to remove it:');
  say([start, verifyBeside(target), remove].join('\n'));
}

async function main(): Promise<void> {
  const command = parseCommand(process.argv.slice(2));
  if (command.name === 'finish') return finish(process.env, command.options, say);
  if (command.name === 'documents') return restoreDocuments(process.env, command.isDeep, say);
  return restoreDatabase(command.target);
}

loadSettings(SETTINGS_FILES.settings, SETTINGS_FILES.verify);
main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
