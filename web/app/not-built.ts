import { appText } from '#web/texts/app.ts';
import type { Path } from './paths.ts';

const { menu, screen } = appText;

/** The specified screens that are not built yet, by path; each shows a page that says so. */
export const NOT_BUILT: Readonly<Partial<Record<Path, string>>> = {
  '/franchise-licensedoc': menu.FRANCHISEDOC,
  '/flash': menu.FLASH,
  '/flash-discrepancy': menu.FLASHDISCREPANCY,
  '/uploadxlsx': menu.UPLOADDATA,
  '/uploaddata': menu.UPLOADDATA,
  '/guidelines': menu.GUIDELINE,
  '/renewal-documents/:entityKey': screen.renewal,
};
