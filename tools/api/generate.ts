/** `npm run api`: writes docs/api from the contract. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { apiFiles } from './files.ts';

for (const { path, text } of apiFiles()) {
  mkdirSync(new URL('.', path), { recursive: true });
  writeFileSync(path, text);
}
