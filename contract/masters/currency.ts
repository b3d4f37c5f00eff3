import * as z from 'zod/mini';
import { bit, flag, reference } from '../fields.ts';
import { changedShape, defineMaster, defineMasterImport } from '../master.ts';

/** The currency master (ISD). */

const currencyRow = {
  isd_srno: z.int(),
  isd_code: z.string(),
  isd_name: z.string(),
  /** 0 if the currency does not belong to one country. */
  isd_country: z.int(),
  isd_countryname: z.string(),
  isd_flag: z.string(),
  /** The decimals of its rates. */
  isd_rateplaces: z.int(),
  /** Its place in lists of currencies; 0 if it has none. */
  isd_order: z.int(),
  isd_active: bit,
} as const;
const currencyRowSchema = z.object(currencyRow);
const currencyInputSchema = z.object({
  isd_code: z.string(),
  isd_name: z.string(),
  isd_country: z.optional(reference),
  isd_flag: z.optional(z.string()),
  isd_rateplaces: z.optional(reference),
  isd_order: z.optional(reference),
  isd_active: z.optional(flag),
});

export type CurrencyRow = z.infer<typeof currencyRowSchema>;
export type CurrencyInput = z.infer<typeof currencyInputSchema>;

const declaration = {
  endpoint: 'isd_a.php',
  key: 'CURRENCY',
  source: '000 §2.5, §3, §5, §7',
  plural: 'currencies',
  row: currencyRowSchema,
  detail: z.object({ ...currencyRow, ...changedShape }),
  written: currencyInputSchema,
} as const;

export const currency = { ...defineMaster(declaration), ...defineMasterImport(declaration) };
