import { migrate } from '#server/platform/db/provision.ts';
import { loadSettings, SETTINGS_FILES } from '#tools/config/environment.ts';
import { release } from './release.ts';

/**
 * `npm run db -- migrate` brings the database of DATABASE_URL up to date, which /etc/bureau/owner.env or `--env-file` has;
 * `npm run setup` makes a new installation. `npm run db -- release VERSION` notes the commit that is checked out as a
 * release.
 */
loadSettings(SETTINGS_FILES.owner);
const adminUrl = process.env['DATABASE_URL'] ?? '';
const [command, version] = process.argv.slice(2);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  if (command === 'release' && version !== undefined) return say(await release(version));
  if (adminUrl === '' || command !== 'migrate')
    throw new Error(
      'Use: npm run db -- migrate [--env-file FILE], with DATABASE_URL in the file, or npm run db -- release VERSION',
    );
  const done = await migrate(adminUrl, { say });
  say(done.length === 0 ? 'The database was up to date.' : `Migrated: ${done.join(', ')}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
