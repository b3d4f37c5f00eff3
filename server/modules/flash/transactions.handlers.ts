import { Readable } from 'node:stream';
import * as calls from '#contract/flash/transactions.ts';
import { fromWire } from '#contract/wire.ts';
import { isoDate } from '#domain/dates.ts';
import { transactionProblem, transactionStatus } from '#domain/flash/flash.ts';
import { flashPaper } from '#domain/flash/report.ts';
import { FLASH_REFUSALS } from '#domain/flash/texts.ts';
import { AfterCommit, handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { KeptPapers } from '#server/platform/dispatch/kept-papers.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { PDF_MIME } from '#server/platform/pdf/description.ts';
import { papers } from '#server/platform/pdf/papers.ts';
import { lockFlash } from './audit.sql.ts';
import type { FlashFiles } from './files.ts';
import { describeReport } from './report.pdf.ts';
import {
  findReport,
  insertTransaction,
  keepReport,
  listTransactions,
  lockTransaction,
  printReport,
  removeTransaction,
} from './transactions.sql.ts';

/** The transactions of a flash audit, and its report. */
export const transactionHandlers = ({ store, letterheads }: FlashFiles): readonly Bound[] => {
  const kept = new KeptPapers(store);
  return [
    handle(calls.listFlashTransactions, async ({ db, caller }, { audit: { srno } }) => {
      const found = await listTransactions(db.read, srno, caller.scope);
      if (found === undefined) throw notFound();
      return Reply.json(found.body);
    }),

    handle(calls.addFlashTransaction, async ({ tx, caller }, { transaction }) => {
      const { audit, saleType } = transaction;
      const [number, document] = [transaction.number.trim(), (transaction.document ?? '').trim()];
      const problem = transactionProblem({ saleType, number, document });
      if (problem !== null) throw new Refusal(problem);
      const head = await lockFlash(tx, audit, 'alone');
      if (head === undefined) throw notFound();
      if (head.status === 'C') throw new Refusal(FLASH_REFUSALS.closed);
      const row = { saleType, number, document, status: transactionStatus(document) };
      const added = await insertTransaction(tx, audit, row, caller);
      if (added === undefined) throw new Refusal(FLASH_REFUSALS.transactionThere);
      return { err: '', msg: 'Saved.', srno: added.srno };
    }),

    handle(calls.removeFlashTransaction, async ({ tx, caller }, { transaction: { audit, srno } }) => {
      const found = await lockTransaction(tx, audit, srno);
      if (found === undefined) throw notFound();
      if (found.header === 'C') throw new Refusal(FLASH_REFUSALS.closed);
      if ((await removeTransaction(tx, audit, srno, caller)) === undefined)
        throw new Refusal(FLASH_REFUSALS.answered);
      return { err: '', msg: 'Removed.' };
    }),

    handle(calls.flashReport, async ({ db, caller }, { audit: { srno } }) => {
      const found = await findReport(db.read, srno, caller.scope);
      if (found === undefined) throw notFound();
      return Reply.json(found.body);
    }),

    handle(calls.flashPdf, async ({ tx, db, caller, signal, log }, { audit: { srno } }) => {
      const printed = await printReport(tx, srno);
      if (printed === undefined) throw notFound();
      const { day, branch, is_closed: isClosed, hash } = printed;
      const place = hash === null ? papers.reserve(caller.account, signal) : null;
      const make = () =>
        (place ?? papers.reserve(caller.account, signal)).make(async () => {
          const found = await findReport(db.read, srno, caller.scope);
          if (found === undefined) throw notFound();
          const report = fromWire(calls.reportContent, JSON.parse(found.body)) as calls.FlashReport;
          return describeReport(flashPaper(report), await letterheads(db.read), isoDate(day));
        });
      return new AfterCommit(async (tools) => ({
        fileName: `flash-audit-${branch}-${day}.pdf`,
        contentType: PDF_MIME,
        body: isClosed
          ? await kept.open(
              { key: String(srno), hash, make, name: (on, file) => keepReport(on, srno, file) },
              tools,
              log,
            )
          : Readable.from([await make()], { objectMode: false }),
      }));
    }),
  ];
};
