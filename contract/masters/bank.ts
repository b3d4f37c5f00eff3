import * as z from 'zod/mini';
import { bit, flag } from '../fields.ts';
import { changedShape, defineMaster, defineMasterImport } from '../master.ts';

/** The bank master. */

const bankRow = {
  bnk_srno: z.int(),
  bnk_name: z.string(),
  bnk_code: z.string(),
  bnk_active: bit,
} as const;
const bankRowSchema = z.object(bankRow);
const bankInputSchema = z.object({
  bnk_name: z.string(),
  bnk_code: z.optional(z.string()),
  bnk_active: z.optional(flag),
});

export type BankRow = z.infer<typeof bankRowSchema>;
export type BankInput = z.infer<typeof bankInputSchema>;

const declaration = {
  endpoint: 'bank_a.php',
  key: 'BANK',
  source: '000 §7; docs/readings.md: bank',
  plural: 'banks',
  row: bankRowSchema,
  detail: z.object({ ...bankRow, ...changedShape }),
  stepUp: 'bank',
  written: bankInputSchema,
} as const;

export const bank = { ...defineMaster(declaration), ...defineMasterImport(declaration) };
