import { ConfigError, readConfig } from '#server/platform/config.ts';
import { becomeStoreOwner } from '#tools/backup/objects.ts';
import { checkDatabase } from './database.ts';
import { fault, type Finding } from './finding.ts';
import { checkServices } from './services.ts';
import { checkSettings } from './settings.ts';

/** Everything that can be said of an installation from its settings. */
export async function examine(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  try {
    const config = readConfig(environment);
    const [database, services] = await Promise.all([checkDatabase(config), checkServices(config)]);
    return [...checkSettings(config), ...database, ...services];
  } catch (error) {
    if (error instanceof ConfigError) return [fault('settings', error.message)];
    throw error;
  }
}

/**
 * The same with the rights of the server, whose user owns the documents. Root could write where the server cannot, and
 * would leave folders behind that the server cannot use.
 */
export async function examineAsServer(
  environment: Parameters<typeof examine>[0],
): ReturnType<typeof examine> {
  try {
    await becomeStoreOwner(readConfig(environment));
  } catch (error) {
    // The examination names it.
    if (!(error instanceof ConfigError)) throw error;
  }
  return examine(environment);
}

const MARKS = { ok: 'ok    ', advice: 'ADVICE', fault: 'FAULT ' } as const;
const ORDER = ['fault', 'advice', 'ok'] as const;

/** The findings as lines, the worst first, and a line of counts. */
export function report(findings: readonly Finding[]): string {
  const lines = ORDER.flatMap((verdict) =>
    findings
      .filter((finding) => finding.verdict === verdict)
      .map(({ about, text }) => `${MARKS[verdict]}  ${about}${text.startsWith(':') ? '' : ' '}${text}`),
  );
  const count = (verdict: Finding['verdict']) => findings.filter((one) => one.verdict === verdict).length;
  return [...lines, `${count('fault')} faults, ${count('advice')} pieces of advice`].join('\n');
}
