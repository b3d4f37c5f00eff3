import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '#server/platform/db/client.ts';
import { reasonOf } from '#tools/doctor/finding.ts';

const LOOK_EVERY_MS = 1_000;
/** PostgreSQL that refuses connections for so long has ended; while it reads WAL it says that it is starting up. */
const SILENT_MS = 60_000;
const CANNOT_CONNECT_NOW = '57P03';
/** Wrong password, or no such login. */
const REFUSED_LOGINS = ['28P01', '28000'];

const isWritable = (url: string): Promise<boolean> =>
  withClient({ connectionString: url, application_name: 'bureau restore' }, async (client) => {
    const { rows } = await client.query<{ reading: boolean }>('select pg_is_in_recovery() as reading');
    return rows[0]?.reading === false;
  });

/** Waits as long as PostgreSQL reads WAL: it answers before it has read all of it. */
export async function untilWritable(url: string, say: (line: string) => void): Promise<void> {
  let silentSince: number | undefined;
  for (let looks = 0; ; looks += 1) {
    try {
      if (await isWritable(url)) return;
      silentSince = undefined;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (REFUSED_LOGINS.includes(code))
        throw new Error(
          `${reasonOf(error)}. The database has the logins and passwords of the restored moment: set those of today, and then run this again.`,
          { cause: error },
        );
      if (code === CANNOT_CONNECT_NOW) silentSince = undefined;
      else silentSince ??= performance.now();
      if (silentSince !== undefined && performance.now() - silentSince > SILENT_MS)
        throw new Error(`PostgreSQL does not answer; its log says why. ${reasonOf(error)}`, { cause: error });
    }
    if (looks === 0) say('Waiting until PostgreSQL has read the WAL …');
    await sleep(LOOK_EVERY_MS);
  }
}
