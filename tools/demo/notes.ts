import type pg from 'pg';

/**
 * The history of the notes of the demo's requests, derived from the requests: notes of a delivered request went out,
 * were accepted and handed over. For scheduled requests one line is in hand, one in transit, one was refused. Every
 * transfer goes through the ledger in chronological order and then gets the date it would have had.
 */
const STORY = `
-- The ledger's triggers run for every row, and planning their statements anew each time takes longer than running them.
set local plan_cache_mode = force_generic_plan;
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

-- Before each month the vault gets what the month needs, less what the month before has bought, so it begins every month with
-- the same stock above its needs. What leaves on the last evening already belongs to the next month.
create temporary table stock on commit drop as
with step as (
  select t.*, date_trunc('month', t.moment at time zone 'Asia/Kolkata' + interval '4 hours') as month from story t
), month as (
  select generate_series(min(month), max(month), interval '1 month') as month from step
), wanted as (
  select v.branch, v.srno as vault, c.isd, c.base, m.month, m.month = min(m.month) over () as is_first,
    coalesce(sum(s.quantity) filter (where s.from_holder = v.srno and s.month = m.month), 0) as needed,
    coalesce(sum(s.quantity) filter (where s.to_holder = v.srno and s.month < m.month), 0) as bought
  from notes.holder_name v cross join month m
  cross join (values ('USD', 12000), ('EUR', 8000), ('GBP', 3000), ('AED', 5000), ('THB', 40000), ('SGD', 4000), ('JPY', 90000))
    as c (isd, base)
  left join step s on s.branch = v.branch and s.isd = c.isd
    and s.month in (m.month, m.month - interval '1 month') and v.srno in (s.from_holder, s.to_holder)
  where v.employee_kind = 'V' group by v.branch, v.srno, c.isd, c.base, m.month
), entry as (
  select w.*, case when is_first then base + needed else needed - bought end as quantity from wanted w
)
select e.branch, e.isd, abs(e.quantity) as quantity,
  case when e.quantity > 0 then o.srno else e.vault end as from_holder,
  case when e.quantity > 0 then e.vault else o.srno end as to_holder,
  case when is_first then 'Opening stock' when e.quantity > 0 then 'From head office' else 'To head office' end as reason,
  case when is_first then (select min(moment) from story) - interval '2 days'
    else e.month at time zone 'Asia/Kolkata' - interval '4 hours' end as moment
from entry e join notes.holder o on o.branch = e.branch and o.kind = 'outside' where e.quantity <> 0;

create temporary table sent on commit drop as
select row_number() over (order by min(moment), request) as slip, request, branch, from_holder,
  case when sale then exec else vault end as to_holder, min(moment) as moment
from story where kind = 'out' group by request, branch, from_holder, 5;
analyze story, sent;

insert into notes.slip (srno, branch, from_holder, to_holder, made_at, made_by_name)
select slip, branch, from_holder, to_holder, moment, 'Branch desk' from sent order by slip;
select setval(pg_get_serial_sequence('notes.slip', 'srno'), (select max(srno) from notes.slip));

insert into notes.movement (slip, branch, request, line_no, product, isd, quantity, from_holder, to_holder, state, made_at,
  decided_at, decided_by_name, reason)
select s.slip, t.branch, t.request, t.line_no, t.product, t.isd, t.quantity, s.from_holder, s.to_holder,
  case when a.moment is not null then 'accepted' when t.n % 3 = 0 then 'rejected' else 'transit' end, t.moment,
  coalesce(a.moment, case when t.n % 3 = 0 then t.moment + interval '15 min' end),
  case when a.moment is not null or t.n % 3 = 0 then (select name from notes.holder_name where srno = s.to_holder) else '' end,
  case when a.moment is null and t.n % 3 = 0 then 'Two notes are torn' else '' end
from story t join sent s on s.request = t.request and s.from_holder = t.from_holder
left join story a on a.request = t.request and a.line_no = t.line_no and a.kind = 'accept'
where t.kind = 'out' order by t.at_step;

insert into notes.line (request, line_no, branch, product, isd, quantity, holder)
select distinct on (request, line_no) request, line_no, branch, product, isd, quantity, to_holder
from story where (request, line_no) in (
  select request, line_no from story group by 1, 2 having
    (array_agg(to_holder order by at_step desc))[1] not in (select srno from notes.holder_name
      where kind = 'customer' or employee_kind = 'V'))
order by request, line_no, at_step desc;

create temporary table ledger on commit drop as
select row_number() over (order by moment, at_step nulls first, branch, isd) as n, l.* from (
  select t.moment, t.at_step, t.kind, t.branch, t.from_holder, t.to_holder, t.isd, t.quantity, t.request, t.line_no,
    m.srno as movement, '' as reason,
    case when t.kind in ('out', 'hand over') then 'Branch desk' else (select name from notes.holder_name where srno = t.exec) end as by_name
  from story t left join notes.movement m on m.request = t.request and m.line_no = t.line_no and t.kind in ('out', 'accept')
  union all
  select moment, null, 'stock', branch, from_holder, to_holder, isd, quantity, null, null, null, reason, 'Head office' from stock) l;

insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, request, line_no, movement, reason, made_by_name)
select kind, branch, from_holder, to_holder, 'CN', isd, quantity, request, line_no, movement, reason, by_name from ledger order by n;

update notes.transfer t set at = l.moment + l.n * interval '1 microsecond'
from (select id, row_number() over (order by id) as n from notes.transfer) x join ledger l using (n) where x.id = t.id;

-- Steps that move no notes, such as those of a request for cards alone, are in the activity too.
insert into requests.activity (request, at, by_name, remark, status)
select s.request, min(s.moment), min(s.by_name), min(s.remark), s.status from (
  select t.request, t.moment,
    case when t.kind in ('out', 'hand over') then 'Branch desk' else (select name from notes.holder_name where srno = t.exec) end as by_name,
    case t.kind when 'out' then 'Notes sent to ' || (select name from notes.holder_name where srno = t.exec) || '.'
      when 'deliver' then 'Delivered to the customer.' when 'collect' then 'Collected from the customer.' else 'Handed over in the branch.' end as remark,
    case t.kind when 'out' then 'S' when 'hand over' then 'H' else 'D' end as status
  from story t where t.kind in ('deliver', 'collect', 'hand over') or (t.kind = 'out' and t.sale)
  union all
  select r.srno, greatest(r.fm_at, r.cm_at) + c.after, case c.status when 'D' then e.name else 'Branch desk' end, c.remark, c.status
  from requests.request r left join masters.employee e on e.srno = r.delivery_executive
  join (values ('S', 'SD', interval '40 min', 'Delivery planned.'), ('D', 'D', interval '150 min', 'Delivered to the customer.'),
    ('H', 'H', interval '20 min', 'Handed over in the branch.')) as c (status, after_status, after, remark)
    on strpos(c.after_status, r.status) > 0
  where not exists (select from story t where t.request = r.srno and case c.status
    when 'S' then t.kind = 'out' and t.sale when 'D' then t.kind in ('deliver', 'collect') else t.kind = 'hand over' end)) s
group by s.request, s.status order by 2;
`;

export async function loadNotes(client: pg.Client): Promise<void> {
  await client.query(STORY);
}
