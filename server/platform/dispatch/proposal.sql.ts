import { proposalSchema } from '#contract/access/proposals.ts';
import type { Page } from '#contract/fields.ts';
import { PROPOSAL_TEXTS } from '#domain/access/proposals.ts';
import { MOST_COUNTED } from '#domain/home/waiting.ts';
import type { Executor } from '../database.ts';
import { keysetList } from '../db/list.ts';
import { onWire } from '../db/on-wire.ts';
import { statement } from '../db/statement.ts';
import { moment } from '../moment.ts';

export const changesOfTransaction = statement(
  'platform.proposal.changes',
  { changes: 'jsonb' },
  'select platform.changes_of_transaction() as changes',
);

export const insertProposal = statement(
  'platform.proposal.insert',
  { srno: 'int4' },
  `with made as (
     insert into platform.proposal (kind, call, fields, record, version, changes, branch, made_by, made_by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning srno, kind, call, record, changes
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'propose', 'proposal', srno::text,
       jsonb_build_object('kind', kind, 'call', call, 'record', record, 'changes', changes) from made
   )
   select srno from made`,
);

/** Decides about a proposal that waits. Row-level security decides who sees it. */
export const takeProposal = statement(
  'platform.proposal.take',
  { call: 'text', fields: 'jsonb', version: 'int4?' },
  `with taken as (
     update platform.proposal set decision = $2, decided_by = $3, decided_by_name = $4, remark = $5, decided_at = now()
     where srno = $1 and decision is null and (made_by = $3) = ($2 = 'withdrawn') and kind = $6
     returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select case decision when 'approved' then 'approve' when 'refused' then 'refuse' else 'withdraw' end, 'proposal',
       srno::text, branch, jsonb_build_object('kind', kind, 'call', call, 'record', record, 'made_by', made_by,
         'made_by_name', made_by_name, 'remark', remark)
     from taken
   )
   select call, fields, version from taken`,
);

/** Why a proposal could not be taken. */
export const findProposal = statement(
  'platform.proposal.find',
  { is_waiting: 'bool', is_own: 'bool' },
  `select decision is null as is_waiting, made_by = $2 as is_own from platform.proposal
   where srno = $1 and kind = $3`,
);

const proposals = keysetList({
  name: 'platform.proposal.list',
  from: 'platform.proposal m',
  wire: onWire(proposalSchema, {
    srno: 'm.srno',
    kind: 'm.kind',
    call: 'm.call',
    record: 'm.record',
    by: 'm.made_by_name',
    at: moment('m.made_at'),
    maker: 'm.made_by',
    changes: 'm.changes',
  }),
  key: 'm.srno',
  sorts: { srno: { column: 'm.srno', type: 'integer' } },
  search: 'm.made_by_name',
  where: 'm.decision is null',
  narrow: {
    kinds: (kinds) => `m.kind = any (${kinds}::text[])`,
    scope: (scope) => `m.branch = any (${scope}::integer[])`,
  },
});
export const listProposals = (
  on: Executor,
  page: Page | undefined,
  narrowed: { readonly kinds: readonly string[]; readonly scope: readonly number[] | null },
) => proposals.page(on, page, narrowed);

const counted = statement(
  'platform.proposal.count',
  { waiting: 'int4' },
  `select (select count(*)::integer from (
       select from platform.proposal p
       where p.decision is null and p.made_by <> (s.share ->> 'account')::integer and s.share -> 'kinds' ? p.kind
         and (s.share -> 'scope' = '"all"' or s.share -> 'scope' @> to_jsonb(p.branch))
       limit ${MOST_COUNTED}) as queue) as waiting
   from unnest($1::jsonb[]) with ordinality as s (share, n) order by s.n`,
);
/** How many proposals wait for each of these: JSON of the user, the kinds and the reach. */
export const countProposals = (on: Executor, shares: readonly string[]) => on.rows(counted, [shares]);

/** The messages that users see for constraint violations. */
export const PROPOSAL_CONSTRAINTS = {
  proposal_record_unique: PROPOSAL_TEXTS.waits,
  proposals_of_maker: PROPOSAL_TEXTS.tooManyOwn,
  proposals_waiting: PROPOSAL_TEXTS.tooMany,
  proposal_maker_is_not_checker: PROPOSAL_TEXTS.own,
} as const;
