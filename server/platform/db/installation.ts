import { withClient } from './client.ts';
import { ConfigError, type Config } from '../config.ts';

export type Installation = 'business' | 'demo';

/** Refuses to run a production installation on demo data, because its passwords are public. */
export async function refuseWrongInstallation(config: Config): Promise<void> {
  if (config.BUREAU_ENV !== 'production') return;
  const { rows } = await withClient(
    { connectionString: config.DATABASE_READ_URL, connectionTimeoutMillis: 10_000 },
    (client) => client.query<{ kind: Installation }>('select kind from platform.installation'),
  );
  if (rows[0]?.kind === 'demo')
    throw new ConfigError('This database is a demo; production does not run on it.');
}
