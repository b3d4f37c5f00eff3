import { describe, expect, it } from 'vitest';
import { NOT_BUILT } from './not-built.ts';
import { PATHS, REDIRECTS } from './paths.ts';
import { BUILT } from './screens.ts';

/** The route table as specified, with the two paths that our readings add (/area-list, /uploaddata). */
const SPECIFIED = [
  '/home',
  '/changepassword',
  '/country-list',
  '/state-list',
  '/city-list',
  '/currency',
  '/right',
  '/user-list',
  '/entity',
  '/ibr',
  '/rate-card',
  '/contract',
  '/newfxrequest',
  '/requestdetail',
  '/cnout',
  '/cnaccept',
  '/cnraccept',
  '/inhandreport',
  '/inoutreport',
  '/budget',
  '/misbudget',
  '/tasksheet',
  '/assessment',
  '/autorates',
  '/autorates/:id',
  '/discrepancy',
  '/uploadxlsx',
  '/guidelines',
  '/flash',
  '/flash-discrepancy',
  '/franchise-licensedoc',
  '/renewal-documents/:entityKey',
  '/ratebatch/:upkey/:uptyp/:upid',
  '/cf/:orderid/:ordertoken',
  '/new-request',
  '/in-progress',
  '/area-list',
  '/uploaddata',
];

/** Screens that the product adds. */
const ADDED = [
  '/purpose',
  '/bank',
  '/gateway-bank',
  '/employee',
  '/company',
  '/trail',
  '/jobs',
  '/tax-scheme',
  '/special-approvals',
  '/money-to-return',
  '/vaultstock',
];

describe('paths', () => {
  it('are the specified ones and the added ones, no more and no fewer', () => {
    expect([...Object.keys(PATHS), ...Object.keys(REDIRECTS)].sort()).toEqual(
      [...SPECIFIED, ...ADDED].sort(),
    );
  });

  it('are each either built or listed as not built', () => {
    const built = Object.keys(BUILT);
    const notBuilt = Object.keys(NOT_BUILT);
    console.info(`${built.length} screens built, ${notBuilt.length} not yet: ${notBuilt.join(' ')}`);
    expect([...built, ...notBuilt].sort()).toEqual(Object.keys(PATHS).sort());
    expect(new Set([...built, ...notBuilt]).size).toBe(built.length + notBuilt.length);
  });

  it('are public only where the specification needs no sign-in', () => {
    const open = Object.entries(PATHS).filter(([, need]) => need === 'public');
    expect(open.map(([path]) => path.split('/')[1]).sort()).toEqual(['cf', 'ratebatch', 'renewal-documents']);
  });
});
