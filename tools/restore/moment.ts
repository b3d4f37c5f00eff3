const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(Z|[+-]\d{2}:\d{2})$/;

/** A moment as people write it. The time zone is demanded, because a guess would restore another moment. */
export function parseMoment(written: string): Date {
  const [, day, time, zone] = MOMENT.exec(written) ?? [];
  const moment = new Date(`${day}T${time}${zone}`);
  if (Number.isNaN(moment.getTime()))
    throw new Error(`"${written}" is no moment; write it as 2026-11-16 14:30:00+05:30.`);
  return moment;
}
