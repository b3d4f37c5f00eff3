import { ConfigError, readConfig } from '#server/platform/config.ts';
import { explainConfig } from '#server/platform/explain-config.ts';
import { loadSettings, SETTINGS_FILES } from './environment.ts';

/** `npm run config`: every setting with its value and purpose, then whether they are valid together. */
loadSettings(SETTINGS_FILES.settings);
process.stdout.write(`${explainConfig(process.env)}\n\n`);
try {
  readConfig(process.env);
  process.stdout.write('These settings are complete.\n');
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stdout.write(`${error.message}\n`);
  process.exitCode = 1;
}
