import { buffer } from 'node:stream/consumers';
import { auditReport } from '#contract/audit/report.ts';
import { isoDate, readWireDate } from '#domain/dates.ts';
import { AfterCommit, handle, SentFile, type Bound } from '#server/platform/dispatch/handler.ts';
import { madeWhenSent } from '#server/platform/dispatch/made-when-sent.ts';
import { notFound } from '#server/platform/dispatch/problems.ts';
import type { Letterhead } from '#server/platform/pdf/parts.ts';
import { PDF_MIME } from '#server/platform/pdf/sheet.ts';
import type { AuditFiles } from './files.ts';
import { reportModel } from './report.model.ts';
import { reportPdf } from './report.pdf.ts';
import type { StoredLetterhead } from './report.present.ts';
import { printReport, reportFacts } from './report.sql.ts';
import { reportPage } from './report.view.ts';

/** The report of an audit: as it is now while it is open, and as it was at closing afterwards. */
export const reportHandlers = ({ store, letterheads }: AuditFiles): readonly Bound[] => {
  const loadLetterhead = async ({ company, logo }: StoredLetterhead): Promise<Letterhead> => ({
    company,
    logo: logo === null ? null : await buffer(await store.get(logo)),
  });
  return [
    handle(auditReport, async ({ tx, db, caller }, { report: { srno, mode } }) => {
      const printed = await printReport(tx, srno, caller.scope, mode);
      if (printed === undefined) throw notFound();
      const { report, closed_on: closedOn } = printed;
      const facts = report?.facts ?? (await reportFacts(tx, srno));
      const model = reportModel(facts, closedOn);
      const letterhead = () => (report === null ? letterheads(db.read) : loadLetterhead(report.letterhead));
      // The logo is in the object store, so it is read after the transaction.
      if (mode === 'View')
        return new AfterCommit(async () => ({ err: '', html: reportPage(model, await letterhead()) }));
      const day = readWireDate(closedOn === '' ? facts.date : closedOn) ?? isoDate('2000-01-01');
      return new SentFile({
        fileName: `audit-${facts.branch}-${facts.month.replace(' ', '-')}${closedOn === '' ? '-draft' : ''}.pdf`,
        contentType: PDF_MIME,
        body: madeWhenSent(async () => reportPdf(model, await letterhead(), day)),
      });
    }),
  ];
};
