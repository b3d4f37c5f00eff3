import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig, type Config } from '#server/platform/config.ts';
import { openHeadStore, openStore, storePlace } from '#server/platform/files/open.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { readSigningKey } from '#server/platform/trail/notes.ts';
import { leadsTo, readWalArchive, restorableWal, type WalArchive } from '#tools/backup/archive.ts';
import { asStoreOwner, copySettings } from '#tools/backup/objects.ts';
import { listBackups, type Backup } from '#tools/backup/pgbackrest.ts';
import { advice, fault, ok, reasonOf, type Finding } from '#tools/doctor/finding.ts';
import { checkEmpty, checkSpace, checkStopped, checkUnarchived, dataFolder } from './cluster.ts';
import type { Target } from './target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The repository tells the time of a file in whole seconds. */
const CLOCK_STEP_MS = 1_000;
const ANSWER_MS = 30_000;

/** What a restore would use. */
export interface Plan {
  readonly backup: Backup;
  /** When the last WAL that can be read came into the repository. */
  readonly walEnd: Date;
}

const at = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** A store that cannot be used, or does not answer, is told as a fault. */
async function checked(about: string, work: () => Promise<string>): Promise<Finding> {
  const late = sleep(ANSWER_MS, undefined, { ref: false }).then((): never => {
    throw new Error(`no answer in ${ANSWER_MS / 1_000} s`);
  });
  try {
    return ok(about, await Promise.race([work(), late]));
  } catch (error) {
    return fault(about, `cannot be used: ${reasonOf(error)}${causeOf(error)}`);
  }
}

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? ` (${reasonOf(error.cause)})` : '';

/** Puts an object and removes it: a bucket that can be seen may still refuse what is written. */
async function tryOut(store: ObjectStore): Promise<void> {
  await store.check();
  const { hash } = await store.put(Buffer.from('npm run restore looks whether it can write here\n'));
  await store.remove(hash);
}

/** The store, its copy, the notes and their key, each used as the user of the server. */
export async function checkStores(environment: Environment): Promise<readonly Finding[]> {
  try {
    const config = readConfig(environment);
    const copy = copySettings(environment);
    return await asStoreOwner(config, () =>
      Promise.all([
        checked('documents', async () => {
          await tryOut(await openStore(config));
          return `: ${storePlace(config)} can be written.`;
        }),
        checked('copy', async () => {
          await (await openStore(copy)).check();
          return `: ${storePlace(copy)} can be used.`;
        }),
        checkHeadStore(config),
      ]),
    );
  } catch (error) {
    if (error instanceof ConfigError) return [fault('settings', `: ${error.message}`)];
    throw error;
  }
}

async function checkHeadStore(config: Config): Promise<Finding> {
  const store = await openHeadStore(config);
  if (store === null) return advice('heads', 'of the trail are not kept outside of the database.');
  return checked('heads', async () => {
    await readSigningKey(config.TRAIL_HEAD_KEY);
    await store.check();
    return `: ${config.TRAIL_HEAD_STORE} can be written, and the key can be read.`;
  });
}

/** The WAL of each cluster that the repository has had, read once. */
function walArchives({ timeline }: Target): (backup: Backup) => Promise<WalArchive> {
  const read = new Map<number, Promise<WalArchive>>();
  return (backup) => {
    const archive = read.get(backup.database.id) ?? readWalArchive(backup, timeline);
    read.set(backup.database.id, archive);
    return archive;
  };
}

/** The newest backup that was complete at the moment and from which the timeline comes. */
async function lastBackup(
  backups: readonly Backup[],
  isBefore: (backup: Backup) => boolean,
  archiveOf: (backup: Backup) => Promise<WalArchive>,
): Promise<Backup | undefined> {
  for (const backup of backups.filter(isBefore).toReversed())
    if (leadsTo(backup, await archiveOf(backup))) return backup;
  return undefined;
}

/** The backup to begin with: the one that is asked for, or the last that leads to the moment. */
async function chooseBackup(
  backups: readonly Backup[],
  { moment, set }: Target,
  archiveOf: (backup: Backup) => Promise<WalArchive>,
): Promise<Backup | Finding> {
  const isBefore = ({ timestamp }: Backup) => moment === null || timestamp.stop * 1_000 <= moment.getTime();
  const [oldest] = backups;
  if (oldest === undefined) return fault('backup', ': the repository has none.');
  if (set === undefined)
    return (
      (await lastBackup(backups, isBefore, archiveOf)) ??
      fault(
        'backup',
        `: the repository has none before the moment on the way to timeline ${(await archiveOf(oldest)).timeline}; the oldest is of ${at(oldest.timestamp.stop)}.`,
      )
    );
  const found = backups.find(({ label }) => label === set);
  if (found === undefined)
    return fault(
      'backup',
      `${set} is not in the repository. It has ${backups.map(({ label }) => label).join(', ')}.`,
    );
  if (!isBefore(found))
    return fault('backup', `${found.label} ended at ${at(found.timestamp.stop)}, after the moment.`);
  const archive = await archiveOf(found);
  return leadsTo(found, archive)
    ? found
    : fault(
        'backup',
        `${found.label} is of a past that a restore gave up, so timeline ${archive.timeline} does not come from it. --timeline names another one.`,
      );
}

const isFinding = (value: Backup | Finding): value is Finding => 'verdict' in value;

/** Whether the WAL reaches the moment, and what is lost because of a gap in it. */
function checkWal(
  backup: Backup,
  archive: WalArchive,
  target: Target,
): { findings: Finding[]; walEnd?: Date } {
  const { last, gap } = restorableWal(backup, archive);
  if (last === undefined)
    return {
      findings: [
        fault('WAL', `: ${backup.archive.start}, with which backup ${backup.label} begins, is missing.`),
      ],
    };
  const findings = [
    ok('WAL', `: the last that can be read came into the repository at ${last.at.toISOString()}.`),
  ];
  const { moment } = target;
  const isReached =
    moment === null ? gap === undefined : moment.getTime() < last.at.getTime() + CLOCK_STEP_MS;
  if (gap !== undefined && !isReached) {
    const text = `: ${gap.missing} is missing, so everything after ${last.at.toISOString()} is lost, although the repository has WAL up to ${gap.until.at.toISOString()}.`;
    findings.push(
      target.acceptsGap && moment === null
        ? advice('WAL', text)
        : fault('WAL', `${text} To restore what is before it: --to latest --accept-gap.`),
    );
  } else if (!isReached) findings.push(fault('WAL', `: it does not reach the moment. Restore --to latest.`));
  return { findings, walEnd: last.at };
}

/** The backup and the WAL; the plan is undefined if the moment cannot be restored. */
export async function checkRepository(
  target: Target,
): Promise<{ findings: readonly Finding[]; plan?: Plan }> {
  try {
    const archiveOf = walArchives(target);
    const backup = await chooseBackup(await listBackups(), target, archiveOf);
    if (isFinding(backup)) return { findings: [backup] };
    const { findings, walEnd } = checkWal(backup, await archiveOf(backup), target);
    const said = [ok('backup', `${backup.label} of ${at(backup.timestamp.stop)} is used.`), ...findings];
    return walEnd === undefined ? { findings: said } : { findings: said, plan: { backup, walEnd } };
  } catch (error) {
    return { findings: [fault('repository', `cannot be used: ${reasonOf(error)}`)] };
  }
}

/** The place of the restored files. */
export async function checkPlace(
  { into, discardsWal }: Target,
  environment: Environment,
  bytes: number,
): Promise<readonly Finding[]> {
  if (into !== undefined) return [await checkEmpty(into), await checkSpace(into, bytes)];
  const data = await dataFolder(environment);
  if (data === undefined)
    return [
      advice(
        'PostgreSQL',
        ': the configuration of pgBackRest names no pg1-path, so its folder was not looked at.',
      ),
    ];
  return [await checkStopped(data), await checkUnarchived(data, discardsWal), await checkSpace(data, bytes)];
}
