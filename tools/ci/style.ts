/**
 * Checks that no linter does: file lengths, forgotten notes, silenced tests, machine-specific paths, unlinked
 * decisions.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const WARN_LINES = 300;
const MAX_LINES = 400;
/** A test is often a long table of cases about one subject. */
const MAX_TEST_LINES = 500;
const MIN_REASON_CHARACTERS = 10;

/** One finding: a warning is shown, a failure stops the run. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly level: 'warning' | 'failure';
  readonly message: string;
}

interface LineRule {
  readonly files: RegExp;
  readonly pattern: RegExp;
  readonly message: string;
}

const CODE = /\.(?:tsx?|jsx?|cjs|mjs|sql|css)$/;
const TEST = /\.test\.tsx?$|^e2e\//;
const ANY = /./;

// The words are joined here so that this file does not match itself.
const FORGOTTEN = ['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK', 'X' + 'XX'].join('|');

const OLD_WORDS = [
  ...[
    'roo' + 'ms?',
    'doo' + 'rs?',
    'doo' + 'rkeepers?',
    'hou' + 'se',
    'store' + 'ys?',
    'lifeli' + 'ne',
    'be' + 'll',
  ],
  ...['be' + 'at', 'reck' + 'on.*?', 'say' + 'able', 'why' + 'not', 'caller' + 'of', 'the gua' + 'rd'],
].join('|');
const PARTICIPLES = [
  'Asking',
  'Asked',
  'Kept',
  'Left',
  'Told',
  'Made',
  'Standing',
  'Written',
  'Seen',
  'Said',
].join('|');

const LINE_RULES: readonly LineRule[] = [
  {
    files: ANY,
    pattern: new RegExp(String.raw`\b(?:${FORGOTTEN})\b`),
    message:
      'Do not leave a note to finish later, because nobody reads it; instead finish it, or open an issue.',
  },
  {
    files: TEST,
    pattern: /\.(?:only|skip|todo|fixme|skipIf|runIf|fails)\s*\(/,
    message:
      'Do not narrow or silence a test, because a skipped test proves nothing; instead mend it or delete it.',
  },
  {
    files: CODE,
    pattern: /@ts-(?:ignore|nocheck)\b/,
    message:
      'Do not silence the compiler; instead mend the type, or expect the one error and give the reason.',
  },
  {
    files: CODE,
    pattern: new RegExp(String.raw`@ts-expect-error\b(?!.*\w.{${MIN_REASON_CHARACTERS - 1}})`),
    message: 'Do not expect a type error without saying why.',
  },
  {
    files: CODE,
    pattern: new RegExp(
      String.raw`(?:\/[/*]\s*(?:ox|es)lint-disable|\b(?:v8|c8|istanbul) ignore)\b(?!.* -- .{${MIN_REASON_CHARACTERS},})`,
    ),
    message: 'Do not switch a check off without a reason; write " -- " and the reason after it.',
  },
  {
    files: ANY,
    pattern: /(?:^|[\s"'`=:(,])\/(?:work|root|tmp)\/[\w.-]/,
    message:
      'Do not name a path of one machine, because no other has it; instead derive it from the project or the system.',
  },
  {
    files: ANY,
    pattern:
      /\bregistry\.[\w-]+\.\w|\bnpmjs\.org\b|\bpypi\.org\b|^\s*(?:@[\w-]+:)?registry\s*=|_auth(?:Token)?\s*=/,
    message:
      'Do not name a package registry, because each place has its own; instead leave it to the installation.',
  },
  {
    files: ANY,
    pattern: /^(?:<{7}|>{7}|\|{7})(?:\s|$)/,
    message: 'A conflict was left half merged.',
  },
  {
    files: /^web\/(?!ui\/).*\.css$/,
    pattern: /#(?:[\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})\b|\b(?:rgb|hsl)a?\(|\boklch\(/,
    message:
      'Do not write a colour here, because light, dark and print draw from one palette; instead use a token of the theme.',
  },
  {
    files: /^web\/(?!patterns\/list\/).*\.tsx?$/,
    pattern: /\buseInfiniteQuery\b/,
    message:
      'Do not page through a list here, because useList does it for every list; instead use web/patterns/list.',
  },
  {
    files: /^web\/(?!wire\/).*(?<!\.test)\.tsx?$/,
    pattern: /\bSessionEndedError\b/,
    message:
      'Do not test for the end of the session here; instead use useProblem, QueryState or userMessage, which say nothing then.',
  },
  {
    files: /^(?!server\/platform\/(?:db\/(?:client|listener)|jobs\/worker-heartbeat)\.ts$).*\.ts$/,
    pattern: /\bnew pg\.Client\(/,
    message:
      'Do not open a connection by hand, because losing it while it rests ends the process; instead use withClient or openClient.',
  },
  {
    files: /^(?!CHANGELOG\.md$)/,
    pattern: new RegExp(String.raw`\b(?:${OLD_WORDS})\b`, 'i'),
    message:
      'Do not use a metaphor, because a newcomer searches for the term of the field; see docs/writing.md.',
  },
  {
    files: /\.tsx?$/,
    pattern: new RegExp(String.raw`\b(?:interface|type|class|enum|function) (?:${PARTICIPLES})\b`),
    message:
      'Do not name a thing by a bare participle, because it does not say what it holds; see docs/writing.md.',
  },
];

const isGenerated = (path: string, text: string): boolean =>
  path === 'package-lock.json' || path.startsWith('docs/api/') || text.slice(0, 200).includes('@generated');

function lengthOf(path: string, text: string): Finding[] {
  if (!CODE.test(path) || isGenerated(path, text)) return [];
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines <= WARN_LINES) return [];
  const maxLines = TEST.test(path) ? MAX_TEST_LINES : MAX_LINES;
  const level = lines > maxLines ? 'failure' : 'warning';
  return [{ path, line: lines, level, message: `${lines} lines: split it by matter (at most ${maxLines}).` }];
}

/** All findings in one file. */
export function checkFile(path: string, text: string): Finding[] {
  const rules = LINE_RULES.filter(({ files }) => files.test(path));
  const lines = text
    .split('\n')
    .flatMap((content, at) =>
      rules
        .filter(({ pattern }) => pattern.test(content))
        .map(({ message }): Finding => ({ path, line: at + 1, level: 'failure', message })),
    );
  return [...lengthOf(path, text), ...lines];
}

/** A decision must be linked in the index, or nobody finds it. */
export function unlinkedDecisions(paths: readonly string[], index: string): Finding[] {
  return paths
    .filter((path) => /^docs\/decisions\/.+\.md$/.test(path) && basename(path) !== 'README.md')
    .filter((path) => !index.includes(`](${basename(path)})`) && !index.includes(`](./${basename(path)})`))
    .map((path) => ({
      path,
      line: 1,
      level: 'failure',
      message: 'Link this decision in docs/decisions/README.md, because it is found nowhere else.',
    }));
}

const isText = (bytes: Buffer): boolean => !bytes.subarray(0, 8000).includes(0);

function main(): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(path));
  const findings = paths.flatMap((path) => {
    const bytes = readFileSync(path);
    return isText(bytes) ? checkFile(path, bytes.toString('utf8')) : [];
  });
  const index = 'docs/decisions/README.md';
  if (existsSync(index)) findings.push(...unlinkedDecisions(paths, readFileSync(index, 'utf8')));

  for (const { path, line, level, message } of findings)
    process.stdout.write(`${path}:${line} ${level}: ${message}\n`);
  const failures = findings.filter(({ level }) => level === 'failure').length;
  process.stdout.write(
    `${paths.length} files, ${failures} failures, ${findings.length - failures} warnings\n`,
  );
  if (failures > 0) process.exitCode = 1;
}

if (import.meta.main) main();
