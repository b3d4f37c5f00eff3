import { statement } from '#server/platform/db/statement.ts';

/** The names of the users $1 and the right groups $2. */
export const findProposalNames = statement(
  'access.proposal.names',
  { kind: 'text', record: 'text', name: 'text' },
  `select 'users' as kind, srno::text as record, name || ' (' || user_id || ')' as name
   from access.account where srno = any ($1::integer[])
   union all
   select 'rights', srno::text, name from access.right_group where srno = any ($2::integer[])`,
);
