import { MOST_ROW_LINES } from '#domain/home/queue.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { momentOrEmpty } from '#server/platform/moment.ts';

/** The row of home for the request `r`. A group replaces the columns that tell why the row is there. */
export const QUEUE_ROW = {
  key: 'r.srno::text',
  srno: 'r.srno',
  name: `case when r.traveller_name = '' then r.entity_name else r.traveller_name end`,
  side: `case when r.type in ('SP', 'SB') then 'sell' when r.type in ('PP', 'PB') then 'buy' else '' end`,
  lines: `(select coalesce(json_agg(json_build_object('isd', l.isd, 'flag', coalesce(c.flag, ''),
      'qty', trim_scale(l.quantity)::text) order by l.line_no), '[]')
    from (select * from requests.product_line_ref p where p.request = r.srno order by p.line_no limit ${MOST_ROW_LINES}) as l
    left join masters.currency_ref c on c.code = l.isd)`,
  morelines: `(select greatest(count(*) - ${MOST_ROW_LINES}, 0)::integer from requests.product_line_ref p where p.request = r.srno)`,
  amount: 'r.grand_total::text',
  agreed: `'0.00'`,
  due: `'0.00'`,
  since: momentOrEmpty('r.changed_at'),
  by: `''`,
  reason: `''`,
  state: `''`,
  version: 'r.version',
} as const satisfies WireColumns;
