import { momentOrEmpty, preciseMoment } from '#server/platform/moment.ts';
import { ibrHead, mailRow, type IbrHead } from '#contract/rates/ibr.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { onWire } from '#server/platform/db/on-wire.ts';

/** The head of a list, from rates.ibr_list as l. */
export const LIST_HEAD = {
  srno: 'l.srno',
  savedAt: preciseMoment('l.made_at'),
  userId: 'l.made_by_id',
  userName: 'l.made_by_name',
  flag: 'l.flag',
  date: 'l.day::text',
  isReplaced: '(l.replaced_at is not null)::integer',
  // The published list of the newest day; each list before it was in force only until then.
  isInForce: `(l.flag <> 'D' and l.replaced_at is null and not exists (
    select from rates.ibr_list n where n.flag <> 'D' and n.replaced_at is null and n.day > l.day))::integer`,
} as const satisfies Record<keyof IbrHead, string>;

export const HEAD_ON_WIRE = onWire(ibrHead, LIST_HEAD);

/** A rate without trailing zeros. */
export const SHOWN_RATE = 'trim_scale(r.rate)::text';

export const MAIL_ROW = onWire(mailRow, {
  entityId: 'e.id',
  entityName: 'e.name',
  email: 'm.email',
  state: 'm.state',
  tries: 'm.tries',
  error: 'm.error',
  sentAt: momentOrEmpty('m.sent_at'),
});

/** The counts by state, from the mails of one publication as m. */
export const MAIL_COUNTS: WireColumns = {
  total: 'count(*)',
  waiting: `count(*) filter (where m.state = 'waiting')`,
  sent: `count(*) filter (where m.state = 'sent')`,
  failed: `count(*) filter (where m.state = 'failed')`,
  noaddress: `count(*) filter (where m.state = 'noaddress')`,
  dropped: `count(*) filter (where m.state = 'dropped')`,
};
