import { makePage } from './page.ts';

/** The committed page of the API: its path and its up-to-date content. */
export const apiPage = (): { readonly path: URL; readonly text: string } => ({
  path: new URL('../../docs/api/README.md', import.meta.url),
  text: makePage(),
});
