import { moment } from '#server/platform/moment.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { stale } from '#server/platform/dispatch/problems.ts';

/** Who saves. */
export interface Author {
  readonly account: number;
  readonly name: string;
}

/** Who last changed a row and when, as every detail shows it. */
export const changedColumns = (alias: string): WireColumns => ({
  version: `${alias}.version`,
  changedby: `${alias}.changed_by_name`,
  changedat: moment(`${alias}.changed_at`),
});

interface Locked {
  readonly version: number;
  readonly changed_by_name: string;
  readonly changed_at: Date;
}

/** Refuses when the record has been saved since the caller saw it; a bare save has seen nothing and passes. */
export function refuseStale(seen: number | null, locked: Locked): void {
  if (seen !== null && seen !== locked.version)
    throw stale(locked.changed_by_name, locked.changed_at, locked.version);
}
