import * as z from 'zod/mini';
import { ENTITY_TYPES } from '#domain/masters/entity.ts';
import { defineCall } from '../define.ts';
import { named } from '../wire.ts';

const lapsingLicence = named('en', {
  type: z.enum(ENTITY_TYPES),
  id: z.string(),
  name: z.string(),
  /** yyyy-MM-dd. */
  licenceTo: ['enLicTo', z.string()],
});
export type LapsingLicence = z.output<typeof lapsingLicence>;

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
  reply: z.array(lapsingLicence),
});
