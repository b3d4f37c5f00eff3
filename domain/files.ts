/**
 * The rules for every uploaded file. The browser checks them before it sends a file, the server while it receives one.
 */

/** The largest file that a user can upload, fixed by the specification. A file of exactly this size passes. */
export const MAX_UPLOAD_BYTES = 10_485_760;

/**
 * The maximum number of documents of one record: `shown` on it, and `kept` in total with the removed ones. The database
 * refuses more (platform.limit_documents in server/migrations/0001_platform.sql).
 */
export const MAX_DOCUMENTS = {
  request: { shown: 50, kept: 200 },
  entity: { shown: 100, kept: 500 },
  audit: { shown: 50, kept: 200 },
} as const;

export const documentBoundTexts = (record: keyof typeof MAX_DOCUMENTS) => {
  const { shown, kept } = MAX_DOCUMENTS[record];
  const name = { request: 'A request', entity: 'An entity', audit: 'An audit' }[record];
  return {
    shown: `${name} can have ${shown} documents. Please remove one before you add another.`,
    kept: `${name} can have ${kept} documents in its life, removed ones included. No more can be added.`,
  };
};

/** The texts for the constraints of the table that holds the documents of a record. */
export function documentConstraints(record: keyof typeof MAX_DOCUMENTS): Readonly<Record<string, string>> {
  const { shown, kept } = documentBoundTexts(record);
  return {
    [`${record}_document_kind`]: 'Please pick the kind of document from the list.',
    [`${record}_documents_shown`]: shown,
    [`${record}_documents_kept`]: kept,
  };
}

/**
 * The maximum number of replies to one discrepancy, and of files among them. The database refuses more
 * (platform.limit_replies).
 */
export const MAX_REPLIES = { replies: 100, proofs: 20 } as const;

/** The texts for the constraints of platform.limit_replies. */
export const REPLY_CONSTRAINTS = {
  replies_kept: `There can be ${MAX_REPLIES.replies} replies. No more can be added.`,
  proofs_kept: `There can be ${MAX_REPLIES.proofs} files. No more can be added. Please reply without one.`,
} as const;

/** Texts fixed by the specification. */
export const FILE_REFUSALS = {
  dots: '(.) not allowed in file name.',
  missing: 'Please select a file to upload.',
  tooLarge: 'Please select a file with in 10 MB size.',
} as const;

/** Whether a file name could hide a second extension. A name without any has no allowed type. */
export const hasManyDots = (fileName: string): boolean => fileName.split('.').length > 2;

/** Why a file cannot be sent; null if no reason is known. */
export function fileRefusal(file: { readonly name: string; readonly size: number } | null): string | null {
  if (file === null || file.name.trim() === '') return FILE_REFUSALS.missing;
  if (hasManyDots(file.name)) return FILE_REFUSALS.dots;
  if (file.size === 0) return FILE_REFUSALS.missing;
  return file.size > MAX_UPLOAD_BYTES ? FILE_REFUSALS.tooLarge : null;
}

interface ChosenDocument {
  readonly kind: string;
  readonly file: { readonly name: string; readonly size: number } | null;
}

/** Why a document cannot be sent: the first reason in the order of the specification; null if there is none. */
export const documentRefusal = (
  { kind, file }: ChosenDocument,
  kindRefusal: (kind: string) => string | null,
): string | null => kindRefusal(kind) ?? fileRefusal(file);
