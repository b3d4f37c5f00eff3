import * as z from 'zod/mini';
import { kindRefusal, MAX_REMARK_CHARS, type Print } from '#domain/requests/documents.ts';
import { defineDownload, defineUpload } from '../define.ts';
import { defineDocuments, serialNumber } from '../documents.ts';
import { limited, oneOf, srno } from '../fields.ts';
import { documentRowSchema, queryOrOwnDraft } from './desk.ts';

/** The KYC documents of a request, and its printed papers. */

/** The screen that documents are added from. An upload names it. */
export const KYC_PAGE_RIGHT = 'NEWTRANREQUEST';

export const requestDocuments = defineDocuments({
  endpoint: 'fxrequest_a.php',
  source: '001 §3, §5, §7',
  query: queryOrOwnDraft,
  name: { docid: serialNumber },
  kinds: {
    endpoint: 'newfxrequest_a.php',
    action: 'kycdoclist',
    summary: 'The kinds of KYC documents, for a drop-down.',
  },
  remove: {
    summary: 'Takes a document off a request that is not submitted.',
    right: { key: KYC_PAGE_RIGHT, flag: 'edit' },
    reply: z.object({ err: z.string(), msg: z.string() }),
  },
  upload: {
    action: 'KYC',
    summary: 'A KYC document of a request (srno) of a kind (docid).',
    right: { key: KYC_PAGE_RIGHT, flag: 'save' },
    source: '001 §5, §7',
    meta: {
      pageright: limited(40),
      docid: z.union([z.int(), z.string().check(z.regex(/^\d{0,9}$/))]),
      remark: limited(MAX_REMARK_CHARS),
    },
    refuses: ({ docid }: { docid: number | string }) => kindRefusal(docid),
    docdetail: z.array(documentRowSchema),
  },
});

/** Pictures only: a signature that was drawn, or a photo. */
export const proofOfDelivery = defineUpload({
  endpoint: 'upload_a.php',
  action: 'PROOF',
  session: 'meta',
  effect: 'outside',
  assumed: true,
  summary: 'The proof of a delivery: a signature or a photo, kept as a document of the request (srno).',
  right: { key: 'HANDOVER', flag: 'edit' },
  source: 'docs/readings.md: proof of delivery',
  meta: z.object({
    sid: z.string(),
    uploadType: z.literal('PROOF'),
    srno: serialNumber,
    /** Who received the notes. */
    remark: limited(MAX_REMARK_CHARS),
  }),
  accepts: ['jpg', 'jpeg', 'png'],
  reply: z.object({ error: z.string(), message: z.string(), docdetail: z.array(documentRowSchema) }),
});

export const PAPER_KINDS = ['memo', 'encashment'] as const satisfies readonly Print[];

export const requestPaper = defineDownload({
  endpoint: 'fxrequest_a.php',
  session: 'first',
  assumed: true,
  action: 'paper',
  summary:
    'A numbered paper of a submitted request as PDF: the cash memo (invoice), or for purchases the encashment certificate. Made once from what is stored, printed again alike.',
  right: { key: 'TRANREQUESTDETAIL', flag: 'query' },
  effect: 'watched',
  source: 'docs/readings.md: papers',
  args: { srno: srno(), kind: oneOf(PAPER_KINDS) },
});
