import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { lapsingLicences } from './licences.ts';
import { queue } from './queue.ts';
import { today } from './today.ts';

export const opening = defineCall({
  endpoint: 'home_a.php',
  action: 'opening',
  summary:
    'What home shows first, in one call: the queue, the turnover of today and the licences about to lapse; null is a part that this user has no right to.',
  session: 'first',
  right: 'signed-in',
  effect: 'read',
  source: 'docs/readings.md: opening of home',
  assumed: true,
  args: {},
  reply: z.object({
    queue: queue.reply,
    today: z.nullable(today.reply),
    licences: z.nullable(lapsingLicences.reply),
  }),
});
