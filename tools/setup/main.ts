import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { migrate } from '#server/platform/db/provision.ts';
import { examine, report } from '#tools/doctor/doctor.ts';
import { askAnswers, readAnswers } from './answers.ts';
import { firstLink, LINK_HOURS, makeFirstUser, makeSettings } from './install.ts';

/**
 * `npm run setup` asks, `npm run setup -- answers.txt` reads the answers from a file. Creates the roles, the tables, the
 * company profile and the first administrator, writes the settings, and ends with the doctor's report. Running it again
 * brings the tables up to date and changes nothing else.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const path = process.argv[2];
  const answers = await (path === undefined ? askAnswers() : readAnswers(path));
  const done = await migrate(answers.DATABASE_URL);
  say(done.length === 0 ? 'The tables were up to date.' : `Created the tables (${done.length} migrations).`);

  if (existsSync(answers.SETTINGS_FILE)) say(`Kept the settings of ${answers.SETTINGS_FILE}.`);
  else {
    const settings = Object.entries(await makeSettings(answers)).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(answers.SETTINGS_FILE, settings.join(''), { mode: 0o600, flag: 'wx' });
    say(`Wrote the settings to ${answers.SETTINGS_FILE}. Only its owner can read it.`);
  }

  const token = await makeFirstUser(answers);
  if (token === null) say('The database has its first user already.');
  else {
    say(`${answers.ADMIN_USER} chooses a password at this address. It works once, for ${LINK_HOURS} hours:`);
    say(firstLink(answers.PUBLIC_URL, token));
  }

  say('');
  const settings = parseEnv(await readFile(answers.SETTINGS_FILE, 'utf8'));
  say(report(await examine({ ...process.env, ...settings })));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
