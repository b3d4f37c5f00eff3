import { readIsoDate } from '#domain/dates.ts';
import { licenceState, type LicenceState } from '#domain/masters/entity.ts';
import { entityText } from '#web/texts/entity.ts';
import { StatusBadge } from './StatusBadge.tsx';
import type { Meaning } from './theme.ts';
import { today } from './today.ts';

const text = entityText.licence;

const MEANINGS: Readonly<Record<Exclude<LicenceState['state'], 'none'>, Meaning>> = {
  valid: 'done',
  soon: 'waiting',
  urgent: 'refused',
  lapsed: 'refused',
};

/** The countdown in words; empty without a licence. */
export function licenceWord(licenceTo: string): string {
  const { state, days } = licenceState(readIsoDate(licenceTo), today());
  if (state === 'none') return '';
  if (state === 'lapsed') return text.lapsed(-days);
  return days === 0 ? text.today : text.left(days);
}

/** The days that a licence is still valid or has been lapsed, as word, icon and colour. */
export function LicenceBadge({ licenceTo }: { licenceTo: string }) {
  const { state } = licenceState(readIsoDate(licenceTo), today());
  return state === 'none' ? null : (
    <StatusBadge meaning={MEANINGS[state]}>{licenceWord(licenceTo)}</StatusBadge>
  );
}
