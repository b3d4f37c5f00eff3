import * as z from 'zod/mini';
import { bit, flag, limited } from '../fields.ts';
import { changedShape, defineMaster, defineMasterImport } from '../master.ts';

/** The area master: zones that group branches. */

const areaRow = {
  are_srno: z.int(),
  are_name: z.string(),
  /** The branches in the caller's reach, by id and by name. */
  are_branches: z.array(z.string()),
  are_branchnames: z.array(z.string()),
  are_active: bit,
} as const;
const areaRowSchema = z.object(areaRow);
const areaInputSchema = z.object({
  are_name: z.string(),
  are_branches: z.array(limited(20)).check(z.maxLength(2_000)),
  are_active: z.optional(flag),
});

export type AreaRow = z.infer<typeof areaRowSchema>;
export type AreaInput = z.infer<typeof areaInputSchema>;

const declaration = {
  endpoint: 'area_a.php',
  key: 'AREA',
  source: '000 §2.4, §6; docs/readings.md: area',
  plural: 'areas',
  row: areaRowSchema,
  detail: z.object({ ...areaRow, ...changedShape }),
  written: areaInputSchema,
} as const;

export const area = { ...defineMaster(declaration), ...defineMasterImport(declaration) };
