/** The trail has one partition for each month of India, and a default partition for rows of a month without one. */

const PART = /^trail_(\d{4})_(\d{2})$/;
/** The name that a seal has for rows which were removed before it. They are in no partition. */
const REMOVED = 'removed';

/** The name of the partition of a month such as 2026-11. */
export const partOf = (month: string): string => `trail_${month.replace('-', '_')}`;

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

const startOf = (year: number, month: number): string =>
  `${year}-${String(month).padStart(2, '0')}-01T00:00:00+05:30`;

/** The moments from the first to the last month of some partitions. The default partition holds any moment. */
export function momentsOf(parts: Iterable<string | null>): [from: string, to: string] {
  const bounds: [from: string, to: string][] = [];
  for (const part of parts) {
    if (part === null || part === REMOVED) continue;
    const [, year, month] = PART.exec(part) ?? [];
    if (year === undefined || month === undefined) return ['-infinity', 'infinity'];
    const [y, m] = [Number(year), Number(month)];
    bounds.push([startOf(y, m), m === 12 ? startOf(y + 1, 1) : startOf(y, m + 1)]);
  }
  const sorted = bounds.sort(([a], [b]) => (a < b ? -1 : 1));
  return [sorted[0]?.[0] ?? '-infinity', sorted.at(-1)?.[1] ?? 'infinity'];
}
