import * as z from 'zod/mini';
import { bit, flag } from '../fields.ts';
import { changedShape, defineMaster, defineMasterImport } from '../master.ts';

/** The country master. */

const countryRow = {
  cnt_srno: z.int(),
  cnt_name: z.string(),
  cnt_nationality: z.string(),
  cnt_swiftcode: z.string(),
  cnt_fatf: bit,
  cnt_active: bit,
} as const;
const countryRowSchema = z.object(countryRow);
const countryInputSchema = z.object({
  cnt_name: z.string(),
  cnt_nationality: z.string(),
  cnt_swiftcode: z.string(),
  cnt_fatf: flag,
  cnt_active: flag,
});

export type CountryRow = z.infer<typeof countryRowSchema>;
export type CountryInput = z.infer<typeof countryInputSchema>;

const declaration = {
  endpoint: 'country_a.php',
  key: 'COUNTRY',
  source: '000 §2.5, §3, §5, §7',
  plural: 'countries',
  row: countryRowSchema,
  detail: z.object({ ...countryRow, ...changedShape }),
  written: countryInputSchema,
} as const;

export const country = { ...defineMaster(declaration), ...defineMasterImport(declaration) };
