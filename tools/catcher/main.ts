import { parseArgs } from 'node:util';
import { startCatcher } from './catcher.ts';

/** Runs only the catcher: `node tools/catcher/main.ts --http 8025 --smtp 1025 [--host 0.0.0.0]`. */
const { values } = parseArgs({
  options: {
    http: { type: 'string', default: '8025' },
    smtp: { type: 'string', default: '1025' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});

const catcher = await startCatcher({
  httpPort: Number(values.http),
  smtpPort: Number(values.smtp),
  host: values.host,
});
process.stdout.write(`Mail catcher: ${catcher.url}, SMTP on port ${catcher.smtpPort}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void catcher.close());
