import * as z from 'zod/mini';
import { defineCall, defineDownload } from '../define.ts';
import { documentView, serialNumber } from '../documents.ts';
import { json, limited } from '../fields.ts';
import { named } from '../wire.ts';
import { auditChange, auditShared } from './audit.ts';

/**
 * The papers that a customer gave for a transaction: the documents of its request. Whoever works on audits opens them,
 * without a right for requests. The right to read audits is not enough, because the papers show every number in full. A register that was uploaded knows no requests, and has none.
 */

const shared = {
  ...auditShared,
  source: 'docs/readings.md: papers of the customer',
  right: auditChange,
} as const;

/** A transaction by its audit and its line, so that nobody opens a paper without the audit that it is for. */
const ofTransaction = { audit: ['srno', serialNumber], lineNo: serialNumber } as const;
const namedPaper = {
  ...ofTransaction,
  srno: ['docsrno', serialNumber],
  filename: limited(255),
} as const;

export const paperRow = named('', {
  srno: ['docsrno', z.int()],
  /** Passport. */
  kind: ['docname', z.string()],
  filename: z.string(),
});
export type CustomerPaper = z.output<typeof paperRow>;

export const listCustomerPapers = defineCall({
  ...shared,
  action: 'trandocs',
  summary: 'The papers of the customer of a transaction, in the order in which they came.',
  effect: 'read',
  args: { transaction: json(named('', ofTransaction)) },
  reply: z.array(paperRow),
});

export const viewCustomerPaper = defineCall({
  ...shared,
  action: 'trandocview',
  summary: 'What a browser can show of a paper of the customer. Leaves a trail.',
  effect: 'watched',
  args: { document: json(named('', { ...namedPaper, page: z.optional(serialNumber) })) },
  reply: documentView,
});

export const downloadCustomerPaper = defineDownload({
  ...shared,
  action: 'trandocdownload',
  summary: 'A paper of the customer as it was uploaded. Leaves a trail.',
  effect: 'watched',
  args: { document: json(named('', namedPaper)) },
});
