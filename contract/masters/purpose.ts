import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { bit, flag, optionsPage } from '../fields.ts';
import { changedShape, defineMaster, defineMasterImport } from '../master.ts';
import { optionSchema } from '../shared.ts';

/** The purpose master: the reasons for which customers buy or sell money. */

const purposeRow = {
  pur_srno: z.int(),
  pur_value: z.string(),
  pur_name: z.string(),
  pur_active: bit,
} as const;
const purposeRowSchema = z.object(purposeRow);
const purposeInputSchema = z.object({
  pur_value: z.string(),
  pur_name: z.string(),
  pur_active: z.optional(flag),
});

export type PurposeRow = z.infer<typeof purposeRowSchema>;
export type PurposeInput = z.infer<typeof purposeInputSchema>;

const declaration = {
  endpoint: 'purpose_a.php',
  key: 'PURPOSE',
  source: '002 §7; docs/readings.md: purpose',
  plural: 'purposes',
  row: purposeRowSchema,
  detail: z.object({ ...purposeRow, ...changedShape }),
  written: purposeInputSchema,
} as const;

export const purpose = { ...defineMaster(declaration), ...defineMasterImport(declaration) };

export const purposesForAudit = defineCall({
  endpoint: 'purpose_a.php',
  action: 'ddlistjsontt',
  summary: 'Active purposes by value and name, as the audit picks them.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: '002 §7',
  args: { page: optionsPage() },
  reply: z.array(optionSchema),
});
