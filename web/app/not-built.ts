import { appText } from '#web/texts/app.ts';
import type { Path } from './paths.ts';

const { menu, screen } = appText;

/** The specified screens that are still to be built, by path; each shows a page that says so. */
export const NOT_BUILT: Readonly<Partial<Record<Path, string>>> = {
  '/franchise-licensedoc': menu.FRANCHISEDOC,
  '/budget': menu.BUDGET,
  '/cnout': menu.CNOUT,
  '/cnaccept': menu.CNACCEPT,
  '/cnraccept': menu.CNRACCEPT,
  '/misbudget': menu.DASHMISBUDGET,
  '/tasksheet': menu.TASKSHEET,
  '/assessment': menu.ASSESSMENT,
  '/discrepancy': menu.DISCREPANCY,
  '/flash': menu.FLASH,
  '/flash-discrepancy': menu.FLASHDISCREPANCY,
  '/inhandreport': menu.INHANDREPORT,
  '/inoutreport': menu.INOUTREPORT,
  '/uploadxlsx': menu.UPLOADDATA,
  '/uploaddata': menu.UPLOADDATA,
  '/guidelines': menu.GUIDELINE,
  '/renewal-documents/:entityKey': screen.renewal,
};
