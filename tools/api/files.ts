import { readFileSync } from 'node:fs';
import { makeOpenApi } from './openapi.ts';
import { makePage } from './page.ts';

const root = new URL('../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };

/** Where each generated file lies, and what it should hold now. */
export const apiFiles = (): readonly { readonly path: URL; readonly text: string }[] => [
  {
    path: new URL('docs/api/openapi.json', root),
    text: `${JSON.stringify(makeOpenApi(version), null, 2)}\n`,
  },
  { path: new URL('docs/api/README.md', root), text: makePage() },
];
