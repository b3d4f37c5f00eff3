/** Writes the OpenAPI file of the contract into the built web, from where the server serves it as /openapi.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { makeOpenApi } from '../api/openapi.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
writeFileSync('dist/web/openapi.json', JSON.stringify(makeOpenApi(version)));
