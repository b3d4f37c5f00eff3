import * as z from 'zod/mini';

/** One entry of a drop-down list. The entry of a currency also has the country code of its flag. */
export const optionSchema = z.object({ value: z.string(), name: z.string(), flag: z.optional(z.string()) });
export type Option = z.infer<typeof optionSchema>;

/** The reply of every save. An empty `err` means success. */
export const savedSchema = z.object({ err: z.string(), msg: z.string(), srno: z.int() });
