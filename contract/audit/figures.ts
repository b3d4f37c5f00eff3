import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { json, limited } from '../fields.ts';
import { auditChange, auditDetail, auditShared } from './audit.ts';

/** The figures of an audit that the server computes. */

const shared = { ...auditShared, source: '002 §2.4, §5.1, §7.1' } as const;

const filled = z.object({ error: z.string(), detail: auditDetail });

export const countTransactions = defineCall({
  ...shared,
  action: 'doautotransactioncount',
  summary:
    'Stores the purchases and sales of the month as the registers, the requests and uploaded sheets have them now.',
  right: auditChange,
  effect: 'write',
  args: { audit: json(z.object({ srno: serialNumber })) },
  reply: filled,
});

export const fillBusiness = defineCall({
  ...shared,
  action: 'doautofillbussmis',
  summary:
    'Fills the business figures of this month from the registers or the requests. Year, month and branch must be the audit’s.',
  right: auditChange,
  effect: 'write',
  args: {
    audit: json(
      z.object({
        srno: serialNumber,
        year: z.optional(z.int()),
        month: z.optional(z.int()),
        branch: z.optional(limited(20)),
      }),
    ),
  },
  reply: filled,
});
