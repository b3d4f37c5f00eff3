import * as z from 'zod/mini';

/** One entry of a drop-down list. The entry of a currency also has the country code of its flag. */
export const optionSchema = z.object({ value: z.string(), name: z.string(), flag: z.optional(z.string()) });
export type Option = z.infer<typeof optionSchema>;

/**
 * The reply of every save. An empty `err` means success. `proposed` is there if nothing is saved yet, because another
 * user must approve the change; the number of a new record is then 0.
 */
export const savedSchema = z.object({
  err: z.string(),
  msg: z.string(),
  srno: z.int(),
  proposed: z.optional(z.literal(1)),
});
