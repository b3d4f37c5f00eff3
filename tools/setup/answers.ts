import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { SETTINGS_FILES } from '#tools/config/environment.ts';

/** What a new installation must know. A question with a default may be left empty. */
export const QUESTIONS = {
  DATABASE_URL: { ask: 'Address of the empty database, with a login that may create roles (postgres://…)' },
  PUBLIC_URL: { ask: 'Address at which people will reach Bureau (https://…)' },
  COMPANY_NAME: { ask: 'Name of the company, as printed on its papers' },
  COMPANY_ADDRESS: { ask: 'Address of the company, in one line' },
  COMPANY_LICENCE: { ask: 'Number of its RBI licence', standard: '' },
  COMPANY_GSTIN: { ask: 'Its GSTIN', standard: '' },
  ADMIN_USER: { ask: 'User id of the first administrator', standard: 'admin' },
  ADMIN_NAME: { ask: 'Name of the first administrator' },
  ADMIN_EMAIL: { ask: 'E-mail address of the first administrator' },
  OBJECT_STORE_DIR: {
    ask: 'Folder of the documents, its absolute path',
    standard: '/var/lib/bureau/objects',
  },
  SETTINGS_FILE: { ask: 'File to write the settings to', standard: SETTINGS_FILES.settings },
} as const satisfies Record<string, { readonly ask: string; readonly standard?: string }>;

export type Answers = Readonly<Record<keyof typeof QUESTIONS, string>>;

const NAMES = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[];
const standardOf = (name: keyof typeof QUESTIONS): string | undefined =>
  (QUESTIONS[name] as { readonly standard?: string }).standard;

/** The answers of a file with lines NAME=value. Refuses a missing answer and a name that is not a question. */
export async function readAnswers(path: string): Promise<Answers> {
  const given = new Map<string, string>();
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const [, name, value] = /^\s*([A-Z_]+)\s*=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) given.set(name, value.trim());
    else if (line.trim() !== '' && !line.trim().startsWith('#'))
      throw new Error(`${path}: this line is not NAME=value: ${line}`);
  }
  const unknown = [...given.keys()].filter((name) => !(name in QUESTIONS));
  if (unknown.length > 0) throw new Error(`${path}: nobody asks for ${unknown.join(', ')}`);
  return complete((name) => given.get(name) ?? '', path);
}

/** The answers of a person at a terminal; an empty line takes the default. */
export async function askAnswers(): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const given = new Map<string, string>();
    for (const name of NAMES) {
      const standard = standardOf(name);
      const hint = standard === undefined ? '' : ` [${standard}]`;
      given.set(name, (await terminal.question(`${QUESTIONS[name].ask}${hint}: `)).trim());
    }
    return complete((name) => given.get(name) ?? '', 'the answers');
  } finally {
    terminal.close();
  }
}

function complete(given: (name: string) => string, where: string): Answers {
  const answers = Object.fromEntries(NAMES.map((name) => [name, given(name) || (standardOf(name) ?? '')]));
  const missing = NAMES.filter((name) => answers[name] === '' && standardOf(name) === undefined);
  if (missing.length > 0) throw new Error(`${where}: these are missing: ${missing.join(', ')}`);
  if (!isAbsolute(answers['OBJECT_STORE_DIR'] ?? ''))
    throw new Error(`${where}: OBJECT_STORE_DIR must be an absolute path.`);
  return answers as Answers;
}
