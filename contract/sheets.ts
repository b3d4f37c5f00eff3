import * as z from 'zod/mini';

/** A cell of a sheet at fault, the same for every upload of a sheet. */
export const wrongCell = z.object({
  row: z.int(),
  column: z.string(),
  /** What stands in the cell. */
  found: z.string(),
  message: z.string(),
});
export type WrongCell = z.infer<typeof wrongCell>;
