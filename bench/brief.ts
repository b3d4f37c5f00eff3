/**
 * `node bench/brief.ts`: runs every bench for about a second on a small database, so that none of them rots; its figures
 * mean nothing. Directus is left out, because it is installed separately. Names as arguments run only those benches.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { setup } from '#tools/testing/template.ts';
import { BENCHES } from './benches.ts';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const MAX_MS = 180_000;

const { values: given, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { report: { type: 'string' } },
});
const total = { passed: 0, failed: 0, benches: [] as { name: string; seconds: number }[] };

/** Each bench has a process of its own, because the recorder of statements sees those of the whole process. */
async function runBench(name: string): Promise<void> {
  const startedAt = performance.now();
  const error = await run(process.execPath, [MAIN, name, '--brief'], { timeout: MAX_MS }).then(
    () => '',
    (reason: unknown) => String(reason),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  total[error === '' ? 'passed' : 'failed'] += 1;
  total.benches.push({ name, seconds });
  const verdict = error === '' ? 'ok    ' : 'FAILED';
  process.stdout.write(`${verdict} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s\n`);
  if (error !== '') process.stdout.write(`${error.replaceAll(/^/gm, '  | ')}\n`);
}

async function runInTurn(names: Iterable<string>): Promise<void> {
  for (const name of names) await runBench(name);
}

await setup();
// Two at a time take the next one from the same iterator.
const names = (asked.length === 0 ? Object.keys(BENCHES) : asked).values();
await Promise.all([runInTurn(names), runInTurn(names)]);
if (given.report !== undefined) await writeFile(given.report, JSON.stringify(total));
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
