import type { Rights } from '#domain/rights.ts';
import { helpText } from '#web/texts/help.ts';
import type { PaletteEntry } from '#web/ui/paletteSearch.ts';
import type { HelpRequest } from '../openHelp.ts';
import type { Path } from '../paths.ts';
import { HELP_OF } from './helpOf.ts';
import { isPathPermitted } from './isPathPermitted.ts';
import { headingsOf, USUAL_HEADINGS } from './page.ts';
import { HELP_PAGES } from './pages.ts';

export interface HelpEntry extends PaletteEntry {
  readonly request: HelpRequest;
}

/** Pages about screens that the user cannot open would only be in the way. A page about no screen is for everyone. */
function isForUser(page: string, rights: Rights): boolean {
  const paths = (Object.keys(HELP_OF) as Path[]).filter((path) => HELP_OF[path] === page);
  return paths.length === 0 || paths.some((path) => isPathPermitted(path, rights));
}

/** The titles and headings of the help as entries of the palette. */
export function helpEntries(rights: Rights): readonly HelpEntry[] {
  return [...HELP_PAGES]
    .filter(([id]) => isForUser(id, rights))
    .flatMap(([id, page]) => [
      entry({ page: id }, page.title, ''),
      ...headingsOf(page)
        .filter((heading) => !USUAL_HEADINGS.includes(heading))
        .map((heading) => entry({ page: id, heading }, heading, page.title)),
    ]);
}

const entry = (request: HelpRequest, title: string, group: string): HelpEntry => ({
  id: `help ${request.page}#${request.heading ?? ''}`,
  kind: 'help',
  label: helpText.entry(title),
  group,
  request,
});
