/**
 * `npm run trail -- verify [--url postgres://…]`: walks the chain of seals and names every row or seal that was altered,
 * added or removed. Reads DATABASE_URL unless told otherwise; exit code 1 on any fault.
 */
import { parseArgs } from 'node:util';
import { verifyTrail } from '#server/platform/trail/verify.ts';

const USAGE = 'usage: npm run trail -- verify [--url postgres://…]\n';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { url: { type: 'string' } } });
  const url = values.url ?? process.env['DATABASE_URL'] ?? '';
  if (positionals.join(' ') !== 'verify' || url === '') {
    process.stderr.write(USAGE);
    return 2;
  }
  const { seals, rows, unsealed, head, faults } = await verifyTrail(url);
  process.stdout.write(
    `${rows} rows in ${seals} seals, ${unsealed} not yet sealed\nhead ${head === '' ? '(none)' : head}\n`,
  );
  for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`);
  process.stdout.write(faults.length === 0 ? 'the chain is whole\n' : `${faults.length} faults\n`);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = await main();
