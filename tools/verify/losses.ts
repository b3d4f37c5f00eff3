import type pg from 'pg';
import { withClient } from '#server/platform/db/client.ts';

/** The last seal and the last entry of a trail. */
export interface TrailEnd {
  readonly seq: string;
  readonly at: string;
}

/** An entry that is not sealed yet is newer than the last seal. */
const TRAIL_END = `
  select coalesce((select max(seq) from platform.trail_seal), 0)::text as seq,
    to_char(coalesce((select max(at) from platform.trail), 'epoch') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;

export async function trailEndOf(admin: pg.Client): Promise<TrailEnd> {
  const { rows } = await admin.query<TrailEnd>(TRAIL_END);
  return rows[0] ?? { seq: '0', at: new Date(0).toISOString() };
}

export const readTrailEnd = (url: string): Promise<TrailEnd> =>
  withClient({ connectionString: url, application_name: 'bureau restore' }, trailEndOf);

/** How much work a restore has lost, as far as the noted heads show it. */
export function describeLoss(end: string, lastHead: string): string {
  const seconds = Math.ceil((Date.parse(lastHead) - Date.parse(end)) / 1_000);
  return `The trail ends at ${end}, the last noted head is of ${lastHead}: at least ${seconds} seconds of work are lost.`;
}
