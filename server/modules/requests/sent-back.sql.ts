/** SQL: somebody other than its maker unlocked the request `r` and gave a reason. It counts while it is not submitted again. */
export const IS_SENT_BACK = `(r.sent_back_at is not null and r.sent_back_by is distinct from r.made_by)`;
