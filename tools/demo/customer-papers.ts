import type pg from 'pg';
import { DEMO_PAPERS } from './documents.ts';

/**
 * What customers of finished requests have given: the passport, the ticket of a traveller who buys, and the PAN card of who
 * has one.
 */
export async function loadCustomerPapers(client: pg.Client): Promise<void> {
  const papers = DEMO_PAPERS.filter(({ use }) => use === 'customer').map(({ bytes, ...paper }) => ({
    ...paper,
    bytes: bytes.length,
  }));
  await client.query(
    `insert into requests.document (request, kind, file_name, extension, hash, bytes, uploaded_at, uploaded_by_name)
     select r.srno, k.id, p.name, p.extension, p.hash, p.bytes, r.submitted_at, 'Sneha Patil'
     from jsonb_to_recordset($1) as p (kind text, name text, extension text, hash text, bytes integer)
     join requests.document_kind k on k.name = p.kind
     join requests.request r on r.type in ('SP', 'PP') and r.status in ('D', 'H') and r.submitted
       and case p.kind when 'Ticket' then r.type = 'SP' when 'PAN card' then r.pan <> '' else true end
     order by r.srno, k.position`,
    [JSON.stringify(papers)],
  );
}
