/**
 * Decimal numbers as text, in the Indian format. Amounts are never binary floats: input, arithmetic and output use
 * digits.
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
  const groups = [whole.slice(-3)];
  for (let end = whole.length - 3; end > 0; end -= 2) groups.push(whole.slice(Math.max(0, end - 2), end));
  return groups.reverse().join(',');
}

/** A quantity, rate or count with the given number of decimals, rounded half up. For money use `formatAmount`. */
export function formatDecimal(decimal: string, places: number): string {
  const rounded = fromScaled(toScaled(decimal, places), places);
  const { negative, whole, fraction } = readDigits(rounded);
  return (negative ? '-' : '') + groupIndian(whole) + (fraction ? `.${fraction}` : '');
}

/** Removes trailing zeros of a fraction: 12345678.50 → 12345678.5, 500.00 → 500. */
export const shortDecimal = (decimal: string): string =>
  decimal.includes('.') ? withoutEndZeros(decimal).replace(/\.$/, '') : decimal;

/** Uses a loop because `/0+$/` takes quadratic time on a long run of zeros in the middle of the text. */
export function withoutEndZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, end);
}

/** The minus sign of displayed amounts. Input fields and the API use the hyphen of the keyboard. */
export const MINUS = '−';

/** Every displayed amount of money has two decimals. */
const MONEY_PLACES = 2;

/** 12345678.5 → 1,23,45,678.50: an amount whose currency is in the heading. */
export const formatAmount = (decimal: string): string =>
  formatDecimal(decimal, MONEY_PLACES).replace('-', MINUS);

/** ₹1,23,45,678.50. */
export function formatRupees(decimal: string): string {
  const shown = formatAmount(decimal);
  return shown.startsWith(MINUS) ? `${MINUS}₹${shown.slice(1)}` : `₹${shown}`;
}

const RUPEES = 'INR';

/** An amount in rupees, or in another currency by its code: USD 1,23,456.00. */
export const formatMoney = (decimal: string, currency: string): string =>
  currency === RUPEES ? formatRupees(decimal) : `${currency} ${formatAmount(decimal)}`;

/** The rules for a typed amount. */
export interface AmountRules {
  /** The maximum number of decimals. More decimals are refused, never rounded. */
  readonly places?: number;
  readonly negative?: boolean;
}

/**
 * A typed number without its currency sign and group separators; null if a comma is in any other position. It does not
 * check whether the rest is a number.
 */
export function plainNumber(typed: string): string | null {
  // Text copied from a displayed amount has the typographic minus sign.
  const text = typed
    .trim()
    .replace(MINUS, '-')
    .replace(/^(-?)\s*(?:₹|rs\.?)\s*/i, '$1');
  const [before = '', sign = '', grouped = ''] = /^(-?)([\d,]*)/.exec(text) ?? [];
  if (grouped.includes(',') && !INDIAN_GROUPS.test(grouped) && !WESTERN_GROUPS.test(grouped)) return null;
  return sign + grouped.replaceAll(',', '') + text.slice(before.length);
}

/** Reads a typed amount ("1,23,456.7", "₹ 500") as an exact decimal; null when it is not one. */
export function parseAmount(typed: string, rules: AmountRules = {}): string | null {
  const { places = 2, negative = false } = rules;
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(plainNumber(typed) ?? 'none');
  if (!match) return null;
  const [, sign = '', digits = '', fraction = ''] = match;
  if (!digits && !fraction) return null;
  if ((sign && !negative) || fraction.length > places) return null;
  const whole = digits.replace(/^0+(?=\d)/, '') || '0';
  const decimal = fraction ? `${whole}.${fraction}` : whole;
  return sign && /[1-9]/.test(decimal) ? `-${decimal}` : decimal;
}

/** A typed amount in display format; other text stays as typed. */
export function formatTypedRupees(typed: string): string {
  const amount = parseAmount(typed, { negative: true });
  return amount === null ? typed.trim() : formatRupees(amount);
}

/** The exact sum of decimals, with as many decimals as the longest of them. */
export function sumDecimals(decimals: readonly string[]): string {
  const places = Math.max(0, ...decimals.map((decimal) => readDigits(decimal).fraction.length));
  return fromScaled(
    decimals.reduce((sum, decimal) => sum + toScaled(decimal, places), 0n),
    places,
  );
}
