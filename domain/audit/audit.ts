import type { IsoDate } from '../dates.ts';
import { defineFlow } from '../flow.ts';
import { monthOfYear, type AuditStatus } from './codes.ts';
import { AUDIT_REFUSALS, AUDIT_TEXTS, MANDATORY } from './texts.ts';

/** The longest texts of the audit, in characters. */
export const AUDIT_LIMITS = {
  name: 50,
  observation: 100,
  amount: 10,
  number: 10,
  discrepancy: 500,
  party: 50,
  remark: 250,
  /** The transactions that can be marked in one call. */
  lines: 500,
} as const;

/** From this month on the registers are fetched from the requests; before it they are uploaded. */
export const FIRST_FETCHED = { year: 2025, month: 4 } as const;
export const isFetchedMonth = (year: number, month: number): boolean =>
  year > FIRST_FETCHED.year || (year === FIRST_FETCHED.year && month >= FIRST_FETCHED.month);

/** What decides whether the status of an audit can change. */
interface AuditFacts {
  readonly mayChange: boolean;
}
const NO_RIGHT = 'You can only look at this audit.';
const needsChange = ({ mayChange }: AuditFacts): string | false => (mayChange ? false : NO_RIGHT);

/** Open audits change freely between Pending and Review; closing is for good. */
export const AUDIT_FLOW = defineFlow<AuditStatus, AuditFacts>({
  words: { P: 'Pending', R: 'Review', C: 'Closed' },
  steps: [
    { from: ['R'], to: 'P', refusal: needsChange },
    { from: ['P'], to: 'R', refusal: needsChange },
    { from: ['P', 'R'], to: 'C', refusal: needsChange },
  ],
  noWay: () => AUDIT_REFUSALS.closed,
});

/** Why the content of an audit cannot be changed by this user; null if it can. */
export function whyReadOnly(status: AuditStatus, mayChange: boolean): string | null {
  if (status === 'C') return AUDIT_REFUSALS.closed;
  return mayChange ? null : NO_RIGHT;
}

/** A new audit as a form has it. The date may be empty, which means today. */
export interface NewAudit {
  readonly branch: string;
  readonly year: number | null;
  readonly month: number | null;
  readonly date: IsoDate | null;
  readonly cashier: string;
  readonly manager: string;
}

export type NewAuditField = 'branch' | 'month' | 'date' | 'cashier' | 'manager';

/** A month that has not begun is no month to audit. */
export const isAuditMonth = (
  year: number | null,
  month: number | null,
  firstYear: number,
  today: IsoDate,
): boolean => {
  if (year === null || month === null || month < 1 || month > 12) return false;
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  return year >= firstYear && first <= today;
};

/** The fields of a new audit that are missing, in the order of the specification. */
function missingIn(audit: NewAudit, firstYear: number, today: IsoDate): NewAuditField[] {
  const missing: NewAuditField[] = [];
  if (audit.branch.trim() === '') missing.push('branch');
  if (!isAuditMonth(audit.year, audit.month, firstYear, today)) missing.push('month');
  if (audit.cashier.trim() === '') missing.push('cashier');
  if (audit.manager.trim() === '') missing.push('manager');
  return missing;
}

const MISSING_SENTENCES = {
  branch: AUDIT_TEXTS.noBranch,
  month: AUDIT_TEXTS.noMonth,
  cashier: AUDIT_TEXTS.noCashier,
  manager: AUDIT_TEXTS.noManager,
  date: '',
} as const satisfies Record<NewAuditField, string>;

/** The mandatory message of a new audit with the given fields missing. */
export const missingMessage = (missing: readonly NewAuditField[]): string =>
  [MANDATORY, ...missing.map((field) => MISSING_SENTENCES[field])].join(' ');

export interface NewAuditProblem {
  readonly fields: readonly NewAuditField[];
  readonly message: string;
}

/** Why a new audit cannot be started; null if nothing is known against it. The branch itself is checked by the server. */
export function newAuditProblem(audit: NewAudit, firstYear: number, today: IsoDate): NewAuditProblem | null {
  const missing = missingIn(audit, firstYear, today);
  if (missing.length > 0) return { fields: missing, message: missingMessage(missing) };
  const tooLong = (['cashier', 'manager'] as const).find(
    (field) => [...audit[field].trim()].length > AUDIT_LIMITS.name,
  );
  if (tooLong !== undefined)
    return { fields: [tooLong], message: `A name can have at most ${AUDIT_LIMITS.name} characters.` };
  if (audit.date !== null) {
    if (audit.date > today) return { fields: ['date'], message: AUDIT_REFUSALS.dateTooLate };
    const first = `${audit.year}-${String(audit.month).padStart(2, '0')}-01`;
    if (audit.date < first) return { fields: ['date'], message: AUDIT_REFUSALS.dateTooEarly };
  }
  return null;
}

/** The refusal of a second audit of one month. */
export const existsMessage = (year: number, month: number): string =>
  AUDIT_REFUSALS.exists(monthOfYear(year, month));

/** The month a number of months later, or earlier if negative. */
export function monthAfter(year: number, month: number, by: number): { year: number; month: number } {
  const at = year * 12 + month - 1 + by;
  return { year: Math.floor(at / 12), month: (at % 12) + 1 };
}

/** The years that a new audit can be of, the newest first. */
export function auditYears(firstYear: number, today: IsoDate): readonly number[] {
  const last = Number(today.slice(0, 4));
  return Array.from({ length: Math.max(0, last - firstYear + 1) }, (_, back) => last - back);
}
