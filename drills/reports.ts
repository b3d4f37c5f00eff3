import { read, utils } from '@e965/xlsx';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { growDemo } from '#tools/demo/large.ts';
import { growNotes } from '#tools/demo/large-notes.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import type { Drill } from './drill.ts';
import { Ground, signIn } from './ground.ts';

/** The average share of a trip's six postings that belong to the vault of its branch. */
const VAULT_SHARE = 1.4 / 6;
const WARM_UPS = 3;
const MAX_GROWTH_MB = 60;
const LOOK_EVERY_MS = 25;
/** A reader on a slow connection: a number of bytes, then a pause. */
const SLOW = { bytes: 32 * 1024, pauseMs: 50 } as const;

/**
 * Three years of a busy vault as a file, for a fast and a slow reader: the file contains every movement, and the server
 * holds only the part in transit.
 */
export const reports: Drill = {
  name: 'reports',
  run: (findings, { movements }) =>
    Ground.with(async (ground) => {
      const { admin } = ground.database;
      await growDemo(admin, { entities: 20, users: 0, cities: 0, employees: 60, trailRows: 0 });
      await growNotes(admin, Math.ceil(movements / VAULT_SHARE), 1);
      const { rows } = await admin.query<{ code: string; n: number }>(
        `select h.code, count(*)::integer as n from notes.posting p join notes.holder_name h on h.srno = p.holder
         where h.employee_kind = 'V' group by 1 order by 2 desc limit 1`,
      );
      const { code = '', n = 0 } = rows[0] ?? {};
      findings.figure('movements of the vault', n);
      const server = await ground.start({ CHECK_REPLIES: 'off' });
      const session = await signIn(server.url, 'admin');
      const asked = { mode: 'Download', empcode: code, fromdate: '2020-01-01', todate: '2199-12-31' };
      const body = (more: object) =>
        fieldsBody([session, 'INOUTREPORT', JSON.stringify({ ...asked, ...more })]);
      const take = async (text: string, pauseMs: number) => {
        const response = await fetch(`${server.url}/api/report_a.php`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: text,
        });
        return takeSlowly(response, pauseMs);
      };
      // The base memory for a report does not grow with the file. The heap has reached its size after a few runs.
      await take(body({ fromdate: '2199-01-01' }), 0);
      for (let run = 0; run < WARM_UPS; run += 1) await take(body({}), 0);

      for (const [reader, pauseMs] of [
        ['quick', 0],
        ['slow', SLOW.pauseMs],
      ] as const) {
        const memory = watchMemory(server.pid);
        const startedAt = performance.now();
        const file = await take(body({}), pauseMs);
        const growthMb = await memory.growthMb();
        findings.figure(`${reader} reader, seconds`, (performance.now() - startedAt) / 1_000);
        findings.figure(`${reader} reader, file in MB`, file.length / 1_048_576);
        findings.figure(`${reader} reader, growth in MB`, growthMb);
        findings.holds(
          `memory grows by less than ${MAX_GROWTH_MB} MB for a ${reader} reader`,
          growthMb < MAX_GROWTH_MB ? [] : [growthMb],
        );
        findings.equals(`the file for a ${reader} reader has every movement`, movementsIn(file), n);
      }
      findings.holds('nothing was logged as an error', server.errors);
    }),
};

async function takeSlowly(response: Response, pauseMs: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let since = 0;
  for await (const part of response.body ?? []) {
    parts.push(Buffer.from(part as Uint8Array));
    since += (part as Uint8Array).length;
    if (pauseMs === 0 || since < SLOW.bytes) continue;
    since = 0;
    await sleep(pauseMs);
  }
  return Buffer.concat(parts);
}

/** Rows that are neither the header nor an opening or closing balance. */
function movementsIn(file: Buffer): number {
  const book = read(file, { dense: true });
  const rows = utils.sheet_to_json<unknown[]>(book.Sheets['In Out']!, { header: 1 });
  return rows.slice(1).filter((row) => row[1] !== 'Opening' && row[1] !== 'Closing').length;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

/** The maximum growth of a process's memory since the watch began. */
function watchMemory(pid: number) {
  let isOver = false;
  const watch = (async () => {
    const before = await residentMb(pid);
    let most = before;
    while (!isOver) {
      most = Math.max(most, await residentMb(pid));
      await sleep(LOOK_EVERY_MS);
    }
    return most - before;
  })();
  return {
    growthMb: () => {
      isOver = true;
      return watch;
    },
  };
}
