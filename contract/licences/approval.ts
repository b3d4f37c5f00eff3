import * as z from 'zod/mini';
import { LICENCE_STATUSES } from '#domain/licences/status.ts';
import { defineCall, defineDownload } from '../define.ts';
import { documentView, serialNumber } from '../documents.ts';
import { bit, json, limited, page, typedDay } from '../fields.ts';

/** Head office decides about the licence documents of entities. */

const shared = {
  endpoint: 'franchise_a.php',
  session: 'first',
  source: '002 §2.14, §4, §5.5, §7.6',
  assumed: true,
} as const;
const query = { key: 'FRANCHISEDOC', flag: 'query' } as const;
const add = { key: 'FRANCHISEDOC', flag: 'add' } as const;

const licenceDocument = z.object({
  lineno: z.int(),
  entityid: z.string(),
  entityname: z.string(),
  docid: z.int(),
  docname: z.string(),
  status: z.enum(LICENCE_STATUSES),
  statusnm: z.string(),
  filename: z.string(),
  extension: z.string(),
  bytes: z.int(),
  /** 1 if it came by the renewal page, 0 if staff uploaded it. */
  frompage: bit,
  /** ISO 8601, UTC. */
  uploadedat: z.string(),
  /** Who decided and when; empty until then. */
  decidedat: z.string(),
  decidedby: z.string(),
  reason: z.string(),
  /** yyyy-MM-dd; empty if the document has no last day. */
  expirydate: z.string(),
  version: z.int(),
});
export type LicenceDocument = z.infer<typeof licenceDocument>;

const filters = {
  /** The id of an entity; empty or ALL for all in reach. */
  franchiseFilter: limited(20),
  statusFilter: z.enum(['', 'ALL', ...LICENCE_STATUSES]),
};

export const licenceEntities = defineCall({
  ...shared,
  action: 'getdetails',
  summary:
    'The entities in reach for the filter: franchisees, then councilors, then branches; at most 1,000.',
  right: query,
  effect: 'read',
  args: {},
  reply: z.array(
    z.object({
      value: z.string(),
      name: z.string(),
      /** yyyy-MM-dd; empty if the entity has no licence with a last day. */
      licenceto: z.string(),
    }),
  ),
});

export const listLicenceDocuments = defineCall({
  ...shared,
  action: 'getdocs',
  summary: 'The licence documents in reach: pending ones first, the oldest first.',
  right: query,
  effect: 'read',
  args: { search: json(z.object(filters)), page: page() },
  reply: z.array(licenceDocument),
});

export const decideLicenceDocument = defineCall({
  ...shared,
  action: 'confirmapprove',
  summary:
    'Approves or rejects a document and mails the decision to the entity. If-Match guards against a decision about another state.',
  right: add,
  effect: 'write',
  args: {
    decision: json(
      z.object({
        lineno: serialNumber,
        status: z.enum(['A', 'R']),
        /** The id of the entity; it must be the document's. */
        entity: limited(20),
        ...filters,
        rejectionReason: z.optional(limited(2_000)),
        /** The last day on which an approved document is valid. */
        expirydate: z.optional(typedDay),
      }),
    ),
  },
  reply: z.object({ err: z.string(), doclist: z.array(licenceDocument) }),
});

export const viewLicenceDocument = defineCall({
  ...shared,
  action: 'docview',
  summary: 'What a browser can show of a document: its bytes, or one page of a TIFF as PNG. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(z.object({ lineno: serialNumber, page: z.optional(serialNumber) })) },
  reply: documentView,
});

export const downloadLicenceDocument = defineDownload({
  ...shared,
  action: 'docdownload',
  summary: 'A document as it was uploaded. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(z.object({ lineno: serialNumber })) },
});
