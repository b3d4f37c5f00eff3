import { readFileSync } from 'node:fs';

/** Which program this is. */
export interface Version {
  /** The version of package.json. */
  readonly version: string;
  /** The commit of which `git archive` made this release; `unknown` in a working copy. */
  readonly commit: string;
}

/** `git archive` puts the commit into server/commit. */
export const commitOf = (text: string): string => /^[0-9a-f]{40}$/m.exec(text)?.[0] ?? 'unknown';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

export const VERSION: Version = {
  version: (JSON.parse(read('../../package.json')) as { version: string }).version,
  commit: commitOf(read('../commit')),
};
