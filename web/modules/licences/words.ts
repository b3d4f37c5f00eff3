import type { LicenceStatus } from '#domain/licences/status.ts';
import type { Meaning } from '#web/ui/theme.ts';

export const STATUS_MEANING: Readonly<Record<LicenceStatus, Meaning>> = {
  P: 'waiting',
  A: 'done',
  R: 'refused',
};
