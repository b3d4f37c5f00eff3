/** `npm run --silent contract`: every declared call as one JSON array. */
import { contractRows } from './rows.ts';

process.stdout.write(`${JSON.stringify(contractRows(), null, 2)}\n`);
