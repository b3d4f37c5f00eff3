import * as z from 'zod/mini';
import { bit, flag, reference } from '../fields.ts';
import { changedShape, defineMaster, defineMasterImport } from '../master.ts';

/** The city master. Every city belongs to a state. */

const cityRow = {
  cty_srno: z.int(),
  cty_name: z.string(),
  cty_state: z.int(),
  cty_statename: z.string(),
  cty_country: z.int(),
  cty_countryname: z.string(),
  cty_active: bit,
} as const;
const cityRowSchema = z.object(cityRow);
const cityInputSchema = z.object({
  cty_name: z.string(),
  cty_state: reference,
  cty_country: reference,
  cty_active: z.optional(flag),
});

export type CityRow = z.infer<typeof cityRowSchema>;
export type CityInput = z.infer<typeof cityInputSchema>;

const declaration = {
  endpoint: 'city_a.php',
  key: 'CITY',
  source: '000 §2.5, §3, §5, §7',
  plural: 'cities',
  row: cityRowSchema,
  detail: z.object({ ...cityRow, ...changedShape }),
  written: cityInputSchema,
  narrowedBy: ['country', 'state'],
} as const;

export const city = { ...defineMaster(declaration), ...defineMasterImport(declaration) };
