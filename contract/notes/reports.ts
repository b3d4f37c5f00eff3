import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { day, json, limited } from '../fields.ts';

/** Reports on the notes ledger: the notes in hand, and the movements in and out. */

const code = limited(20);

/** View returns an HTML page, Download an .xlsx file. */
export const REPORT_MODES = ['View', 'Download'] as const;
export type ReportMode = (typeof REPORT_MODES)[number];

const shared = {
  endpoint: 'report_a.php',
  session: 'first',
  source: '001 §2, §5, §7; docs/readings.md: reports of notes',
  assumed: true,
  effect: 'watched',
  mayBeFile: true,
  reply: z.object({ err: z.string(), html: z.string() }),
} as const;

const about = {
  mode: z.enum(REPORT_MODES),
  /** The executive or vault. */
  empcode: code,
  /** Not in the specification, and optional: a whole branch instead of one executive, and a single currency. */
  branch: z.optional(code),
  isd: z.optional(limited(3)),
} as const;

const inHandQuery = z.object({ ...about, tilldate: day });
export type InHandQuery = z.infer<typeof inHandQuery>;

export const inHandReport = defineCall({
  ...shared,
  action: 'INHANDREPORT',
  summary:
    'What an executive, a vault or a whole branch had at the end of a day, by product and currency, with its value.',
  right: { key: 'INHANDREPORT', flag: 'query' },
  args: { asked: json(inHandQuery) },
});

const inOutQuery = z.object({ ...about, fromdate: day, todate: day });
export type InOutQuery = z.infer<typeof inOutQuery>;

export const inOutReport = defineCall({
  ...shared,
  action: 'INOUTREPORT',
  summary:
    'What an executive, a vault or a whole branch received and gave in a period, movement by movement, with the balance after each.',
  right: { key: 'INOUTREPORT', flag: 'query' },
  args: { asked: json(inOutQuery) },
});
