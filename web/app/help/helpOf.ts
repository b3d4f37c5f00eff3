import type { Path } from '../paths.ts';

/** The page that lists all others. */
export const CONTENTS = 'README';

/** The help page of every path; null for paths that people open without signing in. */
export const HELP_OF: Readonly<Record<Path, string | null>> = {
  '/home': 'home',
  '/changepassword': 'password',
  '/signin-security': 'signin-security',
  '/area-list': 'places',
  '/country-list': 'places',
  '/state-list': 'places',
  '/city-list': 'places',
  '/currency': 'currency',
  '/right': 'right-groups',
  '/user-list': 'users',
  '/entity': 'entities',
  '/contract': 'agreement-sheet',
  '/franchise-licensedoc': 'kyc-approval',
  '/ibr': 'ibr',
  '/purpose': 'purposes',
  '/bank': 'banks',
  '/gateway-bank': 'banks',
  '/employee': 'employees',
  '/company': 'company-profile',
  '/trail': 'trail',
  '/jobs': 'jobs',
  '/retention': 'retention',
  '/proposals': 'changes-to-approve',
  '/tax-scheme': 'tax-scheme',
  '/budget': 'budget',
  '/rate-card': 'rate-card',
  '/newfxrequest': 'new-request',
  '/requestdetail': 'request-list',
  '/special-approvals': 'special-approvals',
  '/money-to-return': 'money-to-return',
  '/cnout': 'cn-out',
  '/cnaccept': 'cn-accept',
  '/cnraccept': 'cn-return',
  '/vaultstock': 'vault-stock',
  '/misbudget': 'mis-budget',
  '/tasksheet': 'tasks',
  '/assessment': 'audit',
  '/discrepancy': 'discrepancies',
  '/flash': 'flash-audit',
  '/flash-discrepancy': 'flash-discrepancies',
  '/inhandreport': 'reports-of-notes',
  '/inoutreport': 'reports-of-notes',
  '/autorates': 'wall-display',
  '/autorates/:id': 'wall-display',
  '/uploadxlsx': 'uploads',
  '/uploaddata': 'uploads',
  '/guidelines': 'library',
  '/renewal-documents/:entityKey': null,
  '/ratebatch/:upkey/:uptyp/:upid': null,
  '/cf/:orderid/:ordertoken': null,
};

/** The help page of an address; the contents if the address has none. */
export function helpOf(pathname: string): string {
  const path = pathname.startsWith('/autorates/') ? '/autorates/:id' : pathname;
  return (HELP_OF as Readonly<Record<string, string | null>>)[path] ?? CONTENTS;
}
