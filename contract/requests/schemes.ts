import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { day, json } from '../fields.ts';

/** The tax schemes with their starting days. */

const schemes = {
  endpoint: 'taxscheme_a.php',
  session: 'first',
  source: 'docs/readings.md: tax schemes',
  assumed: true,
} as const;
const done = z.object({ err: z.string(), msg: z.string() });

export const taxStarts = defineCall({
  ...schemes,
  action: 'list',
  summary: 'The schemes in their order of starting.',
  right: { key: 'TAXSCHEME', flag: 'query' },
  effect: 'read',
  args: {},
  reply: z.array(z.object({ from: z.string(), scheme: z.string(), madeby: z.string(), madeat: z.string() })),
});

export const saveTaxStart = defineCall({
  ...schemes,
  action: 'save',
  summary: 'From a day to come, requests are priced by a scheme.',
  right: { key: 'TAXSCHEME', flag: 'add' },
  effect: 'write',
  args: { start: json(z.object({ from: day, scheme: z.enum(['FULL', 'RULE32']) })) },
  reply: done,
});

export const removeTaxStart = defineCall({
  ...schemes,
  action: 'remove',
  summary: 'Takes back a start that has not come yet.',
  right: { key: 'TAXSCHEME', flag: 'edit' },
  effect: 'write',
  args: { start: json(z.object({ from: day })) },
  reply: done,
});
