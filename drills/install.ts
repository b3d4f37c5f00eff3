import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#tools/testing/until.ts';
import type { Drill, Findings } from './drill.ts';
import { judgeDoctor, judgeRequests, judgeUnits, noteHead, untilArchived, UP_MS } from './install-judge.ts';
import { loseMachine, loseShares } from './install-lost.ts';
import {
  ADMIN,
  FOLDERS,
  MAIL_FROM,
  openGround,
  PUBLIC_URL,
  runSection,
  startMachine,
  VALUES,
  type Closers,
} from './install-machine.ts';
import { Office, type SavedRequest } from './install-office.ts';
import type { Machine } from './machine.ts';

const REQUESTS = 12;
const NEXT_VERSION = '99.0.0';
const VISIT_EVERY_MS = 200;

/**
 * Follows docs/operations.md on a Debian that has nothing: the blocks of "Installing on Debian 12" and "Backing up" as they
 * stand there, the first sign-in over TLS, work, a reboot, then the loss of the disk of PostgreSQL and of the documents, and the
 * blocks of "Restoring", those of "Rolling out a new version", and last the loss of the whole machine and the blocks of its sections on
 * another one.
 */
export const install: Drill = {
  name: 'install',
  isByHand: true,
  run: async (findings) => {
    const closers: Closers = [];
    try {
      await follow(findings, closers);
    } finally {
      for (const close of closers.toReversed()) await close();
    }
  },
};

async function follow(findings: Findings, closers: Closers): Promise<void> {
  const ground = await openGround(closers);
  const machine = await startMachine(ground, closers, { name: 'install', number: 2 });
  const installed = await runSection(findings, machine, 'Installing on Debian 12', VALUES);
  judgeDoctor(findings, 'after installing', installed.slice(installed.lastIndexOf('block 8')));
  const { output: config } = await machine.run('cd /opt/bureau && npm run config');
  findings.holds(
    'a command reads a setting as it is written',
    config.includes(`MAIL_FROM = ${MAIL_FROM}\n`) ? [] : [config.slice(0, 2_000)],
  );
  const office = new Office(machine.address, PUBLIC_URL, ground.authority);
  closers.push(async () => office.close());
  await signInFirst(findings, office, /#reset=(\S+)/.exec(installed)?.[1] ?? '');
  const backedUp = await runSection(findings, machine, 'Backing up', FOLDERS);
  judgeDoctor(findings, 'after the first backup', backedUp);
  const saved = await work(findings, machine, office);
  await rebootAndLook(findings, machine, office, saved);
  await loseDisk(findings, machine, office, saved);
  await loseShares(findings, machine, office);
  await rollOut(findings, machine, office, saved);
  await loseMachine(findings, closers, { ground, machine, office, saved });
}

async function signInFirst(findings: Findings, office: Office, token: string): Promise<void> {
  await until(() => office.isReady(), { withinMs: UP_MS });
  const page = await office.page();
  findings.equals('the page is served over TLS', [page.status, page.body.includes('<script')], [200, true]);
  const chosen = await office.choosePassword(token, ADMIN.password);
  const signedIn = await office.signIn(ADMIN.user, ADMIN.password);
  findings.equals('the first administrator signs in', [chosen['err'], signedIn['status']], ['', 'MSG0000']);
}

/** Requests with documents, half of them before a backup and half after it, and a noted head of the trail. */
async function work(findings: Findings, machine: Machine, office: Office): Promise<readonly SavedRequest[]> {
  await machine.must('cd /opt/bureau && node drills/install-business.ts');
  const saved: SavedRequest[] = [];
  const save = async (name: string) => {
    for (let number = 1; number <= REQUESTS / 2; number += 1)
      saved.push(await office.saveRequest(`${name} ${number}`));
  };
  await save('before the backup');
  await machine.must('systemctl start bureau-backup bureau-copy');
  await save('after the backup');
  await noteHead(machine);
  await machine.must('systemctl start bureau-copy');
  await judgeRequests(findings, 'as saved', office, saved);
  const verified = await machine.run('cd /opt/bureau && npm run verify');
  findings.equals('verify finds no fault', [verified.code, verified.output.match(/^FAULT.*$/gm)], [0, null]);
  findings.holds(
    'verify looks where the server writes',
    verified.output.includes(`${REQUESTS} documents are in /var/lib/bureau/objects`) ? [] : [verified.output],
  );
  return saved;
}

async function rebootAndLook(
  findings: Findings,
  machine: Machine,
  office: Office,
  saved: readonly SavedRequest[],
): Promise<void> {
  const startedAt = performance.now();
  await machine.reboot();
  await until(() => office.isReady(), { withinMs: UP_MS });
  findings.figure('reboot to ready, s', (performance.now() - startedAt) / 1_000);
  await judgeUnits(findings, 'after a reboot', machine);
  await judgeRequests(findings, 'after a reboot', office, saved);
}

/** The disks of PostgreSQL and of the documents are lost; the repository, the copy and the settings are left. */
async function loseDisk(
  findings: Findings,
  machine: Machine,
  office: Office,
  saved: readonly SavedRequest[],
): Promise<void> {
  await untilArchived(machine);
  await machine.must(`systemctl kill --signal=KILL postgresql@15-main
    rm -rf /var/lib/postgresql/15/main/* /var/lib/bureau/objects/*`);
  const output = await runSection(findings, machine, 'Restoring', { MOMENT: 'latest' });
  findings.equals('verify finds no fault after the restore', output.match(/^FAULT.*$/gm), null);
  findings.holds(
    'verify was run after the restore',
    output.includes(`${REQUESTS} documents are in /var/lib/bureau/objects`) ? [] : [output.slice(-2_000)],
  );
  await until(() => office.isReady(), { withinMs: UP_MS });
  await judgeRequests(findings, 'after the restore', office, saved);
  await judgeUnits(findings, 'after the restore', machine);
}

/** The same program under another version, which is rolled out while somebody asks for pages all the time. */
async function rollOut(
  findings: Findings,
  machine: Machine,
  office: Office,
  saved: readonly SavedRequest[],
): Promise<void> {
  await machine.must(`mkdir /srv/next && cd /srv/next && tar --extract --file /srv/bureau.tar
    sed -i 's/^  "version": ".*",$/  "version": "${NEXT_VERSION}",/' package.json && tar --create --file /srv/bureau-next.tar *`);
  let isOver = false;
  const failures: number[] = [];
  const visit = async () => {
    while (!isOver) {
      const { status } = await office.page();
      if (status !== 200) failures.push(status);
      await sleep(VISIT_EVERY_MS);
    }
  };
  const visits = visit();
  try {
    await runSection(findings, machine, 'Rolling out a new version', { RELEASE: '/srv/bureau-next.tar' });
  } finally {
    isOver = true;
    await visits;
  }
  findings.holds('no page is refused while the processes are replaced', failures);
  const { output } = await machine.run(
    'curl --silent http://127.0.0.1:8080/healthz http://127.0.0.1:8081/healthz',
  );
  findings.equals('both processes have the new version', output.split(NEXT_VERSION).length - 1, 2);
  await judgeRequests(findings, 'after the new version', office, saved);
  await judgeUnits(findings, 'after the new version', machine);
}
