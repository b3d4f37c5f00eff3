import { withClient } from '#server/platform/db/client.ts';

/** The database of the demo business: DATABASE_URL, or the demo's own. */
const DATABASE_URL = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/bureau_demo';

/** Prepares states that no screen can produce, such as a day on which nothing has happened yet. */
export async function inDatabase(text: string, values: readonly unknown[] = []): Promise<void> {
  await withClient(DATABASE_URL, (client) => client.query(text, [...values]));
}
