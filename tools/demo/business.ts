import { readFileSync } from 'node:fs';
import { RIGHTS, type RightKey } from '#domain/rights.ts';

/** The people and places of the demo business. Tests, screenshots and checks use these names. */

export const DEMO_PASSWORD = 'Bureau2026';

/** The key of Goa's renewal page, so that the demo has an address that never changes. Never use it elsewhere. */
export const DEMO_RENEWAL_KEY = 'demo-renewal-of-goa-panjim-forex';

/** The letters of granted flags: q query, a add, e edit. */
type Grants = Partial<Record<RightKey, 'q' | 'qa' | 'qe' | 'qae'>>;

const approvals = (...keys: RightKey[]): Grants =>
  Object.fromEntries(keys.map((key) => [key, 'qe' as const]));
const everyone: Grants = { RATEFAN: 'q', DASHBOARD: 'q', TASKSHEET: 'qa', REPORTS: 'q', GUIDELINE: 'q' };
const sales: Grants = {
  ...everyone,
  TRANSACTION: 'q',
  NEWTRANREQUEST: 'qae',
  TRANREQUESTDETAIL: 'qe',
  AUTORATES: 'q',
};
const moving: Grants = {
  TRANSACTION: 'q',
  CNOUT: 'qae',
  CNACCEPT: 'qae',
  CNRACCEPT: 'qae',
  INHANDREPORT: 'q',
  INOUTREPORT: 'q',
  HANDOVER: 'qe',
};
const manager: Grants = { ...sales, ...moving, DASHMISBUDGET: 'q', VAULTSTOCK: 'q' };
const readAudit: Grants = {
  AUDIT: 'q',
  ASSESSMENT: 'q',
  DISCREPANCY: 'q',
  FLASH: 'q',
  FLASHDISCREPANCY: 'q',
};

export const GROUPS: Readonly<Record<string, Grants>> = {
  Administrator: Object.fromEntries(RIGHTS.map(({ key }) => [key, 'qae' as const])),
  Treasury: { ...everyone, MASTER: 'q', COUNTRY: 'q', CURRENCY: 'qae', IBR: 'qae', AUTORATES: 'q' },
  'Corporate manager': {
    ...manager,
    ...approvals('CMAPPROVE'),
    MASTER: 'q',
    ENTITY: 'q',
    FRANCHISEDOC: 'qa',
    BUDGET: 'qae',
    GUIDELINE: 'qa',
  },
  'Fund manager': {
    ...manager,
    ...approvals('FNDAPPROVE', 'PAYMENTGATEWAY', 'SETTLEMENT'),
    UPLOADDATA: 'qa',
  },
  'Zonal manager': { ...manager, ...readAudit, ...approvals('ZMAPPROVE'), MASTER: 'q', ENTITY: 'q' },
  'Branch manager': {
    ...manager,
    ...readAudit,
    ...approvals('BMAPPROVE', 'PAYMENTGATEWAY', 'SETTLEMENT'),
    MASTER: 'q',
    EMPLOYEE: 'qae',
    ENTITY: 'q',
    VAULTSTOCK: 'qae',
  },
  'Sales executive': sales,
  'Delivery executive': { ...everyone, ...moving, TRANREQUESTDETAIL: 'q' },
  Auditor: {
    ...everyone,
    AUDIT: 'q',
    ASSESSMENT: 'qae',
    DISCREPANCY: 'qae',
    FLASH: 'qae',
    FLASHDISCREPANCY: 'qae',
  },
  'Branch staff': { ...everyone, ...readAudit },
  Franchisee: { RATEFAN: 'q' },
};

interface EntityRow {
  readonly id: string;
  readonly type: 'A' | 'B' | 'F' | 'S';
  readonly name: string;
  readonly controlledBy?: string;
}

export const ENTITIES: readonly EntityRow[] = [
  { id: 'HO', type: 'A', name: 'Head Office' },
  { id: 'MUM', type: 'B', name: 'Mumbai Fort' },
  { id: 'PUN', type: 'B', name: 'Pune Camp' },
  { id: 'DEL', type: 'B', name: 'Delhi Connaught Place' },
  { id: 'BLR', type: 'B', name: 'Bengaluru MG Road' },
  { id: 'GOA', type: 'F', name: 'Goa Panjim Forex', controlledBy: 'MUM' },
  { id: 'JAI', type: 'F', name: 'Jaipur Pink City Exchange', controlledBy: 'DEL' },
  { id: 'KOC', type: 'F', name: 'Kochi Marine Drive Forex', controlledBy: 'BLR' },
  { id: 'COUN1', type: 'S', name: 'Overseas Study Councilors', controlledBy: 'DEL' },
];

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly entity: string;
  readonly group: string;
  readonly branches?: readonly string[];
  readonly employee?: string;
  readonly inactive?: true;
  readonly blocked?: true;
  readonly mustChange?: true;
}

/** The order makes admin user number 1. */
export const USERS: readonly UserRow[] = [
  { id: 'admin', name: 'Asha Rao', entity: 'HO', group: 'Administrator' },
  { id: 'ho.rates', name: 'Rohan Mehta', entity: 'HO', group: 'Treasury' },
  { id: 'cm.ho', name: 'Meera Nair', entity: 'HO', group: 'Corporate manager' },
  { id: 'fm.ho', name: 'Farhan Qureshi', entity: 'HO', group: 'Fund manager' },
  { id: 'zm.west', name: 'Zubin Daruwala', entity: 'MUM', group: 'Zonal manager', branches: ['MUM', 'PUN'] },
  { id: 'bm.mum', name: 'Bhavna Shah', entity: 'MUM', group: 'Branch manager', branches: ['MUM'] },
  { id: 'bm.del', name: 'Balbir Singh', entity: 'DEL', group: 'Branch manager', branches: ['DEL'] },
  {
    id: 'sales.mum',
    name: 'Sneha Patil',
    entity: 'MUM',
    group: 'Sales executive',
    branches: ['MUM'],
    employee: 'E101',
  },
  {
    id: 'sales.del',
    name: 'Sahil Kapoor',
    entity: 'DEL',
    group: 'Sales executive',
    branches: ['DEL'],
    employee: 'E201',
  },
  {
    id: 'dlv1.mum',
    name: 'Dinesh Kadam',
    entity: 'MUM',
    group: 'Delivery executive',
    branches: ['MUM'],
    employee: 'E111',
  },
  {
    id: 'dlv2.mum',
    name: 'Danish Shaikh',
    entity: 'MUM',
    group: 'Delivery executive',
    branches: ['MUM'],
    employee: 'E112',
  },
  {
    id: 'dlv.del',
    name: 'Deepak Yadav',
    entity: 'DEL',
    group: 'Delivery executive',
    branches: ['DEL'],
    employee: 'E211',
  },
  { id: 'audit.ca', name: 'Anita Deshmukh', entity: 'HO', group: 'Auditor' },
  { id: 'staff.mum', name: 'Suresh Pillai', entity: 'MUM', group: 'Branch staff', branches: ['MUM'] },
  { id: 'staff.del', name: 'Simran Kaur', entity: 'DEL', group: 'Branch staff', branches: ['DEL'] },
  { id: 'fran.goa', name: 'Francis Fernandes', entity: 'GOA', group: 'Franchisee' },
  {
    id: 'newjoin',
    name: 'Nisha Joshi',
    entity: 'MUM',
    group: 'Sales executive',
    branches: ['MUM'],
    mustChange: true,
  },
  {
    id: 'gone',
    name: 'Gopal Verma',
    entity: 'DEL',
    group: 'Sales executive',
    branches: ['DEL'],
    inactive: true,
  },
  {
    id: 'blocked',
    name: 'Bimal Ghosh',
    entity: 'DEL',
    group: 'Sales executive',
    branches: ['DEL'],
    blocked: true,
  },
];

interface CountryRow {
  readonly code: string;
  readonly name: string;
  readonly nationality: string;
  readonly fatf: boolean;
}

/** Countries with their nationality and FATF status; illustrative, not legal advice. */
export const COUNTRIES: readonly CountryRow[] = readFileSync(
  new URL('countries.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', nationality = '', fatf = '0'] = line.split('|');
    return { code, name, nationality, fatf: fatf === '1' };
  });
