import { join } from 'node:path';
import { runProgram } from '#tools/testing/daemon.ts';
import { until } from '#tools/testing/until.ts';
import type { Findings } from './drill.ts';
import { judgeDoctor, judgeRequests, judgeUnits, noteHead, untilArchived, UP_MS } from './install-judge.ts';
import {
  CERTIFICATE,
  FOLDERS,
  MAIL_FROM,
  PUBLIC_URL,
  runSection,
  SMTP_URL,
  startMachine,
  VALUES,
  type Closers,
  type Ground,
} from './install-machine.ts';
import { Office, type SavedRequest } from './install-office.ts';
import type { Machine } from './machine.ts';

const KEPT = '/srv/kept';
const KEPT_PASSPHRASE = "it's a $HOME of two people";
const NEXT_RELEASE = '/srv/bureau-next.tar';
const REQUESTS = 3;
/** No user of a new machine has it. */
const STRANGER = '54321:54321';
const HEADS_WITHOUT_KEY = '/srv/new-heads';

/** The folders of the copy and of the heads are away, as when the machine that has them is off. */
export async function loseShares(findings: Findings, machine: Machine, office: Office): Promise<void> {
  const units = 'bureau-web@8080 bureau-web@8081 bureau-worker';
  await machine.must(`mv ${FOLDERS.COPY} /srv/copy-away && mv ${FOLDERS.HEADS} /srv/heads-away
    systemctl restart ${units}`);
  await until(() => office.isReady(), { withinMs: UP_MS }).catch(() => undefined);
  findings.equals('Bureau starts while the copy and the heads are away', await office.isReady(), true);
  const { code } = await machine.run('systemctl start bureau-copy');
  const told = async () =>
    (await machine.run('journalctl -u bureau-failed@bureau-copy.service.service -o cat')).output.includes(
      'has failed',
    );
  await until(told, { withinMs: UP_MS }).catch(() => undefined);
  findings.equals('the copy fails meanwhile, and this is told', [code !== 0, await told()], [true, true]);
  await machine.must(`mv /srv/copy-away ${FOLDERS.COPY} && mv /srv/heads-away ${FOLDERS.HEADS}
    systemctl restart ${units} && systemctl reset-failed bureau-copy && systemctl start bureau-copy`);
  await until(() => office.isReady(), { withinMs: UP_MS });
}

/** What was saved on the machine that is lost, and where. */
interface Site {
  readonly ground: Ground;
  readonly machine: Machine;
  readonly office: Office;
  readonly saved: readonly SavedRequest[];
}

/** Saves more requests, without another backup of the database. */
async function saveMore(machine: Machine, office: Office, name: string): Promise<readonly SavedRequest[]> {
  const saved: SavedRequest[] = [];
  for (let number = 1; number <= REQUESTS; number += 1)
    saved.push(await office.saveRequest(`${name} ${number}`));
  await noteHead(machine);
  await untilArchived(machine);
  return saved;
}

/** The folders as another machine has them, where the numbers of the users are those of nobody. */
const estrange = (machine: Machine) =>
  machine.must(`chown --recursive ${STRANGER} ${Object.values(FOLDERS).join(' ')}`);

async function judge(
  findings: Findings,
  when: string,
  output: string,
  { machine, office, saved }: Omit<Site, 'ground'>,
): Promise<void> {
  const blocks = output.split(/^--- /m);
  const verified = blocks.find((block) => block.includes(`${saved.length} documents are in`)) ?? '';
  findings.holds(`verify was run ${when}`, verified === '' ? [output.slice(-3_000)] : []);
  findings.equals(`verify finds no fault ${when}`, verified.match(/^FAULT.*$/gm), null);
  judgeDoctor(findings, when, blocks.at(-1) ?? '');
  await until(() => office.isReady(), { withinMs: UP_MS });
  await judgeRequests(findings, when, office, saved);
  await machine.must('systemctl start bureau-repository bureau-copy');
  await judgeUnits(findings, when, machine);
}

/** Only what the page says to keep elsewhere is left, and another machine gets it. */
export async function loseMachine(findings: Findings, closers: Closers, lost: Site): Promise<void> {
  const { ground } = lost;
  await runSection(findings, lost.machine, 'What must be kept elsewhere', { KEPT, KEPT_PASSPHRASE });
  const saved = [...lost.saved, ...(await saveMore(lost.machine, lost.office, 'before the machine is lost'))];
  await lost.machine.cutPower();
  const machine = await startMachine(ground, closers, { name: 'second', number: 3 });
  for (const path of [KEPT, NEXT_RELEASE, ...Object.values(FOLDERS)])
    await runProgram('cp', ['--archive', join(lost.machine.root, path), join(machine.root, path)]);
  await estrange(machine);
  const values = { ...VALUES, RELEASE: NEXT_RELEASE };
  await runSection(findings, machine, 'Installing on Debian 12', values, 2);
  const kept = { KEPT, KEPT_PASSPHRASE, ...FOLDERS };
  const output = await runSection(findings, machine, 'The whole machine is lost', kept);
  const office = new Office(machine.address, PUBLIC_URL, ground.authority);
  closers.push(async () => office.close());
  await judge(findings, 'after the loss of the machine', output, { machine, office, saved });
  await loseKeptFile(findings, { machine, office, saved });
}

/** The machine is lost once more, and of the kept file only the passphrase of the backups is left. */
async function loseKeptFile(findings: Findings, site: Omit<Site, 'ground'>): Promise<void> {
  const { machine, office } = site;
  const saved = [...site.saved, ...(await saveMore(machine, office, 'before the kept file is lost'))];
  await machine.must(`cp /etc/pgbackrest/conf.d/passphrase.conf /srv/passphrase.conf
    systemctl stop 'bureau-*' haproxy
    rm -r /etc/bureau /etc/pgbackrest /etc/pgbackrest.conf /etc/systemd/system/bureau-* /var/lib/bureau
    rm -r /etc/haproxy/haproxy.cfg /etc/haproxy/unavailable.html /etc/haproxy/bureau.pem
    systemctl daemon-reload
    pg_dropcluster --stop 15 main && pg_createcluster 15 main --start`);
  await estrange(machine);
  const { REPOSITORY, COPY } = FOLDERS;
  const output = await runSection(findings, machine, 'Without the kept file', {
    ...{ REPOSITORY, COPY, HEADS: HEADS_WITHOUT_KEY, PASSPHRASE: '/srv/passphrase.conf' },
    ...{ PUBLIC_URL, SMTP_URL, MAIL_FROM, CERTIFICATE, SHARED_BUFFERS: '256MB', MAX_CONNECTIONS: '120' },
  });
  await judge(findings, 'without the kept file', output, { machine, office, saved });
}
