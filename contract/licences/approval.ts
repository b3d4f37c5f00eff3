import * as z from 'zod/mini';
import { LICENCE_STATUSES } from '#domain/licences/status.ts';
import { defineCall, defineDownload } from '../define.ts';
import { documentView, serialNumber } from '../documents.ts';
import { json, limited, page, typedDay, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';

/** Head office decides about the licence documents of entities. */

const shared = {
  endpoint: 'franchise_a.php',
  session: 'first',
  source: '002 §2.14, §4, §5.5, §7.6',
  assumed: true,
} as const;
const query = { key: 'FRANCHISEDOC', flag: 'query' } as const;
const add = { key: 'FRANCHISEDOC', flag: 'add' } as const;

export const licenceDocument = named('', {
  lineNo: z.int(),
  entityId: z.string(),
  entityName: z.string(),
  /** The number of its kind. */
  kind: ['docid', z.int()],
  kindName: ['docname', z.string()],
  status: z.enum(LICENCE_STATUSES),
  statusName: ['statusnm', z.string()],
  filename: z.string(),
  extension: z.string(),
  bytes: z.int(),
  /** Whether it came by the renewal page. Staff uploaded any other. */
  isFromPage: ['frompage', yesOrNo],
  /** ISO 8601, UTC. */
  uploadedAt: z.string(),
  /** Who decided and when; empty until then. */
  decidedAt: z.string(),
  decidedBy: z.string(),
  reason: z.string(),
  /** yyyy-MM-dd; empty if the document has no last day. */
  expires: ['expirydate', z.string()],
  version: z.int(),
});
export type LicenceDocument = z.output<typeof licenceDocument>;

const filters = {
  /** The id of an entity; empty or ALL for all in reach. */
  entityFilter: ['franchiseFilter', limited(20)],
  statusFilter: ['statusFilter', z.enum(['', 'ALL', ...LICENCE_STATUSES])],
} as const;

export const licenceEntity = named('', {
  value: z.string(),
  name: z.string(),
  /** yyyy-MM-dd; empty if the entity has no licence with a last day. */
  licenceTo: z.string(),
});
export type LicenceEntity = z.output<typeof licenceEntity>;

export const licenceEntities = defineCall({
  ...shared,
  action: 'getdetails',
  summary:
    'The entities in reach for the filter: franchisees, then councilors, then branches; at most 1,000.',
  right: query,
  effect: 'read',
  args: {},
  reply: z.array(licenceEntity),
});

export const listLicenceDocuments = defineCall({
  ...shared,
  action: 'getdocs',
  summary: 'The licence documents in reach: pending ones first, the oldest first.',
  right: query,
  effect: 'read',
  args: { search: json(named('', filters)), page: page() },
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
      named('', {
        lineNo: serialNumber,
        status: z.enum(['A', 'R']),
        /** The id of the entity; it must be the document's. */
        entity: limited(20),
        ...filters,
        reason: ['rejectionReason', z.optional(limited(2_000))],
        /** The last day on which an approved document is valid. */
        expires: ['expirydate', z.optional(typedDay)],
      }),
    ),
  },
  reply: named('', { err: z.string(), documents: ['doclist', z.array(licenceDocument)] }),
});

export const viewLicenceDocument = defineCall({
  ...shared,
  action: 'docview',
  summary: 'What a browser can show of a document: its bytes, or one page of a TIFF as PNG. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(named('', { lineNo: serialNumber, page: z.optional(serialNumber) })) },
  reply: documentView,
});

export const downloadLicenceDocument = defineDownload({
  ...shared,
  action: 'docdownload',
  summary: 'A document as it was uploaded. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(named('', { lineNo: serialNumber })) },
});
