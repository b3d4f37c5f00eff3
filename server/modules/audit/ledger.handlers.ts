import { ledgerRegister } from '#contract/audit/registers.ts';
import { monthOfYear } from '#domain/audit/codes.ts';
import { boundsOfMonth, daysOfMonth } from '#domain/audit/registers.ts';
import { dateInIndia } from '#domain/dates.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { exportRows } from '#server/platform/xlsx/export.ts';
import type { AuditFiles } from './files.ts';
import { FLM1_SHEET, flm1Rows, FLM8_SHEET, flm8Rows, formHeading } from './ledger.present.ts';
import { balancesBefore, movedDaily, movedMonthly, trailForm } from './ledger.sql.ts';
import { findAudit } from './registers.sql.ts';

/** FLM1 and FLM8 of the month of an audit, from the ledger of notes. */
export const ledgerHandlers = ({ letterheads }: AuditFiles): readonly Bound[] => [
  handle(ledgerRegister, async ({ tx, db, now }, { register: { audit: srno, form } }) => {
    const { branch, branch_id, branch_name, year, month } = await findAudit(tx, srno);
    await trailForm(tx, srno, branch, form);
    const { from, before } = boundsOfMonth(year, month);
    const today = dateInIndia(now.getTime());
    const rows = await db.snapshot(async (on) => {
      const openings = await balancesBefore(on, branch, from);
      return form === 'FLM1'
        ? flm1Rows(
            daysOfMonth(year, month).filter((day) => day <= today),
            openings,
            await movedDaily(on, branch, from, before),
          )
        : flm8Rows(
            openings,
            await movedMonthly(on, branch, from, before),
            await balancesBefore(on, branch, before),
          );
    });
    return exportRows({
      fileName: `${form}-${branch_id}-${year}-${String(month).padStart(2, '0')}.xlsx`,
      sheet: form,
      above: formHeading(form, {
        company: (await letterheads(db.read)).company,
        branch: `${branch_id} ${branch_name}`,
        month: monthOfYear(year, month),
      }),
      columns: form === 'FLM1' ? FLM1_SHEET : FLM8_SHEET,
      rows,
    });
  }),
];
