import * as z from 'zod/mini';
import { bit, flag, reference } from '../fields.ts';
import { changedShape, defineMaster, defineMasterImport } from '../master.ts';

/** The state master. Every state belongs to a country. */

const stateRow = {
  sta_srno: z.int(),
  sta_name: z.string(),
  sta_country: z.int(),
  sta_countryname: z.string(),
  sta_active: bit,
} as const;
const stateRowSchema = z.object(stateRow);
const stateInputSchema = z.object({
  sta_name: z.string(),
  sta_country: reference,
  sta_active: z.optional(flag),
});

export type StateRow = z.infer<typeof stateRowSchema>;
export type StateInput = z.infer<typeof stateInputSchema>;

const declaration = {
  endpoint: 'state_a.php',
  key: 'STATE',
  source: '000 §2.5, §3, §5, §7',
  plural: 'states',
  row: stateRowSchema,
  detail: z.object({ ...stateRow, ...changedShape }),
  written: stateInputSchema,
  narrowedBy: ['country'],
} as const;

export const state = { ...defineMaster(declaration), ...defineMasterImport(declaration) };
