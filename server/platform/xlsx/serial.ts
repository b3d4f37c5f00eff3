/**
 * Excel's dates are days since 30 December 1899, without a time zone. An instant is shown in Indian time, which has
 * been five and a half hours ahead of UTC, without daylight saving time, since before our records.
 */

export type SheetDate = { readonly serial: number } | { readonly text: string };

const DAY_MS = 86_400_000;
const INDIA_OFFSET_MS = 5.5 * 3_600_000;
const UNIX_EPOCH_SERIAL = 25_569;
/** Excel assumes a 29 February 1900. Before March of that year its days are off by one, so text is used. */
const FIRST_SURE_SERIAL = 61;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)?$/;

/** A calendar date: `yyyy-mm-dd`, or the date of an instant in India. */
export function serialOfDate(value: unknown): SheetDate | undefined {
  if (value instanceof Date) {
    const india = value.getTime() + INDIA_OFFSET_MS;
    return Number.isFinite(india) ? sheetDate(Math.floor(india / DAY_MS) * DAY_MS, false) : undefined;
  }
  const midnight = typeof value === 'string' ? midnightOf(value) : undefined;
  return midnight === undefined ? undefined : sheetDate(midnight, false);
}

/** An instant as a Date or ISO text, in whole seconds. Text without an offset is already Indian time. */
export function serialOfInstant(value: unknown): SheetDate | undefined {
  if (value instanceof Date) {
    const time = value.getTime();
    return Number.isFinite(time) ? sheetDate(time + INDIA_OFFSET_MS, true) : undefined;
  }
  const parts = typeof value === 'string' ? INSTANT.exec(value) : null;
  if (!parts) return undefined;
  const [, day = '', hour, minute, second = '0', utc, offsetHours, offsetMinutes = '0'] = parts;
  const midnight = midnightOf(day);
  if (midnight === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return undefined;
  const clock = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
  if (!utc && !offsetHours) return sheetDate(clock, true);
  const sign = offsetHours?.startsWith('-') ? -1 : 1;
  const offsetMs = (Number(offsetHours ?? 0) * 60 + sign * Number(offsetMinutes)) * 60_000;
  return sheetDate(clock - offsetMs + INDIA_OFFSET_MS, true);
}

function midnightOf(text: string): number | undefined {
  const parts = DATE.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  // 31 February would have become a day of March.
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
    ? midnight.getTime()
    : undefined;
}

function sheetDate(clockMs: number, withTime: boolean): SheetDate {
  const wholeMs = Math.floor(clockMs / 1_000) * 1_000;
  const serial = wholeMs / DAY_MS + UNIX_EPOCH_SERIAL;
  if (serial >= FIRST_SURE_SERIAL) return { serial: Number(serial.toFixed(8)) };
  const [date = '', time = ''] = new Date(wholeMs).toISOString().split('T');
  const text = date.split('-').reverse().join('/');
  return { text: withTime ? `${text} ${time.slice(0, 8)}` : text };
}
