/**
 * The tree of rights: every screen or step that a right group can grant, with query, add and edit flags. The table
 * access.right_key holds the same rows; a test compares the two.
 */
interface RightRow {
  readonly key: string;
  readonly description: string;
  readonly parent: string | null;
}

const rows = [
  { key: 'MASTER', description: 'Masters', parent: null },
  { key: 'AREA', description: 'Area', parent: 'MASTER' },
  { key: 'COUNTRY', description: 'Country', parent: 'MASTER' },
  { key: 'STATE', description: 'State', parent: 'MASTER' },
  { key: 'CITY', description: 'City', parent: 'MASTER' },
  { key: 'CURRENCY', description: 'Currency', parent: 'MASTER' },
  { key: 'RIGHT', description: 'Right', parent: 'MASTER' },
  { key: 'USER', description: 'User', parent: 'MASTER' },
  { key: 'ENTITY', description: 'Entity', parent: 'MASTER' },
  { key: 'FRANCHISEDOC', description: 'KYC Approval', parent: 'MASTER' },
  { key: 'IBR', description: 'IBR', parent: 'MASTER' },
  { key: 'BUDGET', description: 'Budget', parent: 'MASTER' },
  { key: 'TRANSACTION', description: 'Transactions', parent: null },
  { key: 'NEWTRANREQUEST', description: 'New Request', parent: 'TRANSACTION' },
  { key: 'TRANREQUESTDETAIL', description: 'Request Detail', parent: 'TRANSACTION' },
  { key: 'BMAPPROVE', description: 'Approve as branch manager', parent: 'TRANREQUESTDETAIL' },
  { key: 'ZMAPPROVE', description: 'Approve as zonal manager', parent: 'TRANREQUESTDETAIL' },
  { key: 'CMAPPROVE', description: 'Approve as corporate manager', parent: 'TRANREQUESTDETAIL' },
  { key: 'FNDAPPROVE', description: 'Verify fund as fund manager', parent: 'TRANREQUESTDETAIL' },
  { key: 'PAYMENTGATEWAY', description: 'Send payment link', parent: 'TRANREQUESTDETAIL' },
  { key: 'CNOUT', description: 'CN Out', parent: 'TRANSACTION' },
  { key: 'CNACCEPT', description: 'CN Accept', parent: 'TRANSACTION' },
  { key: 'CNRACCEPT', description: 'CN Return', parent: 'TRANSACTION' },
  { key: 'RATEFAN', description: 'Rate Card', parent: null },
  { key: 'DASHBOARD', description: 'Dashboard', parent: null },
  { key: 'DASHMISBUDGET', description: 'MIS Budget', parent: 'DASHBOARD' },
  { key: 'TASKSHEET', description: 'Tasksheet', parent: 'DASHBOARD' },
  { key: 'AUDIT', description: 'Audit', parent: null },
  { key: 'ASSESSMENT', description: 'Assessment', parent: 'AUDIT' },
  { key: 'DISCREPANCY', description: 'Discrepancy', parent: 'AUDIT' },
  { key: 'FLASH', description: 'Flash Audit', parent: 'AUDIT' },
  { key: 'FLASHDISCREPANCY', description: 'Flash Discrepancy', parent: 'AUDIT' },
  { key: 'REPORTS', description: 'Report', parent: null },
  { key: 'INHANDREPORT', description: 'In Hand', parent: 'REPORTS' },
  { key: 'INOUTREPORT', description: 'In Out', parent: 'REPORTS' },
  { key: 'AUTORATES', description: 'Rate Card (LCD)', parent: 'REPORTS' },
  { key: 'UPLOADDATA', description: 'Upload Data', parent: 'REPORTS' },
  { key: 'GUIDELINE', description: 'Guidelines', parent: 'REPORTS' },
  { key: 'LOGOUT', description: 'Log Out', parent: null },
  // Screens that the product adds; docs/readings.md lists them.
  { key: 'PURPOSE', description: 'Purpose', parent: 'MASTER' },
  { key: 'BANK', description: 'Bank', parent: 'MASTER' },
  { key: 'GATEWAYBANK', description: 'Gateway Bank', parent: 'MASTER' },
  { key: 'EMPLOYEE', description: 'Employee', parent: 'MASTER' },
  { key: 'COMPANY', description: 'Company Profile', parent: 'MASTER' },
  { key: 'TRAIL', description: 'Trail', parent: 'MASTER' },
  { key: 'JOBS', description: 'Jobs', parent: 'MASTER' },
  { key: 'TAXSCHEME', description: 'Tax Scheme', parent: 'MASTER' },
  { key: 'SETTLEMENT', description: 'Special Approvals', parent: 'TRANSACTION' },
  { key: 'VAULTSTOCK', description: 'Vault Stock', parent: 'TRANSACTION' },
  { key: 'HANDOVER', description: 'Deliver and hand over', parent: 'TRANREQUESTDETAIL' },
  { key: 'RETENTION', description: 'Retention', parent: 'MASTER' },
] as const satisfies readonly RightRow[];

export const RIGHTS: readonly (RightRow & { readonly key: RightKey })[] = rows;

export type RightKey = (typeof rows)[number]['key'];
export type RightFlag = 'query' | 'add' | 'edit';
/** What a call can need of a screen: one flag, or `change`, which is add or edit. */
export type NeededFlag = RightFlag | 'change';

export interface RightFlags {
  readonly query: boolean;
  readonly add: boolean;
  readonly edit: boolean;
}

export type Rights = Readonly<Partial<Record<RightKey, RightFlags>>>;

const keys: ReadonlySet<string> = new Set(rows.map((row) => row.key));
export const isRightKey = (key: string): key is RightKey => keys.has(key);

/** The depth of a right in the tree; a root is level 1. */
export function rightLevel(key: RightKey): number {
  const parent = rows.find((row) => row.key === key)?.parent ?? null;
  return parent === null ? 1 : 1 + rightLevel(parent);
}

export const NO_FLAGS: RightFlags = { query: false, add: false, edit: false };

/** The flags of a user on one screen. Every user can sign out. */
export function flagsOf(rights: Rights, key: RightKey): RightFlags {
  if (key === 'LOGOUT') return { query: true, add: false, edit: false };
  return rights[key] ?? NO_FLAGS;
}

export function mayDo(rights: Rights, key: RightKey, flag: NeededFlag): boolean {
  const { query, add, edit } = flagsOf(rights, key);
  return { query, add, edit, change: add || edit }[flag];
}

/** A flag on a screen. */
interface ScreenFlag {
  readonly key: RightKey;
  readonly flag: NeededFlag;
}

interface FlagNeed extends ScreenFlag {
  /**
   * The other callers who may make the call: franchise users without any right, or holders of another flag. The handler
   * then returns only the caller's own records.
   */
  readonly or?: 'franchise' | ScreenFlag;
  /** A second screen that shows the same records: a flag there is worth as much. */
  readonly either?: ScreenFlag;
}

/**
 * The requirement of a call: nothing (`public`), a session (`signed-in`), a flag on a screen or on one of two, or `save`,
 * which is add for a new record and edit for an existing one.
 */
export type RightNeed =
  | 'public'
  | 'signed-in'
  | FlagNeed
  | { readonly key: RightKey; readonly flag: 'save'; readonly or?: never; readonly either?: never };

/** The properties of a caller that matter for rights. */
export interface RightHolder {
  readonly rights: Rights;
  readonly entity?: { readonly type: string };
}

function meetsAlternative({ rights, entity }: RightHolder, { or, either }: FlagNeed): boolean {
  if (either !== undefined && mayDo(rights, either.key, either.flag)) return true;
  if (or === undefined) return false;
  return or === 'franchise' ? entity?.type === 'F' : mayDo(rights, or.key, or.flag);
}

/** Whether a caller may make a call. For `save`, `isNew` is unknown until the arguments are parsed. */
export function meetsNeed(holder: RightHolder, need: RightNeed, isNew?: boolean): boolean {
  if (need === 'public' || need === 'signed-in') return true;
  const { rights } = holder;
  if (need.flag !== 'save') return mayDo(rights, need.key, need.flag) || meetsAlternative(holder, need);
  const { add, edit } = flagsOf(rights, need.key);
  if (isNew === undefined) return add || edit;
  return isNew ? add : edit;
}
