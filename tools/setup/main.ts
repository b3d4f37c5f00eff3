import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs, parseEnv } from 'node:util';
import { migrate } from '#server/platform/db/provision.ts';
import { examineAsServer, report } from '#tools/doctor/doctor.ts';
import { askAnswers, readAnswers } from './answers.ts';
import { firstLink, hasLogins, LINK_HOURS, makeFirstUser, refuseEncoding, writeSettings } from './install.ts';

/**
 * `npm run setup` asks, `npm run setup -- answers.txt` reads the answers from a file. Creates the roles, the tables, the
 * company profile and the first administrator, writes the settings, and ends with the doctor's report. Running it again
 * brings the tables up to date and changes nothing else; `--new-passwords` also renews the passwords of the database.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values: given, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'new-passwords': { type: 'boolean', default: false } },
  });
  const [path] = positionals;
  const answers = await (path === undefined ? askAnswers() : readAnswers(path));
  const { SETTINGS_FILE: file } = answers;
  // The database knows whether processes rely on the passwords of its logins. The file may have been moved.
  const mayRenew = given['new-passwords'];
  const isInstalled = await hasLogins(answers);
  if (!isInstalled && !mayRenew && existsSync(file))
    throw new Error(
      `${file} exists already, and the database has no logins yet. Name another SETTINGS_FILE or move this one away.`,
    );
  await refuseEncoding(answers);
  const done = await migrate(answers.DATABASE_URL);
  say(done.length === 0 ? 'The tables were up to date.' : `Created the tables (${done.length} migrations).`);

  if (!isInstalled || mayRenew) await writeSettings(answers, { mayRenew });
  if (!isInstalled) say(`Wrote the settings to ${file}. Only its owner can read it.`);
  else if (mayRenew) {
    say(
      `New passwords of the database are in ${file}. Copy it to wherever the processes read their settings`,
    );
    say('and restart every process: with the former passwords they cannot connect any more.');
  } else if (existsSync(file)) say(`Kept the settings of ${file}.`);
  else {
    say('The database has its logins already, so their passwords were kept and no settings were written.');
    say('If the settings are lost: npm run setup -- --new-passwords');
  }

  const token = await makeFirstUser(answers);
  if (token === null) say('The database has its first user already.');
  else {
    say(`${answers.ADMIN_USER} chooses a password at this address. It works once, for ${LINK_HOURS} hours:`);
    say(firstLink(answers.PUBLIC_URL, token));
  }

  if (!existsSync(file)) return;
  say('');
  const settings = parseEnv(await readFile(file, 'utf8'));
  say(report(await examineAsServer({ ...process.env, ...settings })));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
