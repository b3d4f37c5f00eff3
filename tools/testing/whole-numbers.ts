import type pg from 'pg';

/** Shorter numbers could occur in a text by chance. */
const MIN_CHARS = 8;

/**
 * Complete PAN, ID, account and tax numbers of the business that occur in the trail, each with an entry that contains
 * it.
 */
export async function wholeNumbersInTrail(database: pg.Client): Promise<readonly string[]> {
  const { rows } = await database.query<{ found: string }>(
    `with number as (
       select pan as whole from requests.request union select account_number from requests.request
       union select id_number from requests.request where id_type not in ('7', '8')
       union select pan from masters.entity union select gstin from masters.company
     ), entry as materialized (
       select id, action, record, concat(platform.open_person(before)::text, platform.open_person(after)::text) as text from platform.trail
     )
     select number.whole || ' in trail row ' || entry.id || ' (' || entry.action || ' ' || entry.record || ')' as found
     from number join entry on position(number.whole in entry.text) > 0
     where length(number.whole) >= ${MIN_CHARS} order by entry.id limit 20`,
  );
  return rows.map(({ found }) => found);
}
