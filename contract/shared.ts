import * as z from 'zod/mini';

/** One entry of a drop-down list; that of a currency has the country code of its flag as well. */
export const optionSchema = z.object({ value: z.string(), name: z.string(), flag: z.optional(z.string()) });
export type Option = z.infer<typeof optionSchema>;

/** What every save answers: an empty `err` means done. */
export const savedSchema = z.object({ err: z.string(), msg: z.string(), srno: z.int() });
