/**
 * `npm run restore -- --to "2026-11-16 14:30:00+05:30"` sets the stopped database back to a moment, and `--to latest`
 * to the last WAL in the repository; missing documents come back from their copy. `--into FOLDER` restores a second
 * cluster beside the running one, which archives nothing, and touches nothing else.
 */
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '#server/platform/config.ts';
import { openHeadStore } from '#server/platform/files/open.ts';
import { readSigningKey, storeNote } from '#server/platform/trail/notes.ts';
import { becomeStoreOwner, copyMissing, copySettings, openBoth } from '#tools/backup/objects.ts';
import { pgbackrest } from '#tools/backup/pgbackrest.ts';
import { parseMoment } from './moment.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Notes outside of the database that it was set back, so that later heads are not missed. */
async function noteRestore(config: Config, to: Date): Promise<void> {
  const store = await openHeadStore(config);
  if (store === null) return;
  await storeNote(store, await readSigningKey(config.TRAIL_HEAD_KEY), {
    kind: 'restore',
    at: new Date().toISOString(),
    to: to.toISOString(),
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, into: { type: 'string' } } });
  if (values.to === undefined)
    throw new Error('usage: npm run restore -- --to "2026-11-16 14:30:00+05:30" | latest [--into FOLDER]');
  // Wrong settings are told before anything is touched.
  if (values.into === undefined) copySettings(process.env);
  const to = values.to === 'latest' ? null : parseMoment(values.to);
  const target =
    to === null
      ? ['--type=default']
      : [
          '--type=time',
          `--target=${to.toISOString().replace('T', ' ').replace('Z', '+00')}`,
          '--target-action=promote',
        ];
  const place = values.into === undefined ? ['--delta'] : [`--pg1-path=${values.into}`, '--archive-mode=off'];
  await pgbackrest(...target, ...place, 'restore');
  if (values.into === undefined) {
    const config = readConfig(process.env);
    await becomeStoreOwner(config);
    if (to !== null) await noteRestore(config, to);
    const { store, copy } = await openBoth(process.env);
    const { copied } = await copyMissing(copy, store);
    say(`${copied} missing documents came back from their copy.`);
  }
  say(`The files are restored. Start PostgreSQL, which now reads the WAL, and then run:`);
  say(`npm run verify${to === null ? '' : ` -- --to "${values.to}"`}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
