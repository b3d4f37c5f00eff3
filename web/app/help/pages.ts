import type { HelpPage } from './page.ts';

const files = import.meta.glob<HelpPage>('../../../docs/help/*.md', { eager: true, import: 'default' });

/** Every help page by the name of its file. All of them are one file of the build, which is loaded with the first use. */
export const HELP_PAGES: ReadonlyMap<string, HelpPage> = new Map(
  Object.entries(files).map(([path, page]) => [path.replace(/^.*\/|\.md$/g, ''), page]),
);
