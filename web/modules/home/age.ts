import { homeText } from '#web/texts/home.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HOURS_SHOWN = 48;

/** How long something has waited, in its largest whole unit: 12 min, 5 h, 3 d. */
export function ageOf(since: string, now: number): string {
  const waited = Math.max(0, now - Date.parse(since));
  if (Number.isNaN(waited)) return '';
  if (waited < HOUR) return homeText.age.minutes(Math.floor(waited / MINUTE));
  if (waited < HOURS_SHOWN * HOUR) return homeText.age.hours(Math.floor(waited / HOUR));
  return homeText.age.days(Math.floor(waited / DAY));
}

/** Whether it has waited so long that its age is marked. */
export const isOverdue = (since: string, now: number): boolean =>
  now - Date.parse(since) >= HOURS_SHOWN * HOUR;
