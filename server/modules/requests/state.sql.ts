import type { RowOf } from '#server/platform/db/statement.ts';

/** The columns of a request that decide what can be done with it. */
export const STATE_COLUMNS = {
  version: 'int4',
  branch: 'int4?',
  type: 'text',
  submitted: 'bool',
  status: 'text',
  received: 'numeric',
  grand_total: 'numeric',
  makers: 'int4[]',
  bm_by: 'int4?',
  zm_by: 'int4?',
  cm_by: 'int4?',
  fm_by: 'int4?',
  is_out: 'bool',
  is_in: 'bool',
  link_requested: 'bool',
  link_sent: 'bool',
  withdrawn_at: 'timestamptz?',
  changed_by_name: 'text',
  changed_at: 'timestamptz',
} as const;
export type StateRow = RowOf<typeof STATE_COLUMNS>;

/** The same columns as a list for the request `r`. */
export const STATE_LIST = Object.keys(STATE_COLUMNS)
  .map((column) => `r.${column}`)
  .join(', ');
