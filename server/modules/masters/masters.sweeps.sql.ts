import { statement } from '#server/platform/db/statement.ts';
import { COUNT_GONE, CUT, SWEPT, sweepRows, type Sweep } from '#server/platform/retention/sweep.ts';

/** The last document of a kind stays although it was refused, because the entity still has to send a better one. */
const refusedDocuments = statement(
  'masters.entity_document.sweep_refused',
  SWEPT,
  `with gone as (
     delete from masters.entity_document where srno = any (array(
       select d.srno from masters.entity_document d
       where d.status = 'R' and d.removed_at is null and d.uploaded_at < ${CUT}
         and exists (select from masters.entity_document newer
           where newer.entity = d.entity and newer.kind = d.kind and newer.srno > d.srno and newer.removed_at is null)
       order by d.uploaded_at limit $2::integer))
     returning uploaded_at as at
   )
   ${COUNT_GONE}`,
);

export const mastersSweeps: readonly Sweep[] = [
  sweepRows({ subject: 'entity_documents', table: 'masters.entity_document', at: 'removed_at' }),
  { subject: 'refused_documents', sweep: (tx, days, limit) => tx.one(refusedDocuments, [days, limit]) },
];
