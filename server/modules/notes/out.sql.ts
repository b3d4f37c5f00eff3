import { momentOrEmpty } from '#server/platform/moment.ts';
import type { Page } from '#contract/fields.ts';
import { handoverSlip, slipLine, summedNotes } from '#contract/notes/notes.ts';
import type { CustodyRules } from '#domain/notes/custody.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { type Holder } from './holders.sql.ts';
import { ASKED, isAsSeen, type AskedLine } from './lines.ts';
import { CURRENCY, CURRENCY_JOIN, CURRENCY_ORDER, customerOf, OUT_LINE } from './present.ts';

/** Approved sales whose notes may go out. The partial index request_to_deliver holds only these. */
const TO_GO_OUT = `r.is_approved and r.status in ('P', 'S') and r.withdrawn_at is null and r.type in ('SP', 'SB')`;
const IS_IN_VAULT = `p.product = 'CN'
  and not exists (select from notes.line l where l.request = p.request and l.line_no = p.line_no)`;

type PageStatement = Statement<{ body: string; last_request: number | null; last_line: number | null }>;

const LATER = (request: string, line: string) =>
  `${request} >= $3::integer and (${request} > $3 or ${line} > $4::integer)`;

const pageOf = (name: string, from: string): PageStatement => {
  const last = (column: string) =>
    `max(${column}) filter (where n = $2 and (select count(*) from found) > $2)`;
  return statement(
    name,
    { body: 'text', last_request: 'int4?', last_line: 'int4?' },
    `with found as materialized (
       select row_number() over (order by r.srno, p.line_no) as n, r.srno as request, p.line_no as line,
         ${jsonObject(OUT_LINE)} as row
       from ${from} order by r.srno, p.line_no limit $2::integer + 1
     )
     select coalesce(json_agg(row order by n) filter (where n <= $2), '[]')::text as body,
       ${last('request')} as last_request, ${last('line')} as last_line
     from found`,
  );
};

const JOINS = `left join masters.employee_ref de on de.srno = r.delivery_executive ${CURRENCY_JOIN('p')}`;
const inVault = pageOf(
  'notes.out.vault',
  `requests.request_ref r join requests.product_line_ref p on p.request = r.srno ${JOINS}
   where r.branch = $1::integer and ${TO_GO_OUT} and ${IS_IN_VAULT} and ${LATER('r.srno', 'p.line_no')}`,
);
const inHand = pageOf(
  'notes.out.person',
  `notes.line l join requests.request_ref r on r.srno = l.request
   join requests.product_line_ref p on p.request = l.request and p.line_no = l.line_no ${JOINS}
   where l.holder = $1::integer and ${LATER('l.request', 'l.line_no')}`,
);

/** The lines whose notes a holder can send: pending lines for the vault, held lines for a person. */
export async function listHeld(on: Executor, holder: Holder, page: Page | undefined) {
  const after =
    page?.after === undefined ? ([0, 0] as const) : readKey(page.after, [isKeyNumber, isKeyNumber]);
  const [chosen, key] = holder.is_vault ? [inVault, holder.branch] : [inHand, holder.srno];
  const found = await on.one(chosen, [key, page?.limit ?? MAX_LIST_ROWS, ...after]);
  const { body, last_request, last_line } = found;
  return { body, next: last_request === null ? null : writeKey(last_request, last_line ?? 0) };
}

const summary = statement(
  'notes.lines.summary',
  { body: 'text', lines: 'int4' },
  `with ${ASKED}, known as (
     select p.product, p.isd, p.quantity from asked a
     join requests.product_line_ref p on p.request = a.srno and p.line_no = a."lineNo"
     join requests.request_ref r on r.srno = p.request
     where $2::integer[] is null or r.branch = any ($2)
   ), summed as (
     select s.product, s.isd, sum(s.quantity) as quantity, count(*)::integer as lines from known s group by 1, 2
   )
   select coalesce(json_agg(${jsonObject(
     onWire(summedNotes, {
       product: 's.product',
       isd: 's.isd',
       ...CURRENCY,
       quantity: 's.quantity::text',
       lines: 's.lines',
     }),
   )} order by s.product, ${CURRENCY_ORDER('s')}), '[]')::text as body, coalesce(sum(s.lines), 0)::integer as lines
   from summed s ${CURRENCY_JOIN('s')}`,
);
/** The totals of the lines; `lines` is the number of lines in scope. */
export const summarise = (on: Executor, lines: readonly AskedLine[], scope: Scope) =>
  on.one(summary, [JSON.stringify(lines), entitiesIn(scope)]);

/** Takes the lines from their holder. Notes from the vault get a new line; notes from a person keep theirs. */
const TAKEN = {
  vault: `insert into notes.line (request, line_no, branch, product, isd, quantity, holder)
    select p.request, p.line_no, r.branch, p.product, p.isd, p.quantity, transit.srno
    from asked a join requests.request_ref r on r.srno = a.srno and r.branch = $2::integer and ${TO_GO_OUT}
    join requests.product_line_ref p on p.request = a.srno and p.line_no = a."lineNo" and ${isAsSeen('p')}, transit
    where ${IS_IN_VAULT}
    on conflict (request, line_no) do nothing
    returning request, line_no, branch, product, isd, quantity`,
  person: `update notes.line l set holder = transit.srno from asked a, transit
    where l.request = a.srno and l.line_no = a."lineNo" and l.holder = $3::integer and l.branch = $2::integer and ${isAsSeen('l')}
    returning l.request, l.line_no, l.branch, l.product, l.isd, l.quantity`,
} as const;

const moves = (['vault', 'person'] as const).map((place) =>
  statement(
    `notes.out.move.${place}`,
    { slip: 'int4?', lines: 'int4' },
    `with ${ASKED}, transit as (
       select srno from notes.holder where branch = $2 and kind = 'transit' and employee is null
     ), taken as (
       ${TAKEN[place]}
     ), handed as (
       insert into notes.slip (branch, from_holder, to_holder, made_by, made_by_name, four_eyes)
       select $2, $3, $4::integer, $5::integer, $6::text, $7::boolean where exists (select from taken)
       returning srno
     ), moved as (
       insert into notes.movement (slip, branch, request, line_no, product, isd, quantity, from_holder, to_holder)
       select handed.srno, t.branch, t.request, t.line_no, t.product, t.isd, t.quantity, $3, $4 from taken t, handed
       returning srno, branch, request, line_no, product, isd, quantity
     ), posted as (
       insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, request, line_no, movement,
         denominations, made_by, made_by_name)
       select 'out', m.branch, $3, transit.srno, m.product, m.isd, m.quantity, m.request, m.line_no, m.srno,
         a.denominations, $5, $6
       from moved m join asked a on a.srno = m.request and a."lineNo" = m.line_no, transit
     ), trailed as (
       insert into platform.trail (action, record, record_id, branch, after)
       select 'move', 'notes', handed.srno::text, $2, jsonb_build_object('from_holder', $3, 'to_holder', $4, 'lines',
         (select jsonb_agg(jsonb_build_array(request, line_no, isd, quantity) order by request, line_no) from taken))
       from handed
     )
     select (select srno from handed) as slip, (select count(*)::integer from taken) as lines`,
  ),
) as [Statement<{ slip: number | null; lines: number }>, Statement<{ slip: number | null; lines: number }>];

/** Sends lines from one holder to another; `lines` is the number of lines that could be sent. */
export const sendLines = (
  tx: Transaction,
  lines: readonly AskedLine[],
  from: Holder,
  to: Holder,
  { fourEyes }: CustodyRules,
  { account, name }: Caller,
) =>
  tx.one(moves[from.is_vault ? 0 : 1], [
    JSON.stringify(lines),
    from.branch,
    from.srno,
    to.srno,
    account,
    name,
    fourEyes,
  ]);

const slip = statement(
  'notes.slip.find',
  { body: 'text' },
  `select ${jsonObject(
    onWire(handoverSlip.reply, {
      slip: 's.srno',
      at: momentOrEmpty('s.made_at'),
      by: 's.made_by_name',
      branch: 'b.id',
      branchName: 'b.name',
      from: 'f.code',
      fromName: 'f.name',
      to: 't.code',
      toName: 't.name',
      lines: `(select coalesce(json_agg(${jsonObject(
        onWire(slipLine, {
          srno: 'm.request',
          lineNo: 'm.line_no',
          product: 'm.product',
          isd: 'm.isd',
          ...CURRENCY,
          quantity: 'm.quantity::text',
          customer: customerOf('r'),
          state: 'm.state',
          denominations: 'x.denominations',
        }),
      )} order by m.srno), '[]')
     from notes.movement m join requests.request_ref r on r.srno = m.request
     left join notes.transfer x on x.request = m.request and x.movement = m.srno and x.kind = 'out'
     ${CURRENCY_JOIN('m')} where m.slip = s.srno)`,
      proofs: `(select coalesce(json_agg(${jsonObject({
        srno: 'd.request',
        customer: 'd.customer',
        by: 'd.remark',
        at: momentOrEmpty('d.uploaded_at'),
        document: jsonObject({ srno: 'd.srno', filename: 'd.file_name', docid: 'd.kind' }),
      })} order by d.request), '[]')
     from (
       select distinct on (p.request) p.*, ${customerOf('r')} as customer
       from notes.movement m join requests.request_ref r on r.srno = m.request and r.status = 'D'
       join requests.proof_ref p on p.request = m.request and p.uploaded_at > s.made_at
       where m.slip = s.srno and m.state = 'accepted' order by p.request, p.srno desc
     ) as d)`,
    }),
  )}::text as body
   from notes.slip s join masters.entity_ref b on b.srno = s.branch
   join notes.holder_name f on f.srno = s.from_holder join notes.holder_name t on t.srno = s.to_holder
   where s.srno = $1 and ($2::integer[] is null or s.branch = any ($2))`,
);
export const findSlip = (on: Executor, srno: number, scope: Scope) =>
  on.maybe(slip, [srno, entitiesIn(scope)]);
