import { momentOrEmpty } from '#server/platform/moment.ts';
import type { WireColumns } from '#server/platform/database.ts';

/** The head of a list, from rates.ibr_list as l. */
export const LIST_HEAD: WireColumns = {
  mih_srno: 'l.srno',
  mih_timestamp: `to_char(l.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  um_id: 'l.made_by_id',
  um_username: 'l.made_by_name',
  mih_flag: 'l.flag',
  mih_date: 'l.day::text',
  mih_replaced: '(l.replaced_at is not null)::integer',
  // The published list of the newest day; each list before it was in force only until then.
  mih_inforce: `(l.flag <> 'D' and l.replaced_at is null and not exists (
    select from rates.ibr_list n where n.flag <> 'D' and n.replaced_at is null and n.day > l.day))::integer`,
};

/** A rate without trailing zeros. */
export const SHOWN_RATE = 'trim_scale(r.rate)::text';

export const MAIL_ROW: WireColumns = {
  en_id: 'e.id',
  en_name: 'e.name',
  email: 'm.email',
  state: 'm.state',
  tries: 'm.tries',
  error: 'm.error',
  sentat: momentOrEmpty('m.sent_at'),
};

/** The counts by state, from the mails of one publication as m. */
export const MAIL_COUNTS: WireColumns = {
  total: 'count(*)',
  waiting: `count(*) filter (where m.state = 'waiting')`,
  sent: `count(*) filter (where m.state = 'sent')`,
  failed: `count(*) filter (where m.state = 'failed')`,
  noaddress: `count(*) filter (where m.state = 'noaddress')`,
  dropped: `count(*) filter (where m.state = 'dropped')`,
};
