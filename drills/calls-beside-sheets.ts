import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_IMPORT_ROWS, MAX_READ_ROWS } from '#server/platform/limits.ts';
import { percentile, type Drill } from './drill.ts';
import { Ground, signIn } from './ground.ts';
import { COLUMNS, KINDS, rowsUpTo, workbookOf } from './hostile/large-workbooks.ts';
import { startProbe } from './hostile/start-probe.ts';

const MEGABYTE = 1024 * 1024;
/** How long other calls may take while a sheet is read, p99, on a quiet machine. */
const MAX_CALL_MS = 100;
/** A call passes three processes, and the machine may delay each of them. */
const CALL_SHARE = 3;
const IDLE_MS = 10_000;

/** Random texts, which hardly pack: as many rows as an import takes, in a file just below 10 MB. */
const noise = () =>
  Array.from({ length: MAX_IMPORT_ROWS }, () =>
    Array.from({ length: COLUMNS }, () => randomBytes(10).toString('hex')),
  );

/** While a server reads sheets of up to 10 MB, its other calls do not wait. */
export const callsBesideSheets: Drill = {
  name: 'calls-beside-sheets',
  run: (findings) =>
    Ground.with(async (ground) => {
      const files = [
        // More rows than an import takes: they are read and refused.
        await workbookOf(rowsUpTo(MAX_READ_ROWS * 0.8)),
        // The server also takes the rows, batch by batch.
        await workbookOf(
          noise(),
          KINDS.map(() => 'text' as const),
        ),
      ];
      const server = await ground.start({ ROLE: 'web' });
      const sid = await signIn(server.url, 'admin');
      const idle = await startProbe(server.url, { withCalls: true });
      await sleep(IDLE_MS);
      const { callMs: idleMs } = await idle.stop();

      const probe = await startProbe(server.url, { withCalls: true });
      const startedAt = performance.now();
      const answers: unknown[] = [];
      for (const file of files) answers.push(await sendSheet(server.url, sid, file));
      const seconds = (performance.now() - startedAt) / 1_000;
      const { callMs, controlMs, failures } = await probe.stop();

      // A delay that also affects a server that does nothing is caused by the machine.
      const machineMs = percentile(controlMs, 0.99);
      const p99 = percentile(callMs, 0.99);
      findings.equals('the sheets are read', answers, [
        { status: 200, error: `The sheet has more than ${MAX_IMPORT_ROWS} rows. Please split it.` },
        { status: 200, error: '' },
      ]);
      findings.holds('everybody else is served meanwhile', failures);
      findings.holds(
        `other calls take at most ${MAX_CALL_MS} ms on a quiet machine, p99`,
        p99 <= MAX_CALL_MS + CALL_SHARE * machineMs ? [] : [`${Math.round(p99)} ms`],
      );
      const sizes = files.map(({ length }) => (length / MEGABYTE).toFixed(1));
      findings.figure('files, MB', sizes.join(' and '));
      findings.figure('s to read them', seconds);
      findings.figure('other calls meanwhile', callMs.length);
      findings.figure('other calls p50 ms', percentile(callMs, 0.5));
      findings.figure('other calls p99 ms', p99);
      findings.figure('other calls p99 ms before', percentile(idleMs, 0.99));
      findings.figure('a server that does nothing, p99 ms', machineMs);
    }),
};

async function sendSheet(
  url: string,
  sid: string,
  file: Buffer,
): Promise<{ status: number; error: unknown }> {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid, uploadType: 'importcheck' }));
  form.append('file', new Blob([new Uint8Array(file)]), 'sheet.xlsx');
  const response = await fetch(`${url}/api/country_a.php`, { method: 'POST', body: form });
  const { error } = (await response.json()) as { error: unknown };
  return { status: response.status, error };
}
