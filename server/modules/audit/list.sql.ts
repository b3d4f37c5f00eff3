import { newestFirst } from '#server/platform/db/newest-first.ts';
import { HEADER_ROW } from './audit.present.ts';

/** The list of audits, the newest month first. */
export const auditPage = newestFirst({
  name: 'audit.list',
  table: 'audit.audit',
  day: 'first_day',
  sort: '-month',
  row: HEADER_ROW,
  joins: 'join masters.entity_ref e on e.srno = a.branch',
});
