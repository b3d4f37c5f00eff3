import * as z from 'zod/mini';
import { defineCall } from '../define.ts';

const daySchema = z.object({
  /** yyyy-MM-dd. */
  date: z.string(),
  /** The forex total of the sales and of the purchases that were made Final on this day. */
  sold: z.string(),
  bought: z.string(),
  sales: z.int(),
  purchases: z.int(),
});

export const today = defineCall({
  endpoint: 'home_a.php',
  action: 'today',
  summary:
    'The turnover of today in reach, by what was made Final, and of the seven days before it. Sales and purchases stay apart; the margin of today only with the right to the budget dashboard.',
  session: 'first',
  right: { key: 'TRANREQUESTDETAIL', flag: 'query' },
  effect: 'read',
  source: 'docs/readings.md: the strip of today',
  assumed: true,
  args: {},
  reply: z.object({
    /** Eight days, today last. */
    days: z.array(daySchema),
    /** Decimal text; null without the right. */
    margin: z.nullable(z.string()),
  }),
});
