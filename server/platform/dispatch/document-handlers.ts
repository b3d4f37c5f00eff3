import type { MetaOf, ReplyOf } from '#contract/define.ts';
import type { DocumentCalls, DocumentName } from '#contract/documents.ts';
import { fromWire } from '#contract/wire.ts';
import type { Transaction } from '../database.ts';
import type { DocumentStatements } from '../db/documents.ts';
import type { ObjectStore } from '../files/store.ts';
import type { Caller } from './caller.ts';
import { sendDocument, showDocument } from './documents.ts';
import { handle, Reply, type Bound } from './handler.ts';
import { notFound, Refusal } from './problems.ts';

/** The fields that every upload of a document has, and the remark that some have. */
interface UploadMeta {
  readonly srno: number;
  readonly docid: number | string;
  readonly remark?: string;
}

interface RecordDocuments<State> {
  readonly calls: DocumentCalls;
  readonly statements: DocumentStatements<State>;
  /** Throws where the caller may change no documents; an upload gives its JSON part. */
  readonly check?: (caller: Caller, meta?: MetaOf<DocumentCalls['upload']>) => void;
  /** Whether the caller may open only the documents of their own records. */
  readonly seesOnlyOwn?: (caller: Caller) => boolean;
  /** Throws where the caller may not open an opened document; its trail entry is then not written either. */
  readonly checkOpened?: (tx: Transaction, document: number, caller: Caller) => Promise<void>;
  /** Why a record takes no document; null where it is not in reach. */
  readonly uploadRefusal?: (tx: Transaction, owner: number, caller: Caller) => Promise<string | null>;
  /** Why a document cannot be removed; null where nothing is known against it. */
  readonly removalRefusal: (state: State, caller: Caller) => string | null;
}

/** What the caller reads where a change found no row. */
const refusalOf = (why: string | null) => (why === null ? notFound() : new Refusal(why));

/** The documents of one kind of record; their bytes are in the object store. */
export function documentHandlers<State>(
  store: ObjectStore,
  {
    calls,
    statements,
    check,
    seesOnlyOwn,
    checkOpened,
    uploadRefusal,
    removalRefusal,
  }: RecordDocuments<State>,
): readonly Bound[] {
  const open = async (tx: Transaction, action: 'view' | 'download', named: DocumentName, caller: Caller) => {
    const opened = await statements.open(tx, action, named, caller, seesOnlyOwn?.(caller) ?? false);
    if (opened === undefined) throw notFound();
    await checkOpened?.(tx, named.srno, caller);
    return opened;
  };
  return [
    handle(calls.kinds, async ({ db }) => Reply.json((await statements.kinds(db.read)).body)),

    handle(calls.upload, async ({ tx, caller, file }, meta) => {
      check?.(caller, meta);
      const { srno: owner, docid, remark = '' } = meta as unknown as UploadMeta;
      // The kind is a number or digits.
      const draft = { owner, kind: Number(docid), remark: remark.trim() };
      const added = file === null ? undefined : await statements.add(tx, draft, file, caller);
      if (added === undefined) throw refusalOf((await uploadRefusal?.(tx, owner, caller)) ?? null);
      return fromWire(calls.upload.reply, {
        error: '',
        message: 'Uploaded.',
        docdetail: JSON.parse(added.body) as unknown,
      }) as ReplyOf<typeof calls.upload>;
    }),

    handle(calls.view, async ({ tx, caller, log }, { document }) =>
      showDocument(store, await open(tx, 'view', document, caller), document.page ?? 1, log),
    ),

    handle(calls.download, async ({ tx, caller, log }, { document }) =>
      sendDocument(store, await open(tx, 'download', document, caller), log),
    ),

    handle(calls.remove, async ({ tx, caller }, { document }) => {
      check?.(caller);
      if ((await statements.remove(tx, document, caller)) === undefined) {
        const state = await statements.state(tx, document, caller);
        throw refusalOf(state === undefined ? null : removalRefusal(state, caller));
      }
      // The declared reply says whether the number of the document is part of it.
      return calls.remove.reply.parse({ err: '', msg: 'Removed.', srno: document.srno });
    }),
  ];
}
