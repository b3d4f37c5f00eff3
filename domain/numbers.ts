/**
 * Decimal numbers as text, read and written the Indian way. Amounts are never binary floats: they arrive as
 * text, are worked on as digits, and leave as text.
 */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const INDIAN_GROUPS = /^\d{1,2}(?:,\d{2})*,\d{3}$/;
const WESTERN_GROUPS = /^\d{1,3}(?:,\d{3})+$/;

interface Digits {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

function readDigits(decimal: string): Digits {
  const match = DECIMAL.exec(decimal);
  if (!match) throw new RangeError('Not a decimal number');
  return { negative: match[1] === '-', whole: match[2] ?? '', fraction: match[3] ?? '' };
}

/** The value times 10^places as an integer, rounded half up by magnitude. */
function toScaled(decimal: string, places: number): bigint {
  const { negative, whole, fraction } = readDigits(decimal);
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  const magnitude = (fraction[places] ?? '0') >= '5' ? kept + 1n : kept;
  return negative ? -magnitude : magnitude;
}

function fromScaled(scaled: bigint, places: number): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const sign = scaled < 0n ? '-' : '';
  return places === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-places)}`;
}

/** 12345678 → 1,23,45,678. */
function groupIndian(whole: string): string {
  const tail = whole.slice(-3);
  const head = whole.slice(0, -3);
  return head ? `${head.replace(/\B(?=(?:\d{2})+$)/g, ',')},${tail}` : tail;
}

/** 12345678.5 → 1,23,45,678.50; rounds half up to the places shown. */
export function formatDecimal(decimal: string, places = 2): string {
  const rounded = fromScaled(toScaled(decimal, places), places);
  const { negative, whole, fraction } = readDigits(rounded);
  return (negative ? '-' : '') + groupIndian(whole) + (fraction ? `.${fraction}` : '');
}

/** Without the zeros that end a fraction: 12345678.50 → 12345678.5, 500.00 → 500. */
export const shortDecimal = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;

/** The sign of what is shown to people and never typed; fields and the wire have the hyphen that keyboards have. */
export const MINUS = '−';

const withSymbol = (shown: string) => (shown.startsWith('-') ? `${MINUS}₹${shown.slice(1)}` : `₹${shown}`);

/** ₹1,23,45,678.50. */
export const formatRupees = (decimal: string): string => withSymbol(formatDecimal(decimal));

/** ₹1,23,45,679. */
export const formatWholeRupees = (decimal: string): string => withSymbol(formatDecimal(decimal, 0));

const LAKH = { zeros: 5, name: 'L' } as const;
const CRORE = { zeros: 7, name: 'Cr' } as const;

/** An amount for a narrow column, to the rupee: 99,999; from a lakh on 12.35 L, from a crore on 1.23 Cr and 123 Cr. */
export function formatBriefly(decimal: string): string {
  const { negative, whole } = readDigits(fromScaled(toScaled(decimal, 0), 0));
  const sign = negative ? MINUS : '';
  if (whole.length <= LAKH.zeros) return sign + groupIndian(whole);
  const { zeros, name } = whole.length <= CRORE.zeros ? LAKH : CRORE;
  const head = whole.slice(0, -zeros);
  const places = name === 'L' ? 2 : Math.max(0, 3 - head.length);
  return `${sign}${formatDecimal(`${head}.${whole.slice(-zeros)}`, places)} ${name}`;
}

/** What a typed amount may be. */
export interface AmountRules {
  /** Digits allowed after the point; more are refused, never rounded away. */
  readonly places?: number;
  readonly negative?: boolean;
}

/** Reads a typed amount ("1,23,456.7", "₹ 500") as an exact decimal; null when it is not one. */
export function parseAmount(typed: string, rules: AmountRules = {}): string | null {
  const { places = 2, negative = false } = rules;
  // What was copied from where it is shown has the longer sign.
  const text = typed
    .trim()
    .replace(MINUS, '-')
    .replace(/^(-?)\s*(?:₹|rs\.?)\s*/i, '$1');
  const match = /^(-?)([\d,]*)(?:\.(\d*))?$/.exec(text);
  if (!match) return null;
  const [, sign = '', grouped = '', fraction = ''] = match;
  if (!grouped && !fraction) return null;
  if ((sign && !negative) || fraction.length > places) return null;
  if (grouped.includes(',') && !INDIAN_GROUPS.test(grouped) && !WESTERN_GROUPS.test(grouped)) return null;
  const whole = grouped.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0';
  const decimal = fraction ? `${whole}.${fraction}` : whole;
  return sign && /[1-9]/.test(decimal) ? `-${decimal}` : decimal;
}

/** The exact sum of decimals, with as many places as the longest of them. */
export function sumDecimals(decimals: readonly string[]): string {
  const places = Math.max(0, ...decimals.map((decimal) => readDigits(decimal).fraction.length));
  return fromScaled(
    decimals.reduce((sum, decimal) => sum + toScaled(decimal, places), 0n),
    places,
  );
}
