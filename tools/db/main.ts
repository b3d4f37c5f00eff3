import { migrate } from '#server/platform/db/provision.ts';

/** `npm run db -- migrate` brings the database of DATABASE_URL up to date. `npm run setup` makes a new installation. */
const adminUrl = process.env['DATABASE_URL'] ?? '';
const command = process.argv[2] ?? '';

async function main(): Promise<void> {
  if (adminUrl === '' || command !== 'migrate')
    throw new Error('Use: DATABASE_URL=postgres://… npm run db -- migrate');
  const done = await migrate(adminUrl);
  process.stdout.write(
    done.length === 0 ? 'The database was up to date.\n' : `Migrated: ${done.join(', ')}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
