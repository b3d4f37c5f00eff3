import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const FOLDER = '/etc/bureau';
const OPTION = '--env-file';

/** The files of an installation: the settings of the server, and logins that only some commands need. */
export const SETTINGS_FILES = {
  settings: `${FOLDER}/bureau.env`,
  /** A login that owns the database. */
  owner: `${FOLDER}/owner.env`,
  /** A login that reads every row. */
  verify: `${FOLDER}/verify.env`,
} as const;

/**
 * Takes `--env-file FILE` out of the arguments, as often as it is there, because the options of a command are read
 * strictly.
 */
export function takeEnvFiles(args: string[]): readonly string[] {
  const files: string[] = [];
  for (let at = args.findIndex(isOption); at >= 0; at = args.findIndex(isOption)) {
    const [, written] = args[at]?.split(/=(.*)/s) ?? [];
    const [file = ''] = written === undefined ? args.splice(at, 2).slice(1) : [written];
    if (written !== undefined) args.splice(at, 1);
    if (file === '') throw new Error(`${OPTION} needs the name of a file.`);
    files.push(file);
  }
  return files;
}
const isOption = (arg: string): boolean => arg === OPTION || arg.startsWith(`${OPTION}=`);

/**
 * Adds the settings of the files to the environment, whose own values go first. The files are those of `--env-file`, or the
 * standard ones where they exist. No shell reads them: it would replace a `$` in a password and end a value at a space.
 */
export function loadSettings(...standard: readonly string[]): void {
  const named = takeEnvFiles(process.argv);
  const files = named.length > 0 ? named : standard.filter((file) => existsSync(file));
  // A later file goes before an earlier one.
  for (const file of files.toReversed())
    for (const [name, value] of Object.entries(parseEnv(read(file)))) process.env[name] ??= value;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The settings of ${file} cannot be read: ${reason}\n`);
    return process.exit(1);
  }
}
