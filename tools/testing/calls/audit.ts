import * as audit from '#contract/audit/audit.ts';
import * as figures from '#contract/audit/figures.ts';
import { auditReport } from '#contract/audit/report.ts';
import { copiedRows } from '#server/modules/audit/index.ts';
import type pg from 'pg';
import { sample, type ModuleSamples, type Setting } from './sample.ts';

/** Starts an audit of a place, with the mark of the place in its names; an audit of that month stays as it is. */
export async function auditAt(
  database: pg.Client,
  { srno, mark }: Setting['place'],
  year: number,
  month: number,
): Promise<number> {
  const { rows } = await database.query<{ srno: number }>(
    `with added as (
       insert into audit.audit (branch, year, month, audited_on, cashier, manager, auditor_name)
       values ($1, $2, $3, make_date($2, $3, 28), $4, $4, 'Auditor') on conflict on constraint audit_once do nothing returning *
     ), ${copiedRows('added')}
     select srno from added union all select srno from audit.audit where branch = $1 and year = $2 and month = $3`,
    [srno, year, month, `Person ${mark}`],
  );
  return rows[0]?.srno ?? 0;
}

/** A month without an audit, for each call another one. */
let monthsGiven = 0;
const freshMonth = () => {
  monthsGiven += 1;
  return { year: 2100 + Math.floor(monthsGiven / 12), month: 1 + (monthsGiven % 12) };
};
/** An audit of the place that no other sample has. */
export const freshAudit = ({ database, place }: Setting): Promise<number> => {
  const { year, month } = freshMonth();
  return auditAt(database, place, year, month);
};

/** New audits are of months that have begun. */
let started = 0;
const pastMonth = () => {
  started += 1;
  return { year: 2022 + (Math.floor(started / 12) % 4), month: 1 + (started % 12) };
};

export const auditSamples: ModuleSamples = {
  async prepare(database, places) {
    for (const place of places) await auditAt(database, place, 2026, 9);
  },
  samples: [
    sample(audit.auditChoices, 'none', () => ({})),
    sample(audit.listAudits, { lists: ['A', 'B', 'F'] }, () => ({ search: {}, page: { limit: 100 } })),
    sample(audit.createAudit, { named: ['A', 'B'] }, async ({ database, place }) => {
      const month = pastMonth();
      await database.query(
        `update audit.audit set year = 2050 + srno / 12 % 49, month = 1 + srno % 12, audited_on = '2199-12-31'
         where branch = $1 and year = $2 and month = $3 and status <> 'C'`,
        [place.srno, month.year, month.month],
      );
      return {
        audit: {
          branch: place.id,
          ...month,
          date: '',
          cashier: `Cashier ${place.mark}`,
          manager: `Manager ${place.mark}`,
        },
      };
    }),
    sample(audit.detailAudit, 'named', async ({ database, place }) => ({
      audit: { srno: await auditAt(database, place, 2026, 9) },
    })),
    sample(audit.saveAudit, 'named', async (setting) => {
      const srno = await freshAudit(setting);
      const { rows } = await setting.database.query<{ srno: number }>(
        `select srno from audit.answer where audit = $1 and list = 'RBI' and no = 1`,
        [srno],
      );
      return {
        audit: {
          srno,
          status: 'R' as const,
          rbi: [{ srno: rows[0]?.srno ?? 0, version: 1, answer: 'Y' as const, observation: 'Seen' }],
        },
      };
    }),
    sample(auditReport, 'named', async ({ database, place }) => ({
      report: { srno: await auditAt(database, place, 2026, 9), mode: 'View' as const },
    })),
    sample(figures.countTransactions, 'named', async (setting) => ({
      audit: { srno: await freshAudit(setting) },
    })),
    sample(figures.fillBusiness, 'named', async (setting) => ({
      audit: { srno: await freshAudit(setting), branch: setting.place.id },
    })),
  ],
};
