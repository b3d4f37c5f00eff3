/** `npm run api`: writes the page of the API from the contract. */
import { writeFileSync } from 'node:fs';
import { apiPage } from './files.ts';

const { path, text } = apiPage();
writeFileSync(path, text);
