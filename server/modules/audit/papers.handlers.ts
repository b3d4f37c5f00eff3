import {
  downloadAuditFile,
  listAttendance,
  registerTemplate,
  uploadAttendance,
  viewAuditFile,
} from '#contract/audit/registers.ts';
import { fromWire } from '#contract/wire.ts';
import type { AuditDocument } from '#contract/audit/audit.ts';
import { FORMAT_WORDS, type AttendanceType, type Format } from '#domain/audit/codes.ts';
import { MANDATORY } from '#domain/audit/texts.ts';
import { FILE_REFUSALS } from '#domain/files.ts';
import { mayDo } from '#domain/rights.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { sendDocument, showDocument } from '#server/platform/dispatch/documents.ts';
import { AfterCommit, handle, handleUpload, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { SheetError } from '#server/platform/xlsx/cells.ts';
import type { AuditFiles } from './files.ts';
import { addPaper, listPapers, openFile, transactionsOf } from './papers.sql.ts';
import { refuseIfClosed } from './registers.sql.ts';
import { registerFile, registerRows } from './registers.sheet.ts';

interface NamedFile {
  readonly srno: number;
  readonly filename: string;
}

/** Opens a file for a caller. Registers and papers belong to the audit, whose screen the caller must see. */
async function openFor(tx: Transaction, action: 'view' | 'download', named: NamedFile, { rights }: Caller) {
  const found = await openFile(tx, action, named);
  if (found === undefined) throw notFound();
  if (found.family !== 'proof' && !mayDo(rights, 'ASSESSMENT', 'query')) throw notAllowed();
  return found;
}

/** The rows of a fetched register. One that is deleted while it is read must not look complete. */
async function* rowsOf(
  on: Executor,
  { srno, rows }: { readonly srno: number; readonly rows: number },
): AsyncGenerator<readonly unknown[]> {
  let read = 0;
  for await (const transaction of transactionsOf(on, srno)) {
    read += 1;
    yield* registerRows(transaction);
  }
  if (read !== rows) throw new SheetError(`the register has ${rows} transactions, and ${read} were read`);
}

const forOpenAudit = (read: Executor, { scope }: Caller, { docid }: { readonly docid: number }) =>
  refuseIfClosed(read, 'checklistRow', docid, scope);

/** The files of an audit, and the empty sheets of its registers. */
export const paperHandlers = ({ store }: AuditFiles): readonly Bound[] => [
  handle(viewAuditFile, async ({ tx, caller, log }, { document }) => {
    const { hash, ...found } = await openFor(tx, 'view', document, caller);
    return showDocument(store, { ...found, hash: hash ?? '' }, document.page ?? 1, log);
  }),

  handle(downloadAuditFile, async ({ tx, db, caller, log }, { document }) => {
    const { hash, ...found } = await openFor(tx, 'download', document, caller);
    return hash === null
      ? new AfterCommit(async () =>
          registerFile(found.file_name, found.code as Format, rowsOf(db.read, found)),
        )
      : sendDocument(store, { ...found, hash }, log);
  }),

  handle(listAttendance, async ({ db, caller }, { row }) => {
    const found = await listPapers(db.read, row.srno, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),

  handleUpload(
    uploadAttendance,
    { refuseFirst: forOpenAudit },
    async ({ tx, caller, file }, { docid, doctype = '' }) => {
      // The declaration has refused an empty type, and the platform a missing file.
      if (doctype === '') throw new Refusal(MANDATORY);
      if (file === null) throw new Refusal(FILE_REFUSALS.missing);
      const added = await addPaper(tx, docid, doctype satisfies AttendanceType, file, caller);
      if (added === undefined) throw notFound();
      // A statement of its own, because the insertion may wait for another upload and then does not see its paper.
      const papers = await listPapers(tx, docid, caller.scope);
      return {
        error: '',
        message: 'Uploaded.',
        docdetail: fromWire(listAttendance.reply, JSON.parse(papers?.body ?? '[]')) as AuditDocument[],
      };
    },
  ),

  handle(registerTemplate, async (_, { register: { format } }) =>
    registerFile(`${format}-${FORMAT_WORDS[format].toLowerCase().replaceAll(' ', '-')}.xlsx`, format, []),
  ),
];
