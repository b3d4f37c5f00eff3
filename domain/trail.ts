import { MONTHS } from './budget/budget.ts';
import type { IsoDate } from './dates.ts';
import { formatAmount } from './numbers.ts';

/** Makes a trail entry readable: the fields that differ between before and after. */

export interface Difference {
  readonly field: string;
  /** Null if there was no value. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Fields that the entry itself already shows: the record, the user and the time. */
const SAID_ELSEWHERE = new Set(['srno', 'version', 'changed_by', 'changed_by_name', 'changed_at']);

/** The trail never stores a secret. If one got in, this would hide it. Flags about secrets are not secrets. */
const SECRET = /pass(?:word|phrase|code)|hash|secret|token|otp|salt/i;
const HIDDEN = '(hidden)';

/** Columns with amounts in rupees, by the last part of their path, without rates, quantities and percentages. */
const MONEY = new Set<string>([
  ...[
    'amount',
    'fee',
    'forex_total',
    'grand_total',
    'gst',
    'other_charges',
    'received',
    'round_off',
    'tcs',
    'total',
  ],
  ...MONTHS,
]);
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const isMoney = (field: string, value: Leaf): value is string | number =>
  (typeof value === 'string' || typeof value === 'number') &&
  DECIMAL.test(String(value)) &&
  MONEY.has(field.slice(field.lastIndexOf('.') + 1));

const MAX_DEPTH = 6;

/** A PAN, ID or account number as the trail stores it: its last characters, and a keyed hash that proves equality. */
interface MaskedNumber {
  readonly ends: string;
  readonly hmac: string;
}
const MASK = '••••';
const OTHER_NUMBER = '(another number)';

/** The minimum retention of records. After that, a month of the trail can be archived. */
export const TRAIL_RETENTION_YEARS = 5;

/** Whether the last day of a month, such as 2026-11, is older than the retention period. */
export function isPastRetention(month: string, today: IsoDate): boolean {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12
    ? today >= `${year + 1 + TRAIL_RETENTION_YEARS}-01-01`
    : today >= `${year + TRAIL_RETENTION_YEARS}-${String(number + 1).padStart(2, '0')}-01`;
}

/** Every field that was added, removed or changed, by its path, in the order of the record. */
export function differenceOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  const found: Difference[] = [];
  for (const field of new Set([...is.keys(), ...was.keys()])) {
    const [old = null, next = null] = [was.get(field), is.get(field)];
    if (old === next || isSameNumber(old, next)) continue;
    const isSecret = [old, next].some((value) => typeof value === 'string') && SECRET.test(field);
    const shown = (value: Leaf) => {
      if (value === null) return null;
      if (isSecret) return HIDDEN;
      return isMoney(field, value) ? formatAmount(String(value)) : written(value);
    };
    const [before, after] = [shown(old), shown(next)];
    // Two different numbers can have the same last characters, so words mark the difference.
    const isAlike = before === after && isMasked(old) && isMasked(next);
    found.push({ field, before, after: isAlike ? `${after ?? ''} ${OTHER_NUMBER}` : after });
  }
  return found;
}

type Leaf = string | number | boolean | MaskedNumber | null;

const written = (value: string | number | boolean | MaskedNumber): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return isMasked(value) ? MASK + value.ends : String(value);
};

const isMasked = (value: unknown): value is MaskedNumber =>
  typeof value === 'object' &&
  value !== null &&
  'ends' in value &&
  'hmac' in value &&
  Object.keys(value).length === 2 &&
  typeof value.ends === 'string';

const isSameNumber = (one: Leaf, other: Leaf): boolean =>
  isMasked(one) && isMasked(other) && one.hmac === other.hmac;

const isLeaf = (value: unknown): value is Leaf =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || isMasked(value);

/** The values of a record by path. A list of plain values is one text. */
function leavesOf(record: unknown): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const walk = (value: unknown, path: string, depth: number): void => {
    if (value === undefined) return;
    if (isLeaf(value)) leaves.set(path, value);
    else if (Array.isArray(value) && value.every(isLeaf))
      leaves.set(path, value.map((each) => (each === null ? '' : written(each))).join(', '));
    else if (depth === MAX_DEPTH) leaves.set(path, JSON.stringify(value));
    else
      for (const [name, inner] of Object.entries(value)) {
        const part = Array.isArray(value) ? String(Number(name) + 1) : name;
        if (depth > 0 || !SAID_ELSEWHERE.has(part))
          walk(inner, path === '' ? part : `${path}.${part}`, depth + 1);
      }
  };
  if (record !== null && typeof record === 'object') walk(record, '', 0);
  return leaves;
}
