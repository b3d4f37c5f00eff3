import type { DocumentCalls, DocumentName } from '#contract/documents.ts';
import type { DocumentColumn } from '#web/ui/documents/DocumentTable.tsx';

/** How the documents of one kind of record are shown, added and removed. */
export interface DocumentsOf<Row> {
  /** The kind of record, for the keys of queries. */
  readonly owner: string;
  readonly calls: DocumentCalls;
  readonly title: string;
  /** The name of the table. */
  readonly label: string;
  readonly columns: readonly DocumentColumn<Row>[];
  /** How the calls name a document. */
  readonly name: (row: Row) => DocumentName;
  readonly removeText: (fileName: string) => string;
  readonly kindRefusal: (kind: string) => string | null;
  /** The kind that a file name suggests; empty if none. The user can change it. */
  readonly guessKind?: (fileName: string) => string;
  /** The longest remark; absent where a document has none. */
  readonly maxRemarkChars?: number;
  /** The fields of an upload besides record, kind and remark. */
  readonly uploadFields?: Readonly<Record<string, string>>;
}
