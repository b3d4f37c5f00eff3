import * as z from 'zod/mini';
import type { RightNeed } from '#domain/rights.ts';
import { defineCall, defineDownload, defineUpload, type Call, type Upload } from './define.ts';
import { json, limited, type Field } from './fields.ts';
import { optionSchema } from './shared.ts';
import { named } from './wire.ts';

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** The number of a record, of a document or of a kind of documents. */
export const serialNumber = z.int().check(z.minimum(1));

/** What a browser can show of a document. */
export const documentView = named('', {
  /** In base64. */
  content: ['bs64', z.string()],
  /** The MIME type of the content. */
  type: ['typ', z.string()],
  description: ['desc', z.string()],
  filename: ['fname', z.string()],
  pages: z.int(),
});

/** A document as its callers name it; every given field must match. */
export interface DocumentName {
  readonly srno: number;
  readonly filename: string;
  /** The number of its kind. */
  readonly docid?: number;
}

/** One page of a document. */
interface DocumentPage extends DocumentName {
  readonly page?: number;
}

interface DocumentsDeclaration<
  Name extends Shape,
  Meta extends Shape,
  Removed extends z.ZodMiniType,
  Detail extends z.ZodMiniType,
> {
  readonly endpoint: `${string}_a.php`;
  readonly source: string;
  /** The right to view and to download a document. */
  readonly query: RightNeed;
  /** The fields that a caller gives besides the number and the file name of a document. */
  readonly name: Name;
  readonly kinds: Pick<Call, 'action' | 'summary'> & Partial<Pick<Call, 'endpoint' | 'source'>>;
  readonly remove: Pick<Call, 'right' | 'summary'> &
    Partial<Pick<Call, 'source'>> & { readonly reply: Removed };
  readonly upload: Pick<Upload, 'action' | 'right' | 'summary' | 'source' | 'assumed' | 'refuses'> & {
    /** The fields of the JSON part besides the session, the type of the upload and the number of the record. */
    readonly meta: Meta;
    /** The new document, or all documents of the record. */
    readonly docdetail: Detail;
  };
}

/** The calls for the documents of one record. The documents themselves are listed in the detail of the record. */
export function defineDocuments<
  Name extends Shape,
  Meta extends Shape,
  Removed extends z.ZodMiniType,
  Detail extends z.ZodMiniType,
>(declaration: DocumentsDeclaration<Name, Meta, Removed, Detail>) {
  const { endpoint, source, query, kinds, remove } = declaration;
  const { meta, docdetail, ...upload } = declaration.upload;
  const shared = { endpoint, session: 'first', source, assumed: true } as const;
  const name = { srno: serialNumber, filename: limited(255), ...declaration.name };
  const document = z.object(name);
  const page = z.object({ ...name, page: z.optional(serialNumber) });
  const byName = { document: json(document) as Field<DocumentName & z.output<typeof document>> };
  return {
    kinds: defineCall({
      ...shared,
      ...kinds,
      right: 'signed-in',
      effect: 'read',
      args: {},
      reply: z.array(optionSchema),
    }),
    view: defineCall({
      ...shared,
      action: 'docview',
      summary:
        'What a browser can show of a document: its bytes, or one page of a TIFF as PNG. Leaves a trail.',
      right: query,
      effect: 'watched',
      args: { document: json(page) as Field<DocumentPage & z.output<typeof page>> },
      reply: documentView,
    }),
    download: defineDownload({
      ...shared,
      action: 'docdownload',
      summary: 'A document as it was uploaded. Leaves a trail.',
      right: query,
      effect: 'watched',
      args: byName,
    }),
    remove: defineCall({ ...shared, ...remove, action: 'docremove', effect: 'write', args: byName }),
    upload: defineUpload({
      ...upload,
      endpoint: 'upload_a.php',
      session: 'meta',
      effect: 'outside',
      meta: z.object({
        sid: z.string(),
        uploadType: z.literal(upload.action),
        srno: serialNumber,
        ...meta,
      }),
      accepts: ['jpg', 'jpeg', 'png', 'tif', 'gif', 'pdf', 'bmp', 'doc', 'docx', 'xls', 'xlsx'],
      reply: z.object({ error: z.string(), message: z.string(), docdetail }),
    }),
  };
}

/** The calls for the documents of any record. */
export type DocumentCalls = ReturnType<
  typeof defineDocuments<{ readonly srno: typeof serialNumber }, Shape, z.ZodMiniType, z.ZodMiniType>
>;
