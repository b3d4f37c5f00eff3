import * as z from 'zod/mini';
import { defineCall, defineDownload } from './define.ts';
import { bit, flag, json, page, srno } from './fields.ts';
import { optionSchema, savedSchema } from './shared.ts';

/** Master data. */

const country = { endpoint: 'country_a.php', session: 'first', source: '000 §2.5, §3, §5, §7' } as const;

export const countryRowSchema = z.object({
  cnt_srno: z.int(),
  cnt_name: z.string(),
  cnt_nationality: z.string(),
  cnt_swiftcode: z.string(),
  cnt_fatf: bit,
  cnt_active: bit,
});
export type CountryRow = z.infer<typeof countryRowSchema>;

/** A country with who last changed it, and when (ISO 8601, UTC). */
export const countryDetailSchema = z.extend(countryRowSchema, {
  cnt_version: z.int(),
  cnt_changedby: z.string(),
  cnt_changedat: z.string(),
});
export type CountryDetail = z.infer<typeof countryDetailSchema>;

export const countryWrittenSchema = z.object({
  cnt_name: z.string(),
  cnt_nationality: z.string(),
  cnt_swiftcode: z.string(),
  cnt_fatf: flag,
  cnt_active: flag,
});
export type CountryWritten = z.infer<typeof countryWrittenSchema>;

export const countryList = defineCall({
  ...country,
  action: 'listjson',
  summary: 'Countries, page by page.',
  right: { key: 'COUNTRY', flag: 'query' },
  effect: 'read',
  assumed: true,
  args: { page: page() },
  reply: z.array(countryRowSchema),
});

export const countryOptions = defineCall({
  ...country,
  action: 'ddlistjson',
  summary: 'Active countries for a drop-down, by name; the search text narrows them.',
  right: 'signed-in',
  effect: 'read',
  assumed: true,
  args: { page: page() },
  reply: z.array(optionSchema),
});

export const countryOptionsSelect = defineCall({
  ...countryOptions,
  action: 'ddlistjsonselect',
  summary: 'Active countries for a drop-down, led by the "select" entry.',
});

export const countryDetail = defineCall({
  ...country,
  action: 'detail',
  summary: 'One country.',
  right: { key: 'COUNTRY', flag: 'query' },
  effect: 'read',
  assumed: true,
  args: { srno: srno() },
  reply: countryDetailSchema,
});

export const countrySave = defineCall({
  ...country,
  action: 'save',
  summary: 'Adds a country (srno 0) or changes one; If-Match guards against overwriting.',
  right: { key: 'COUNTRY', flag: 'save' },
  effect: 'write',
  assumed: true,
  args: { srno: srno(), country: json(countryWrittenSchema) },
  reply: savedSchema,
});

export const countryExport = defineDownload({
  ...country,
  action: 'export',
  summary: 'The list as an .xlsx file, narrowed and ordered as shown.',
  right: { key: 'COUNTRY', flag: 'query' },
  effect: 'watched',
  source: 'docs/readings.md: exports',
  assumed: true,
  args: { page: page() },
});
