import type pg from 'pg';

/**
 * The history of the notes of the demo's requests, derived from the requests: notes of a delivered request went out,
 * were accepted and handed over. For scheduled requests one line is in hand, one in transit, one was refused. Every
 * transfer goes through the ledger in chronological order and then gets the date it would have had.
 */
const STORY = `
create temporary table story on commit drop as
with lined as (
  select r.srno as request, p.line_no, r.branch, r.type in ('SP', 'SB') as sale, r.status, p.product, p.isd, p.quantity,
    r.delivery_executive as person, greatest(r.fm_at, r.cm_at) as ready,
    row_number() over (partition by r.status, r.type in ('SP', 'SB') order by r.srno, p.line_no) as n
  from requests.request r join requests.product_line p on p.request = r.srno
  where r.status <> 'P' and p.product = 'CN'
), placed as (
  select l.*, v.srno as vault, x.srno as exec, t.srno as transit, c.srno as customer
  from lined l
  join masters.employee ve on ve.branch = l.branch and ve.kind = 'V' join notes.holder v on v.employee = ve.srno
  left join notes.holder x on x.employee = l.person
  join notes.holder t on t.branch = l.branch and t.kind = 'transit'
  join notes.holder c on c.branch = l.branch and c.kind = 'customer'
), told as (
  select p.*, s.step, s.kind, s.from_holder, s.to_holder, p.ready + s.after as moment
  from placed p cross join lateral (values
    (1, 'out', p.vault, p.transit, interval '40 min', p.sale and p.status in ('S', 'D')),
    (2, 'accept', p.transit, p.exec, interval '55 min', p.sale and (p.status = 'D' or (p.status = 'S' and p.n % 3 = 1))),
    (3, 'deliver', p.exec, p.customer, interval '150 min', p.sale and p.status = 'D'),
    (4, 'hand over', p.vault, p.customer, interval '20 min', p.sale and p.status = 'H'),
    (5, 'hand over', p.customer, p.vault, interval '20 min', not p.sale and p.status = 'H'),
    (6, 'collect', p.customer, p.exec, interval '120 min', not p.sale and p.status = 'D'),
    (7, 'out', p.exec, p.transit, interval '200 min', not p.sale and p.status = 'D' and p.n % 2 = 0),
    (8, 'accept', p.transit, p.vault, interval '210 min', not p.sale and p.status = 'D' and p.n % 2 = 0)
  ) as s (step, kind, from_holder, to_holder, after, happens)
  where s.happens
)
select row_number() over (order by moment, request, line_no, step) as at_step, told.* from told;

insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, reason, made_by_name)
select 'stock', v.branch, o.srno, v.srno, 'CN', s.isd, s.quantity, 'Opening stock', 'Head office'
from notes.holder_name v join notes.holder o on o.branch = v.branch and o.kind = 'outside'
cross join lateral (
  select c.isd, coalesce(sum(t.quantity), 0) + c.base as quantity
  from (values ('USD', 12000), ('EUR', 8000), ('GBP', 3000), ('AED', 5000), ('THB', 40000), ('SGD', 4000), ('JPY', 90000))
    as c (isd, base)
  left join story t on t.branch = v.branch and t.isd = c.isd and t.from_holder = v.srno
  group by c.isd, c.base order by c.isd) as s
where v.employee_kind = 'V';

insert into notes.slip (branch, from_holder, to_holder, made_at, made_by_name)
select branch, from_holder, case when sale then exec else vault end, min(moment), 'Branch desk'
from story where kind = 'out' group by request, branch, from_holder, 3 order by min(moment);

insert into notes.movement (slip, branch, request, line_no, product, isd, quantity, from_holder, to_holder, state, made_at,
  decided_at, decided_by_name, reason)
select s.srno, t.branch, t.request, t.line_no, t.product, t.isd, t.quantity, s.from_holder, s.to_holder,
  case when a.moment is not null then 'accepted' when t.n % 3 = 0 then 'rejected' else 'transit' end, t.moment,
  coalesce(a.moment, case when t.n % 3 = 0 then t.moment + interval '15 min' end),
  case when a.moment is not null or t.n % 3 = 0 then (select name from notes.holder_name where srno = s.to_holder) else '' end,
  case when a.moment is null and t.n % 3 = 0 then 'Two notes are torn' else '' end
from story t join notes.slip s on s.from_holder = t.from_holder and s.made_at = t.moment
left join story a on a.request = t.request and a.line_no = t.line_no and a.kind = 'accept'
where t.kind = 'out' order by t.at_step;

insert into notes.line (request, line_no, branch, product, isd, quantity, holder)
select distinct on (request, line_no) request, line_no, branch, product, isd, quantity, to_holder
from story where (request, line_no) in (
  select request, line_no from story group by 1, 2 having
    (array_agg(to_holder order by at_step desc))[1] not in (select srno from notes.holder_name
      where kind = 'customer' or employee_kind = 'V'))
order by request, line_no, at_step desc;

insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, request, line_no, movement, made_by_name)
select t.kind, t.branch, t.from_holder, t.to_holder, t.product, t.isd, t.quantity, t.request, t.line_no, m.srno,
  case when t.kind in ('out', 'hand over') then 'Branch desk' else (select name from notes.holder_name where srno = t.exec) end
from story t left join notes.movement m on m.request = t.request and m.line_no = t.line_no and t.kind in ('out', 'accept')
order by t.at_step;

insert into requests.activity (request, at, by_name, remark, status)
select s.request, min(s.moment), min(s.by_name), min(s.remark), s.status from (
  select t.request, t.moment,
    case when t.kind in ('out', 'hand over') then 'Branch desk' else (select name from notes.holder_name where srno = t.exec) end as by_name,
    case t.kind when 'out' then 'Notes sent to ' || (select name from notes.holder_name where srno = t.exec) || '.'
      when 'deliver' then 'Delivered to the customer.' when 'collect' then 'Collected from the customer.' else 'Handed over in the branch.' end as remark,
    case t.kind when 'out' then 'S' when 'hand over' then 'H' else 'D' end as status
  from story t where t.kind in ('deliver', 'collect', 'hand over') or (t.kind = 'out' and t.sale)) s
group by s.request, s.status order by 2;

update notes.transfer t set at = d.moment from (
  select x.id, coalesce(s.moment, (select min(moment) from story) - interval '2 days') + x.n * interval '1 microsecond' as moment
  from (select id, request, line_no, kind, from_holder, row_number() over (order by id) as n from notes.transfer) x
  left join story s on s.request = x.request and s.line_no = x.line_no and s.kind = x.kind and s.from_holder = x.from_holder) d
where d.id = t.id;
`;

export async function loadNotes(client: pg.Client): Promise<void> {
  await client.query(STORY);
}
