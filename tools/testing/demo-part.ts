import type pg from 'pg';

/** Loads a part of the demo that the database of a test begins without, as the demo itself loads it. */
export async function loadDemoPart(
  admin: pg.Client,
  load: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await admin.query('begin; set local role bureau_owner');
  await load(admin);
  await admin.query('commit');
}
