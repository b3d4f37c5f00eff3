/** `npm run lists`: writes the final SQL of every list. */
import { writeFileSync } from 'node:fs';
import { listsFile } from './lists.ts';

const { path, text } = listsFile();
writeFileSync(path, text);
