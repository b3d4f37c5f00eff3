-- An entity deals in currencies that are in the master. Codes that never were in it are taken off, with their entry in
-- the trail.
with gone as (
  delete from masters.entity_currency c where not exists (select from masters.currency k where k.code = c.code)
  returning c.entity, c.code
)
insert into platform.trail (action, record, record_id, branch, before, after)
select 'edit', 'entity', e.id, coalesce(e.controlling_branch, e.srno),
  jsonb_build_object('unknown_currencies', jsonb_agg(gone.code order by gone.code)),
  jsonb_build_object('unknown_currencies', '[]'::jsonb)
from gone join masters.entity e on e.srno = gone.entity group by e.srno;

alter table masters.entity_currency
  add constraint entity_currency_known foreign key (code) references masters.currency (code) on update cascade;
create index entity_currency_by_code on masters.entity_currency (code);

-- States and cities by name, for who tells what was changed.
create view masters.state_ref with (security_invoker = true) as
  select srno, name, country, active from masters.state;
create view masters.city_ref with (security_invoker = true) as
  select srno, name, state, country, active from masters.city;
grant select on masters.state_ref, masters.city_ref to bureau_reader, bureau_writer;
