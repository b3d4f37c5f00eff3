import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { auditReport } from '#contract/audit/report.ts';
import { isoDate, readWireDate } from '#domain/dates.ts';
import type { Executor } from '#server/platform/database.ts';
import { AfterCommit, handle, SentFile, type Bound } from '#server/platform/dispatch/handler.ts';
import { KeptPapers } from '#server/platform/dispatch/kept-papers.ts';
import { notFound } from '#server/platform/dispatch/problems.ts';
import { PDF_MIME, type Letterhead } from '#server/platform/pdf/description.ts';
import { papers } from '#server/platform/pdf/papers.ts';
import type { AuditFiles } from './files.ts';
import { reportModel } from './report.model.ts';
import { describeReport } from './report.pdf.ts';
import type { StoredLetterhead } from './report.present.ts';
import { keepReport, printReport, reportFacts, storedReport } from './report.sql.ts';
import { reportPage } from './report.view.ts';

/** The report of an audit: as it is now while it is open, and as it was at closing afterwards. */
export const reportHandlers = ({ store, letterheads }: AuditFiles): readonly Bound[] => {
  const kept = new KeptPapers(store);
  const loadLetterhead = async ({ company, logo }: StoredLetterhead): Promise<Letterhead> => ({
    company,
    logo: logo === null ? null : await buffer(await store.get(logo)),
  });
  async function load(read: Executor, srno: number, isStored: boolean) {
    const report = isStored ? await storedReport(read, srno) : null;
    return report === null
      ? { facts: await reportFacts(read, srno), letterhead: await letterheads(read) }
      : { facts: report.facts, letterhead: await loadLetterhead(report.letterhead) };
  }
  return [
    handle(auditReport, async ({ tx, db, caller, signal, log }, { report: { srno, mode } }) => {
      const printed = await printReport(tx, srno, caller.scope, mode);
      if (printed === undefined) throw notFound();
      const { closed_on: closedOn, is_stored: isStored, hash, branch, month } = printed;
      // The report is read after the transaction, because its logo is in the object store.
      if (mode === 'View')
        return new AfterCommit(async () => {
          const { facts, letterhead } = await load(db.read, srno, isStored);
          return { err: '', html: reportPage(reportModel(facts, closedOn), letterhead) };
        });
      const place = hash === null ? papers.reserve(caller.account, signal) : null;
      const make = () =>
        (place ?? papers.reserve(caller.account, signal)).make(async () => {
          const { facts, letterhead } = await load(db.read, srno, isStored);
          const day = readWireDate(closedOn === '' ? facts.date : closedOn) ?? isoDate('2000-01-01');
          return describeReport(reportModel(facts, closedOn), letterhead, day);
        });
      return new AfterCommit(
        async (tools) =>
          new SentFile({
            fileName: `audit-${branch}-${month.replace(' ', '-')}${closedOn === '' ? '-draft' : ''}.pdf`,
            contentType: PDF_MIME,
            body: isStored
              ? await kept.open(
                  { key: String(srno), hash, make, name: (on, file) => keepReport(on, srno, file) },
                  tools,
                  log,
                )
              : Readable.from([await make()], { objectMode: false }),
          }),
      );
    }),
  ];
};
