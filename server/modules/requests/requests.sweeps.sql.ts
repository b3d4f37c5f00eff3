import { statement } from '#server/platform/db/statement.ts';
import { COUNT_GONE, CUT, SWEPT, type Sweep } from '#server/platform/retention/sweep.ts';

/** The database decides which requests may go (a hold, money that is not old enough and open work keep them) and writes the trail. */
const erase = statement(
  'requests.request.erase_old',
  SWEPT,
  `with gone as materialized (
     select at from platform.erase_old_requests($3::text, $1::integer, $2::integer)
   )
   ${COUNT_GONE}`,
);
const oldRequests = (subject: 'deals' | 'drafts' | 'withdrawn'): Sweep => ({
  subject,
  sweep: (tx, days, limit) => tx.one(erase, [days, limit, subject]),
});

const removedDocuments = statement(
  'requests.document.sweep',
  SWEPT,
  `with gone as (
     delete from requests.document where srno = any (array(
       select d.srno from requests.document d join requests.request r on r.srno = d.request
       where d.removed_at < ${CUT} and not platform.is_held(r.srno) order by d.removed_at limit $2::integer))
     returning srno, request, removed_at as at
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'erase', 'request document', srno::text, jsonb_build_object('request', request) from gone
   )
   ${COUNT_GONE}`,
);

export const requestsSweeps: readonly Sweep[] = [
  oldRequests('deals'),
  oldRequests('drafts'),
  oldRequests('withdrawn'),
  {
    subject: 'removed_documents',
    sweep: (tx, days, limit) => tx.one(removedDocuments, [days, limit]),
  },
];
