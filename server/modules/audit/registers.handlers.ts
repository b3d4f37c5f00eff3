import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { auditDocumentRow, type AuditDocument } from '#contract/audit/audit.ts';
import { deleteRegister, fetchRegister, uploadRegister } from '#contract/audit/registers.ts';
import type { MetaOf } from '#contract/define.ts';
import type { WrongCell } from '#contract/sheets.ts';
import { fromWire } from '#contract/wire.ts';
import { isFetchedMonth } from '#domain/audit/audit.ts';
import { FORMAT_TYPES, type Format } from '#domain/audit/codes.ts';
import { daysOfMonth, readFormat } from '#domain/audit/registers.ts';
import { MAX_WRONG_SHOWN } from '#domain/cells.ts';
import { dateInIndia } from '#domain/dates.ts';
import { AUDIT_REFUSALS, AUDIT_TEXTS } from '#domain/audit/texts.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, handleUpload, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Problem, Refusal } from '#server/platform/dispatch/problems.ts';
import { wrongCellsFile } from '#server/platform/imports/wrong-cells.ts';
import type { AuditFiles } from './files.ts';
import { ledgerHandlers } from './ledger.handlers.ts';
import { paperHandlers } from './papers.handlers.ts';
import { readRegister } from './registers.import.ts';
import { importTransactions, knownCodes } from './registers.import.sql.ts';
import {
  addRegister,
  completeRegister,
  fetchRequestsOf,
  findAudit,
  listRegisters,
  lockRegister,
  refuseIfClosed,
  removeRegister,
  removeTransactionsOf,
  unlessClosed,
} from './registers.sql.ts';

/** The transactions of an uploaded sheet that one statement adds. */
const AT_ONCE = 2_000;

/** The refusal of a sheet, with the cells at fault. Nothing of it is stored, so the answer has the sheet of all of them. */
async function wrongSheet(format: Format, fileName: string, errors: readonly WrongCell[]): Promise<Problem> {
  const { fileName: fname, body } = wrongCellsFile(fileName, errors);
  return new Problem(200, {
    error: AUDIT_TEXTS.uploadFailed(format),
    message: '',
    errors: errors.slice(0, MAX_WRONG_SHOWN),
    errorcount: errors.length,
    errorsheet: { fname, bs64: (await buffer(body)).toString('base64') },
  });
}

const forOpenAudit = (read: Executor, { scope }: Caller, { srno }: { readonly srno: number }) =>
  refuseIfClosed(read, 'audit', srno, scope);

/** The audit and the format of an upload, if registers of its month are uploaded. */
async function uploadOf(tx: Transaction, meta: MetaOf<typeof uploadRegister>) {
  const format = readFormat(meta.format);
  if (format === null) throw new Refusal(AUDIT_TEXTS.noUploadFormat);
  const audit = await findAudit(tx, meta.srno);
  if (isFetchedMonth(audit.year, audit.month))
    throw unlessClosed(audit, new Refusal(AUDIT_REFUSALS.isFetched));
  return { audit, format };
}

const registersOf = async (tx: Transaction, audit: number) =>
  fromWire(z.array(auditDocumentRow), JSON.parse(await listRegisters(tx, audit))) as AuditDocument[];

/** The refusals that the specification has before the type of the file. What is added at the same time is found later. */
async function mayUpload(tx: Transaction, meta: MetaOf<typeof uploadRegister>): Promise<void> {
  const { audit, format } = await uploadOf(tx, meta);
  const present = await registersOf(tx, meta.srno);
  if (present.some(({ kind }) => kind === format))
    throw unlessClosed(audit, new Refusal(AUDIT_TEXTS.alreadyUploaded(format)));
}

const CHECKS = { refuseFirst: forOpenAudit, receive: mayUpload };

/** The registers of an audit and the papers of its attendance row. */
export const registerHandlers = (files: AuditFiles): readonly Bound[] => [
  handle(fetchRegister, async ({ tx, caller }, { register }) => {
    const audit = await findAudit(tx, register.audit);
    const format = readFormat(register.format);
    if (format === null) throw unlessClosed(audit, new Refusal(AUDIT_TEXTS.noFetchFormat));
    const { branch_id, year, month } = audit;
    if (!isFetchedMonth(year, month)) throw unlessClosed(audit, new Refusal(AUDIT_REFUSALS.isUploaded));
    const type = FORMAT_TYPES[format];
    const fileName = `${format}-${branch_id}-${year}-${String(month).padStart(2, '0')}.xlsx`;
    const srno = await addRegister(tx, audit, format, { fileName, extension: 'xlsx' }, caller);
    if (srno === undefined) throw unlessClosed(audit, new Refusal(AUDIT_TEXTS.alreadyUploaded(format)));
    for (const day of daysOfMonth(year, month)) await fetchRequestsOf(tx, audit, srno, type, day);
    const rows = await completeRegister(tx, audit, srno, type);
    return { err: '', msg: AUDIT_TEXTS.uploaded(format), rows };
  }),

  handle(deleteRegister, async ({ tx, caller }, { register: { audit: srno, format } }) => {
    const audit = await findAudit(tx, srno);
    const register = await lockRegister(tx, srno, format);
    if (register.srno === null) throw unlessClosed(audit, notFound());
    if (register.discrepancies > 0)
      throw unlessClosed(audit, new Refusal(AUDIT_REFUSALS.hasDiscrepancies(format)));
    if ((await removeRegister(tx, register.srno, caller)) === undefined) throw notFound();
    for (const day of daysOfMonth(audit.year, audit.month))
      await removeTransactionsOf(tx, srno, FORMAT_TYPES[format], day);
    return { error: '', message: 'Deleted.', docdetail: await registersOf(tx, srno) };
  }),

  handleUpload(uploadRegister, CHECKS, async ({ tx, caller, file, now }, meta) => {
    const { audit, format } = await uploadOf(tx, meta);
    const type = FORMAT_TYPES[format];
    // The sheet is read before the register is added, because adding keeps others from changing the audit.
    const of = { type, year: audit.year, month: audit.month, today: dateInIndia(now.getTime()) };
    const reading = await readRegister(file.sheet, of, () => knownCodes(tx));
    if ('errors' in reading)
      throw unlessClosed(audit, await wrongSheet(format, file.fileName, reading.errors));
    const srno = await addRegister(tx, audit, format, file, caller);
    if (srno === undefined) throw unlessClosed(audit, new Refusal(AUDIT_TEXTS.alreadyUploaded(format)));
    for (let from = 0; from < reading.transactions.length; from += AT_ONCE)
      await importTransactions(tx, audit, srno, type, reading.transactions.slice(from, from + AT_ONCE));
    await completeRegister(tx, audit, srno, type);
    const { warnings, warningCount: warningcount } = reading;
    return {
      error: '',
      message: AUDIT_TEXTS.uploaded(format),
      ...(warningcount > 0 && { warnings: [...warnings], warningcount }),
    };
  }),

  ...paperHandlers(files),
  ...ledgerHandlers(files),
];
