import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { json } from '../fields.ts';
import { auditQuery, auditShared } from './audit.ts';

export const auditReport = defineCall({
  ...auditShared,
  action: 'auditreport',
  source: '002 §2.5; docs/readings.md: the report of an audit',
  summary: 'The monthly concurrent audit report: View as HTML made by the server, Download as a PDF.',
  right: auditQuery,
  effect: 'watched',
  mayBeFile: true,
  args: { report: json(z.object({ srno: serialNumber, mode: z.enum(['View', 'Download']) })) },
  reply: z.object({ err: z.string(), html: z.string() }),
});
