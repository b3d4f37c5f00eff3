import { setTimeout as sleep } from 'node:timers/promises';
import { verifyTrail } from '#server/platform/trail/verify.ts';
import { largest, percentile, type Drill, type Findings } from './drill.ts';
import { call, Ground, signIn } from './ground.ts';
import { halfSaves, isAmiss, Savers, tracesOf, type Save } from './saves.ts';

const CLIENTS = 8;
const MIN_BURST_MS = 150;
const MAX_BURST_MS = 600;
const MAX_BACK_MS = 5_000;

/**
 * kill -9 while clients save, repeatedly: acknowledged saves are stored, and others are stored completely or not at
 * all.
 */
export const killServer: Drill = {
  name: 'kill-server',
  run: (findings, { kills }) =>
    Ground.with(async (ground) => {
      const { admin, urls } = ground.database;
      const savers = new Savers();
      const backMs: number[] = [];
      let server = await ground.start({ ROLE: 'both' });
      const session = await signIn(server.url, 'admin');
      const twice: Save[] = [];
      const halved: unknown[] = [];
      const unsettled: Save[] = [];
      let lost = 0;

      for (let kill = 0; kill < kills; kill += 1) {
        let over = false;
        const before = savers.saves.length;
        const burst = savers.run(server.url, session, CLIENTS, () => over);
        await sleep(MIN_BURST_MS + Math.random() * (MAX_BURST_MS - MIN_BURST_MS));
        await server.kill();
        over = true;
        await burst;

        const restartedAt = performance.now();
        server = await ground.start({ ROLE: 'both' });
        const first = await call(server.url, 'country_a.php', [session, 'detail', '1']);
        backMs.push(performance.now() - restartedAt);
        findings.equals(`the session survives kill ${kill + 1}`, first.status, 200);

        halved.push(...(await halfSaves(admin)));
        const traces = await tracesOf(admin);
        const inDoubt = savers.saves.slice(before).filter(({ outcome }) => outcome === 'lost');
        lost += inDoubt.length;
        twice.push(...inDoubt.filter(({ mark }) => (traces.get(mark)?.length ?? 0) > 1));
        const happened = new Set(inDoubt.filter(({ mark }) => traces.has(mark)));
        for (const save of inDoubt) {
          await savers.retry(server.url, session, save);
          // A save that had happened returns its first answer. One that had not happens now, unless another save came
          // first.
          if (save.outcome === 'lost' || (happened.has(save) && save.outcome !== 'saved'))
            unsettled.push(save);
        }
      }

      halved.push(...(await halfSaves(admin)));
      const traces = await tracesOf(admin);
      findings.holds(
        'every acknowledged save is there once, as acknowledged',
        savers.saves.filter((save) => isAmiss(save, traces.get(save.mark) ?? [])),
      );
      findings.holds(
        'a refused save left nothing',
        savers.saves.filter(({ outcome, mark }) => outcome === 'refused' && traces.has(mark)),
      );
      findings.holds('no save is there by half', halved);
      findings.holds('a save whose answer was lost happened at most once', twice);
      findings.holds('retried under its key, it is settled', unsettled);
      findings.within('back', MAX_BACK_MS, backMs);
      await sealedWhole(findings, urls.admin);
      findings.figure('kills', kills);
      findings.figure('saves acknowledged', savers.saves.filter(({ outcome }) => outcome === 'saved').length);
      findings.figure('answers lost', lost);
      findings.figure('back ms, median', percentile(backMs, 0.5));
      findings.figure('back ms, longest', largest(backMs));
    }),
};

async function sealedWhole(findings: Findings, adminUrl: string): Promise<void> {
  const { faults, seals, rows } = await verifyTrail(adminUrl);
  findings.holds('the chain of the trail verifies', faults);
  findings.figure('trail rows sealed', rows);
  findings.figure('seals', seals);
}
