import { until } from '#tools/testing/until.ts';
import type { Findings } from './drill.ts';
import { ADMIN } from './install-machine.ts';
import type { Office, SavedRequest } from './install-office.ts';
import type { Machine } from './machine.ts';

export const UP_MS = 180_000;
const UNITS = [
  ...['bureau-web@8080', 'bureau-web@8081', 'bureau-worker', 'haproxy', 'postgresql@15-main'],
  ...['bureau-backup.timer', 'bureau-copy.timer'],
];

export function judgeDoctor(findings: Findings, when: string, output: string): void {
  findings.equals(`doctor finds no fault ${when}`, output.match(/^FAULT.*$/gm), null);
  findings.holds(`doctor was run ${when}`, /^0 faults, /m.test(output) ? [] : [output.slice(-500)]);
  findings.holds(
    `doctor sees documents, checksums and encoding ${when}`,
    ['object store /var/lib/bureau/objects has', 'checksums of the data are on', 'is UTF8'].filter(
      (text) => !output.includes(text),
    ),
  );
}

export async function judgeRequests(
  findings: Findings,
  when: string,
  office: Office,
  saved: readonly SavedRequest[],
): Promise<void> {
  await office.signIn(ADMIN.user, ADMIN.password);
  const faults: string[] = [];
  for (const one of saved) faults.push(...(await office.faultsOf(one)));
  findings.holds(`${saved.length} requests are there with their documents ${when}`, faults);
}

export async function judgeUnits(findings: Findings, when: string, machine: Machine): Promise<void> {
  const { output } = await machine.run(`systemctl is-active ${UNITS.join(' ')}`);
  const states = output.trim().split('\n');
  findings.equals(
    `every service and timer is active ${when}`,
    states,
    UNITS.map(() => 'active'),
  );
  const failed = await machine.run('systemctl --failed --no-legend --plain');
  findings.equals(`no unit has failed ${when}`, failed.output.trim(), '');
}

/** WAL is sent at least every minute; what is younger may be lost with the disk. */
export async function untilArchived(machine: Machine): Promise<void> {
  await machine.must(`runuser -u postgres -- psql -c 'select pg_switch_wal()'`);
  const archived = `select coalesce(last_archived_wal, '') >= pg_walfile_name(pg_current_wal_lsn() - 1) from pg_stat_archiver`;
  await until(
    async () =>
      (await machine.run(`cd / && runuser -u postgres -- psql -Atc "${archived}"`)).output.trim() === 't',
    { withinMs: UP_MS },
  );
}

/** A head of the trail that is noted now. */
export async function noteHead(machine: Machine): Promise<void> {
  const countHeads = async () =>
    Number((await machine.run('find /srv/heads/objects -type f 2>/dev/null | wc -l')).output);
  const before = await countHeads();
  const note = `select graphile_worker.add_job('platform:note-head')`;
  await machine.must(`runuser -u postgres -- psql bureau -c "${note}"`);
  await until(async () => (await countHeads()) > before, { withinMs: UP_MS });
}
