import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeLog } from '#server/platform/log.ts';
import { recordCall, type Call, type Step } from '#tools/testing/record.ts';
import { post, settingsFor, type TestDatabase } from '#tools/testing/world.ts';

/** Until the notification listener is trusted, every call looks up its session. */
const LINE_TRUSTED_MS = 1_500;

/** The statements that the product sends to PostgreSQL for each call; reading calls come first. */
export async function recordSteps<Name extends string>(
  database: TestDatabase,
  folder: string,
  calls: Readonly<Record<Name, Call>>,
): Promise<Readonly<Record<Name, readonly Step[]>>> {
  const settings = settingsFor(database, folder, { CHECK_REPLIES: 'off' });
  const app = await startApp(readConfig(settings), makeLog('silent'), { webDir: null });
  try {
    await sleep(LINE_TRUSTED_MS);
    const steps: [string, readonly Step[]][] = [];
    for (const [name, call] of Object.entries<Call>(calls))
      steps.push([name, await recordCall((endpoint, body) => post(app.url ?? '', endpoint, body), call)]);
    return Object.fromEntries(steps) as Record<Name, readonly Step[]>;
  } finally {
    await app.stop();
  }
}
