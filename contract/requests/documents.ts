import * as z from 'zod/mini';
import { defineCall, defineDownload, defineUpload } from '../define.ts';
import { kindRefusal, MAX_REMARK_CHARS, type Print } from '#domain/requests/documents.ts';
import { json, oneOf, srno, limited } from '../fields.ts';
import { optionSchema } from '../shared.ts';
import { documentRowSchema } from './desk.ts';

/** The KYC documents of a request, and the papers that are printed for it. */

const shared = {
  session: 'first',
  endpoint: 'fxrequest_a.php',
  source: '001 §3, §5, §7',
  assumed: true,
} as const;
const query = { key: 'TRANREQUESTDETAIL', flag: 'query' } as const;
const document = {
  srno: z.int().check(z.minimum(1)),
  filename: limited(255),
  docid: z.int().check(z.minimum(1)),
} as const;

export const kycDocumentKinds = defineCall({
  ...shared,
  endpoint: 'newfxrequest_a.php',
  action: 'kycdoclist',
  summary: 'The kinds of KYC documents, for a drop-down.',
  right: 'signed-in',
  effect: 'read',
  args: {},
  reply: z.array(optionSchema),
});

export const uploadKyc = defineUpload({
  endpoint: 'upload_a.php',
  action: 'KYC',
  summary: 'A KYC document of a request (srno) of a kind (docid).',
  session: 'meta',
  right: { key: 'NEWTRANREQUEST', flag: 'save' },
  effect: 'outside',
  source: '001 §5, §7',
  meta: z.object({
    sid: z.string(),
    uploadType: z.literal('KYC'),
    srno: z.int().check(z.minimum(1)),
    pageright: limited(40),
    docid: z.union([z.int(), z.string().check(z.regex(/^\d{0,9}$/))]),
    remark: limited(MAX_REMARK_CHARS),
  }),
  refuses: ({ docid }: { docid: number | string }) => kindRefusal(docid),
  accepts: ['jpg', 'jpeg', 'png', 'tif', 'gif', 'pdf', 'bmp', 'doc', 'docx', 'xls', 'xlsx'],
  reply: z.object({ error: z.string(), message: z.string(), docdetail: z.array(documentRowSchema) }),
});

export const viewKyc = defineCall({
  ...shared,
  action: 'docview',
  summary: 'What a browser can show of a document: its bytes, or one page of a TIFF as PNG. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(z.object({ ...document, page: z.optional(z.int().check(z.minimum(1))) })) },
  reply: z.object({
    bs64: z.string(),
    typ: z.string(),
    desc: z.string(),
    fname: z.string(),
    pages: z.int(),
  }),
});

export const removeKyc = defineCall({
  ...shared,
  action: 'docremove',
  summary: 'Takes a document off a request that is not submitted.',
  right: { key: 'NEWTRANREQUEST', flag: 'edit' },
  effect: 'write',
  args: { document: json(z.object(document)) },
  reply: z.object({ err: z.string(), msg: z.string() }),
});

export const downloadKyc = defineDownload({
  ...shared,
  action: 'docdownload',
  summary: 'A document as it was uploaded. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(z.object(document)) },
});

export const PAPER_KINDS = ['memo', 'encashment'] as const satisfies readonly Print[];

export const requestPaper = defineDownload({
  ...shared,
  action: 'paper',
  summary:
    'A numbered paper of a submitted request as PDF: the cash memo (invoice), or for purchases the encashment certificate. Made once from what is stored, printed again alike.',
  right: query,
  effect: 'watched',
  source: 'docs/readings.md: papers',
  args: { srno: srno(), kind: oneOf(PAPER_KINDS) },
});
