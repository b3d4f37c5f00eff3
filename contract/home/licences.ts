import * as z from 'zod/mini';
import { ENTITY_TYPES } from '#domain/masters/entity.ts';
import { defineCall } from '../define.ts';

const lapsingSchema = z.object({
  enType: z.enum(ENTITY_TYPES),
  enId: z.string(),
  enName: z.string(),
  /** yyyy-MM-dd. */
  enLicTo: z.string(),
});
export type LapsingLicence = z.infer<typeof lapsingSchema>;

export const lapsingLicences = defineCall({
  endpoint: 'home_a.php',
  action: 'licences',
  summary: 'The licences in reach that have lapsed or soon will, the most pressing first; at most 6.',
  session: 'first',
  right: { key: 'ENTITY', flag: 'query' },
  effect: 'read',
  source: 'docs/readings.md: 000 §2.1 home',
  assumed: true,
  args: {},
  reply: z.array(lapsingSchema),
});
