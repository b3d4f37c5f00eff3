import type { RightKey } from '#domain/rights.ts';

/** The users who may open a path: everyone, every signed-in user, or users with a query right. */
export type PathNeed = 'public' | 'signed-in' | RightKey;

/** Every path of the product except the start page, and who may open it. Any other path shows sign-in. */
export const PATHS = {
  '/home': 'signed-in',
  '/changepassword': 'signed-in',
  '/signin-security': 'signed-in',
  '/area-list': 'AREA',
  '/country-list': 'COUNTRY',
  '/state-list': 'STATE',
  '/city-list': 'CITY',
  '/currency': 'CURRENCY',
  '/right': 'RIGHT',
  '/user-list': 'USER',
  '/entity': 'ENTITY',
  '/contract': 'ENTITY',
  '/franchise-licensedoc': 'FRANCHISEDOC',
  '/ibr': 'IBR',
  '/purpose': 'PURPOSE',
  '/bank': 'BANK',
  '/gateway-bank': 'GATEWAYBANK',
  '/employee': 'EMPLOYEE',
  '/company': 'COMPANY',
  '/trail': 'TRAIL',
  '/jobs': 'JOBS',
  '/retention': 'RETENTION',
  '/proposals': 'signed-in',
  '/tax-scheme': 'TAXSCHEME',
  '/budget': 'BUDGET',
  '/rate-card': 'RATEFAN',
  '/newfxrequest': 'NEWTRANREQUEST',
  '/requestdetail': 'TRANREQUESTDETAIL',
  '/special-approvals': 'SETTLEMENT',
  '/money-to-return': 'PAYMENTGATEWAY',
  '/cnout': 'CNOUT',
  '/cnaccept': 'CNACCEPT',
  '/cnraccept': 'CNRACCEPT',
  '/vaultstock': 'VAULTSTOCK',
  '/misbudget': 'DASHMISBUDGET',
  '/tasksheet': 'TASKSHEET',
  '/assessment': 'ASSESSMENT',
  '/discrepancy': 'DISCREPANCY',
  '/flash': 'FLASH',
  '/flash-discrepancy': 'FLASHDISCREPANCY',
  '/inhandreport': 'INHANDREPORT',
  '/inoutreport': 'INOUTREPORT',
  '/autorates': 'AUTORATES',
  '/autorates/:id': 'AUTORATES',
  '/uploadxlsx': 'UPLOADDATA',
  '/uploaddata': 'UPLOADDATA',
  '/guidelines': 'GUIDELINE',
  '/renewal-documents/:entityKey': 'public',
  '/ratebatch/:upkey/:uptyp/:upid': 'public',
  '/cf/:orderid/:ordertoken': 'public',
} as const satisfies Readonly<Record<string, PathNeed>>;

export type Path = keyof typeof PATHS;

/** Paths that only redirect. */
export const REDIRECTS = {
  '/new-request': '/newfxrequest',
  '/in-progress': '/requestdetail?status=WAITING',
} as const satisfies Readonly<Record<string, Path | `${Path}?${string}`>>;
