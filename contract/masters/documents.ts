import * as z from 'zod/mini';
import { defineDocuments, serialNumber } from '../documents.ts';
import { savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

/** The KYC and licence documents of an entity. */

export const entityDocumentSchema = named('', {
  srno: z.int(),
  name: z.string(),
  filename: z.string(),
  extension: z.string(),
  /** P pending, A approved, R rejected. */
  status: z.enum(['P', 'A', 'R']),
  /** ISO 8601, UTC. */
  uploadedAt: z.string(),
  uploadedBy: z.string(),
  /** When it was approved; empty until then. */
  approvedAt: z.string(),
  /** Why it was rejected; empty unless rejected. */
  reason: z.string(),
  bytes: z.int(),
});
export type EntityDocument = z.output<typeof entityDocumentSchema>;

const source = 'docs/readings.md: entity, documents';
const edit = { key: 'ENTITY', flag: 'edit' } as const;

export const entityDocuments = defineDocuments({
  endpoint: 'entity_a.php',
  source: '000 §2.5, §3, §5, §7',
  query: { key: 'ENTITY', flag: 'query' },
  name: {},
  kinds: {
    action: 'ddlistjsondoc',
    summary: 'The kinds of KYC and licence documents, for a drop-down.',
    source,
  },
  remove: {
    summary: 'Takes a document off the entity; an approved one stays.',
    right: edit,
    source,
    reply: savedSchema,
  },
  upload: {
    action: 'ENTITYDOC',
    summary: 'A KYC or licence document of an entity (srno) of a kind (docid).',
    right: edit,
    source,
    assumed: true,
    meta: { docid: serialNumber },
    docdetail: entityDocumentSchema,
  },
});
