import * as calls from '#contract/flash/transactions.ts';
import { isoDate } from '#domain/dates.ts';
import { transactionProblem, transactionStatus } from '#domain/flash/flash.ts';
import { FLASH_REFUSALS } from '#domain/flash/texts.ts';
import { AfterCommit, handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { madeWhenSent } from '#server/platform/dispatch/made-when-sent.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { PDF_MIME } from '#server/platform/pdf/sheet.ts';
import { lockFlash } from './audit.sql.ts';
import type { FlashFiles } from './files.ts';
import { reportPdf } from './report.pdf.ts';
import {
  findReport,
  insertTransaction,
  listTransactions,
  lockTransaction,
  printReport,
  removeTransaction,
} from './transactions.sql.ts';

/** The transactions of a flash audit, and its report. */
export const transactionHandlers = ({ letterheads }: FlashFiles): readonly Bound[] => [
  handle(calls.listFlashTransactions, async ({ db, caller }, { audit: { hdrsrno } }) => {
    const found = await listTransactions(db.read, hdrsrno, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),

  handle(calls.addFlashTransaction, async ({ tx, caller }, { transaction }) => {
    const { srno, transactionnum, docname = '', saletype: saleType } = transaction;
    const [number, document] = [transactionnum.trim(), docname.trim()];
    const problem = transactionProblem({ saleType, number, document });
    if (problem !== null) throw new Refusal(problem);
    const head = await lockFlash(tx, srno, 'alone');
    if (head === undefined) throw notFound();
    if (head.status === 'C') throw new Refusal(FLASH_REFUSALS.closed);
    const row = { saleType, number, document, status: transactionStatus(document) };
    const added = await insertTransaction(tx, srno, row, caller);
    if (added === undefined) throw new Refusal(FLASH_REFUSALS.transactionThere);
    return { err: '', msg: 'Saved.', srno: added.srno };
  }),

  handle(calls.removeFlashTransaction, async ({ tx, caller }, { transaction: { hdrsrno, trnsrno } }) => {
    const found = await lockTransaction(tx, hdrsrno, trnsrno);
    if (found === undefined) throw notFound();
    if (found.header === 'C') throw new Refusal(FLASH_REFUSALS.closed);
    if ((await removeTransaction(tx, hdrsrno, trnsrno, caller)) === undefined)
      throw new Refusal(FLASH_REFUSALS.answered);
    return { err: '', msg: 'Removed.' };
  }),

  handle(calls.flashReport, async ({ db, caller }, { audit: { hdrsrno } }) => {
    const found = await findReport(db.read, hdrsrno, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),

  handle(calls.flashPdf, async ({ tx, db }, { audit: { hdrsrno } }) => {
    const printed = await printReport(tx, hdrsrno);
    if (printed === undefined) throw notFound();
    const report = JSON.parse(printed.body) as calls.FlashReport;
    // The logo is in the object store, so it is read after the transaction.
    return new AfterCommit(async () => ({
      fileName: `flash-audit-${report.header.branch}-${printed.day}.pdf`,
      contentType: PDF_MIME,
      body: madeWhenSent(async () => reportPdf(report, await letterheads(db.read), isoDate(printed.day))),
    }));
  }),
];
