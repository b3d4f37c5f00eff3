-- @generated The final SQL of every list. Do not edit it: `npm run lists` writes it, and a test fails when it is stale.
--
-- A list that is paged by key is shown by the statements that read upwards and go on after a key. Its other statements
-- differ from these only so: the first page lacks the condition on the key, and downwards the order and the comparison
-- are turned round. A test proves it.

-- access.branch.pages.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select b.name as sort_key, b.srno as key, json_build_object('value', b.id, 'name', b.name) as row from masters.entity_ref b where b.type = 'B' and b.active and (b.name, b.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.branch.pages.name.up.later.found
with looked as materialized (
select b.name as sort_key, b.srno as key, (b.id || ' ' || b.name) as text from masters.entity_ref b where b.type = 'B' and b.active and (b.name, b.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select b.name as sort_key, b.srno as key from masters.entity_ref b where b.type = 'B' and b.active and (b.name, b.srno) > ($3::text, $4::integer) and (b.id || ' ' || b.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', b.id, 'name', b.name) as row from page join masters.entity_ref b on b.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.branch.pages.name.up.later.found.scope
with looked as materialized (
select b.name as sort_key, b.srno as key, (b.id || ' ' || b.name) as text from masters.entity_ref b where b.type = 'B' and b.active and b.srno = any ($3::integer[]) and (b.name, b.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select b.name as sort_key, b.srno as key from masters.entity_ref b where b.type = 'B' and b.active and b.srno = any ($3::integer[]) and (b.name, b.srno) > ($4::text, $5::integer) and (b.id || ' ' || b.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', b.id, 'name', b.name) as row from page join masters.entity_ref b on b.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.branch.pages.name.up.later.scope
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select b.name as sort_key, b.srno as key, json_build_object('value', b.id, 'name', b.name) as row from masters.entity_ref b where b.type = 'B' and b.active and b.srno = any ($2::integer[]) and (b.name, b.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('rg_srno', m.srno, 'rg_name', m.name) as row from access.right_group m where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.list.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from access.right_group m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from access.right_group m where true and (m.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('rg_srno', m.srno, 'rg_name', m.name) as row from page join access.right_group m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('rg_srno', m.srno, 'rg_name', m.name) as row from access.right_group m where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.list.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, m.name as text from access.right_group m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from access.right_group m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('rg_srno', m.srno, 'rg_name', m.name) as row from page join access.right_group m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.options.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from access.right_group m where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.options.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from access.right_group m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from access.right_group m where true and (m.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join access.right_group m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.options.name.up.later.found.held
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from access.right_group m where true and not exists (select from access.group_right g where g.right_group = m.srno and g.right_key <> 'LOGOUT' and (g.may_query and not coalesce(($3::jsonb -> g.right_key ->> 'query')::boolean, false) or g.may_add and not coalesce(($3::jsonb -> g.right_key ->> 'add')::boolean, false) or g.may_edit and not coalesce(($3::jsonb -> g.right_key ->> 'edit')::boolean, false))) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from access.right_group m where true and not exists (select from access.group_right g where g.right_group = m.srno and g.right_key <> 'LOGOUT' and (g.may_query and not coalesce(($3::jsonb -> g.right_key ->> 'query')::boolean, false) or g.may_add and not coalesce(($3::jsonb -> g.right_key ->> 'add')::boolean, false) or g.may_edit and not coalesce(($3::jsonb -> g.right_key ->> 'edit')::boolean, false))) and (m.name, m.srno) > ($4::text, $5::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join access.right_group m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.options.name.up.later.held
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from access.right_group m where true and not exists (select from access.group_right g where g.right_group = m.srno and g.right_key <> 'LOGOUT' and (g.may_query and not coalesce(($2::jsonb -> g.right_key ->> 'query')::boolean, false) or g.may_add and not coalesce(($2::jsonb -> g.right_key ->> 'add')::boolean, false) or g.may_edit and not coalesce(($2::jsonb -> g.right_key ->> 'edit')::boolean, false))) and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.sheet.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('name', m.name, 'rights', coalesce((select json_object_agg(g.right_key,
concat(case when g.may_query then 'Q' end, case when g.may_add then 'A' end, case when g.may_edit then 'E' end))
from access.group_right g where g.right_group = m.srno), '{}')) as row from access.right_group m where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.sheet.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from access.right_group m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from access.right_group m where true and (m.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('name', m.name, 'rights', coalesce((select json_object_agg(g.right_key,
concat(case when g.may_query then 'Q' end, case when g.may_add then 'A' end, case when g.may_edit then 'E' end))
from access.group_right g where g.right_group = m.srno), '{}')) as row from page join access.right_group m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.sheet.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('name', m.name, 'rights', coalesce((select json_object_agg(g.right_key,
concat(case when g.may_query then 'Q' end, case when g.may_add then 'A' end, case when g.may_edit then 'E' end))
from access.group_right g where g.right_group = m.srno), '{}')) as row from access.right_group m where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.sheet.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, m.name as text from access.right_group m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from access.right_group m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('name', m.name, 'rights', coalesce((select json_object_agg(g.right_key,
concat(case when g.may_query then 'Q' end, case when g.may_add then 'A' end, case when g.may_edit then 'E' end))
from access.group_right g where g.right_group = m.srno), '{}')) as row from page join access.right_group m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.users.name.up.later (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umEntityName', e.name, 'umEnable', m.enabled::integer, 'umActive', m.active::integer) as row from (access.account m join masters.entity_ref e on e.srno = m.entity) where true and m.right_group = $2 and (m.home_branch = any ($3::integer[]) or $3 is null) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.group.users.name.up.later.found (planned at each call)
with looked as materialized (
select m.name as sort_key, m.srno as key, m.found_by as text from access.account m where true and m.right_group = $3 and (m.home_branch = any ($4::integer[]) or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from access.account m where true and m.right_group = $3 and (m.home_branch = any ($4::integer[]) or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) and m.found_by ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umEntityName', e.name, 'umEnable', m.enabled::integer, 'umActive', m.active::integer) as row from page join (access.account m join masters.entity_ref e on e.srno = m.entity) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.head.options.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.id, 'name', m.name) as row from masters.entity_ref m where m.active and m.type in ('A', 'B', 'F') and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.head.options.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name) as text from masters.entity_ref m where m.active and m.type in ('A', 'B', 'F') and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity_ref m where m.active and m.type in ('A', 'B', 'F') and (m.name, m.srno) > ($3::text, $4::integer) and (m.id || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.id, 'name', m.name) as row from page join masters.entity_ref m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.head.options.name.up.later.found.scope (planned at each call)
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name) as text from masters.entity_ref m where m.active and m.type in ('A', 'B', 'F') and (m.type = 'B' and m.srno = any ($3::integer[])
or m.type = 'F' and m.controlling_branch = any ($3::integer[])) and (m.type = $4 or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity_ref m where m.active and m.type in ('A', 'B', 'F') and (m.type = 'B' and m.srno = any ($3::integer[])
or m.type = 'F' and m.controlling_branch = any ($3::integer[])) and (m.type = $4 or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) and (m.id || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.id, 'name', m.name) as row from page join masters.entity_ref m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.head.options.name.up.later.found.type
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name) as text from masters.entity_ref m where m.active and m.type in ('A', 'B', 'F') and m.type = $3 and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity_ref m where m.active and m.type in ('A', 'B', 'F') and m.type = $3 and (m.name, m.srno) > ($4::text, $5::integer) and (m.id || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.id, 'name', m.name) as row from page join masters.entity_ref m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.head.options.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.id, 'name', m.name) as row from masters.entity_ref m where m.active and m.type in ('A', 'B', 'F') and (m.type = 'B' and m.srno = any ($2::integer[])
or m.type = 'F' and m.controlling_branch = any ($2::integer[])) and (m.type = $3 or $3 is null) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.head.options.name.up.later.type
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.id, 'name', m.name) as row from masters.entity_ref m where m.active and m.type in ('A', 'B', 'F') and m.type = $2 and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.job.list (planned at each call)
with found as materialized (
select row_number() over (order by id desc) as n, page.* from (
select * from platform.job
where ($2::bigint is null or id < $2) and ($3::text is null or state = $3) and ($4::text is null or task = $4)
order by id desc limit $1::integer + 1) as page
)
select coalesce(json_agg(json_build_object('jb_id', id, 'jb_task', task, 'jb_state', state, 'jb_runat', to_char(run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'jb_attempts', attempts, 'jb_maxattempts', max_attempts, 'jb_error', coalesce(last_error, ''), 'jb_created', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'jb_since', coalesce(to_char(locked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by n) filter (where n <= $1::integer), '[]')::text as body,
(max(id) filter (where n = $1::integer and (select count(*) from found) > $1::integer))::text as next
from found;

-- access.trail.list.action
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where (t.action, t.at, t.id) < ($8::text, $2::timestamptz, $3::bigint)
and (t.action, t.at) >= ($8::text, $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.action desc, t.at desc, t.id desc limit 101) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 101),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 101 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.action.narrowed
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where (t.action, t.at, t.id) < ($8::text, $2::timestamptz, $3::bigint)
and (t.action, t.at) >= ($8::text, $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.action desc, t.at desc, t.id desc limit 1000) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 1000),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 1000 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.branch
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select b.* from (select distinct unnest($9::integer[]) as branch) reach
cross join lateral (select t.* from platform.trail t
where (t.branch, t.at, t.id) < (reach.branch, $2::timestamptz, $3::bigint)
and (t.branch, t.at) >= (reach.branch, $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.branch desc, t.at desc, t.id desc limit 101) b order by b.at desc, b.id desc limit 101) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 101),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 101 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.branch.narrowed
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select b.* from (select distinct unnest($9::integer[]) as branch) reach
cross join lateral (select t.* from platform.trail t
where (t.branch, t.at, t.id) < (reach.branch, $2::timestamptz, $3::bigint)
and (t.branch, t.at) >= (reach.branch, $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.branch desc, t.at desc, t.id desc limit 1000) b order by b.at desc, b.id desc limit 1000) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 1000),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 1000 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.everything
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where (t.at, t.id) < ($2::timestamptz, $3::bigint)
and (t.at) >= ($4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.at desc, t.id desc limit 101) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 101),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 101 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.everything.narrowed
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where (t.at, t.id) < ($2::timestamptz, $3::bigint)
and (t.at) >= ($4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.at desc, t.id desc limit 1000) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 1000),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 1000 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.kind
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where (t.record, t.at, t.id) < ($6::text, $2::timestamptz, $3::bigint)
and (t.record, t.at) >= ($6::text, $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.record desc, t.at desc, t.id desc limit 101) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 101),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 101 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.kind.narrowed
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where (t.record, t.at, t.id) < ($6::text, $2::timestamptz, $3::bigint)
and (t.record, t.at) >= ($6::text, $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.record desc, t.at desc, t.id desc limit 1000) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 1000),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 1000 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.record
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where t.record = $6::text and (t.record_id, t.at, t.id) < ($7::text, $2::timestamptz, $3::bigint)
and (t.record_id, t.at) >= ($7::text, $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.record_id desc, t.at desc, t.id desc limit 101) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 101),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 101 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.record.narrowed
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where t.record = $6::text and (t.record_id, t.at, t.id) < ($7::text, $2::timestamptz, $3::bigint)
and (t.record_id, t.at) >= ($7::text, $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.record_id desc, t.at desc, t.id desc limit 1000) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 1000),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 1000 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.user
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where (t.actor, t.at, t.id) < ((select srno from who), $2::timestamptz, $3::bigint)
and (t.actor, t.at) >= ((select srno from who), $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.actor desc, t.at desc, t.id desc limit 101) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 101),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 101 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.list.user.narrowed
with who as (
select srno from access.account where lower(user_id) = lower($5::text)
), looked as materialized (select found.* from (select case when n = 120 then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, 120) as n
order by n) m
cross join lateral (select t.* from platform.trail t
where (t.actor, t.at, t.id) < ((select srno from who), $2::timestamptz, $3::bigint)
and (t.actor, t.at) >= ((select srno from who), $4::timestamptz)
and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
order by t.actor desc, t.at desc, t.id desc limit 1000) found
where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit 1000),
found as materialized (
select row_number() over (order by at desc, id desc) as n, looked.* from looked
where ($5::text is null or actor = (select srno from who)) and ($6::text is null or record = $6::text)
and ($7::text is null or record_id = $7::text) and ($8::text is null or action = $8::text)
and ($9::integer[] is null or branch = any ($9::integer[]))
order by at desc, id desc limit $1::integer + 1
), last as (
(select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
union all
(select at, id from looked where (select count(*) from found) <= $1::integer
and (select count(*) from looked) = 1000 order by at, id limit 1)
)
select coalesce((
select json_agg(json_build_object('tr_id', t.id, 'tr_at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'tr_user', coalesce(who.user_id, ''), 'tr_username', coalesce(who.name, ''), 'tr_action', t.action, 'tr_record', t.record, 'tr_recordid', t.record_id, 'tr_name', coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, ''), 'tr_branch', coalesce(place.id, ''), 'tr_fields', case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
else '[]' end) order by t.n) from found t left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
left join lateral (select a.name from access.account a
where a.srno = case when t.record = 'account' and t.record_id ~ '^\d{1,9}$' then t.record_id::integer end limit 1) subject on true
left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true where t.n <= $1::integer), '[]')::text as body,
(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as last_at, (select id::text from last) as last_id;

-- access.trail.users.id.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.user_id as sort_key, m.srno as key, json_build_object('value', m.user_id, 'name', m.user_id || ' · ' || m.name) as row from access.account m where true and (m.user_id, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.trail.users.id.up.later.found
with looked as materialized (
select m.user_id as sort_key, m.srno as key, m.found_by as text from access.account m where true and (m.user_id, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.user_id as sort_key, m.srno as key from access.account m where true and (m.user_id, m.srno) > ($3::text, $4::integer) and m.found_by ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.user_id, 'name', m.user_id || ' · ' || m.name) as row from page join access.account m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.trail.users.id.up.later.found.scope (planned at each call)
with looked as materialized (
select m.user_id as sort_key, m.srno as key, m.found_by as text from access.account m where true and m.entity = any ($3::integer[]) and (m.user_id, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.user_id as sort_key, m.srno as key from access.account m where true and m.entity = any ($3::integer[]) and (m.user_id, m.srno) > ($4::text, $5::integer) and m.found_by ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.user_id, 'name', m.user_id || ' · ' || m.name) as row from page join access.account m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.trail.users.id.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.user_id as sort_key, m.srno as key, json_build_object('value', m.user_id, 'name', m.user_id || ' · ' || m.name) as row from access.account m where true and m.entity = any ($2::integer[]) and (m.user_id, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.id.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.user_id as sort_key, m.srno as key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) where true and (m.user_id, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.id.up.later.found
with looked as materialized (
select m.user_id as sort_key, m.srno as key, m.found_by as text from access.account m where true and (m.user_id, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.user_id as sort_key, m.srno as key from access.account m where true and (m.user_id, m.srno) > ($3::text, $4::integer) and m.found_by ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from page join (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.id.up.later.found.scope (planned at each call)
with looked as materialized (
select m.user_id as sort_key, m.srno as key, m.found_by as text from access.account m where true and m.home_branch = any ($3::integer[]) and (m.user_id, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.user_id as sort_key, m.srno as key from access.account m where true and m.home_branch = any ($3::integer[]) and (m.user_id, m.srno) > ($4::text, $5::integer) and m.found_by ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from page join (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.id.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.user_id as sort_key, m.srno as key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) where true and m.home_branch = any ($2::integer[]) and (m.user_id, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, m.found_by as text from access.account m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from access.account m where true and (m.name, m.srno) > ($3::text, $4::integer) and m.found_by ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from page join (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.name.up.later.found.scope (planned at each call)
with looked as materialized (
select m.name as sort_key, m.srno as key, m.found_by as text from access.account m where true and m.home_branch = any ($3::integer[]) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from access.account m where true and m.home_branch = any ($3::integer[]) and (m.name, m.srno) > ($4::text, $5::integer) and m.found_by ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from page join (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) where true and m.home_branch = any ($2::integer[]) and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, m.found_by as text from access.account m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from access.account m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and m.found_by ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from page join (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.srno.up.later.found.scope (planned at each call)
with looked as materialized (
select m.srno as sort_key, m.srno as key, m.found_by as text from access.account m where true and m.home_branch = any ($3::integer[]) and (m.srno, m.srno) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from access.account m where true and m.home_branch = any ($3::integer[]) and (m.srno, m.srno) > ($4::integer, $5::integer) and m.found_by ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from page join (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- access.user.list.srno.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('umSrNo', m.srno, 'umUserName', m.name, 'umId', m.user_id, 'umMob', m.mobile, 'umEml', m.email, 'umEnable', m.enabled::integer, 'umEntityType', e.type, 'umEntityCode', e.id, 'umEntityName', e.name, 'umActive', m.active::integer, 'umRightGroup', m.right_group, 'umRightGroupName', g.name, 'umEmpCode', m.employee_code, 'umLastSignIn', coalesce(to_char(m.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from (access.account m join masters.entity_ref e on e.srno = m.entity join access.right_group g on g.srno = m.right_group) where true and m.home_branch = any ($2::integer[]) and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- audit.customer_paper.list
select coalesce((select json_agg(json_build_object('docsrno', p.srno, 'docname', p.kind, 'filename', p.file_name) order by p.srno)
from audit.transaction t join audit.document g on g.srno = t.document
join requests.document_ref p on p.request = case when g.origin = 'fetch' then t.tran_no::integer end where t.audit = $1::integer and t.line_no = $2::integer), '[]')::text as body
from audit.transaction t join audit.audit a on a.srno = t.audit
where t.audit = $1::integer and t.line_no = $2::integer and ($3::integer[] is null or a.branch = any ($3));

-- audit.discrepancy.list.all
with range as materialized (select null::integer as lead, f.flag, s.status from unnest($5::text[]) as f (flag) cross join unnest($6::text[]) as s (status)), short as materialized (
select range.lead, range.flag, range.status, s.on_day, s.line_no, s.n from range cross join lateral (select *, row_number() over (order by on_day, line_no) as n from ((select * from (select (d.pending_since at time zone 'Asia/Kolkata')::date as on_day, d.line_no from audit.discrepancy d
where d.flag = range.flag and d.status = range.status and ((d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no) > ($2::date, $3::integer) and (d.pending_since at time zone 'Asia/Kolkata')::date <= $4::date and d.on_day between $7::date and $8::date and d.removed_at is null
order by (d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(line_no) filter (where n = $1::integer + 1), 2147483647) as line_no
from (select *, row_number() over (order by on_day, line_no) as n from (select on_day, line_no from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, line_no) as n from (
select on_day, line_no from short union all
select s.on_day, s.line_no from short as range cross join short_page cross join lateral (select * from (select (d.pending_since at time zone 'Asia/Kolkata')::date as on_day, d.line_no from audit.discrepancy d
where d.flag = range.flag and d.status = range.status and ((d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no) > (range.on_day, range.line_no) and ((d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no) < (short_page.on_day, short_page.line_no) and (d.pending_since at time zone 'Asia/Kolkata')::date <= $4::date and d.on_day between $7::date and $8::date and d.removed_at is null
order by (d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.line_no) < (short_page.on_day, short_page.line_no)
order by on_day, line_no limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('adis_hdrsrno', d.audit, 'adis_lineno', d.line_no, 'adis_flag', d.flag, 'adis_branch', e.id, 'adis_branchnm', e.name, 'adis_month', coalesce(to_char(a.first_day, 'FMMonth YYYY'), ''), 'adis_trantype', d.type, 'adis_trantypename', case d.type when 'PP' then 'Purchase From Public' when 'PB' then 'Purchase Bulk' when 'SP' then 'Sales To Public' when 'SB' then 'Sale Bulk' when 'MT' then 'Money Transfer' else '' end, 'adis_tranno', d.tran_no, 'adis_trandate', coalesce(to_char(d.tran_date, 'DD/MM/YYYY'), ''), 'adis_tranpurpose', d.purpose, 'adis_tranpurposename', coalesce(pu.name, d.purpose), 'adis_partytypename', case d.party_type when 'F' then 'Franchisee' when 'D' then 'Authorized Dealer' else '' end, 'adis_trantypesub', d.type_sub, 'adis_trantypesubname', case when d.type_sub = '' then '' else (select i.words from audit.particular i
where i.list = 'MTSS' and i.code = d.type_sub) end, 'adis_discrepancy', d.words, 'adis_status', d.status, 'adis_statusnm', case d.status when 'P' then 'Pending' when 'R' then 'Review' when 'D' then 'OK' else '' end, 'adis_mastertypenm', case d.master_type when 'C' then 'Corporate' when 'D' then 'Authorised Dealers' when 'F' then 'Franchise' else '' end, 'adis_partyname', d.party_name, 'adis_masterdocumentnm', coalesce(dk.name, ''), 'audit_discrepancy', d.words, 'adis_age', greatest(0, (now() at time zone 'Asia/Kolkata')::date - (d.pending_since at time zone 'Asia/Kolkata')::date), 'adis_replies', said.replies, 'adis_answered', (said.answered)::integer, 'adis_raisedby', d.raised_by_name, 'adis_raisedat', to_char(d.raised_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.line_no) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join audit.discrepancy d on d.line_no = page.line_no join audit.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch left join masters.purpose_ref pu on pu.value = d.purpose
left join masters.document_kind_ref dk on dk.id = d.master_document
cross join lateral (
select count(*)::integer as replies, coalesce(bool_or(r.made_at >= d.pending_since), false) as answered
from audit.reply r where r.discrepancy = d.line_no and r.status is null
) as said;

-- audit.discrepancy.list.audit
with range as materialized (select l.srno as lead, f.flag, s.status from audit.audit l cross join unnest($5::text[]) as f (flag) cross join unnest($6::text[]) as s (status)
where l.first_day between $9::date and $10::date and ($11::integer is null or l.month = $11)
and ($12::integer[] is null or l.branch = any ($12))), short as materialized (
select range.lead, range.flag, range.status, s.on_day, s.line_no, s.n from range cross join lateral (select *, row_number() over (order by on_day, line_no) as n from ((select * from (select (d.pending_since at time zone 'Asia/Kolkata')::date as on_day, d.line_no from audit.discrepancy d
where d.audit = range.lead and d.flag = range.flag and d.status = range.status and ((d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no) > ($2::date, $3::integer) and (d.pending_since at time zone 'Asia/Kolkata')::date <= $4::date and d.on_day between $7::date and $8::date and d.removed_at is null
order by (d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(line_no) filter (where n = $1::integer + 1), 2147483647) as line_no
from (select *, row_number() over (order by on_day, line_no) as n from (select on_day, line_no from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, line_no) as n from (
select on_day, line_no from short union all
select s.on_day, s.line_no from short as range cross join short_page cross join lateral (select * from (select (d.pending_since at time zone 'Asia/Kolkata')::date as on_day, d.line_no from audit.discrepancy d
where d.audit = range.lead and d.flag = range.flag and d.status = range.status and ((d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no) > (range.on_day, range.line_no) and ((d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no) < (short_page.on_day, short_page.line_no) and (d.pending_since at time zone 'Asia/Kolkata')::date <= $4::date and d.on_day between $7::date and $8::date and d.removed_at is null
order by (d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.line_no) < (short_page.on_day, short_page.line_no)
order by on_day, line_no limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('adis_hdrsrno', d.audit, 'adis_lineno', d.line_no, 'adis_flag', d.flag, 'adis_branch', e.id, 'adis_branchnm', e.name, 'adis_month', coalesce(to_char(a.first_day, 'FMMonth YYYY'), ''), 'adis_trantype', d.type, 'adis_trantypename', case d.type when 'PP' then 'Purchase From Public' when 'PB' then 'Purchase Bulk' when 'SP' then 'Sales To Public' when 'SB' then 'Sale Bulk' when 'MT' then 'Money Transfer' else '' end, 'adis_tranno', d.tran_no, 'adis_trandate', coalesce(to_char(d.tran_date, 'DD/MM/YYYY'), ''), 'adis_tranpurpose', d.purpose, 'adis_tranpurposename', coalesce(pu.name, d.purpose), 'adis_partytypename', case d.party_type when 'F' then 'Franchisee' when 'D' then 'Authorized Dealer' else '' end, 'adis_trantypesub', d.type_sub, 'adis_trantypesubname', case when d.type_sub = '' then '' else (select i.words from audit.particular i
where i.list = 'MTSS' and i.code = d.type_sub) end, 'adis_discrepancy', d.words, 'adis_status', d.status, 'adis_statusnm', case d.status when 'P' then 'Pending' when 'R' then 'Review' when 'D' then 'OK' else '' end, 'adis_mastertypenm', case d.master_type when 'C' then 'Corporate' when 'D' then 'Authorised Dealers' when 'F' then 'Franchise' else '' end, 'adis_partyname', d.party_name, 'adis_masterdocumentnm', coalesce(dk.name, ''), 'audit_discrepancy', d.words, 'adis_age', greatest(0, (now() at time zone 'Asia/Kolkata')::date - (d.pending_since at time zone 'Asia/Kolkata')::date), 'adis_replies', said.replies, 'adis_answered', (said.answered)::integer, 'adis_raisedby', d.raised_by_name, 'adis_raisedat', to_char(d.raised_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.line_no) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join audit.discrepancy d on d.line_no = page.line_no join audit.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch left join masters.purpose_ref pu on pu.value = d.purpose
left join masters.document_kind_ref dk on dk.id = d.master_document
cross join lateral (
select count(*)::integer as replies, coalesce(bool_or(r.made_at >= d.pending_since), false) as answered
from audit.reply r where r.discrepancy = d.line_no and r.status is null
) as said;

-- audit.discrepancy.list.branch
with range as materialized (select l.lead, f.flag, s.status from unnest($9::integer[]) as l (lead) cross join unnest($5::text[]) as f (flag) cross join unnest($6::text[]) as s (status)), short as materialized (
select range.lead, range.flag, range.status, s.on_day, s.line_no, s.n from range cross join lateral (select *, row_number() over (order by on_day, line_no) as n from ((select * from (select (d.pending_since at time zone 'Asia/Kolkata')::date as on_day, d.line_no from audit.discrepancy d
where d.branch = range.lead and d.flag = range.flag and d.status = range.status and ((d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no) > ($2::date, $3::integer) and (d.pending_since at time zone 'Asia/Kolkata')::date <= $4::date and d.on_day between $7::date and $8::date and d.removed_at is null
order by (d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(line_no) filter (where n = $1::integer + 1), 2147483647) as line_no
from (select *, row_number() over (order by on_day, line_no) as n from (select on_day, line_no from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, line_no) as n from (
select on_day, line_no from short union all
select s.on_day, s.line_no from short as range cross join short_page cross join lateral (select * from (select (d.pending_since at time zone 'Asia/Kolkata')::date as on_day, d.line_no from audit.discrepancy d
where d.branch = range.lead and d.flag = range.flag and d.status = range.status and ((d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no) > (range.on_day, range.line_no) and ((d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no) < (short_page.on_day, short_page.line_no) and (d.pending_since at time zone 'Asia/Kolkata')::date <= $4::date and d.on_day between $7::date and $8::date and d.removed_at is null
order by (d.pending_since at time zone 'Asia/Kolkata')::date, d.line_no limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.line_no) < (short_page.on_day, short_page.line_no)
order by on_day, line_no limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('adis_hdrsrno', d.audit, 'adis_lineno', d.line_no, 'adis_flag', d.flag, 'adis_branch', e.id, 'adis_branchnm', e.name, 'adis_month', coalesce(to_char(a.first_day, 'FMMonth YYYY'), ''), 'adis_trantype', d.type, 'adis_trantypename', case d.type when 'PP' then 'Purchase From Public' when 'PB' then 'Purchase Bulk' when 'SP' then 'Sales To Public' when 'SB' then 'Sale Bulk' when 'MT' then 'Money Transfer' else '' end, 'adis_tranno', d.tran_no, 'adis_trandate', coalesce(to_char(d.tran_date, 'DD/MM/YYYY'), ''), 'adis_tranpurpose', d.purpose, 'adis_tranpurposename', coalesce(pu.name, d.purpose), 'adis_partytypename', case d.party_type when 'F' then 'Franchisee' when 'D' then 'Authorized Dealer' else '' end, 'adis_trantypesub', d.type_sub, 'adis_trantypesubname', case when d.type_sub = '' then '' else (select i.words from audit.particular i
where i.list = 'MTSS' and i.code = d.type_sub) end, 'adis_discrepancy', d.words, 'adis_status', d.status, 'adis_statusnm', case d.status when 'P' then 'Pending' when 'R' then 'Review' when 'D' then 'OK' else '' end, 'adis_mastertypenm', case d.master_type when 'C' then 'Corporate' when 'D' then 'Authorised Dealers' when 'F' then 'Franchise' else '' end, 'adis_partyname', d.party_name, 'adis_masterdocumentnm', coalesce(dk.name, ''), 'audit_discrepancy', d.words, 'adis_age', greatest(0, (now() at time zone 'Asia/Kolkata')::date - (d.pending_since at time zone 'Asia/Kolkata')::date), 'adis_replies', said.replies, 'adis_answered', (said.answered)::integer, 'adis_raisedby', d.raised_by_name, 'adis_raisedat', to_char(d.raised_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.line_no) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join audit.discrepancy d on d.line_no = page.line_no join audit.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch left join masters.purpose_ref pu on pu.value = d.purpose
left join masters.document_kind_ref dk on dk.id = d.master_document
cross join lateral (
select count(*)::integer as replies, coalesce(bool_or(r.made_at >= d.pending_since), false) as answered
from audit.reply r where r.discrepancy = d.line_no and r.status is null
) as said;

-- audit.list.all
with page as materialized (
select *, row_number() over (order by first_day desc, srno desc) as n from (select * from (select a.first_day, a.srno from audit.audit a where (a.first_day, a.srno) < ($2::date, $3::integer) and $4::text is null and $5::integer[] is null
order by first_day desc, srno desc limit 501) as most limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('hdr_srno', a.srno, 'hdr_branch', e.id, 'hdr_branchnm', e.name, 'entity_name', e.name, 'hdr_year', a.year, 'hdr_month', a.month, 'hdr_monthnm', to_char(a.first_day, 'FMMonth'), 'hdr_date', a.audited_on, 'hdr_status', a.status, 'hdr_statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'hdr_cashier', a.cashier, 'hdr_bm', a.manager, 'um_username', a.auditor_name, 'hdr_lastheadersrno', coalesce(a.previous, 0), 'hdr_datedmy', coalesce(to_char(a.audited_on, 'DD/MM/YYYY'), ''), 'hdr_reviewdatedmy', coalesce(to_char(a.reviewed_on, 'DD/MM/YYYY'), ''), 'hdr_closedatedmy', coalesce(to_char(a.closed_on, 'DD/MM/YYYY'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.first_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join audit.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- audit.list.all.status
with page as materialized (
select *, row_number() over (order by first_day desc, srno desc) as n from (select * from (select a.first_day, a.srno from audit.audit a where (a.first_day, a.srno) < ($2::date, $3::integer) and a.status = $4::text and $5::integer[] is null
order by first_day desc, srno desc limit 501) as most limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('hdr_srno', a.srno, 'hdr_branch', e.id, 'hdr_branchnm', e.name, 'entity_name', e.name, 'hdr_year', a.year, 'hdr_month', a.month, 'hdr_monthnm', to_char(a.first_day, 'FMMonth'), 'hdr_date', a.audited_on, 'hdr_status', a.status, 'hdr_statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'hdr_cashier', a.cashier, 'hdr_bm', a.manager, 'um_username', a.auditor_name, 'hdr_lastheadersrno', coalesce(a.previous, 0), 'hdr_datedmy', coalesce(to_char(a.audited_on, 'DD/MM/YYYY'), ''), 'hdr_reviewdatedmy', coalesce(to_char(a.reviewed_on, 'DD/MM/YYYY'), ''), 'hdr_closedatedmy', coalesce(to_char(a.closed_on, 'DD/MM/YYYY'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.first_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join audit.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- audit.list.one
with page as materialized (
select *, row_number() over (order by first_day desc, srno desc) as n from (select * from (select a.first_day, a.srno from audit.audit a where (a.first_day, a.srno) < ($2::date, $3::integer) and $4::text is null and a.branch = ($5::integer[])[1]
order by first_day desc, srno desc limit 501) as most limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('hdr_srno', a.srno, 'hdr_branch', e.id, 'hdr_branchnm', e.name, 'entity_name', e.name, 'hdr_year', a.year, 'hdr_month', a.month, 'hdr_monthnm', to_char(a.first_day, 'FMMonth'), 'hdr_date', a.audited_on, 'hdr_status', a.status, 'hdr_statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'hdr_cashier', a.cashier, 'hdr_bm', a.manager, 'um_username', a.auditor_name, 'hdr_lastheadersrno', coalesce(a.previous, 0), 'hdr_datedmy', coalesce(to_char(a.audited_on, 'DD/MM/YYYY'), ''), 'hdr_reviewdatedmy', coalesce(to_char(a.reviewed_on, 'DD/MM/YYYY'), ''), 'hdr_closedatedmy', coalesce(to_char(a.closed_on, 'DD/MM/YYYY'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.first_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join audit.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- audit.list.one.status
with page as materialized (
select *, row_number() over (order by first_day desc, srno desc) as n from (select * from (select a.first_day, a.srno from audit.audit a where (a.first_day, a.srno) < ($2::date, $3::integer) and a.status = $4::text and a.branch = ($5::integer[])[1]
order by first_day desc, srno desc limit 501) as most limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('hdr_srno', a.srno, 'hdr_branch', e.id, 'hdr_branchnm', e.name, 'entity_name', e.name, 'hdr_year', a.year, 'hdr_month', a.month, 'hdr_monthnm', to_char(a.first_day, 'FMMonth'), 'hdr_date', a.audited_on, 'hdr_status', a.status, 'hdr_statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'hdr_cashier', a.cashier, 'hdr_bm', a.manager, 'um_username', a.auditor_name, 'hdr_lastheadersrno', coalesce(a.previous, 0), 'hdr_datedmy', coalesce(to_char(a.audited_on, 'DD/MM/YYYY'), ''), 'hdr_reviewdatedmy', coalesce(to_char(a.reviewed_on, 'DD/MM/YYYY'), ''), 'hdr_closedatedmy', coalesce(to_char(a.closed_on, 'DD/MM/YYYY'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.first_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join audit.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- audit.list.several
with page as materialized (
select *, row_number() over (order by first_day desc, srno desc) as n from (select s.first_day, s.srno from unnest($5::integer[]) as b (branch)
cross join lateral (select * from (select a.first_day, a.srno from audit.audit a where (a.first_day, a.srno) < ($2::date, $3::integer) and $4::text is null and a.branch = b.branch
order by first_day desc, srno desc limit 501) as most limit $1::integer + 1) as s order by first_day desc, srno desc limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('hdr_srno', a.srno, 'hdr_branch', e.id, 'hdr_branchnm', e.name, 'entity_name', e.name, 'hdr_year', a.year, 'hdr_month', a.month, 'hdr_monthnm', to_char(a.first_day, 'FMMonth'), 'hdr_date', a.audited_on, 'hdr_status', a.status, 'hdr_statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'hdr_cashier', a.cashier, 'hdr_bm', a.manager, 'um_username', a.auditor_name, 'hdr_lastheadersrno', coalesce(a.previous, 0), 'hdr_datedmy', coalesce(to_char(a.audited_on, 'DD/MM/YYYY'), ''), 'hdr_reviewdatedmy', coalesce(to_char(a.reviewed_on, 'DD/MM/YYYY'), ''), 'hdr_closedatedmy', coalesce(to_char(a.closed_on, 'DD/MM/YYYY'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.first_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join audit.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- audit.list.several.status
with page as materialized (
select *, row_number() over (order by first_day desc, srno desc) as n from (select s.first_day, s.srno from unnest($5::integer[]) as b (branch)
cross join lateral (select * from (select a.first_day, a.srno from audit.audit a where (a.first_day, a.srno) < ($2::date, $3::integer) and a.status = $4::text and a.branch = b.branch
order by first_day desc, srno desc limit 501) as most limit $1::integer + 1) as s order by first_day desc, srno desc limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('hdr_srno', a.srno, 'hdr_branch', e.id, 'hdr_branchnm', e.name, 'entity_name', e.name, 'hdr_year', a.year, 'hdr_month', a.month, 'hdr_monthnm', to_char(a.first_day, 'FMMonth'), 'hdr_date', a.audited_on, 'hdr_status', a.status, 'hdr_statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'hdr_cashier', a.cashier, 'hdr_bm', a.manager, 'um_username', a.auditor_name, 'hdr_lastheadersrno', coalesce(a.previous, 0), 'hdr_datedmy', coalesce(to_char(a.audited_on, 'DD/MM/YYYY'), ''), 'hdr_reviewdatedmy', coalesce(to_char(a.reviewed_on, 'DD/MM/YYYY'), ''), 'hdr_closedatedmy', coalesce(to_char(a.closed_on, 'DD/MM/YYYY'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.first_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join audit.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- audit.registers.list
select coalesce(json_agg(json_build_object('adoc_srno', d.srno, 'adoc_filename', d.file_name, 'adoc_remark', case d.kind when 'ATT1' then 'Attendance Sheet'
when 'ATT2' then 'Group Photo' else d.kind end, 'adoc_ext', d.extension, 'origin', d.origin, 'rows', d.rows, 'uploaded_at', to_char(d.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'uploaded_by', d.uploaded_by_name) order by d.kind), '[]')::text as body
from audit.document d where d.audit = $1 and d.removed_at is null and d.kind like 'FLM%';

-- audit.reply.list
select coalesce((select json_agg(json_build_object('adoc_srno', r.srno, 'adoc_filename', coalesce(r.file_name, ''), 'adoc_remark', r.words, 'adoc_ext', coalesce(r.extension, ''), 'adoc_bytes', coalesce(r.bytes, 0), 'status', coalesce(r.status, ''), 'by', r.made_by_name, 'at', to_char(r.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by r.srno) from (
select * from audit.reply r where r.discrepancy = d.line_no order by r.srno desc limit 500
) as r), '[]')::text as body
from audit.discrepancy d where d.audit = $1::integer and d.line_no = $2::integer and d.removed_at is null and ($3::integer[] is null or d.branch = any ($3));

-- audit.transaction.list.alltype.allstatus
with page as materialized (
select *, row_number() over (order by tran_date, line_no) as n from (
select * from (
select * from ((select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'PP' and t.status = 'PEN'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'PP' and t.status = 'OK'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'PP' and t.status = 'DIS'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'PB' and t.status = 'PEN'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'PB' and t.status = 'OK'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'PB' and t.status = 'DIS'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'SP' and t.status = 'PEN'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'SP' and t.status = 'OK'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'SP' and t.status = 'DIS'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'SB' and t.status = 'PEN'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'SB' and t.status = 'OK'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'SB' and t.status = 'DIS'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1)) as ranges order by tran_date, line_no limit $1::integer + 1
) as most limit 501
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('adt_hdrsrno', t.audit, 'adt_lineno', t.line_no, 'adt_date', to_char(t.tran_date, 'DD/MM/YYYY'), 'adt_trantype', t.type, 'adt_tranno', t.tran_no, 'adt_travname', t.traveller, 'adt_partyname', t.party, 'adt_purpose', coalesce(p.name, t.purpose), 'adt_status', t.status, 'purpose_id', t.purpose, 'amount', t.amount::text, 'party_type', t.party_type, 'paid_by', t.paid_by, 'marked_by', t.marked_by_name, 'nationality', t.nationality, 'id_number', case when t.id_number = '' then '' else lpad(right(t.id_number, least(4, length(t.id_number) / 2)),
greatest(length(t.id_number), 4 + least(4, length(t.id_number) / 2)), 'X') end, 'pan', case when t.pan = '' then '' else lpad(right(t.pan, least(4, length(t.pan) / 2)),
greatest(length(t.pan), 4 + least(4, length(t.pan) / 2)), 'X') end, 'nationality_fatf', (lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf))::integer, 'dis_lineno', coalesce(d.line_no, 0), 'dis_status', coalesce(d.status, ''), 'dis_text', coalesce(d.words, ''), 'lines', t.lines) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.tran_date::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.line_no) filter (where page.n = $1 and (select exists from one_more)) as last_line
from audit.audit a left join page on true left join audit.transaction t on t.line_no = page.line_no
left join masters.purpose_ref p on p.value = t.purpose
left join lateral (
select d.line_no, d.status, d.words from audit.discrepancy d
where d.audit = case when t.status = 'DIS' then t.audit end and d.type = t.type and d.tran_no = t.tran_no
and d.tran_date = t.tran_date and d.flag = 'T' and d.removed_at is null
) as d on true
where a.srno = $2 and ($3::integer[] is null or a.branch = any ($3)) group by a.srno;

-- audit.transaction.list.alltype.onestatus
with page as materialized (
select *, row_number() over (order by tran_date, line_no) as n from (
select * from (
select * from ((select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'PP' and t.status = $8::text
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'PB' and t.status = $8::text
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'SP' and t.status = $8::text
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = 'SB' and t.status = $8::text
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1)) as ranges order by tran_date, line_no limit $1::integer + 1
) as most limit 501
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('adt_hdrsrno', t.audit, 'adt_lineno', t.line_no, 'adt_date', to_char(t.tran_date, 'DD/MM/YYYY'), 'adt_trantype', t.type, 'adt_tranno', t.tran_no, 'adt_travname', t.traveller, 'adt_partyname', t.party, 'adt_purpose', coalesce(p.name, t.purpose), 'adt_status', t.status, 'purpose_id', t.purpose, 'amount', t.amount::text, 'party_type', t.party_type, 'paid_by', t.paid_by, 'marked_by', t.marked_by_name, 'nationality', t.nationality, 'id_number', case when t.id_number = '' then '' else lpad(right(t.id_number, least(4, length(t.id_number) / 2)),
greatest(length(t.id_number), 4 + least(4, length(t.id_number) / 2)), 'X') end, 'pan', case when t.pan = '' then '' else lpad(right(t.pan, least(4, length(t.pan) / 2)),
greatest(length(t.pan), 4 + least(4, length(t.pan) / 2)), 'X') end, 'nationality_fatf', (lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf))::integer, 'dis_lineno', coalesce(d.line_no, 0), 'dis_status', coalesce(d.status, ''), 'dis_text', coalesce(d.words, ''), 'lines', t.lines) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.tran_date::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.line_no) filter (where page.n = $1 and (select exists from one_more)) as last_line
from audit.audit a left join page on true left join audit.transaction t on t.line_no = page.line_no
left join masters.purpose_ref p on p.value = t.purpose
left join lateral (
select d.line_no, d.status, d.words from audit.discrepancy d
where d.audit = case when t.status = 'DIS' then t.audit end and d.type = t.type and d.tran_no = t.tran_no
and d.tran_date = t.tran_date and d.flag = 'T' and d.removed_at is null
) as d on true
where a.srno = $2 and ($3::integer[] is null or a.branch = any ($3)) group by a.srno;

-- audit.transaction.list.onetype.allstatus
with page as materialized (
select *, row_number() over (order by tran_date, line_no) as n from (
select * from (
select * from ((select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = $8::text and t.status = 'PEN'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = $8::text and t.status = 'OK'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1) union all (select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = $8::text and t.status = 'DIS'
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1)) as ranges order by tran_date, line_no limit $1::integer + 1
) as most limit 501
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('adt_hdrsrno', t.audit, 'adt_lineno', t.line_no, 'adt_date', to_char(t.tran_date, 'DD/MM/YYYY'), 'adt_trantype', t.type, 'adt_tranno', t.tran_no, 'adt_travname', t.traveller, 'adt_partyname', t.party, 'adt_purpose', coalesce(p.name, t.purpose), 'adt_status', t.status, 'purpose_id', t.purpose, 'amount', t.amount::text, 'party_type', t.party_type, 'paid_by', t.paid_by, 'marked_by', t.marked_by_name, 'nationality', t.nationality, 'id_number', case when t.id_number = '' then '' else lpad(right(t.id_number, least(4, length(t.id_number) / 2)),
greatest(length(t.id_number), 4 + least(4, length(t.id_number) / 2)), 'X') end, 'pan', case when t.pan = '' then '' else lpad(right(t.pan, least(4, length(t.pan) / 2)),
greatest(length(t.pan), 4 + least(4, length(t.pan) / 2)), 'X') end, 'nationality_fatf', (lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf))::integer, 'dis_lineno', coalesce(d.line_no, 0), 'dis_status', coalesce(d.status, ''), 'dis_text', coalesce(d.words, ''), 'lines', t.lines) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.tran_date::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.line_no) filter (where page.n = $1 and (select exists from one_more)) as last_line
from audit.audit a left join page on true left join audit.transaction t on t.line_no = page.line_no
left join masters.purpose_ref p on p.value = t.purpose
left join lateral (
select d.line_no, d.status, d.words from audit.discrepancy d
where d.audit = case when t.status = 'DIS' then t.audit end and d.type = t.type and d.tran_no = t.tran_no
and d.tran_date = t.tran_date and d.flag = 'T' and d.removed_at is null
) as d on true
where a.srno = $2 and ($3::integer[] is null or a.branch = any ($3)) group by a.srno;

-- audit.transaction.list.onetype.onestatus
with page as materialized (
select *, row_number() over (order by tran_date, line_no) as n from (
select * from (
select * from ((select t.tran_date, t.line_no from audit.transaction t
where t.audit = $2::integer and t.type = $8::text and t.status = $9::text
and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
and ($7::jsonb is null or (
t.type = 'SP' and t.pan = '' and exists (
select from jsonb_to_recordset($7::jsonb -> 'pan') as l ("from" date) where l."from" <= t.tran_date)
or t.type in ('SP', 'SB') and upper(btrim(t.paid_by)) = 'CASH' and t.amount >= (
select l.least from jsonb_to_recordset($7::jsonb -> 'cash') as l ("from" date, least numeric) where l."from" <= t.tran_date
order by l."from" desc limit 1)
or lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf)))
order by t.tran_date, t.line_no limit $1::integer + 1)) as ranges order by tran_date, line_no limit $1::integer + 1
) as most limit 501
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('adt_hdrsrno', t.audit, 'adt_lineno', t.line_no, 'adt_date', to_char(t.tran_date, 'DD/MM/YYYY'), 'adt_trantype', t.type, 'adt_tranno', t.tran_no, 'adt_travname', t.traveller, 'adt_partyname', t.party, 'adt_purpose', coalesce(p.name, t.purpose), 'adt_status', t.status, 'purpose_id', t.purpose, 'amount', t.amount::text, 'party_type', t.party_type, 'paid_by', t.paid_by, 'marked_by', t.marked_by_name, 'nationality', t.nationality, 'id_number', case when t.id_number = '' then '' else lpad(right(t.id_number, least(4, length(t.id_number) / 2)),
greatest(length(t.id_number), 4 + least(4, length(t.id_number) / 2)), 'X') end, 'pan', case when t.pan = '' then '' else lpad(right(t.pan, least(4, length(t.pan) / 2)),
greatest(length(t.pan), 4 + least(4, length(t.pan) / 2)), 'X') end, 'nationality_fatf', (lower(t.nationality) in (select lower(c.nationality) from masters.country_ref c where c.fatf
union all select lower(c.name) from masters.country_ref c where c.fatf))::integer, 'dis_lineno', coalesce(d.line_no, 0), 'dis_status', coalesce(d.status, ''), 'dis_text', coalesce(d.words, ''), 'lines', t.lines) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.tran_date::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.line_no) filter (where page.n = $1 and (select exists from one_more)) as last_line
from audit.audit a left join page on true left join audit.transaction t on t.line_no = page.line_no
left join masters.purpose_ref p on p.value = t.purpose
left join lateral (
select d.line_no, d.status, d.words from audit.discrepancy d
where d.audit = case when t.status = 'DIS' then t.audit end and d.type = t.type and d.tran_no = t.tran_no
and d.tran_date = t.tran_date and d.flag = 'T' and d.removed_at is null
) as d on true
where a.srno = $2 and ($3::integer[] is null or a.branch = any ($3)) group by a.srno;

-- budget.branches.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select e.name as sort_key, m.srno as key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is null and m.fin_year = $2::text and (e.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.branches.name.up.later.branch
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select e.name as sort_key, m.srno as key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is null and m.fin_year = $2::text and e.id = upper($3::text) and (m.branch = any ($4::integer[]) or $4 is null) and (e.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.branches.name.up.later.found
with looked as materialized (
select e.name as sort_key, m.srno as key, (e.id || ' ' || e.name) as text from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is null and m.fin_year = $3::text and (e.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select e.name as sort_key, m.srno as key from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is null and m.fin_year = $3::text and (e.name, m.srno) > ($4::text, $5::integer) and (e.id || ' ' || e.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from page join (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.branches.name.up.later.found.branch
with looked as materialized (
select e.name as sort_key, m.srno as key, (e.id || ' ' || e.name) as text from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is null and m.fin_year = $3::text and e.id = upper($4::text) and (m.branch = any ($5::integer[]) or $5 is null) and (e.name, m.srno) > ($6::text, $7::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select e.name as sort_key, m.srno as key from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is null and m.fin_year = $3::text and e.id = upper($4::text) and (m.branch = any ($5::integer[]) or $5 is null) and (e.name, m.srno) > ($6::text, $7::integer) and (e.id || ' ' || e.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from page join (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.branches.name.up.later.found.scope (planned at each call)
with looked as materialized (
select e.name as sort_key, m.srno as key, (e.id || ' ' || e.name) as text from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is null and m.fin_year = $3::text and m.branch = any ($4::integer[]) and (e.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select e.name as sort_key, m.srno as key from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is null and m.fin_year = $3::text and m.branch = any ($4::integer[]) and (e.name, m.srno) > ($5::text, $6::integer) and (e.id || ' ' || e.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from page join (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.branches.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select e.name as sort_key, m.srno as key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is null and m.fin_year = $2::text and m.branch = any ($3::integer[]) and (e.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.executives.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select x.name as sort_key, m.srno as key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $2::text and (x.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.executives.name.up.later.branch
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select x.name as sort_key, m.srno as key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $2::text and e.id = upper($3::text) and (m.branch = any ($4::integer[]) or $4 is null) and (x.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.executives.name.up.later.found
with looked as materialized (
select x.name as sort_key, m.srno as key, (x.code || ' ' || x.name) as text from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $3::text and (x.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select x.name as sort_key, m.srno as key from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $3::text and (x.name, m.srno) > ($4::text, $5::integer) and (x.code || ' ' || x.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from page join (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.executives.name.up.later.found.branch
with looked as materialized (
select x.name as sort_key, m.srno as key, (x.code || ' ' || x.name) as text from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $3::text and e.id = upper($4::text) and (m.branch = any ($5::integer[]) or $5 is null) and (x.name, m.srno) > ($6::text, $7::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select x.name as sort_key, m.srno as key from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $3::text and e.id = upper($4::text) and (m.branch = any ($5::integer[]) or $5 is null) and (x.name, m.srno) > ($6::text, $7::integer) and (x.code || ' ' || x.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from page join (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.executives.name.up.later.found.scope (planned at each call)
with looked as materialized (
select x.name as sort_key, m.srno as key, (x.code || ' ' || x.name) as text from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $3::text and m.branch = any ($4::integer[]) and (x.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select x.name as sort_key, m.srno as key from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $3::text and m.branch = any ($4::integer[]) and (x.name, m.srno) > ($5::text, $6::integer) and (x.code || ' ' || x.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from page join (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.executives.name.up.later.found.who
with looked as materialized (
select x.name as sort_key, m.srno as key, (x.code || ' ' || x.name) as text from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $3::text and lower(x.code) = lower($4::text) and (e.id = upper($5::text) or $5 is null) and (m.branch = any ($6::integer[]) or $6 is null) and (x.name, m.srno) > ($7::text, $8::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select x.name as sort_key, m.srno as key from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $3::text and lower(x.code) = lower($4::text) and (e.id = upper($5::text) or $5 is null) and (m.branch = any ($6::integer[]) or $6 is null) and (x.name, m.srno) > ($7::text, $8::integer) and (x.code || ' ' || x.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from page join (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.executives.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select x.name as sort_key, m.srno as key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $2::text and m.branch = any ($3::integer[]) and (x.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- budget.executives.name.up.later.who
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select x.name as sort_key, m.srno as key, json_build_object('misb_srno', m.srno, 'misb_compcode', m.company, 'misb_itemcode', m.item, 'misb_finyear', m.fin_year, 'misb_uniquekey', concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, '')), 'misb_brancode', e.id, 'misb_branname', e.name, 'misb_empcode', coalesce(x.code, ''), 'misb_empname', coalesce(x.name, ''), 'misb_apr', m.apr::text, 'misb_may', m.may::text, 'misb_jun', m.jun::text, 'misb_jul', m.jul::text, 'misb_aug', m.aug::text, 'misb_sep', m.sep::text, 'misb_oct', m.oct::text, 'misb_nov', m.nov::text, 'misb_dec', m.dec::text, 'misb_jan', m.jan::text, 'misb_feb', m.feb::text, 'misb_mar', m.mar::text, 'misb_total', m.total::text) as row from (budget.budget m join masters.entity_ref e on e.srno = m.branch
left join masters.employee_ref x on x.srno = m.executive) where m.executive is not null and m.fin_year = $2::text and lower(x.code) = lower($3::text) and (e.id = upper($4::text) or $4 is null) and (m.branch = any ($5::integer[]) or $5 is null) and (x.name, m.srno) > ($6::text, $7::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- flash.currency.list
select (select coalesce(json_agg(json_build_object('srno', c.srno, 'isd', c.isd, 'isd_name', case c.isd when 'INR' then 'Indian Rupee' else c.name end, 'afc_reportvalue', c.report::text, 'afc_actualvalue', c.actual::text, 'afc_valuediff', c.difference::text, 'afc_status', c.status, 'disc_status', c.answer_status, 'held_vault', coalesce(c.in_vault::text, ''), 'held_executives', coalesce(c.with_executives::text, ''), 'held_transit', coalesce(c.in_transit::text, ''), 'faces', c.faces, 'version', c.version) order by c.isd = 'INR', k.trade_key, c.isd), '[]')
from flash.currency c left join masters.currency_ref k on k.code = c.isd where c.audit = a.srno)::text as body from flash.audit a
where a.srno = $1 and ($2::integer[] is null or a.branch = any ($2));

-- flash.denomination.list
select (select coalesce(json_agg(json_build_object('dnmsrno', n.line_no, 'denomination', trim_scale(n.face)::text, 'quantity', n.quantity, 'total', n.total::text) order by n.face desc), '[]')
from flash.denomination n where n.currency = c.srno)::text as body
from flash.currency c where c.srno = $2 and c.audit = $1 and ($3::integer[] is null or c.branch = any ($3));

-- flash.discrepancy.list.currency.all
with range as materialized (select null::integer as lead, s.status from unnest($5::text[]) as s (status)), short as materialized (
select range.lead, range.status, s.on_day, s.srno, s.n from range cross join lateral (select *, row_number() over (order by on_day, srno) as n from ((select * from (select d.on_day as on_day, d.srno from flash.currency d
where true and d.answer_status = range.status and (d.on_day, d.srno) > ($2::date, $3::integer) and d.on_day <= $4::date and d.status = 'D' and true
order by d.on_day, d.srno limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(srno) filter (where n = $1::integer + 1), 2147483647) as srno
from (select *, row_number() over (order by on_day, srno) as n from (select on_day, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, srno) as n from (
select on_day, srno from short union all
select s.on_day, s.srno from short as range cross join short_page cross join lateral (select * from (select d.on_day as on_day, d.srno from flash.currency d
where true and d.answer_status = range.status and (d.on_day, d.srno) > (range.on_day, range.srno) and (d.on_day, d.srno) < (short_page.on_day, short_page.srno) and d.on_day <= $4::date and d.status = 'D' and true
order by d.on_day, d.srno limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.srno) < (short_page.on_day, short_page.srno)
order by on_day, srno limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', d.srno, 'hdrsrno', d.audit, 'type', 'C', 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(d.on_day, 'DD/MM/YYYY'), ''), 'hdrstatus', a.status, 'isd', d.isd, 'isd_name', case d.isd when 'INR' then 'Indian Rupee' else d.name end, 'afc_reportvalue', d.report::text, 'afc_actualvalue', d.actual::text, 'afc_valuediff', d.difference::text, 'faces', d.faces, 'trn_saletype', '', 'trn_saletypenm', '', 'trn_transactionnum', '', 'trn_date', '', 'docname', '', 'disc_status', d.answer_status, 'disc_statusnm', case d.answer_status when 'P' then 'Pending' when 'R' then 'Review' when 'O' then 'OK' else '' end, 'replies', (select count(*)::integer from flash.response r
where r.currency = d.srno and r.status is null), 'answered', (exists (select from flash.response r where r.currency = d.srno and r.status is null
and r.made_at >= d.pending_since))::integer, 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join flash.currency d on d.srno = page.srno join flash.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch;

-- flash.discrepancy.list.currency.all.open
with range as materialized (select null::integer as lead, s.status from unnest($5::text[]) as s (status)), short as materialized (
select range.lead, range.status, s.on_day, s.srno, s.n from range cross join lateral (select *, row_number() over (order by on_day, srno) as n from ((select * from (select d.on_day as on_day, d.srno from flash.currency d
where true and d.answer_status = range.status and (d.on_day, d.srno) > ($2::date, $3::integer) and d.on_day <= $4::date and d.status = 'D' and true and d.is_open
order by d.on_day, d.srno limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(srno) filter (where n = $1::integer + 1), 2147483647) as srno
from (select *, row_number() over (order by on_day, srno) as n from (select on_day, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, srno) as n from (
select on_day, srno from short union all
select s.on_day, s.srno from short as range cross join short_page cross join lateral (select * from (select d.on_day as on_day, d.srno from flash.currency d
where true and d.answer_status = range.status and (d.on_day, d.srno) > (range.on_day, range.srno) and (d.on_day, d.srno) < (short_page.on_day, short_page.srno) and d.on_day <= $4::date and d.status = 'D' and true and d.is_open
order by d.on_day, d.srno limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.srno) < (short_page.on_day, short_page.srno)
order by on_day, srno limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', d.srno, 'hdrsrno', d.audit, 'type', 'C', 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(d.on_day, 'DD/MM/YYYY'), ''), 'hdrstatus', a.status, 'isd', d.isd, 'isd_name', case d.isd when 'INR' then 'Indian Rupee' else d.name end, 'afc_reportvalue', d.report::text, 'afc_actualvalue', d.actual::text, 'afc_valuediff', d.difference::text, 'faces', d.faces, 'trn_saletype', '', 'trn_saletypenm', '', 'trn_transactionnum', '', 'trn_date', '', 'docname', '', 'disc_status', d.answer_status, 'disc_statusnm', case d.answer_status when 'P' then 'Pending' when 'R' then 'Review' when 'O' then 'OK' else '' end, 'replies', (select count(*)::integer from flash.response r
where r.currency = d.srno and r.status is null), 'answered', (exists (select from flash.response r where r.currency = d.srno and r.status is null
and r.made_at >= d.pending_since))::integer, 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join flash.currency d on d.srno = page.srno join flash.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch;

-- flash.discrepancy.list.currency.branch
with range as materialized (select l.lead, s.status from unnest($6::integer[]) as l (lead) cross join unnest($5::text[]) as s (status)), short as materialized (
select range.lead, range.status, s.on_day, s.srno, s.n from range cross join lateral (select *, row_number() over (order by on_day, srno) as n from ((select * from (select d.on_day as on_day, d.srno from flash.currency d
where d.branch = range.lead and d.answer_status = range.status and (d.on_day, d.srno) > ($2::date, $3::integer) and d.on_day <= $4::date and d.status = 'D' and true
order by d.on_day, d.srno limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(srno) filter (where n = $1::integer + 1), 2147483647) as srno
from (select *, row_number() over (order by on_day, srno) as n from (select on_day, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, srno) as n from (
select on_day, srno from short union all
select s.on_day, s.srno from short as range cross join short_page cross join lateral (select * from (select d.on_day as on_day, d.srno from flash.currency d
where d.branch = range.lead and d.answer_status = range.status and (d.on_day, d.srno) > (range.on_day, range.srno) and (d.on_day, d.srno) < (short_page.on_day, short_page.srno) and d.on_day <= $4::date and d.status = 'D' and true
order by d.on_day, d.srno limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.srno) < (short_page.on_day, short_page.srno)
order by on_day, srno limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', d.srno, 'hdrsrno', d.audit, 'type', 'C', 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(d.on_day, 'DD/MM/YYYY'), ''), 'hdrstatus', a.status, 'isd', d.isd, 'isd_name', case d.isd when 'INR' then 'Indian Rupee' else d.name end, 'afc_reportvalue', d.report::text, 'afc_actualvalue', d.actual::text, 'afc_valuediff', d.difference::text, 'faces', d.faces, 'trn_saletype', '', 'trn_saletypenm', '', 'trn_transactionnum', '', 'trn_date', '', 'docname', '', 'disc_status', d.answer_status, 'disc_statusnm', case d.answer_status when 'P' then 'Pending' when 'R' then 'Review' when 'O' then 'OK' else '' end, 'replies', (select count(*)::integer from flash.response r
where r.currency = d.srno and r.status is null), 'answered', (exists (select from flash.response r where r.currency = d.srno and r.status is null
and r.made_at >= d.pending_since))::integer, 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join flash.currency d on d.srno = page.srno join flash.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch;

-- flash.discrepancy.list.currency.branch.open
with range as materialized (select l.lead, s.status from unnest($6::integer[]) as l (lead) cross join unnest($5::text[]) as s (status)), short as materialized (
select range.lead, range.status, s.on_day, s.srno, s.n from range cross join lateral (select *, row_number() over (order by on_day, srno) as n from ((select * from (select d.on_day as on_day, d.srno from flash.currency d
where d.branch = range.lead and d.answer_status = range.status and (d.on_day, d.srno) > ($2::date, $3::integer) and d.on_day <= $4::date and d.status = 'D' and true and d.is_open
order by d.on_day, d.srno limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(srno) filter (where n = $1::integer + 1), 2147483647) as srno
from (select *, row_number() over (order by on_day, srno) as n from (select on_day, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, srno) as n from (
select on_day, srno from short union all
select s.on_day, s.srno from short as range cross join short_page cross join lateral (select * from (select d.on_day as on_day, d.srno from flash.currency d
where d.branch = range.lead and d.answer_status = range.status and (d.on_day, d.srno) > (range.on_day, range.srno) and (d.on_day, d.srno) < (short_page.on_day, short_page.srno) and d.on_day <= $4::date and d.status = 'D' and true and d.is_open
order by d.on_day, d.srno limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.srno) < (short_page.on_day, short_page.srno)
order by on_day, srno limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', d.srno, 'hdrsrno', d.audit, 'type', 'C', 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(d.on_day, 'DD/MM/YYYY'), ''), 'hdrstatus', a.status, 'isd', d.isd, 'isd_name', case d.isd when 'INR' then 'Indian Rupee' else d.name end, 'afc_reportvalue', d.report::text, 'afc_actualvalue', d.actual::text, 'afc_valuediff', d.difference::text, 'faces', d.faces, 'trn_saletype', '', 'trn_saletypenm', '', 'trn_transactionnum', '', 'trn_date', '', 'docname', '', 'disc_status', d.answer_status, 'disc_statusnm', case d.answer_status when 'P' then 'Pending' when 'R' then 'Review' when 'O' then 'OK' else '' end, 'replies', (select count(*)::integer from flash.response r
where r.currency = d.srno and r.status is null), 'answered', (exists (select from flash.response r where r.currency = d.srno and r.status is null
and r.made_at >= d.pending_since))::integer, 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join flash.currency d on d.srno = page.srno join flash.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch;

-- flash.discrepancy.list.transaction.all
with range as materialized (select null::integer as lead, s.status from unnest($5::text[]) as s (status)), short as materialized (
select range.lead, range.status, s.on_day, s.srno, s.n from range cross join lateral (select *, row_number() over (order by on_day, srno) as n from ((select * from (select d.on_day as on_day, d.srno from flash.transaction d
where true and d.answer_status = range.status and (d.on_day, d.srno) > ($2::date, $3::integer) and d.on_day <= $4::date and d.status = 'D' and d.removed_at is null
order by d.on_day, d.srno limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(srno) filter (where n = $1::integer + 1), 2147483647) as srno
from (select *, row_number() over (order by on_day, srno) as n from (select on_day, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, srno) as n from (
select on_day, srno from short union all
select s.on_day, s.srno from short as range cross join short_page cross join lateral (select * from (select d.on_day as on_day, d.srno from flash.transaction d
where true and d.answer_status = range.status and (d.on_day, d.srno) > (range.on_day, range.srno) and (d.on_day, d.srno) < (short_page.on_day, short_page.srno) and d.on_day <= $4::date and d.status = 'D' and d.removed_at is null
order by d.on_day, d.srno limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.srno) < (short_page.on_day, short_page.srno)
order by on_day, srno limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', d.srno, 'hdrsrno', d.audit, 'type', 'T', 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(d.on_day, 'DD/MM/YYYY'), ''), 'hdrstatus', a.status, 'isd', '', 'isd_name', '', 'afc_reportvalue', '', 'afc_actualvalue', '', 'afc_valuediff', '', 'faces', 0, 'trn_saletype', d.sale_type, 'trn_saletypenm', case d.sale_type when 'SP' then 'Sales to public' when 'SB' then 'Sale Bulk' when 'PP' then 'Purchase from public' when 'PB' then 'Purchase Bulk' else '' end, 'trn_transactionnum', d.tran_no, 'trn_date', coalesce(to_char(d.tran_date, 'DD/MM/YYYY'), ''), 'docname', d.document, 'disc_status', d.answer_status, 'disc_statusnm', case d.answer_status when 'P' then 'Pending' when 'R' then 'Review' when 'O' then 'OK' else '' end, 'replies', (select count(*)::integer from flash.response r
where r.transaction = d.srno and r.status is null), 'answered', (exists (select from flash.response r where r.transaction = d.srno and r.status is null
and r.made_at >= d.pending_since))::integer, 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join flash.transaction d on d.srno = page.srno join flash.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch;

-- flash.discrepancy.list.transaction.all.open
with range as materialized (select null::integer as lead, s.status from unnest($5::text[]) as s (status)), short as materialized (
select range.lead, range.status, s.on_day, s.srno, s.n from range cross join lateral (select *, row_number() over (order by on_day, srno) as n from ((select * from (select d.on_day as on_day, d.srno from flash.transaction d
where true and d.answer_status = range.status and (d.on_day, d.srno) > ($2::date, $3::integer) and d.on_day <= $4::date and d.status = 'D' and d.removed_at is null and d.is_open
order by d.on_day, d.srno limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(srno) filter (where n = $1::integer + 1), 2147483647) as srno
from (select *, row_number() over (order by on_day, srno) as n from (select on_day, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, srno) as n from (
select on_day, srno from short union all
select s.on_day, s.srno from short as range cross join short_page cross join lateral (select * from (select d.on_day as on_day, d.srno from flash.transaction d
where true and d.answer_status = range.status and (d.on_day, d.srno) > (range.on_day, range.srno) and (d.on_day, d.srno) < (short_page.on_day, short_page.srno) and d.on_day <= $4::date and d.status = 'D' and d.removed_at is null and d.is_open
order by d.on_day, d.srno limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.srno) < (short_page.on_day, short_page.srno)
order by on_day, srno limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', d.srno, 'hdrsrno', d.audit, 'type', 'T', 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(d.on_day, 'DD/MM/YYYY'), ''), 'hdrstatus', a.status, 'isd', '', 'isd_name', '', 'afc_reportvalue', '', 'afc_actualvalue', '', 'afc_valuediff', '', 'faces', 0, 'trn_saletype', d.sale_type, 'trn_saletypenm', case d.sale_type when 'SP' then 'Sales to public' when 'SB' then 'Sale Bulk' when 'PP' then 'Purchase from public' when 'PB' then 'Purchase Bulk' else '' end, 'trn_transactionnum', d.tran_no, 'trn_date', coalesce(to_char(d.tran_date, 'DD/MM/YYYY'), ''), 'docname', d.document, 'disc_status', d.answer_status, 'disc_statusnm', case d.answer_status when 'P' then 'Pending' when 'R' then 'Review' when 'O' then 'OK' else '' end, 'replies', (select count(*)::integer from flash.response r
where r.transaction = d.srno and r.status is null), 'answered', (exists (select from flash.response r where r.transaction = d.srno and r.status is null
and r.made_at >= d.pending_since))::integer, 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join flash.transaction d on d.srno = page.srno join flash.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch;

-- flash.discrepancy.list.transaction.branch
with range as materialized (select l.lead, s.status from unnest($6::integer[]) as l (lead) cross join unnest($5::text[]) as s (status)), short as materialized (
select range.lead, range.status, s.on_day, s.srno, s.n from range cross join lateral (select *, row_number() over (order by on_day, srno) as n from ((select * from (select d.on_day as on_day, d.srno from flash.transaction d
where d.branch = range.lead and d.answer_status = range.status and (d.on_day, d.srno) > ($2::date, $3::integer) and d.on_day <= $4::date and d.status = 'D' and d.removed_at is null
order by d.on_day, d.srno limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(srno) filter (where n = $1::integer + 1), 2147483647) as srno
from (select *, row_number() over (order by on_day, srno) as n from (select on_day, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, srno) as n from (
select on_day, srno from short union all
select s.on_day, s.srno from short as range cross join short_page cross join lateral (select * from (select d.on_day as on_day, d.srno from flash.transaction d
where d.branch = range.lead and d.answer_status = range.status and (d.on_day, d.srno) > (range.on_day, range.srno) and (d.on_day, d.srno) < (short_page.on_day, short_page.srno) and d.on_day <= $4::date and d.status = 'D' and d.removed_at is null
order by d.on_day, d.srno limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.srno) < (short_page.on_day, short_page.srno)
order by on_day, srno limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', d.srno, 'hdrsrno', d.audit, 'type', 'T', 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(d.on_day, 'DD/MM/YYYY'), ''), 'hdrstatus', a.status, 'isd', '', 'isd_name', '', 'afc_reportvalue', '', 'afc_actualvalue', '', 'afc_valuediff', '', 'faces', 0, 'trn_saletype', d.sale_type, 'trn_saletypenm', case d.sale_type when 'SP' then 'Sales to public' when 'SB' then 'Sale Bulk' when 'PP' then 'Purchase from public' when 'PB' then 'Purchase Bulk' else '' end, 'trn_transactionnum', d.tran_no, 'trn_date', coalesce(to_char(d.tran_date, 'DD/MM/YYYY'), ''), 'docname', d.document, 'disc_status', d.answer_status, 'disc_statusnm', case d.answer_status when 'P' then 'Pending' when 'R' then 'Review' when 'O' then 'OK' else '' end, 'replies', (select count(*)::integer from flash.response r
where r.transaction = d.srno and r.status is null), 'answered', (exists (select from flash.response r where r.transaction = d.srno and r.status is null
and r.made_at >= d.pending_since))::integer, 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join flash.transaction d on d.srno = page.srno join flash.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch;

-- flash.discrepancy.list.transaction.branch.open
with range as materialized (select l.lead, s.status from unnest($6::integer[]) as l (lead) cross join unnest($5::text[]) as s (status)), short as materialized (
select range.lead, range.status, s.on_day, s.srno, s.n from range cross join lateral (select *, row_number() over (order by on_day, srno) as n from ((select * from (select d.on_day as on_day, d.srno from flash.transaction d
where d.branch = range.lead and d.answer_status = range.status and (d.on_day, d.srno) > ($2::date, $3::integer) and d.on_day <= $4::date and d.status = 'D' and d.removed_at is null and d.is_open
order by d.on_day, d.srno limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))))) as rows) as s
), short_page as materialized (
select coalesce(max(on_day) filter (where n = $1::integer + 1), 'infinity') as on_day,
coalesce(max(srno) filter (where n = $1::integer + 1), 2147483647) as srno
from (select *, row_number() over (order by on_day, srno) as n from (select on_day, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by on_day, srno) as n from (
select on_day, srno from short union all
select s.on_day, s.srno from short as range cross join short_page cross join lateral (select * from (select d.on_day as on_day, d.srno from flash.transaction d
where d.branch = range.lead and d.answer_status = range.status and (d.on_day, d.srno) > (range.on_day, range.srno) and (d.on_day, d.srno) < (short_page.on_day, short_page.srno) and d.on_day <= $4::date and d.status = 'D' and d.removed_at is null and d.is_open
order by d.on_day, d.srno limit 501) as most limit $1::integer + 1) as s
where range.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, (select count(*)::integer from range))) and (range.on_day, range.srno) < (short_page.on_day, short_page.srno)
order by on_day, srno limit $1::integer + 1) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', d.srno, 'hdrsrno', d.audit, 'type', 'T', 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(d.on_day, 'DD/MM/YYYY'), ''), 'hdrstatus', a.status, 'isd', '', 'isd_name', '', 'afc_reportvalue', '', 'afc_actualvalue', '', 'afc_valuediff', '', 'faces', 0, 'trn_saletype', d.sale_type, 'trn_saletypenm', case d.sale_type when 'SP' then 'Sales to public' when 'SB' then 'Sale Bulk' when 'PP' then 'Purchase from public' when 'PB' then 'Purchase Bulk' else '' end, 'trn_transactionnum', d.tran_no, 'trn_date', coalesce(to_char(d.tran_date, 'DD/MM/YYYY'), ''), 'docname', d.document, 'disc_status', d.answer_status, 'disc_statusnm', case d.answer_status when 'P' then 'Pending' when 'R' then 'Review' when 'O' then 'OK' else '' end, 'replies', (select count(*)::integer from flash.response r
where r.transaction = d.srno and r.status is null), 'answered', (exists (select from flash.response r where r.transaction = d.srno and r.status is null
and r.made_at >= d.pending_since))::integer, 'version', d.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_line
from page join flash.transaction d on d.srno = page.srno join flash.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch;

-- flash.list.all
with page as materialized (
select *, row_number() over (order by on_day desc, srno desc) as n from (select * from (select a.on_day, a.srno from flash.audit a where (a.on_day, a.srno) < ($2::date, $3::integer) and $4::text is null and $5::integer[] is null
order by on_day desc, srno desc limit 501) as most limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', a.srno, 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(a.on_day, 'DD/MM/YYYY'), ''), 'cashier', a.cashier, 'status', a.status, 'statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'remark', a.remark, 'audittype', a.type, 'filename', coalesce(a.file_name, ''), 'ext', coalesce(a.extension, ''), 'dataexist', (a.filled_at is not null)::integer, 'auditor', a.auditor_name, 'version', a.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join flash.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- flash.list.all.status
with page as materialized (
select *, row_number() over (order by on_day desc, srno desc) as n from (select * from (select a.on_day, a.srno from flash.audit a where (a.on_day, a.srno) < ($2::date, $3::integer) and a.status = $4::text and $5::integer[] is null
order by on_day desc, srno desc limit 501) as most limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', a.srno, 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(a.on_day, 'DD/MM/YYYY'), ''), 'cashier', a.cashier, 'status', a.status, 'statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'remark', a.remark, 'audittype', a.type, 'filename', coalesce(a.file_name, ''), 'ext', coalesce(a.extension, ''), 'dataexist', (a.filled_at is not null)::integer, 'auditor', a.auditor_name, 'version', a.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join flash.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- flash.list.one
with page as materialized (
select *, row_number() over (order by on_day desc, srno desc) as n from (select * from (select a.on_day, a.srno from flash.audit a where (a.on_day, a.srno) < ($2::date, $3::integer) and $4::text is null and a.branch = ($5::integer[])[1]
order by on_day desc, srno desc limit 501) as most limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', a.srno, 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(a.on_day, 'DD/MM/YYYY'), ''), 'cashier', a.cashier, 'status', a.status, 'statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'remark', a.remark, 'audittype', a.type, 'filename', coalesce(a.file_name, ''), 'ext', coalesce(a.extension, ''), 'dataexist', (a.filled_at is not null)::integer, 'auditor', a.auditor_name, 'version', a.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join flash.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- flash.list.one.status
with page as materialized (
select *, row_number() over (order by on_day desc, srno desc) as n from (select * from (select a.on_day, a.srno from flash.audit a where (a.on_day, a.srno) < ($2::date, $3::integer) and a.status = $4::text and a.branch = ($5::integer[])[1]
order by on_day desc, srno desc limit 501) as most limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', a.srno, 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(a.on_day, 'DD/MM/YYYY'), ''), 'cashier', a.cashier, 'status', a.status, 'statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'remark', a.remark, 'audittype', a.type, 'filename', coalesce(a.file_name, ''), 'ext', coalesce(a.extension, ''), 'dataexist', (a.filled_at is not null)::integer, 'auditor', a.auditor_name, 'version', a.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join flash.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- flash.list.several
with page as materialized (
select *, row_number() over (order by on_day desc, srno desc) as n from (select s.on_day, s.srno from unnest($5::integer[]) as b (branch)
cross join lateral (select * from (select a.on_day, a.srno from flash.audit a where (a.on_day, a.srno) < ($2::date, $3::integer) and $4::text is null and a.branch = b.branch
order by on_day desc, srno desc limit 501) as most limit $1::integer + 1) as s order by on_day desc, srno desc limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', a.srno, 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(a.on_day, 'DD/MM/YYYY'), ''), 'cashier', a.cashier, 'status', a.status, 'statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'remark', a.remark, 'audittype', a.type, 'filename', coalesce(a.file_name, ''), 'ext', coalesce(a.extension, ''), 'dataexist', (a.filled_at is not null)::integer, 'auditor', a.auditor_name, 'version', a.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join flash.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- flash.list.several.status
with page as materialized (
select *, row_number() over (order by on_day desc, srno desc) as n from (select s.on_day, s.srno from unnest($5::integer[]) as b (branch)
cross join lateral (select * from (select a.on_day, a.srno from flash.audit a where (a.on_day, a.srno) < ($2::date, $3::integer) and a.status = $4::text and a.branch = b.branch
order by on_day desc, srno desc limit 501) as most limit $1::integer + 1) as s order by on_day desc, srno desc limit $1::integer + 1) as keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('srno', a.srno, 'branch', e.id, 'entityname', e.name, 'date', coalesce(to_char(a.on_day, 'DD/MM/YYYY'), ''), 'cashier', a.cashier, 'status', a.status, 'statusnm', case a.status when 'P' then 'Pending' when 'R' then 'Review' when 'C' then 'Closed' else '' end, 'remark', a.remark, 'audittype', a.type, 'filename', coalesce(a.file_name, ''), 'ext', coalesce(a.extension, ''), 'dataexist', (a.filled_at is not null)::integer, 'auditor', a.auditor_name, 'version', a.version) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.on_day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join flash.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch;

-- flash.transaction.list
select (select coalesce(json_agg(json_build_object('srno', t.srno, 'hdrsrno', t.audit, 'trn_saletype', t.sale_type, 'trn_saletypenm', case t.sale_type when 'SP' then 'Sales to public' when 'SB' then 'Sale Bulk' when 'PP' then 'Purchase from public' when 'PB' then 'Purchase Bulk' else '' end, 'trn_transactionnum', t.tran_no, 'trn_date', coalesce(to_char(t.tran_date, 'DD/MM/YYYY'), ''), 'docname', t.document, 'trn_status', t.status, 'trn_statusnm', case t.status when '' then '' when 'D' then 'Discrepancy' when 'O' then 'OK' else '' end, 'disc_status', t.answer_status, 'replies', (select count(*)::integer from flash.response r where r.transaction = t.srno and r.status is null), 'version', t.version) order by t.srno), '[]')
from flash.transaction t where t.audit = a.srno and t.removed_at is null)::text as body from flash.audit a
where a.srno = $1 and ($2::integer[] is null or a.branch = any ($2));

-- library.entities.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.id, 'name', m.name) as row from masters.entity_ref m where m.active and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- library.entities.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name) as text from masters.entity_ref m where m.active and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity_ref m where m.active and (m.name, m.srno) > ($3::text, $4::integer) and (m.id || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.id, 'name', m.name) as row from page join masters.entity_ref m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- library.entities.name.up.later.found.scope (planned at each call)
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name) as text from masters.entity_ref m where m.active and m.srno = any ($3::integer[]) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity_ref m where m.active and m.srno = any ($3::integer[]) and (m.name, m.srno) > ($4::text, $5::integer) and (m.id || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.id, 'name', m.name) as row from page join masters.entity_ref m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- library.entities.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.id, 'name', m.name) as row from masters.entity_ref m where m.active and m.srno = any ($2::integer[]) and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- library.list.dated.all
with range as materialized (select shelf from unnest($5::text[]) as s (shelf)), keys as (select s.day, s.srno from range r cross join lateral (
select * from (select d.dated as day, d.srno from library.document d where d.shelf = r.shelf and $6::text is null and (d.dated, d.srno) < ($2::date, $3::integer) and d.dated >= $4::date
order by day desc, srno desc limit 501) as most limit $1::integer + 1
) as s order by day desc, srno desc limit $1::integer + 1), page as materialized (
select day, srno, row_number() over (order by day desc, srno desc) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files;

-- library.list.dated.all.category
with range as materialized (select shelf from unnest($5::text[]) as s (shelf)), keys as (select s.day, s.srno from range r cross join lateral (
select * from (select d.dated as day, d.srno from library.document d where d.shelf = r.shelf and d.category = $6::text and (d.dated, d.srno) < ($2::date, $3::integer) and d.dated >= $4::date
order by day desc, srno desc limit 501) as most limit $1::integer + 1
) as s order by day desc, srno desc limit $1::integer + 1), page as materialized (
select day, srno, row_number() over (order by day desc, srno desc) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files;

-- library.list.dated.all.category.found
with range as materialized (select shelf from unnest($5::text[]) as s (shelf)), looked as materialized (select s.day, s.srno, search from range r cross join lateral (
select * from (select d.dated as day, d.srno, search from library.document d where d.shelf = r.shelf and d.category = $6::text and (d.dated, d.srno) < ($2::date, $3::integer) and d.dated >= $4::date
order by day desc, srno desc limit 5000) as most limit $1::integer * 10
) as s order by day desc, srno desc limit $1::integer * 10), near as materialized (
select day, srno from (select * from looked order by day desc, srno desc limit 5000) as l
where search ilike $8 or (select t.words @@ (select library.text_query($9)) from library.file_text t where t.document = l.srno)
order by day desc, srno desc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1 and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select d.dated as day, d.srno, d.shelf, d.place, d.category from library.document d where d.search ilike $8 and (select exists from beyond)
union
select d.* from library.file_text t
cross join lateral (select d.dated as day, d.srno, d.shelf, d.place, d.category from library.document d where d.srno = t.document limit 1) as d
where t.words @@ (select library.text_query($9)) and (select exists from beyond)
), keys as (
select day, srno from near where not (select exists from beyond)
union all
select d.day, d.srno from matching d where d.shelf = any ($5::text[]) and d.category = $6::text and (d.day, d.srno) < ($2::date, $3::integer) and d.day >= $4::date
order by day desc, srno desc limit $1::integer + 1
), page as materialized (
select day, srno, row_number() over (order by day desc, srno desc) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer, 'rdoc_snippet', case when page.n <= 100 and t.words @@ (select library.text_query($9))
then library.snippet(t.content, (select library.text_pattern($9))) else '' end) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files
left join library.file_text t on t.document = d.srno;

-- library.list.dated.all.found
with range as materialized (select shelf from unnest($5::text[]) as s (shelf)), looked as materialized (select s.day, s.srno, search from range r cross join lateral (
select * from (select d.dated as day, d.srno, search from library.document d where d.shelf = r.shelf and $6::text is null and (d.dated, d.srno) < ($2::date, $3::integer) and d.dated >= $4::date
order by day desc, srno desc limit 5000) as most limit $1::integer * 10
) as s order by day desc, srno desc limit $1::integer * 10), near as materialized (
select day, srno from (select * from looked order by day desc, srno desc limit 5000) as l
where search ilike $8 or (select t.words @@ (select library.text_query($9)) from library.file_text t where t.document = l.srno)
order by day desc, srno desc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1 and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select d.dated as day, d.srno, d.shelf, d.place, d.category from library.document d where d.search ilike $8 and (select exists from beyond)
union
select d.* from library.file_text t
cross join lateral (select d.dated as day, d.srno, d.shelf, d.place, d.category from library.document d where d.srno = t.document limit 1) as d
where t.words @@ (select library.text_query($9)) and (select exists from beyond)
), keys as (
select day, srno from near where not (select exists from beyond)
union all
select d.day, d.srno from matching d where d.shelf = any ($5::text[]) and (d.day, d.srno) < ($2::date, $3::integer) and d.day >= $4::date
order by day desc, srno desc limit $1::integer + 1
), page as materialized (
select day, srno, row_number() over (order by day desc, srno desc) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer, 'rdoc_snippet', case when page.n <= 100 and t.words @@ (select library.text_query($9))
then library.snippet(t.content, (select library.text_pattern($9))) else '' end) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files
left join library.file_text t on t.document = d.srno;

-- library.list.dated.placed
with range as materialized (select shelf, place from unnest($5::text[]) as s (shelf) cross join unnest($7::integer[]) as p (place)), keys as (select s.day, s.srno from range r cross join lateral (
select * from (select d.dated as day, d.srno from library.document d where d.shelf = r.shelf and d.place = r.place and $6::text is null and (d.dated, d.srno) < ($2::date, $3::integer) and d.dated >= $4::date
order by day desc, srno desc limit 501) as most limit $1::integer + 1
) as s order by day desc, srno desc limit $1::integer + 1), page as materialized (
select day, srno, row_number() over (order by day desc, srno desc) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files;

-- library.list.dated.placed.category
with range as materialized (select shelf, place from unnest($5::text[]) as s (shelf) cross join unnest($7::integer[]) as p (place)), keys as (select s.day, s.srno from range r cross join lateral (
select * from (select d.dated as day, d.srno from library.document d where d.shelf = r.shelf and d.place = r.place and d.category = $6::text and (d.dated, d.srno) < ($2::date, $3::integer) and d.dated >= $4::date
order by day desc, srno desc limit 501) as most limit $1::integer + 1
) as s order by day desc, srno desc limit $1::integer + 1), page as materialized (
select day, srno, row_number() over (order by day desc, srno desc) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files;

-- library.list.dated.placed.category.found
with range as materialized (select shelf, place from unnest($5::text[]) as s (shelf) cross join unnest($7::integer[]) as p (place)), looked as materialized (select s.day, s.srno, search from range r cross join lateral (
select * from (select d.dated as day, d.srno, search from library.document d where d.shelf = r.shelf and d.place = r.place and d.category = $6::text and (d.dated, d.srno) < ($2::date, $3::integer) and d.dated >= $4::date
order by day desc, srno desc limit 5000) as most limit $1::integer * 10
) as s order by day desc, srno desc limit $1::integer * 10), near as materialized (
select day, srno from (select * from looked order by day desc, srno desc limit 5000) as l
where search ilike $8 or (select t.words @@ (select library.text_query($9)) from library.file_text t where t.document = l.srno)
order by day desc, srno desc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1 and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select d.dated as day, d.srno, d.shelf, d.place, d.category from library.document d where d.search ilike $8 and (select exists from beyond)
union
select d.* from library.file_text t
cross join lateral (select d.dated as day, d.srno, d.shelf, d.place, d.category from library.document d where d.srno = t.document limit 1) as d
where t.words @@ (select library.text_query($9)) and (select exists from beyond)
), keys as (
select day, srno from near where not (select exists from beyond)
union all
select d.day, d.srno from matching d where d.shelf = any ($5::text[]) and d.place = any ($7::integer[]) and d.category = $6::text and (d.day, d.srno) < ($2::date, $3::integer) and d.day >= $4::date
order by day desc, srno desc limit $1::integer + 1
), page as materialized (
select day, srno, row_number() over (order by day desc, srno desc) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer, 'rdoc_snippet', case when page.n <= 100 and t.words @@ (select library.text_query($9))
then library.snippet(t.content, (select library.text_pattern($9))) else '' end) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files
left join library.file_text t on t.document = d.srno;

-- library.list.dated.placed.found
with range as materialized (select shelf, place from unnest($5::text[]) as s (shelf) cross join unnest($7::integer[]) as p (place)), looked as materialized (select s.day, s.srno, search from range r cross join lateral (
select * from (select d.dated as day, d.srno, search from library.document d where d.shelf = r.shelf and d.place = r.place and $6::text is null and (d.dated, d.srno) < ($2::date, $3::integer) and d.dated >= $4::date
order by day desc, srno desc limit 5000) as most limit $1::integer * 10
) as s order by day desc, srno desc limit $1::integer * 10), near as materialized (
select day, srno from (select * from looked order by day desc, srno desc limit 5000) as l
where search ilike $8 or (select t.words @@ (select library.text_query($9)) from library.file_text t where t.document = l.srno)
order by day desc, srno desc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1 and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select d.dated as day, d.srno, d.shelf, d.place, d.category from library.document d where d.search ilike $8 and (select exists from beyond)
union
select d.* from library.file_text t
cross join lateral (select d.dated as day, d.srno, d.shelf, d.place, d.category from library.document d where d.srno = t.document limit 1) as d
where t.words @@ (select library.text_query($9)) and (select exists from beyond)
), keys as (
select day, srno from near where not (select exists from beyond)
union all
select d.day, d.srno from matching d where d.shelf = any ($5::text[]) and d.place = any ($7::integer[]) and (d.day, d.srno) < ($2::date, $3::integer) and d.day >= $4::date
order by day desc, srno desc limit $1::integer + 1
), page as materialized (
select day, srno, row_number() over (order by day desc, srno desc) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer, 'rdoc_snippet', case when page.n <= 100 and t.words @@ (select library.text_query($9))
then library.snippet(t.content, (select library.text_pattern($9))) else '' end) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files
left join library.file_text t on t.document = d.srno;

-- library.list.expires.all
with range as materialized (select shelf from unnest($5::text[]) as s (shelf)), keys as (select s.day, s.srno from range r cross join lateral (
select * from (select d.expires_on as day, d.srno from library.document d where d.shelf = r.shelf and $6::text is null and (d.expires_on, d.srno) > ($2::date, $3::integer) and d.expires_on <= $4::date
order by day, srno limit 501) as most limit $1::integer + 1
) as s order by day, srno limit $1::integer + 1), page as materialized (
select day, srno, row_number() over (order by day, srno) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files;

-- library.list.expires.all.category
with range as materialized (select shelf from unnest($5::text[]) as s (shelf)), keys as (select s.day, s.srno from range r cross join lateral (
select * from (select d.expires_on as day, d.srno from library.document d where d.shelf = r.shelf and d.category = $6::text and (d.expires_on, d.srno) > ($2::date, $3::integer) and d.expires_on <= $4::date
order by day, srno limit 501) as most limit $1::integer + 1
) as s order by day, srno limit $1::integer + 1), page as materialized (
select day, srno, row_number() over (order by day, srno) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files;

-- library.list.expires.all.category.found
with range as materialized (select shelf from unnest($5::text[]) as s (shelf)), looked as materialized (select s.day, s.srno, search from range r cross join lateral (
select * from (select d.expires_on as day, d.srno, search from library.document d where d.shelf = r.shelf and d.category = $6::text and (d.expires_on, d.srno) > ($2::date, $3::integer) and d.expires_on <= $4::date
order by day, srno limit 5000) as most limit $1::integer * 10
) as s order by day, srno limit $1::integer * 10), near as materialized (
select day, srno from (select * from looked order by day, srno limit 5000) as l
where search ilike $8 or (select t.words @@ (select library.text_query($9)) from library.file_text t where t.document = l.srno)
order by day, srno limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1 and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select d.expires_on as day, d.srno, d.shelf, d.place, d.category from library.document d where d.search ilike $8 and (select exists from beyond)
union
select d.* from library.file_text t
cross join lateral (select d.expires_on as day, d.srno, d.shelf, d.place, d.category from library.document d where d.srno = t.document limit 1) as d
where t.words @@ (select library.text_query($9)) and (select exists from beyond)
), keys as (
select day, srno from near where not (select exists from beyond)
union all
select d.day, d.srno from matching d where d.shelf = any ($5::text[]) and d.category = $6::text and (d.day, d.srno) > ($2::date, $3::integer) and d.day <= $4::date
order by day, srno limit $1::integer + 1
), page as materialized (
select day, srno, row_number() over (order by day, srno) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer, 'rdoc_snippet', case when page.n <= 100 and t.words @@ (select library.text_query($9))
then library.snippet(t.content, (select library.text_pattern($9))) else '' end) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files
left join library.file_text t on t.document = d.srno;

-- library.list.expires.all.found
with range as materialized (select shelf from unnest($5::text[]) as s (shelf)), looked as materialized (select s.day, s.srno, search from range r cross join lateral (
select * from (select d.expires_on as day, d.srno, search from library.document d where d.shelf = r.shelf and $6::text is null and (d.expires_on, d.srno) > ($2::date, $3::integer) and d.expires_on <= $4::date
order by day, srno limit 5000) as most limit $1::integer * 10
) as s order by day, srno limit $1::integer * 10), near as materialized (
select day, srno from (select * from looked order by day, srno limit 5000) as l
where search ilike $8 or (select t.words @@ (select library.text_query($9)) from library.file_text t where t.document = l.srno)
order by day, srno limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1 and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select d.expires_on as day, d.srno, d.shelf, d.place, d.category from library.document d where d.search ilike $8 and (select exists from beyond)
union
select d.* from library.file_text t
cross join lateral (select d.expires_on as day, d.srno, d.shelf, d.place, d.category from library.document d where d.srno = t.document limit 1) as d
where t.words @@ (select library.text_query($9)) and (select exists from beyond)
), keys as (
select day, srno from near where not (select exists from beyond)
union all
select d.day, d.srno from matching d where d.shelf = any ($5::text[]) and (d.day, d.srno) > ($2::date, $3::integer) and d.day <= $4::date
order by day, srno limit $1::integer + 1
), page as materialized (
select day, srno, row_number() over (order by day, srno) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer, 'rdoc_snippet', case when page.n <= 100 and t.words @@ (select library.text_query($9))
then library.snippet(t.content, (select library.text_pattern($9))) else '' end) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files
left join library.file_text t on t.document = d.srno;

-- library.list.expires.placed
with range as materialized (select shelf, place from unnest($5::text[]) as s (shelf) cross join unnest($7::integer[]) as p (place)), keys as (select s.day, s.srno from range r cross join lateral (
select * from (select d.expires_on as day, d.srno from library.document d where d.shelf = r.shelf and d.place = r.place and $6::text is null and (d.expires_on, d.srno) > ($2::date, $3::integer) and d.expires_on <= $4::date
order by day, srno limit 501) as most limit $1::integer + 1
) as s order by day, srno limit $1::integer + 1), page as materialized (
select day, srno, row_number() over (order by day, srno) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files;

-- library.list.expires.placed.category
with range as materialized (select shelf, place from unnest($5::text[]) as s (shelf) cross join unnest($7::integer[]) as p (place)), keys as (select s.day, s.srno from range r cross join lateral (
select * from (select d.expires_on as day, d.srno from library.document d where d.shelf = r.shelf and d.place = r.place and d.category = $6::text and (d.expires_on, d.srno) > ($2::date, $3::integer) and d.expires_on <= $4::date
order by day, srno limit 501) as most limit $1::integer + 1
) as s order by day, srno limit $1::integer + 1), page as materialized (
select day, srno, row_number() over (order by day, srno) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files;

-- library.list.expires.placed.category.found
with range as materialized (select shelf, place from unnest($5::text[]) as s (shelf) cross join unnest($7::integer[]) as p (place)), looked as materialized (select s.day, s.srno, search from range r cross join lateral (
select * from (select d.expires_on as day, d.srno, search from library.document d where d.shelf = r.shelf and d.place = r.place and d.category = $6::text and (d.expires_on, d.srno) > ($2::date, $3::integer) and d.expires_on <= $4::date
order by day, srno limit 5000) as most limit $1::integer * 10
) as s order by day, srno limit $1::integer * 10), near as materialized (
select day, srno from (select * from looked order by day, srno limit 5000) as l
where search ilike $8 or (select t.words @@ (select library.text_query($9)) from library.file_text t where t.document = l.srno)
order by day, srno limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1 and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select d.expires_on as day, d.srno, d.shelf, d.place, d.category from library.document d where d.search ilike $8 and (select exists from beyond)
union
select d.* from library.file_text t
cross join lateral (select d.expires_on as day, d.srno, d.shelf, d.place, d.category from library.document d where d.srno = t.document limit 1) as d
where t.words @@ (select library.text_query($9)) and (select exists from beyond)
), keys as (
select day, srno from near where not (select exists from beyond)
union all
select d.day, d.srno from matching d where d.shelf = any ($5::text[]) and d.place = any ($7::integer[]) and d.category = $6::text and (d.day, d.srno) > ($2::date, $3::integer) and d.day <= $4::date
order by day, srno limit $1::integer + 1
), page as materialized (
select day, srno, row_number() over (order by day, srno) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer, 'rdoc_snippet', case when page.n <= 100 and t.words @@ (select library.text_query($9))
then library.snippet(t.content, (select library.text_pattern($9))) else '' end) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files
left join library.file_text t on t.document = d.srno;

-- library.list.expires.placed.found
with range as materialized (select shelf, place from unnest($5::text[]) as s (shelf) cross join unnest($7::integer[]) as p (place)), looked as materialized (select s.day, s.srno, search from range r cross join lateral (
select * from (select d.expires_on as day, d.srno, search from library.document d where d.shelf = r.shelf and d.place = r.place and $6::text is null and (d.expires_on, d.srno) > ($2::date, $3::integer) and d.expires_on <= $4::date
order by day, srno limit 5000) as most limit $1::integer * 10
) as s order by day, srno limit $1::integer * 10), near as materialized (
select day, srno from (select * from looked order by day, srno limit 5000) as l
where search ilike $8 or (select t.words @@ (select library.text_query($9)) from library.file_text t where t.document = l.srno)
order by day, srno limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1 and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select d.expires_on as day, d.srno, d.shelf, d.place, d.category from library.document d where d.search ilike $8 and (select exists from beyond)
union
select d.* from library.file_text t
cross join lateral (select d.expires_on as day, d.srno, d.shelf, d.place, d.category from library.document d where d.srno = t.document limit 1) as d
where t.words @@ (select library.text_query($9)) and (select exists from beyond)
), keys as (
select day, srno from near where not (select exists from beyond)
union all
select d.day, d.srno from matching d where d.shelf = any ($5::text[]) and d.place = any ($7::integer[]) and (d.day, d.srno) > ($2::date, $3::integer) and d.day <= $4::date
order by day, srno limit $1::integer + 1
), page as materialized (
select day, srno, row_number() over (order by day, srno) as n from keys
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('rdoc_srno', d.srno, 'rdoc_docname', d.name, 'rdoc_category', d.category, 'rdoc_subcategory1', d.sub1, 'rdoc_subcategory2', d.sub2, 'rdoc_reportsubmitto', d.submitted_to, 'rdoc_issuedate', coalesce(d.dated::text, ''), 'rdoc_expirydate', coalesce(d.expires_on::text, ''), 'rdoc_active', d.active::integer, 'rdoc_ext', coalesce(f.extension, ''), 'rdoc_filename', coalesce(f.file_name, ''), 'rdoc_by', d.by_whom, 'rdoc_visibleto', d.visible, 'rdoc_branch', coalesce(e.id, ''), 'rdoc_branchnm', coalesce(e.name, ''), 'rdoc_files', d.files, 'rdoc_inreach', ($7::integer[] is null or d.visible = 'B')::integer, 'rdoc_snippet', case when page.n <= 100 and t.words @@ (select library.text_query($9))
then library.snippet(t.content, (select library.text_pattern($9))) else '' end) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.day::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join library.document d on d.srno = page.srno left join masters.entity_ref e on e.srno = d.branch
left join library.file f on f.document = d.srno and f.number = d.files
left join library.file_text t on t.document = d.srno;

-- licences.document.list.all
with found as materialized (
select d.rank, d.srno, row_number() over (order by d.rank, d.srno) as n, json_build_object('lineno', d.srno, 'entityid', d.entity_id, 'entityname', d.entity_name, 'docid', d.kind, 'docname', d.kind_name, 'status', d.status, 'statusnm', case d.status when 'P' then 'Pending' when 'A' then 'Approved' when 'R' then 'Rejected' end, 'filename', d.file_name, 'extension', d.extension, 'bytes', d.bytes, 'frompage', (d.via = 'page')::integer, 'uploadedat', coalesce(to_char(d.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'decidedat', coalesce(to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'decidedby', d.decided_by_name, 'reason', d.rejection_reason, 'expirydate', coalesce(to_char(d.expires_on, 'YYYY-MM-DD'), ''), 'version', d.version) as row
from masters.licence_document d where (d.rank, d.srno) > ($2::integer, $3::integer) and d.rank <= $4::integer order by d.rank, d.srno limit $1::integer + 1
)
select coalesce(json_agg(row order by n) filter (where n <= $1), '[]')::text as body, max(rank) filter (where n = $1 and (select count(*) > $1 from found)) as last_rank, max(srno) filter (where n = $1 and (select count(*) > $1 from found)) as last_srno
from found;

-- licences.document.list.entity
with found as materialized (
select d.rank, d.srno, row_number() over (order by d.rank, d.srno) as n, json_build_object('lineno', d.srno, 'entityid', d.entity_id, 'entityname', d.entity_name, 'docid', d.kind, 'docname', d.kind_name, 'status', d.status, 'statusnm', case d.status when 'P' then 'Pending' when 'A' then 'Approved' when 'R' then 'Rejected' end, 'filename', d.file_name, 'extension', d.extension, 'bytes', d.bytes, 'frompage', (d.via = 'page')::integer, 'uploadedat', coalesce(to_char(d.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'decidedat', coalesce(to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'decidedby', d.decided_by_name, 'reason', d.rejection_reason, 'expirydate', coalesce(to_char(d.expires_on, 'YYYY-MM-DD'), ''), 'version', d.version) as row
from masters.licence_document d where d.entity = $5::integer and (d.rank, d.srno) > ($2::integer, $3::integer) and d.rank <= $4::integer order by d.rank, d.srno limit $1::integer + 1
)
select coalesce(json_agg(row order by n) filter (where n <= $1), '[]')::text as body, max(rank) filter (where n = $1 and (select count(*) > $1 from found)) as last_rank, max(srno) filter (where n = $1 and (select count(*) > $1 from found)) as last_srno
from found;

-- licences.document.list.reach
with found as materialized (
select d.rank, d.srno, row_number() over (order by d.rank, d.srno) as n, json_build_object('lineno', d.srno, 'entityid', d.entity_id, 'entityname', d.entity_name, 'docid', d.kind, 'docname', d.kind_name, 'status', d.status, 'statusnm', case d.status when 'P' then 'Pending' when 'A' then 'Approved' when 'R' then 'Rejected' end, 'filename', d.file_name, 'extension', d.extension, 'bytes', d.bytes, 'frompage', (d.via = 'page')::integer, 'uploadedat', coalesce(to_char(d.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'decidedat', coalesce(to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'decidedby', d.decided_by_name, 'reason', d.rejection_reason, 'expirydate', coalesce(to_char(d.expires_on, 'YYYY-MM-DD'), ''), 'version', d.version) as row
from (select e.srno from masters.entity_ref e where e.srno = any ($5::integer[])
union select e.srno from masters.entity_ref e where e.controlling_branch = any ($5)) as e
cross join lateral (
select d.* from masters.licence_document d where d.entity = e.srno and (d.rank, d.srno) > ($2::integer, $3::integer) and d.rank <= $4::integer order by d.rank, d.srno limit $1::integer + 1
) as d order by d.rank, d.srno limit $1::integer + 1
)
select coalesce(json_agg(row order by n) filter (where n <= $1), '[]')::text as body, max(rank) filter (where n = $1 and (select count(*) > $1 from found)) as last_rank, max(srno) filter (where n = $1 and (select count(*) > $1 from found)) as last_srno
from found;

-- licences.entity.list
select coalesce(json_agg(json_build_object('value', id, 'name', name, 'licenceto', coalesce(to_char(licence_to, 'YYYY-MM-DD'), ''))
order by place, name, srno), '[]')::text as body
from (
select e.srno, e.id, e.name, l.licence_to, array_position(array['F', 'S', 'B'], e.type) as place
from masters.entity_ref e left join masters.entity_licence l on l.srno = e.srno
where e.type in ('F', 'S', 'B') and ($1::integer[] is null or e.srno = any ($1) or e.controlling_branch = any ($1))
order by place, e.name, e.srno limit 1000
) as found;

-- licences.requirement.list
select coalesce(json_agg(json_build_object('docid', r.kind, 'docname', r.name, 'required', r.required::integer, 'status', coalesce(r.status, ''), 'expirydate', coalesce(to_char(r.expires_on, 'YYYY-MM-DD'), '')) order by r.position), '[]')::text as body
from masters.requirement r where r.entity = $1;

-- masters.area.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('are_srno', m.srno, 'are_name', m.name, 'are_branches', array(select e.id from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and true order by e.name, e.srno), 'are_branchnames', array(select e.name from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and true order by e.name, e.srno), 'are_active', m.active::integer) as row from masters.area m where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.area.list.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from masters.area m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.area m where true and (m.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('are_srno', m.srno, 'are_name', m.name, 'are_branches', array(select e.id from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and true order by e.name, e.srno), 'are_branchnames', array(select e.name from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and true order by e.name, e.srno), 'are_active', m.active::integer) as row from page join masters.area m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.area.list.name.up.later.found.scope (planned at each call)
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from masters.area m where true and $3::integer[] is not null and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.area m where true and $3::integer[] is not null and (m.name, m.srno) > ($4::text, $5::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('are_srno', m.srno, 'are_name', m.name, 'are_branches', array(select e.id from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and ($3::integer[] is null or b.branch = any ($3)) order by e.name, e.srno), 'are_branchnames', array(select e.name from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and ($3::integer[] is null or b.branch = any ($3)) order by e.name, e.srno), 'are_active', m.active::integer) as row from page join masters.area m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.area.list.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('are_srno', m.srno, 'are_name', m.name, 'are_branches', array(select e.id from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and ($2::integer[] is null or b.branch = any ($2)) order by e.name, e.srno), 'are_branchnames', array(select e.name from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and ($2::integer[] is null or b.branch = any ($2)) order by e.name, e.srno), 'are_active', m.active::integer) as row from masters.area m where true and $2::integer[] is not null and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.area.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('are_srno', m.srno, 'are_name', m.name, 'are_branches', array(select e.id from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and true order by e.name, e.srno), 'are_branchnames', array(select e.name from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and true order by e.name, e.srno), 'are_active', m.active::integer) as row from masters.area m where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.area.list.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, m.name as text from masters.area m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.area m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('are_srno', m.srno, 'are_name', m.name, 'are_branches', array(select e.id from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and true order by e.name, e.srno), 'are_branchnames', array(select e.name from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and true order by e.name, e.srno), 'are_active', m.active::integer) as row from page join masters.area m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.area.list.srno.up.later.found.scope (planned at each call)
with looked as materialized (
select m.srno as sort_key, m.srno as key, m.name as text from masters.area m where true and $3::integer[] is not null and (m.srno, m.srno) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.area m where true and $3::integer[] is not null and (m.srno, m.srno) > ($4::integer, $5::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('are_srno', m.srno, 'are_name', m.name, 'are_branches', array(select e.id from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and ($3::integer[] is null or b.branch = any ($3)) order by e.name, e.srno), 'are_branchnames', array(select e.name from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and ($3::integer[] is null or b.branch = any ($3)) order by e.name, e.srno), 'are_active', m.active::integer) as row from page join masters.area m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.area.list.srno.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('are_srno', m.srno, 'are_name', m.name, 'are_branches', array(select e.id from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and ($2::integer[] is null or b.branch = any ($2)) order by e.name, e.srno), 'are_branchnames', array(select e.name from masters.area_branch b join masters.entity e on e.srno = b.branch
where b.area = m.srno and ($2::integer[] is null or b.branch = any ($2)) order by e.name, e.srno), 'are_active', m.active::integer) as row from masters.area m where true and $2::integer[] is not null and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.area.pick.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from masters.area m where m.active and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.area.pick.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from masters.area m where m.active and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.area m where m.active and (m.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join masters.area m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.bank.list.code.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.code as sort_key, m.srno as key, json_build_object('bnk_srno', m.srno, 'bnk_name', m.name, 'bnk_code', m.code, 'bnk_active', m.active::integer) as row from masters.bank m where true and (m.code, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.bank.list.code.up.later.found
with looked as materialized (
select m.code as sort_key, m.srno as key, (m.name || ' ' || m.code) as text from masters.bank m where true and (m.code, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.code as sort_key, m.srno as key from masters.bank m where true and (m.code, m.srno) > ($3::text, $4::integer) and (m.name || ' ' || m.code) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('bnk_srno', m.srno, 'bnk_name', m.name, 'bnk_code', m.code, 'bnk_active', m.active::integer) as row from page join masters.bank m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.bank.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('bnk_srno', m.srno, 'bnk_name', m.name, 'bnk_code', m.code, 'bnk_active', m.active::integer) as row from masters.bank m where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.bank.list.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.name || ' ' || m.code) as text from masters.bank m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.bank m where true and (m.name, m.srno) > ($3::text, $4::integer) and (m.name || ' ' || m.code) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('bnk_srno', m.srno, 'bnk_name', m.name, 'bnk_code', m.code, 'bnk_active', m.active::integer) as row from page join masters.bank m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.bank.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('bnk_srno', m.srno, 'bnk_name', m.name, 'bnk_code', m.code, 'bnk_active', m.active::integer) as row from masters.bank m where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.bank.list.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, (m.name || ' ' || m.code) as text from masters.bank m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.bank m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (m.name || ' ' || m.code) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('bnk_srno', m.srno, 'bnk_name', m.name, 'bnk_code', m.code, 'bnk_active', m.active::integer) as row from page join masters.bank m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.bank.pick.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from masters.bank m where m.active and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.bank.pick.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.name || ' ' || m.code) as text from masters.bank m where m.active and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.bank m where m.active and (m.name, m.srno) > ($3::text, $4::integer) and (m.name || ' ' || m.code) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join masters.bank m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('cty_srno', m.srno, 'cty_name', m.name, 'cty_state', m.state, 'cty_statename', s.name, 'cty_country', m.country, 'cty_countryname', c.name, 'cty_active', m.active::integer) as row from (masters.city m join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country) where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.list.name.up.later.found
with parents as materialized (
select srno from masters.state where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text, m.state as parent from masters.city m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.city m where true and (m.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.name as sort_key, m.srno as key from masters.city m where true and (m.name, m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.state = parents.srno and m.name not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('cty_srno', m.srno, 'cty_name', m.name, 'cty_state', m.state, 'cty_statename', s.name, 'cty_country', m.country, 'cty_countryname', c.name, 'cty_active', m.active::integer) as row from page join (masters.city m join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('cty_srno', m.srno, 'cty_name', m.name, 'cty_state', m.state, 'cty_statename', s.name, 'cty_country', m.country, 'cty_countryname', c.name, 'cty_active', m.active::integer) as row from (masters.city m join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country) where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.list.srno.up.later.found
with parents as materialized (
select srno from masters.state where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.srno as sort_key, m.srno as key, m.name as text, m.state as parent from masters.city m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.city m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.srno as sort_key, m.srno as key from masters.city m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (select exists from beyond) and m.state = parents.srno and m.name not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('cty_srno', m.srno, 'cty_name', m.name, 'cty_state', m.state, 'cty_statename', s.name, 'cty_country', m.country, 'cty_countryname', c.name, 'cty_active', m.active::integer) as row from page join (masters.city m join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.list.state.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select s.name as sort_key, m.srno as key, json_build_object('cty_srno', m.srno, 'cty_name', m.name, 'cty_state', m.state, 'cty_statename', s.name, 'cty_country', m.country, 'cty_countryname', c.name, 'cty_active', m.active::integer) as row from (masters.city m join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country) where true and (s.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.list.state.up.later.found
with parents as materialized (
select srno from masters.state where name ilike $2 and length($2) >= 5
), looked as materialized (
select s.name as sort_key, m.srno as key, m.name as text, m.state as parent from (masters.city m join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country) where true and (s.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select s.name as sort_key, m.srno as key from (masters.city m join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country) where true and (s.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select s.name as sort_key, m.srno as key from (masters.city m join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country) where true and (s.name, m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.state = parents.srno and m.name not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('cty_srno', m.srno, 'cty_name', m.name, 'cty_state', m.state, 'cty_statename', s.name, 'cty_country', m.country, 'cty_countryname', c.name, 'cty_active', m.active::integer) as row from page join (masters.city m join masters.state s on s.srno = m.state join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.pick.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from masters.city m where m.active and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.pick.name.up.later.country
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from masters.city m where m.active and m.country = $2::text::integer and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.pick.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from masters.city m where m.active and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.city m where m.active and (m.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join masters.city m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.pick.name.up.later.found.country
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from masters.city m where m.active and m.country = $3::text::integer and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.city m where m.active and m.country = $3::text::integer and (m.name, m.srno) > ($4::text, $5::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join masters.city m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.pick.name.up.later.found.state
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from masters.city m where m.active and m.state = $3::text::integer and (m.country = $4::text::integer or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.city m where m.active and m.state = $3::text::integer and (m.country = $4::text::integer or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join masters.city m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.city.pick.name.up.later.state
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from masters.city m where m.active and m.state = $2::text::integer and (m.country = $3::text::integer or $3 is null) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('cnt_srno', m.srno, 'cnt_name', m.name, 'cnt_nationality', m.nationality, 'cnt_swiftcode', m.swift_code, 'cnt_fatf', m.fatf::integer, 'cnt_active', m.active::integer) as row from masters.country m where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.list.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.name || ' ' || m.nationality || ' ' || m.swift_code) as text from masters.country m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.country m where true and (m.name, m.srno) > ($3::text, $4::integer) and (m.name || ' ' || m.nationality || ' ' || m.swift_code) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('cnt_srno', m.srno, 'cnt_name', m.name, 'cnt_nationality', m.nationality, 'cnt_swiftcode', m.swift_code, 'cnt_fatf', m.fatf::integer, 'cnt_active', m.active::integer) as row from page join masters.country m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.list.nationality.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.nationality as sort_key, m.srno as key, json_build_object('cnt_srno', m.srno, 'cnt_name', m.name, 'cnt_nationality', m.nationality, 'cnt_swiftcode', m.swift_code, 'cnt_fatf', m.fatf::integer, 'cnt_active', m.active::integer) as row from masters.country m where true and (m.nationality, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.list.nationality.up.later.found
with looked as materialized (
select m.nationality as sort_key, m.srno as key, (m.name || ' ' || m.nationality || ' ' || m.swift_code) as text from masters.country m where true and (m.nationality, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.nationality as sort_key, m.srno as key from masters.country m where true and (m.nationality, m.srno) > ($3::text, $4::integer) and (m.name || ' ' || m.nationality || ' ' || m.swift_code) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('cnt_srno', m.srno, 'cnt_name', m.name, 'cnt_nationality', m.nationality, 'cnt_swiftcode', m.swift_code, 'cnt_fatf', m.fatf::integer, 'cnt_active', m.active::integer) as row from page join masters.country m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('cnt_srno', m.srno, 'cnt_name', m.name, 'cnt_nationality', m.nationality, 'cnt_swiftcode', m.swift_code, 'cnt_fatf', m.fatf::integer, 'cnt_active', m.active::integer) as row from masters.country m where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.list.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, (m.name || ' ' || m.nationality || ' ' || m.swift_code) as text from masters.country m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.country m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (m.name || ' ' || m.nationality || ' ' || m.swift_code) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('cnt_srno', m.srno, 'cnt_name', m.name, 'cnt_nationality', m.nationality, 'cnt_swiftcode', m.swift_code, 'cnt_fatf', m.fatf::integer, 'cnt_active', m.active::integer) as row from page join masters.country m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.list.swiftcode.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.swift_code as sort_key, m.srno as key, json_build_object('cnt_srno', m.srno, 'cnt_name', m.name, 'cnt_nationality', m.nationality, 'cnt_swiftcode', m.swift_code, 'cnt_fatf', m.fatf::integer, 'cnt_active', m.active::integer) as row from masters.country m where true and (m.swift_code, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.list.swiftcode.up.later.found
with looked as materialized (
select m.swift_code as sort_key, m.srno as key, (m.name || ' ' || m.nationality || ' ' || m.swift_code) as text from masters.country m where true and (m.swift_code, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.swift_code as sort_key, m.srno as key from masters.country m where true and (m.swift_code, m.srno) > ($3::text, $4::integer) and (m.name || ' ' || m.nationality || ' ' || m.swift_code) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('cnt_srno', m.srno, 'cnt_name', m.name, 'cnt_nationality', m.nationality, 'cnt_swiftcode', m.swift_code, 'cnt_fatf', m.fatf::integer, 'cnt_active', m.active::integer) as row from page join masters.country m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.pick.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from masters.country m where m.active and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.country.pick.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.name || ' ' || m.nationality || ' ' || m.swift_code) as text from masters.country m where m.active and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.country m where m.active and (m.name, m.srno) > ($3::text, $4::integer) and (m.name || ' ' || m.nationality || ' ' || m.swift_code) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join masters.country m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.code.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.code as sort_key, m.srno as key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from (masters.currency m left join masters.country c on c.srno = m.country) where true and (m.code, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.code.up.later.found
with parents as materialized (
select srno from masters.country where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.code as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.country as parent from masters.currency m where true and (m.code, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.code as sort_key, m.srno as key from masters.currency m where true and (m.code, m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.code as sort_key, m.srno as key from masters.currency m where true and (m.code, m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.country = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from page join (masters.currency m left join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.country.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select coalesce(c.name, '') as sort_key, m.srno as key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from (masters.currency m left join masters.country c on c.srno = m.country) where true and (coalesce(c.name, ''), m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.country.up.later.found
with parents as materialized (
select srno from masters.country where name ilike $2 and length($2) >= 5
), looked as materialized (
select coalesce(c.name, '') as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.country as parent from (masters.currency m left join masters.country c on c.srno = m.country) where true and (coalesce(c.name, ''), m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select coalesce(c.name, '') as sort_key, m.srno as key from (masters.currency m left join masters.country c on c.srno = m.country) where true and (coalesce(c.name, ''), m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select coalesce(c.name, '') as sort_key, m.srno as key from (masters.currency m left join masters.country c on c.srno = m.country) where true and (coalesce(c.name, ''), m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.country = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from page join (masters.currency m left join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from (masters.currency m left join masters.country c on c.srno = m.country) where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.name.up.later.found
with parents as materialized (
select srno from masters.country where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.country as parent from masters.currency m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.currency m where true and (m.name, m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.name as sort_key, m.srno as key from masters.currency m where true and (m.name, m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.country = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from page join (masters.currency m left join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.order.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select (lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code) as sort_key, m.srno as key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from (masters.currency m left join masters.country c on c.srno = m.country) where true and ((lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code), m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.order.up.later.found
with parents as materialized (
select srno from masters.country where name ilike $2 and length($2) >= 5
), looked as materialized (
select (lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code) as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.country as parent from masters.currency m where true and ((lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code), m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select (lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code) as sort_key, m.srno as key from masters.currency m where true and ((lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code), m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select (lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code) as sort_key, m.srno as key from masters.currency m where true and ((lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code), m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.country = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from page join (masters.currency m left join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from (masters.currency m left join masters.country c on c.srno = m.country) where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.list.srno.up.later.found
with parents as materialized (
select srno from masters.country where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.srno as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.country as parent from masters.currency m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.currency m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.srno as sort_key, m.srno as key from masters.currency m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (select exists from beyond) and m.country = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('isd_srno', m.srno, 'isd_code', m.code, 'isd_name', m.name, 'isd_country', coalesce(m.country, 0), 'isd_countryname', coalesce(c.name, ''), 'isd_flag', m.flag, 'isd_rateplaces', m.rate_places, 'isd_order', coalesce(m.trade_order, 0), 'isd_active', m.active::integer) as row from page join (masters.currency m left join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.pick.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select (lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code) as sort_key, m.srno as key, json_build_object('value', m.code, 'name', m.name, 'flag', m.flag) as row from masters.currency m where m.active and ((lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code), m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.currency.pick.name.up.later.found
with looked as materialized (
select (lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code) as sort_key, m.srno as key, (m.code || ' ' || m.name) as text from masters.currency m where m.active and ((lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code), m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select (lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code) as sort_key, m.srno as key from masters.currency m where m.active and ((lpad(coalesce(m.trade_order, 1000)::text, 4, '0') || m.code), m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.code, 'name', m.name, 'flag', m.flag) as row from page join masters.currency m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.branch.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select e.name as sort_key, m.srno as key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from (masters.employee m join masters.entity e on e.srno = m.branch) where true and (e.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.branch.up.later.found
with parents as materialized (
select srno from masters.entity where name ilike $2 and length($2) >= 5
), looked as materialized (
select e.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.branch as parent from (masters.employee m join masters.entity e on e.srno = m.branch) where true and (e.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select e.name as sort_key, m.srno as key from (masters.employee m join masters.entity e on e.srno = m.branch) where true and (e.name, m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select e.name as sort_key, m.srno as key from (masters.employee m join masters.entity e on e.srno = m.branch) where true and (e.name, m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.branch = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from page join (masters.employee m join masters.entity e on e.srno = m.branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.branch.up.later.found.scope (planned at each call)
with parents as materialized (
select srno from masters.entity where name ilike $2 and length($2) >= 5
), looked as materialized (
select e.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.branch as parent from (masters.employee m join masters.entity e on e.srno = m.branch) where true and m.branch = any ($3::integer[]) and (e.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select e.name as sort_key, m.srno as key from (masters.employee m join masters.entity e on e.srno = m.branch) where true and m.branch = any ($3::integer[]) and (e.name, m.srno) > ($4::text, $5::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select e.name as sort_key, m.srno as key from (masters.employee m join masters.entity e on e.srno = m.branch) where true and m.branch = any ($3::integer[]) and (e.name, m.srno) > ($4::text, $5::integer) and (select exists from beyond) and m.branch = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from page join (masters.employee m join masters.entity e on e.srno = m.branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.branch.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select e.name as sort_key, m.srno as key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from (masters.employee m join masters.entity e on e.srno = m.branch) where true and m.branch = any ($2::integer[]) and (e.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.code.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.code as sort_key, m.srno as key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from (masters.employee m join masters.entity e on e.srno = m.branch) where true and (m.code, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.code.up.later.found
with parents as materialized (
select srno from masters.entity where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.code as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.branch as parent from masters.employee m where true and (m.code, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.code as sort_key, m.srno as key from masters.employee m where true and (m.code, m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.code as sort_key, m.srno as key from masters.employee m where true and (m.code, m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.branch = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from page join (masters.employee m join masters.entity e on e.srno = m.branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.code.up.later.found.scope (planned at each call)
with parents as materialized (
select srno from masters.entity where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.code as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.branch as parent from masters.employee m where true and m.branch = any ($3::integer[]) and (m.code, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.code as sort_key, m.srno as key from masters.employee m where true and m.branch = any ($3::integer[]) and (m.code, m.srno) > ($4::text, $5::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.code as sort_key, m.srno as key from masters.employee m where true and m.branch = any ($3::integer[]) and (m.code, m.srno) > ($4::text, $5::integer) and (select exists from beyond) and m.branch = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from page join (masters.employee m join masters.entity e on e.srno = m.branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.code.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.code as sort_key, m.srno as key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from (masters.employee m join masters.entity e on e.srno = m.branch) where true and m.branch = any ($2::integer[]) and (m.code, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from (masters.employee m join masters.entity e on e.srno = m.branch) where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.name.up.later.found
with parents as materialized (
select srno from masters.entity where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.branch as parent from masters.employee m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.employee m where true and (m.name, m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.name as sort_key, m.srno as key from masters.employee m where true and (m.name, m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.branch = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from page join (masters.employee m join masters.entity e on e.srno = m.branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.name.up.later.found.scope (planned at each call)
with parents as materialized (
select srno from masters.entity where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.branch as parent from masters.employee m where true and m.branch = any ($3::integer[]) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.employee m where true and m.branch = any ($3::integer[]) and (m.name, m.srno) > ($4::text, $5::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.name as sort_key, m.srno as key from masters.employee m where true and m.branch = any ($3::integer[]) and (m.name, m.srno) > ($4::text, $5::integer) and (select exists from beyond) and m.branch = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from page join (masters.employee m join masters.entity e on e.srno = m.branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from (masters.employee m join masters.entity e on e.srno = m.branch) where true and m.branch = any ($2::integer[]) and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from (masters.employee m join masters.entity e on e.srno = m.branch) where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.srno.up.later.found
with parents as materialized (
select srno from masters.entity where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.srno as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.branch as parent from masters.employee m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.employee m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.srno as sort_key, m.srno as key from masters.employee m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (select exists from beyond) and m.branch = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from page join (masters.employee m join masters.entity e on e.srno = m.branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.srno.up.later.found.scope (planned at each call)
with parents as materialized (
select srno from masters.entity where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.srno as sort_key, m.srno as key, (m.code || ' ' || m.name) as text, m.branch as parent from masters.employee m where true and m.branch = any ($3::integer[]) and (m.srno, m.srno) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.employee m where true and m.branch = any ($3::integer[]) and (m.srno, m.srno) > ($4::integer, $5::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.srno as sort_key, m.srno as key from masters.employee m where true and m.branch = any ($3::integer[]) and (m.srno, m.srno) > ($4::integer, $5::integer) and (select exists from beyond) and m.branch = parents.srno and (m.code || ' ' || m.name) not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from page join (masters.employee m join masters.entity e on e.srno = m.branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.list.srno.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('emp_srno', m.srno, 'emp_code', m.code, 'emp_name', m.name, 'emp_branch', e.id, 'emp_branchname', e.name, 'emp_kind', m.kind, 'emp_sales', m.sales::integer, 'emp_delivery', m.delivery::integer, 'emp_active', m.active::integer) as row from (masters.employee m join masters.entity e on e.srno = m.branch) where true and m.branch = any ($2::integer[]) and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.pick.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.code, 'name', m.name) as row from masters.employee m where m.active and (case $2::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end or $2 is null) and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.pick.name.up.later.branch
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.code, 'name', m.name) as row from masters.employee m where m.active and m.branch = (select srno from masters.entity where id = $2::text) and (m.branch = any ($3::integer[]) or $3 is null) and (case $4::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.pick.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text from masters.employee m where m.active and (case $3::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end or $3 is null) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.employee m where m.active and (case $3::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end or $3 is null) and (m.name, m.srno) > ($4::text, $5::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.code, 'name', m.name) as row from page join masters.employee m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.pick.name.up.later.found.branch
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text from masters.employee m where m.active and m.branch = (select srno from masters.entity where id = $3::text) and (m.branch = any ($4::integer[]) or $4 is null) and (case $5::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end or $5 is null) and (m.name, m.srno) > ($6::text, $7::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.employee m where m.active and m.branch = (select srno from masters.entity where id = $3::text) and (m.branch = any ($4::integer[]) or $4 is null) and (case $5::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end or $5 is null) and (m.name, m.srno) > ($6::text, $7::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.code, 'name', m.name) as row from page join masters.employee m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.pick.name.up.later.found.scope (planned at each call)
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text from masters.employee m where m.active and m.branch = any ($3::integer[]) and (case $4::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.employee m where m.active and m.branch = any ($3::integer[]) and (case $4::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.code, 'name', m.name) as row from page join masters.employee m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.employee.pick.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.code, 'name', m.name) as row from masters.employee m where m.active and m.branch = any ($2::integer[]) and (case $3::text when 'sales' then m.sales when 'delivery' then m.delivery when 'vault' then m.kind = 'V' else false end or $3 is null) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.id.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.id as sort_key, m.srno as key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', coalesce(b.id, ''), 'enCntlBranName', coalesce(b.name, ''), 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) where true and m.type = $2::text and (m.id, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.id.up.later.found
with looked as materialized (
select m.id as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where true and m.type = $3::text and (m.id, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.id as sort_key, m.srno as key from masters.entity m where true and m.type = $3::text and (m.id, m.srno) > ($4::text, $5::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', coalesce(b.id, ''), 'enCntlBranName', coalesce(b.name, ''), 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from page join (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.id.up.later.found.scope (planned at each call)
with looked as materialized (
select m.id as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where true and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (m.id, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.id as sort_key, m.srno as key from masters.entity m where true and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (m.id, m.srno) > ($5::text, $6::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', case when b.srno = any ($4) then coalesce(b.id, '') else '' end, 'enCntlBranName', case when b.srno = any ($4) then coalesce(b.name, '') else '' end, 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from page join (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.id.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.id as sort_key, m.srno as key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', case when b.srno = any ($3) then coalesce(b.id, '') else '' end, 'enCntlBranName', case when b.srno = any ($3) then coalesce(b.name, '') else '' end, 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) where true and m.type = $2::text and (m.srno = any ($3::integer[]) or m.controlling_branch = any ($3::integer[])) and (m.id, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.licto.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select coalesce(m.licence_to - date '2000-01-01', 1000000) as sort_key, m.srno as key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', coalesce(b.id, ''), 'enCntlBranName', coalesce(b.name, ''), 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) where true and m.type = $2::text and (coalesce(m.licence_to - date '2000-01-01', 1000000), m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.licto.up.later.found
with looked as materialized (
select coalesce(m.licence_to - date '2000-01-01', 1000000) as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where true and m.type = $3::text and (coalesce(m.licence_to - date '2000-01-01', 1000000), m.srno) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select coalesce(m.licence_to - date '2000-01-01', 1000000) as sort_key, m.srno as key from masters.entity m where true and m.type = $3::text and (coalesce(m.licence_to - date '2000-01-01', 1000000), m.srno) > ($4::integer, $5::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', coalesce(b.id, ''), 'enCntlBranName', coalesce(b.name, ''), 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from page join (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.licto.up.later.found.scope (planned at each call)
with looked as materialized (
select coalesce(m.licence_to - date '2000-01-01', 1000000) as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where true and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (coalesce(m.licence_to - date '2000-01-01', 1000000), m.srno) > ($5::integer, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select coalesce(m.licence_to - date '2000-01-01', 1000000) as sort_key, m.srno as key from masters.entity m where true and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (coalesce(m.licence_to - date '2000-01-01', 1000000), m.srno) > ($5::integer, $6::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', case when b.srno = any ($4) then coalesce(b.id, '') else '' end, 'enCntlBranName', case when b.srno = any ($4) then coalesce(b.name, '') else '' end, 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from page join (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.licto.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select coalesce(m.licence_to - date '2000-01-01', 1000000) as sort_key, m.srno as key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', case when b.srno = any ($3) then coalesce(b.id, '') else '' end, 'enCntlBranName', case when b.srno = any ($3) then coalesce(b.name, '') else '' end, 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) where true and m.type = $2::text and (m.srno = any ($3::integer[]) or m.controlling_branch = any ($3::integer[])) and (coalesce(m.licence_to - date '2000-01-01', 1000000), m.srno) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', coalesce(b.id, ''), 'enCntlBranName', coalesce(b.name, ''), 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) where true and m.type = $2::text and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where true and m.type = $3::text and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity m where true and m.type = $3::text and (m.name, m.srno) > ($4::text, $5::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', coalesce(b.id, ''), 'enCntlBranName', coalesce(b.name, ''), 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from page join (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.name.up.later.found.scope (planned at each call)
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where true and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (m.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity m where true and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (m.name, m.srno) > ($5::text, $6::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', case when b.srno = any ($4) then coalesce(b.id, '') else '' end, 'enCntlBranName', case when b.srno = any ($4) then coalesce(b.name, '') else '' end, 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from page join (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', case when b.srno = any ($3) then coalesce(b.id, '') else '' end, 'enCntlBranName', case when b.srno = any ($3) then coalesce(b.name, '') else '' end, 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) where true and m.type = $2::text and (m.srno = any ($3::integer[]) or m.controlling_branch = any ($3::integer[])) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', coalesce(b.id, ''), 'enCntlBranName', coalesce(b.name, ''), 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) where true and m.type = $2::text and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where true and m.type = $3::text and (m.srno, m.srno) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.entity m where true and m.type = $3::text and (m.srno, m.srno) > ($4::integer, $5::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', coalesce(b.id, ''), 'enCntlBranName', coalesce(b.name, ''), 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from page join (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.srno.up.later.found.scope (planned at each call)
with looked as materialized (
select m.srno as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where true and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (m.srno, m.srno) > ($5::integer, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.entity m where true and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (m.srno, m.srno) > ($5::integer, $6::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', case when b.srno = any ($4) then coalesce(b.id, '') else '' end, 'enCntlBranName', case when b.srno = any ($4) then coalesce(b.name, '') else '' end, 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from page join (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.list.srno.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('enSrno', m.srno, 'enType', m.type, 'enId', m.id, 'enName', m.name, 'enPan', case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end, 'enCntlBran', case when b.srno = any ($3) then coalesce(b.id, '') else '' end, 'enCntlBranName', case when b.srno = any ($3) then coalesce(b.name, '') else '' end, 'enContactPerson', m.contact_person, 'enMobileno', m.mobile, 'enLicTo', coalesce(to_char(m.licence_to, 'YYYY-MM-DD'), ''), 'enActive', m.active::integer) as row from (masters.entity m left join masters.entity b on b.srno = m.controlling_branch) where true and m.type = $2::text and (m.srno = any ($3::integer[]) or m.controlling_branch = any ($3::integer[])) and (m.srno, m.srno) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.options.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.id, 'name', m.name) as row from masters.entity m where m.active and m.type = $2::text and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.options.name.up.later.branch
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.id, 'name', m.name) as row from masters.entity m where m.active and m.type = $2::text and m.controlling_branch = (select srno from masters.entity where id = $3::text) and ((m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) or $4 is null) and (m.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.options.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where m.active and m.type = $3::text and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity m where m.active and m.type = $3::text and (m.name, m.srno) > ($4::text, $5::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.id, 'name', m.name) as row from page join masters.entity m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.options.name.up.later.found.branch
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where m.active and m.type = $3::text and m.controlling_branch = (select srno from masters.entity where id = $4::text) and ((m.srno = any ($5::integer[]) or m.controlling_branch = any ($5::integer[])) or $5 is null) and (m.name, m.srno) > ($6::text, $7::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity m where m.active and m.type = $3::text and m.controlling_branch = (select srno from masters.entity where id = $4::text) and ((m.srno = any ($5::integer[]) or m.controlling_branch = any ($5::integer[])) or $5 is null) and (m.name, m.srno) > ($6::text, $7::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.id, 'name', m.name) as row from page join masters.entity m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.options.name.up.later.found.scope (planned at each call)
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.id || ' ' || m.name || ' ' || m.contact_person) as text from masters.entity m where m.active and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (m.name, m.srno) > ($5::text, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.entity m where m.active and m.type = $3::text and (m.srno = any ($4::integer[]) or m.controlling_branch = any ($4::integer[])) and (m.name, m.srno) > ($5::text, $6::integer) and (m.id || ' ' || m.name || ' ' || m.contact_person) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.id, 'name', m.name) as row from page join masters.entity m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.entity.options.name.up.later.scope (planned at each call)
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.id, 'name', m.name) as row from masters.entity m where m.active and m.type = $2::text and (m.srno = any ($3::integer[]) or m.controlling_branch = any ($3::integer[])) and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.gatewaybank.list.code.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.code as sort_key, m.srno as key, json_build_object('gbk_srno', m.srno, 'gbk_name', m.name, 'gbk_code', m.code, 'gbk_active', m.active::integer) as row from masters.gateway_bank m where true and (m.code, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.gatewaybank.list.code.up.later.found
with looked as materialized (
select m.code as sort_key, m.srno as key, (m.code || ' ' || m.name) as text from masters.gateway_bank m where true and (m.code, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.code as sort_key, m.srno as key from masters.gateway_bank m where true and (m.code, m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('gbk_srno', m.srno, 'gbk_name', m.name, 'gbk_code', m.code, 'gbk_active', m.active::integer) as row from page join masters.gateway_bank m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.gatewaybank.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('gbk_srno', m.srno, 'gbk_name', m.name, 'gbk_code', m.code, 'gbk_active', m.active::integer) as row from masters.gateway_bank m where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.gatewaybank.list.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text from masters.gateway_bank m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.gateway_bank m where true and (m.name, m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('gbk_srno', m.srno, 'gbk_name', m.name, 'gbk_code', m.code, 'gbk_active', m.active::integer) as row from page join masters.gateway_bank m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.gatewaybank.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('gbk_srno', m.srno, 'gbk_name', m.name, 'gbk_code', m.code, 'gbk_active', m.active::integer) as row from masters.gateway_bank m where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.gatewaybank.list.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, (m.code || ' ' || m.name) as text from masters.gateway_bank m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.gateway_bank m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('gbk_srno', m.srno, 'gbk_name', m.name, 'gbk_code', m.code, 'gbk_active', m.active::integer) as row from page join masters.gateway_bank m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.gatewaybank.pick.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.code, 'name', m.name) as row from masters.gateway_bank m where m.active and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.gatewaybank.pick.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.code || ' ' || m.name) as text from masters.gateway_bank m where m.active and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.gateway_bank m where m.active and (m.name, m.srno) > ($3::text, $4::integer) and (m.code || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.code, 'name', m.name) as row from page join masters.gateway_bank m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.purpose.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('pur_srno', m.srno, 'pur_value', m.value, 'pur_name', m.name, 'pur_active', m.active::integer) as row from masters.purpose m where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.purpose.list.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.value || ' ' || m.name) as text from masters.purpose m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.purpose m where true and (m.name, m.srno) > ($3::text, $4::integer) and (m.value || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('pur_srno', m.srno, 'pur_value', m.value, 'pur_name', m.name, 'pur_active', m.active::integer) as row from page join masters.purpose m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.purpose.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('pur_srno', m.srno, 'pur_value', m.value, 'pur_name', m.name, 'pur_active', m.active::integer) as row from masters.purpose m where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.purpose.list.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, (m.value || ' ' || m.name) as text from masters.purpose m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.purpose m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (m.value || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('pur_srno', m.srno, 'pur_value', m.value, 'pur_name', m.name, 'pur_active', m.active::integer) as row from page join masters.purpose m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.purpose.list.value.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.value as sort_key, m.srno as key, json_build_object('pur_srno', m.srno, 'pur_value', m.value, 'pur_name', m.name, 'pur_active', m.active::integer) as row from masters.purpose m where true and (m.value, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.purpose.list.value.up.later.found
with looked as materialized (
select m.value as sort_key, m.srno as key, (m.value || ' ' || m.name) as text from masters.purpose m where true and (m.value, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.value as sort_key, m.srno as key from masters.purpose m where true and (m.value, m.srno) > ($3::text, $4::integer) and (m.value || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('pur_srno', m.srno, 'pur_value', m.value, 'pur_name', m.name, 'pur_active', m.active::integer) as row from page join masters.purpose m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.purpose.pick.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.value, 'name', m.name) as row from masters.purpose m where m.active and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.purpose.pick.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, (m.value || ' ' || m.name) as text from masters.purpose m where m.active and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.purpose m where m.active and (m.name, m.srno) > ($3::text, $4::integer) and (m.value || ' ' || m.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.value, 'name', m.name) as row from page join masters.purpose m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.list.country.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select c.name as sort_key, m.srno as key, json_build_object('sta_srno', m.srno, 'sta_name', m.name, 'sta_country', m.country, 'sta_countryname', c.name, 'sta_active', m.active::integer) as row from (masters.state m join masters.country c on c.srno = m.country) where true and (c.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.list.country.up.later.found
with parents as materialized (
select srno from masters.country where name ilike $2 and length($2) >= 5
), looked as materialized (
select c.name as sort_key, m.srno as key, m.name as text, m.country as parent from (masters.state m join masters.country c on c.srno = m.country) where true and (c.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select c.name as sort_key, m.srno as key from (masters.state m join masters.country c on c.srno = m.country) where true and (c.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select c.name as sort_key, m.srno as key from (masters.state m join masters.country c on c.srno = m.country) where true and (c.name, m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.country = parents.srno and m.name not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('sta_srno', m.srno, 'sta_name', m.name, 'sta_country', m.country, 'sta_countryname', c.name, 'sta_active', m.active::integer) as row from page join (masters.state m join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.list.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('sta_srno', m.srno, 'sta_name', m.name, 'sta_country', m.country, 'sta_countryname', c.name, 'sta_active', m.active::integer) as row from (masters.state m join masters.country c on c.srno = m.country) where true and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.list.name.up.later.found
with parents as materialized (
select srno from masters.country where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text, m.country as parent from masters.state m where true and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.state m where true and (m.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.name as sort_key, m.srno as key from masters.state m where true and (m.name, m.srno) > ($3::text, $4::integer) and (select exists from beyond) and m.country = parents.srno and m.name not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('sta_srno', m.srno, 'sta_name', m.name, 'sta_country', m.country, 'sta_countryname', c.name, 'sta_active', m.active::integer) as row from page join (masters.state m join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('sta_srno', m.srno, 'sta_name', m.name, 'sta_country', m.country, 'sta_countryname', c.name, 'sta_active', m.active::integer) as row from (masters.state m join masters.country c on c.srno = m.country) where true and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.list.srno.up.later.found
with parents as materialized (
select srno from masters.country where name ilike $2 and length($2) >= 5
), looked as materialized (
select m.srno as sort_key, m.srno as key, m.name as text, m.country as parent from masters.state m where true and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 or parent in (select srno from parents) order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from masters.state m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
union all select child.sort_key, child.key from parents
cross join lateral (select m.srno as sort_key, m.srno as key from masters.state m where true and (m.srno, m.srno) > ($3::integer, $4::integer) and (select exists from beyond) and m.country = parents.srno and m.name not ilike $2 order by sort_key asc, key asc limit $1::integer + 1) as child
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('sta_srno', m.srno, 'sta_name', m.name, 'sta_country', m.country, 'sta_countryname', c.name, 'sta_active', m.active::integer) as row from page join (masters.state m join masters.country c on c.srno = m.country) on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.pick.name.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from masters.state m where m.active and (m.name, m.srno) > ($2::text, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.pick.name.up.later.country
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.name as sort_key, m.srno as key, json_build_object('value', m.srno::text, 'name', m.name) as row from masters.state m where m.active and m.country = $2::text::integer and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.pick.name.up.later.found
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from masters.state m where m.active and (m.name, m.srno) > ($3::text, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.state m where m.active and (m.name, m.srno) > ($3::text, $4::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join masters.state m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- masters.state.pick.name.up.later.found.country
with looked as materialized (
select m.name as sort_key, m.srno as key, m.name as text from masters.state m where m.active and m.country = $3::text::integer and (m.name, m.srno) > ($4::text, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.name as sort_key, m.srno as key from masters.state m where m.active and m.country = $3::text::integer and (m.name, m.srno) > ($4::text, $5::integer) and m.name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('value', m.srno::text, 'name', m.name) as row from page join masters.state m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- notes.accept.list
with found as materialized (
select row_number() over (order by m.srno) as n, m.srno, json_build_object('trmv_srno', m.request, 'trmv_lineno', m.line_no, 'trmv_isd', m.isd, 'trmv_quantity', m.quantity::text, 'trmv_product', m.product, 'trmv_fromemp', f.code, 'trmv_toemp', t.code, 'trmv_createat', coalesce(to_char(m.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'emp_namefrom', f.name, 'emp_nameto', t.name, 'isdnm', coalesce(c.name, ''), 'isd_flag', coalesce(c.flag, ''), 'trmv_slip', m.slip, 'trmv_reason', m.reason, 'trmv_own', case when s.made_by = $4::integer then 1 else 0 end, 'req_trantype', r.type, 'req_customer', coalesce(nullif(r.traveller_name, ''), r.entity_name)) as row
from notes.movement m join notes.slip s on s.srno = m.slip join requests.request_ref r on r.srno = m.request
join notes.holder_name f on f.srno = m.from_holder join notes.holder_name t on t.srno = m.to_holder
left join masters.currency_ref c on c.code = m.isd
where m.state = 'transit' and m.to_holder = any ($1::integer[]) and m.srno > $3::bigint
order by m.srno limit $2::integer + 1
)
select coalesce(json_agg(row order by n) filter (where n <= $2), '[]')::text as body,
max(srno) filter (where n = $2 and (select count(*) from found) > $2) as last
from found;

-- notes.callback.list
with found as materialized (
select row_number() over (order by m.srno) as n, m.srno, json_build_object('trmv_srno', m.request, 'trmv_lineno', m.line_no, 'trmv_isd', m.isd, 'trmv_quantity', m.quantity::text, 'trmv_product', m.product, 'trmv_fromemp', f.code, 'trmv_toemp', t.code, 'trmv_createat', coalesce(to_char(m.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'emp_namefrom', f.name, 'emp_nameto', t.name, 'isdnm', coalesce(c.name, ''), 'isd_flag', coalesce(c.flag, ''), 'trmv_slip', m.slip, 'trmv_reason', m.reason, 'trmv_own', case when s.made_by = $4::integer then 1 else 0 end, 'req_trantype', r.type, 'req_customer', coalesce(nullif(r.traveller_name, ''), r.entity_name)) as row
from notes.movement m join notes.slip s on s.srno = m.slip join requests.request_ref r on r.srno = m.request
join notes.holder_name f on f.srno = m.from_holder join notes.holder_name t on t.srno = m.to_holder
left join masters.currency_ref c on c.code = m.isd
where m.state = 'transit' and m.from_holder = any ($1::integer[]) and m.srno > $3::bigint
order by m.srno limit $2::integer + 1
)
select coalesce(json_agg(row order by n) filter (where n <= $2), '[]')::text as body,
max(srno) filter (where n = $2 and (select count(*) from found) > $2) as last
from found;

-- notes.return.list
with found as materialized (
select row_number() over (order by m.srno) as n, m.srno, json_build_object('trmv_srno', m.request, 'trmv_lineno', m.line_no, 'trmv_isd', m.isd, 'trmv_quantity', m.quantity::text, 'trmv_product', m.product, 'trmv_fromemp', f.code, 'trmv_toemp', t.code, 'trmv_createat', coalesce(to_char(m.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'emp_namefrom', f.name, 'emp_nameto', t.name, 'isdnm', coalesce(c.name, ''), 'isd_flag', coalesce(c.flag, ''), 'trmv_slip', m.slip, 'trmv_reason', m.reason, 'trmv_own', case when s.made_by = $4::integer then 1 else 0 end, 'req_trantype', r.type, 'req_customer', coalesce(nullif(r.traveller_name, ''), r.entity_name)) as row
from notes.movement m join notes.slip s on s.srno = m.slip join requests.request_ref r on r.srno = m.request
join notes.holder_name f on f.srno = m.from_holder join notes.holder_name t on t.srno = m.to_holder
left join masters.currency_ref c on c.code = m.isd
where m.state = 'rejected' and m.from_holder = any ($1::integer[]) and m.srno > $3::bigint
order by m.srno limit $2::integer + 1
)
select coalesce(json_agg(row order by n) filter (where n <= $2), '[]')::text as body,
max(srno) filter (where n = $2 and (select count(*) from found) > $2) as last
from found;

-- notes.stock.list
select coalesce(json_agg(json_build_object('product', b.product, 'isd', b.isd, 'isdnm', coalesce(c.name, ''), 'isd_flag', coalesce(c.flag, ''), 'kind', case when h.kind = 'transit' then 'T' else h.employee_kind end, 'holder', h.code, 'holdername', h.name, 'qty', b.quantity::text) order by c.trade_key, b.isd, b.product, h.employee_kind desc, h.name, h.srno), '[]')::text as body
from notes.holder_name h join notes.balance b on b.holder = h.srno left join masters.currency_ref c on c.code = b.isd
where h.branch = $1 and h.kind in ('employee', 'transit') and (b.quantity <> 0 or exists (
select from notes.posting p where p.holder = b.holder and p.product = b.product and p.isd = b.isd
and p.at >= date_trunc('day', now(), 'Asia/Kolkata') and p.branch = h.branch));

-- payments.return.list (planned at each call)
with found as materialized (
select p.srno, row_number() over (order by p.srno) as n, json_build_object('srno', p.srno, 'req_srno', r.srno, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_travname', r.traveller_name, 'req_entityname', r.entity_name, 'order_id', p.order_id, 'cf_payment_id', p.id, 'bank_reference', p.bank_reference, 'payment_amount', p.amount::text, 'payment_currency', p.currency, 'payment_completion_time', coalesce(to_char(p.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'why', p.why) as row
from payments.payment p join requests.request_ref r on r.srno = p.request
left join masters.entity_ref b on b.srno = r.branch
where p.outcome = 'to return' and p.returned_at is null and p.srno > $3::integer
and ($2::integer[] is null or r.branch = any ($2))
order by p.srno limit $1::integer + 1
)
select coalesce(json_agg(row order by n) filter (where n <= $1), '[]')::text as body,
max(srno) filter (where n = $1 and (select count(*) from found) > $1) as last
from found;

-- platform.proposal.list.srno.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('pr_srno', m.srno, 'pr_kind', m.kind, 'pr_call', m.call, 'pr_record', m.record, 'pr_by', m.made_by_name, 'pr_at', to_char(m.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'pr_maker', m.made_by, 'pr_changes', m.changes) as row from platform.proposal m where m.decision is null and (m.srno, m.srno) > ($2::integer, $3::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- platform.proposal.list.srno.up.later.found
with looked as materialized (
select m.srno as sort_key, m.srno as key, m.made_by_name as text from platform.proposal m where m.decision is null and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from platform.proposal m where m.decision is null and (m.srno, m.srno) > ($3::integer, $4::integer) and m.made_by_name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('pr_srno', m.srno, 'pr_kind', m.kind, 'pr_call', m.call, 'pr_record', m.record, 'pr_by', m.made_by_name, 'pr_at', to_char(m.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'pr_maker', m.made_by, 'pr_changes', m.changes) as row from page join platform.proposal m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- platform.proposal.list.srno.up.later.found.kinds
with looked as materialized (
select m.srno as sort_key, m.srno as key, m.made_by_name as text from platform.proposal m where m.decision is null and m.kind = any ($3::text[]) and (m.branch = any ($4::integer[]) or $4 is null) and (m.srno, m.srno) > ($5::integer, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from platform.proposal m where m.decision is null and m.kind = any ($3::text[]) and (m.branch = any ($4::integer[]) or $4 is null) and (m.srno, m.srno) > ($5::integer, $6::integer) and m.made_by_name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('pr_srno', m.srno, 'pr_kind', m.kind, 'pr_call', m.call, 'pr_record', m.record, 'pr_by', m.made_by_name, 'pr_at', to_char(m.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'pr_maker', m.made_by, 'pr_changes', m.changes) as row from page join platform.proposal m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- platform.proposal.list.srno.up.later.found.scope
with looked as materialized (
select m.srno as sort_key, m.srno as key, m.made_by_name as text from platform.proposal m where m.decision is null and m.branch = any ($3::integer[]) and (m.srno, m.srno) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.srno as sort_key, m.srno as key from platform.proposal m where m.decision is null and m.branch = any ($3::integer[]) and (m.srno, m.srno) > ($4::integer, $5::integer) and m.made_by_name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('pr_srno', m.srno, 'pr_kind', m.kind, 'pr_call', m.call, 'pr_record', m.record, 'pr_by', m.made_by_name, 'pr_at', to_char(m.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'pr_maker', m.made_by, 'pr_changes', m.changes) as row from page join platform.proposal m on m.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- platform.proposal.list.srno.up.later.kinds
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('pr_srno', m.srno, 'pr_kind', m.kind, 'pr_call', m.call, 'pr_record', m.record, 'pr_by', m.made_by_name, 'pr_at', to_char(m.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'pr_maker', m.made_by, 'pr_changes', m.changes) as row from platform.proposal m where m.decision is null and m.kind = any ($2::text[]) and (m.branch = any ($3::integer[]) or $3 is null) and (m.srno, m.srno) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- platform.proposal.list.srno.up.later.scope
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.srno as sort_key, m.srno as key, json_build_object('pr_srno', m.srno, 'pr_kind', m.kind, 'pr_call', m.call, 'pr_record', m.record, 'pr_by', m.made_by_name, 'pr_at', to_char(m.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'pr_maker', m.made_by, 'pr_changes', m.changes) as row from platform.proposal m where m.decision is null and m.branch = any ($2::integer[]) and (m.srno, m.srno) > ($3::integer, $4::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- rates.ibr.log.srno.down.later
with  found as materialized (
select row_number() over (order by sort_key desc, key desc) as n, sort_key::text as sort_value, key, row
from (select l.srno as sort_key, l.srno as key, json_build_object('mih_srno', l.srno, 'mih_timestamp', to_char(l.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'um_id', l.made_by_id, 'um_username', l.made_by_name, 'mih_flag', l.flag, 'mih_date', l.day::text, 'mih_replaced', (l.replaced_at is not null)::integer, 'mih_inforce', (l.flag <> 'D' and l.replaced_at is null and not exists (
select from rates.ibr_list n where n.flag <> 'D' and n.replaced_at is null and n.day > l.day))::integer) as row from rates.ibr_list l where true and l.day >= $2::date and l.day <= $3::date and (l.srno, l.srno) < ($4::integer, $5::integer) order by sort_key desc, key desc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- rates.ibr.log.srno.down.later.found
with looked as materialized (
select l.srno as sort_key, l.srno as key, l.made_by_name as text from rates.ibr_list l where true and l.day >= $3::date and l.day <= $4::date and (l.srno, l.srno) < ($5::integer, $6::integer) order by sort_key desc, key desc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key desc, key desc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select l.srno as sort_key, l.srno as key from rates.ibr_list l where true and l.day >= $3::date and l.day <= $4::date and (l.srno, l.srno) < ($5::integer, $6::integer) and l.made_by_name ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key desc, key desc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key desc, key desc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('mih_srno', l.srno, 'mih_timestamp', to_char(l.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'um_id', l.made_by_id, 'um_username', l.made_by_name, 'mih_flag', l.flag, 'mih_date', l.day::text, 'mih_replaced', (l.replaced_at is not null)::integer, 'mih_inforce', (l.flag <> 'D' and l.replaced_at is null and not exists (
select from rates.ibr_list n where n.flag <> 'D' and n.replaced_at is null and n.day > l.day))::integer) as row from page join rates.ibr_list l on l.srno = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- rates.mail.list.entity.up.later
with  found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select m.entity as sort_key, m.entity as key, json_build_object('en_id', e.id, 'en_name', e.name, 'email', m.email, 'state', m.state, 'tries', m.tries, 'error', m.error, 'sentat', coalesce(to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from rates.mail m join masters.entity_ref e on e.srno = m.entity where true and m.publication = $2::integer and m.state = $3::text and (m.entity, m.entity) > ($4::integer, $5::integer) order by sort_key asc, key asc limit $1::integer + 1) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- rates.mail.list.entity.up.later.found
with looked as materialized (
select m.entity as sort_key, m.entity as key, (e.id || ' ' || e.name) as text from rates.mail m join masters.entity_ref e on e.srno = m.entity where true and m.publication = $3::integer and m.state = $4::text and (m.entity, m.entity) > ($5::integer, $6::integer) order by sort_key asc, key asc limit $1::integer * 10
), near as materialized (
select sort_key, key from looked
where text ilike $2 order by sort_key asc, key asc limit $1::integer + 1
), beyond as materialized (
select (select count(*) from near) <= $1::integer and (select count(*) from looked) = $1::integer * 10 as exists
), matching as materialized (
select m.entity as sort_key, m.entity as key from rates.mail m join masters.entity_ref e on e.srno = m.entity where true and m.publication = $3::integer and m.state = $4::text and (m.entity, m.entity) > ($5::integer, $6::integer) and (e.id || ' ' || e.name) ilike $2 and (select exists from beyond)
), page as (
select sort_key, key from near where not (select exists from beyond) union all select sort_key, key from matching
order by sort_key asc, key asc limit $1::integer + 1
), found as materialized (
select row_number() over (order by sort_key asc, key asc) as n, sort_key::text as sort_value, key, row
from (select page.sort_key, page.key, json_build_object('en_id', e.id, 'en_name', e.name, 'email', m.email, 'state', m.state, 'tries', m.tries, 'error', m.error, 'sentat', coalesce(to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) as row from page join rates.mail m join masters.entity_ref e on e.srno = m.entity on m.entity = page.key) as page
), one_more as (select count(*) > $1::integer as exists from found)
select coalesce(json_agg(row order by n) filter (where n <= $1::integer), '[]')::text as body,
max(sort_value) filter (where n = $1::integer and (select exists from one_more)) as last_sort,
max(key) filter (where n = $1::integer and (select exists from one_more)) as last_key
from found;

-- requests.document.list
select coalesce(json_agg(json_build_object('doc_srno', d.srno, 'doc_id', d.kind, 'docm_desc', k.name, 'doc_remark', d.remark, 'doc_filename', d.file_name, 'doc_ext', d.extension, 'doc_bytes', d.bytes, 'doc_uploadedat', coalesce(to_char(d.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'doc_uploadedby', d.uploaded_by_name) order by d.srno), '[]')::text as body from requests.document d join requests.document_kind k on k.id = d.kind
where d.request = $1 and d.removed_at is null;

-- requests.list.all.all.day
with page as materialized (select *, row_number() over (order by made_on desc, srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.all.day.type
with page as materialized (select *, row_number() over (order by made_on desc, srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.all.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.all.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.one.day
with page as materialized (select *, row_number() over (order by made_on desc, srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and r.branch = ($6::integer[])[1]
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and r.branch is null and r.made_by = $5::integer
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1) order by made_on desc, srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.one.day.type
with page as materialized (select *, row_number() over (order by made_on desc, srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and r.branch = ($6::integer[])[1]
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and r.branch is null and r.made_by = $5::integer
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1) order by made_on desc, srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.one.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.one.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.several.day
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by made_on desc, srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and r.branch = b.branch
order by made_on desc, srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by made_on desc, srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by made_on desc, srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and r.made_on >= $7::date and r.branch = short.branch and (r.made_on, r.srno) < (short.made_on, short.srno) and (r.made_on, r.srno) > (short_page.made_on, short_page.srno)
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.made_on, short.srno) > (short_page.made_on, short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and r.branch is null and r.made_by = $5::integer
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1) order by made_on desc, srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.several.day.type
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by made_on desc, srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and r.branch = b.branch
order by made_on desc, srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by made_on desc, srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by made_on desc, srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and r.made_on >= $7::date and r.branch = short.branch and (r.made_on, r.srno) < (short.made_on, short.srno) and (r.made_on, r.srno) > (short_page.made_on, short_page.srno)
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.made_on, short.srno) > (short_page.made_on, short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and r.made_on >= $7::date and (r.made_on, r.srno) < ($2::date, $3::integer) and r.branch is null and r.made_by = $5::integer
order by made_on desc, srno desc limit 501) as most limit $1::integer + 1) order by made_on desc, srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.several.number
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.all.several.number.type
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprbm.all.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprbm.all.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprbm.one.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprbm.one.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprbm.several.number
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and $4::text is null and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprbm.several.number.type
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and r.type = $4::text and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprcm.all.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprcm.all.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprcm.one.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprcm.one.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprcm.several.number
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and $4::text is null and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprcm.several.number.type
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and r.type = $4::text and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.cm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprfund.all.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprfund.all.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprfund.one.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprfund.one.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprfund.several.number
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and $4::text is null and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprfund.several.number.type
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and r.type = $4::text and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.zm_by is not null and r.fm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprzm.all.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprzm.all.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprzm.one.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprzm.one.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprzm.several.number
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and $4::text is null and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.aprzm.several.number.type
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and r.type = $4::text and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.bm_by is not null and r.zm_by is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bynumber.all
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and true
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null;

-- requests.list.bynumber.aprbm
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null)
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null;

-- requests.list.bynumber.aprcm
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (r.zm_by is not null and r.cm_by is null)
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null;

-- requests.list.bynumber.aprfund
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (r.zm_by is not null and r.fm_by is null)
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null;

-- requests.list.bynumber.aprzm
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (r.bm_by is not null and r.zm_by is null)
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null;

-- requests.list.bynumber.draft
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (not r.submitted and r.withdrawn_at is null)
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null;

-- requests.list.bynumber.inprogress
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (r.status in ('P', 'S') and r.withdrawn_at is null)
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and (select e.srno from masters.employee_ref e where lower(e.code) = lower($8::text) and $8::text <> '') in (r.sales_executive, r.delivery_executive);

-- requests.list.bynumber.paylink
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (r.link_requested and r.received < r.grand_total and r.withdrawn_at is null)
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null;

-- requests.list.bynumber.sentback
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (not r.submitted and r.submitted_at is not null and r.withdrawn_at is null and (r.sent_back_at is not null and r.sent_back_by is distinct from r.made_by))
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null and r.made_by = $3::integer;

-- requests.list.bynumber.unpaid
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (r.link_sent and r.received < r.grand_total and r.withdrawn_at is null)
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null and r.made_by = $3::integer;

-- requests.list.bynumber.unsent
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''))), '[]')::text as body from requests.request r left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay
where r.srno = $1 and case when r.branch is null then r.made_by = $3::integer
else $2::integer[] is null or r.branch = any ($2) end and (r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB'))
and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
and $8::text is not null;

-- requests.list.bytext.all
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and true and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.aprbm
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.aprcm
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (r.zm_by is not null and r.cm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (r.zm_by is not null and r.cm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (r.zm_by is not null and r.cm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.zm_by is not null and r.cm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.zm_by is not null and r.cm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (r.zm_by is not null and r.cm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.aprfund
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (r.zm_by is not null and r.fm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (r.zm_by is not null and r.fm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (r.zm_by is not null and r.fm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.zm_by is not null and r.fm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.zm_by is not null and r.fm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (r.zm_by is not null and r.fm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.aprzm
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (r.bm_by is not null and r.zm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (r.bm_by is not null and r.zm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (r.bm_by is not null and r.zm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.bm_by is not null and r.zm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.bm_by is not null and r.zm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (r.bm_by is not null and r.zm_by is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.draft
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (not r.submitted and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (not r.submitted and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (not r.submitted and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (not r.submitted and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (not r.submitted and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (not r.submitted and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.inprogress
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (r.status in ('P', 'S') and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and (select e.srno from masters.employee_ref e where lower(e.code) = lower($12::text) and $12::text <> '') in (r.sales_executive, r.delivery_executive)) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (r.status in ('P', 'S') and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and (select e.srno from masters.employee_ref e where lower(e.code) = lower($12::text) and $12::text <> '') in (r.sales_executive, r.delivery_executive)
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (r.status in ('P', 'S') and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and (select e.srno from masters.employee_ref e where lower(e.code) = lower($12::text) and $12::text <> '') in (r.sales_executive, r.delivery_executive)
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.status in ('P', 'S') and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and (select e.srno from masters.employee_ref e where lower(e.code) = lower($12::text) and $12::text <> '') in (r.sales_executive, r.delivery_executive)
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.status in ('P', 'S') and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and (select e.srno from masters.employee_ref e where lower(e.code) = lower($12::text) and $12::text <> '') in (r.sales_executive, r.delivery_executive)
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (r.status in ('P', 'S') and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and (select e.srno from masters.employee_ref e where lower(e.code) = lower($12::text) and $12::text <> '') in (r.sales_executive, r.delivery_executive)
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.paylink
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (r.link_requested and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (r.link_requested and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (r.link_requested and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.link_requested and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.link_requested and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (r.link_requested and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.sentback
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (not r.submitted and r.submitted_at is not null and r.withdrawn_at is null and (r.sent_back_at is not null and r.sent_back_by is distinct from r.made_by)) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (not r.submitted and r.submitted_at is not null and r.withdrawn_at is null and (r.sent_back_at is not null and r.sent_back_by is distinct from r.made_by)) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (not r.submitted and r.submitted_at is not null and r.withdrawn_at is null and (r.sent_back_at is not null and r.sent_back_by is distinct from r.made_by)) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (not r.submitted and r.submitted_at is not null and r.withdrawn_at is null and (r.sent_back_at is not null and r.sent_back_by is distinct from r.made_by)) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (not r.submitted and r.submitted_at is not null and r.withdrawn_at is null and (r.sent_back_at is not null and r.sent_back_by is distinct from r.made_by)) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (not r.submitted and r.submitted_at is not null and r.withdrawn_at is null and (r.sent_back_at is not null and r.sent_back_by is distinct from r.made_by)) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.unpaid
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (r.link_sent and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (r.link_sent and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (r.link_sent and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.link_sent and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.link_sent and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (r.link_sent and r.received < r.grand_total and r.withdrawn_at is null) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null and r.made_by = $7::integer
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.bytext.unsent
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.srno = $5::integer and (r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB')) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null) union (select r.* from unnest(requests.mobile_spellings($3::text)) as s (mobile) cross join lateral (
select r.made_on, r.srno from requests.request r where r.mobile = s.mobile and r.mobile <> '' and (r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB')) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.mobile desc, r.srno desc limit 501
) as r) union (select r.made_on, r.srno from requests.request r where r.pan = upper($3::text) and r.pan <> '' and (r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB')) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by r.pan desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB')) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by lower(r.id_number) desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.id_number))) collate "C" >= $4::text and (reverse(lower(r.id_number))) collate "C" < $4 || chr(1114111) and r.id_number <> '' and r.id_type not in ('7', '8') and (r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB')) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.id_number)) collate "C" desc, r.srno desc limit 501) union (select r.made_on, r.srno from requests.request r where (reverse(lower(r.ref_no))) collate "C" >= $4::text and (reverse(lower(r.ref_no))) collate "C" < $4 || chr(1114111) and (r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB')) and r.srno < $2::integer and case when r.branch is null then r.made_by = $7::integer
else $6::integer[] is null or r.branch = any ($6) end
and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
and $12::text is not null
order by reverse(lower(r.ref_no)) collate "C" desc, r.srno desc limit 501) order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.draft.all.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.draft.all.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.draft.one.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.draft.one.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.draft.several.number
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.draft.several.number.type
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where not r.submitted and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.inprogress
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
(select r.made_on, r.srno from requests.request r
where r.sales_executive = (select e.srno from masters.employee_ref e where lower(e.code) = lower($6::text) and $6::text <> '') and r.status in ('P', 'S') and r.withdrawn_at is null and r.srno < $2::integer
and ($3::text is null or r.type = $3) and case when r.branch is null then r.made_by = $5::integer
else $4::integer[] is null or r.branch = any ($4) end
order by r.srno desc limit $1::integer + 1) union (select r.made_on, r.srno from requests.request r
where r.delivery_executive = (select e.srno from masters.employee_ref e where lower(e.code) = lower($6::text) and $6::text <> '') and r.status in ('P', 'S') and r.withdrawn_at is null and r.srno < $2::integer
and ($3::text is null or r.type = $3) and case when r.branch is null then r.made_by = $5::integer
else $4::integer[] is null or r.branch = any ($4) end
order by r.srno desc limit $1::integer + 1)
order by srno desc limit $1::integer + 1
) as rows
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.paylink.all.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.paylink.all.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.paylink.one.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.paylink.one.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.paylink.several.number
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.paylink.several.number.type
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and r.received < r.grand_total and r.withdrawn_at is null and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.sentback
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
select r.made_on, r.srno from requests.request r
where r.made_by = $5::integer and not r.submitted and r.submitted_at is not null and r.withdrawn_at is null and (r.sent_back_at is not null and r.sent_back_by is distinct from r.made_by) and r.srno < $2::integer
and ($3::text is null or r.type = $3) and case when r.branch is null then r.made_by = $5::integer
else $4::integer[] is null or r.branch = any ($4) end
order by r.srno desc limit 501
) as most limit $1::integer + 1
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.unpaid
with page as materialized (
select *, row_number() over (order by srno desc) as n from (
select r.made_on, r.srno from requests.request r
where r.made_by = $5::integer and r.link_sent and r.received < r.grand_total and r.withdrawn_at is null and r.srno < $2::integer
and ($3::text is null or r.type = $3) and case when r.branch is null then r.made_by = $5::integer
else $4::integer[] is null or r.branch = any ($4) end
order by r.srno desc limit 501
) as most limit $1::integer + 1
), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.unsent.all.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and $4::text is null and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.unsent.all.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and r.type = $4::text and $2::date is not null and r.srno < $3::integer and (r.branch is not null or r.made_by = $5::integer) and $6::integer[] is null
order by srno desc limit 501) as most limit $1::integer + 1)) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.unsent.one.number
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.unsent.one.number.type
with page as materialized (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = ($6::integer[])[1]
order by srno desc limit 501) as most limit $1::integer + 1) union all (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.unsent.several.number
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and $4::text is null and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and $4::text is null and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.list.unsent.several.number.type
with short as materialized (
select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
cross join lateral (select *, row_number() over (order by srno desc) as n from ((select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch = b.branch
order by srno desc limit 501) as most limit least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))))) as rows) as s
), short_page as materialized (
select coalesce(max(made_on) filter (where n = $1::integer + 1), '-infinity') as made_on,
coalesce(max(srno) filter (where n = $1::integer + 1), 0) as srno
from (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short) as rows) as s
), page as materialized (select *, row_number() over (order by srno desc) as n from (select made_on, srno from short union all select s.made_on, s.srno from short cross join short_page cross join lateral (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and r.type = $4::text and $2::date is not null and r.branch = short.branch and (r.srno) < (short.srno) and (r.srno) > (short_page.srno)
order by srno desc limit 501) as most limit $1::integer + 1) as s
where short.n = least($1::integer + 1, 8 + 2 * ($1::integer + 1) / greatest(1, cardinality($6::integer[]))) and (short.srno) > (short_page.srno) union all (select * from (select r.made_on, r.srno from requests.request r where r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
and r.branch is not null and r.type in ('SP', 'SB') and r.type = $4::text and $2::date is not null and r.srno < $3::integer and r.branch is null and r.made_by = $5::integer
order by srno desc limit 501) as most limit $1::integer + 1) order by srno desc limit $1::integer + 1) as rows), one_more as (select count(*) > $1 as exists from page)
select coalesce(json_agg(json_build_object('req_srno', r.srno, 'req_refno', r.ref_no, 'req_date', r.made_on::text, 'req_brnno', coalesce(b.id, ''), 'req_branname', coalesce(b.name, ''), 'req_trantype', r.type, 'req_entityname', r.entity_name, 'req_travname', r.traveller_name, 'req_mobile', r.mobile, 'req_salesexecutive', coalesce(se.code, ''), 'req_salesexecutivename', coalesce(se.name, ''), 'req_deliveryexecutive', coalesce(de.code, ''), 'req_deliveryexecutivename', coalesce(de.name, ''), 'req_handover', r.handover, 'req_forextotal', r.forex_total::text, 'req_grandtotal', r.grand_total::text, 'req_paymentrecv', r.received::text, 'req_agreed', pay.agreed::text, 'req_open', ((r.grand_total - pay.entered) + case when r.submitted and r.type in ('PP', 'PB') and r.handover = 'DEL' and r.status in ('P', 'S')
then pay.cash else 0 end)::text, 'req_paymentlinkreq', (r.link_requested)::integer, 'req_paymentlinksent', (r.link_sent)::integer, 'req_submitted', (r.submitted)::integer, 'req_status', case when r.withdrawn_at is null then r.status else 'W' end, 'req_bmapproved', (r.bm_by is not null)::integer, 'req_zmapproved', (r.zm_by is not null)::integer, 'req_cmapproved', (r.cm_by is not null)::integer, 'req_fundapproved', (r.fm_by is not null)::integer, 'req_out', (r.is_out)::integer, 'req_in', (r.is_in)::integer, 'req_createdby', r.made_by_name, 'req_version', r.version, 'req_warnings', cardinality(r.warnings), 'req_sentback', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_reason, '') end, 'req_sentbackby', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(r.sent_back_by_name, '') end, 'req_sentbackat', case when r.submitted or r.withdrawn_at is not null then '' else coalesce(to_char(r.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') end, 'req_submittedat', coalesce(to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by page.n) filter (where page.n <= $1), '[]')::text as body,
max(page.made_on::text) filter (where page.n = $1 and (select exists from one_more)) as last_day, max(page.srno) filter (where page.n = $1 and (select exists from one_more)) as last_key
from page join requests.request r on r.srno = page.srno left join masters.entity_ref b on b.srno = r.branch
left join masters.employee_ref se on se.srno = r.sales_executive
left join masters.employee_ref de on de.srno = r.delivery_executive
cross join lateral (
select coalesce(sum(p.amount), 0.00) as entered, coalesce(sum(p.amount) filter (where p.is_agreed), 0.00) as agreed,
coalesce(sum(p.amount) filter (where p.type = 'CASH'), 0.00) as cash
from requests.payment_line_ref p where p.request = r.srno
) as pay;

-- requests.special.list (planned at each call)
with found as materialized (
select row_number() over (order by r.submitted_at, l.request, l.line_no) as n,
r.submitted_at::text as at, l.request, l.line_no, json_build_object('req_srno', r.srno, 'srno', l.line_no, 'req_date', r.made_on::text, 'req_brnno', b.id, 'req_branname', b.name, 'req_trantype', r.type, 'req_travname', r.traveller_name, 'req_entityname', r.entity_name, 'refnum', l.reference, 'payamnt', l.amount::text, 'req_grandtotal', r.grand_total::text, 'age', $1::date - (r.submitted_at at time zone 'Asia/Kolkata')::date, 'req_version', r.version) as row
from requests.payment_line l join requests.request r on r.srno = l.request
join masters.entity_ref b on b.srno = r.branch
where l.type = 'SPR' and l.settled_at is null and r.submitted
and ($3::integer[] is null or r.branch = any ($3))
and (r.submitted_at, l.request, l.line_no) > ($4::timestamptz, $5::integer, $6::integer)
order by r.submitted_at, l.request, l.line_no limit $2::integer + 1
), last as (
select at, request, line_no from found where n = $2 and (select count(*) from found) > $2
)
select coalesce(json_agg(row order by n) filter (where n <= $2), '[]')::text as body,
(select at from last) as last_at, (select request from last) as last_request,
(select line_no from last) as last_line
from found;

-- requests.tax_start.list
select coalesce(json_agg(json_build_object('from', starts_on::text, 'scheme', scheme, 'madeby', made_by_name, 'madeat', coalesce(to_char(made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')) order by starts_on), '[]')::text as body from requests.tax_start;

-- tasks.task.list
with found as materialized (
select row_number() over (order by t.created_at desc, t.srno desc) as n, t.srno, t.task, t.created_at
from tasks.task t
where t.account = $2::integer
and t.created_at >= $3::date::timestamp at time zone 'Asia/Kolkata'
and t.created_at < ($4::date + 1)::timestamp at time zone 'Asia/Kolkata'
and ($5::timestamptz is null or (t.created_at, t.srno) < ($5, $6::integer))
order by t.created_at desc, t.srno desc limit $1::integer + 1
), one_more as (select count(*) > $1 as exists from found)
select coalesce(json_agg(json_build_object('crmt_srno', f.srno, 'crmt_task', f.task, 'crmt_createdat', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by f.n) filter (where f.n <= $1), '[]')::text as body,
to_char(max(f.created_at) filter (where f.n = $1 and (select exists from one_more)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_at,
max(f.srno) filter (where f.n = $1 and (select exists from one_more)) as last_key
from found f;

-- uploads.batch.list
with keys as materialized (select srno from uploads.batch where srno < coalesce($2::integer, 2147483647) order by srno desc limit $1::integer + 1), found as (
select b.*, row_number() over (order by b.srno desc) as at,
(select count(*)::integer from uploads.covered c where c.batch = b.srno) as counting
from uploads.batch b where b.srno = any (array(select srno from keys))
)
select coalesce(json_agg(json_build_object('bat_srno', b.srno, 'bat_kind', b.kind, 'bat_filename', b.file_name, 'bat_bytes', b.bytes, 'bat_state', case when b.state = 'reading' and uploads.is_silent(b.heard_at) then 'refused' when b.state = 'applied' and b.counting = 0 then 'replaced' else b.state end, 'bat_phase', b.phase, 'bat_rows', b.rows, 'bat_donerows', b.done_rows, 'bat_errorcount', b.error_count, 'bat_reason', case when b.state = 'reading' and uploads.is_silent(b.heard_at) then 'The upload was interrupted. Nothing was stored.' else b.reason end, 'bat_firstmonth', coalesce(b.first_month::text, ''), 'bat_lastmonth', coalesce(b.last_month::text, ''), 'bat_branches', array(select e.id from masters.entity_ref e where e.srno = any (b.branches[1:3]) order by e.id), 'bat_branchcount', cardinality(b.branches), 'bat_covered', b.covered, 'bat_counting', b.counting, 'bat_by', b.uploaded_by_name, 'bat_at', to_char(b.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'bat_hasfile', b.is_stored::integer, 'bat_haserrors', (exists (select from uploads.wrong_cells w where w.batch = b.srno))::integer) order by b.srno desc) filter (where b.at <= $1), '[]')::text as body,
max(b.srno) filter (where b.at = $1 and (select count(*) from keys) > $1) as last
from found b;

-- uploads.batch.list.reach
with keys as materialized (select srno from (
(select srno from uploads.batch where uploaded_by = $3::integer and srno < coalesce($2::integer, 2147483647) order by srno desc limit $1::integer + 1)
union
select b.srno from unnest($4::integer[]) as s (entity) cross join lateral (
select srno from uploads.batch where branch = s.entity and srno < coalesce($2::integer, 2147483647) order by srno desc limit $1::integer + 1) as b
) as mine order by srno desc limit $1::integer + 1), found as (
select b.*, row_number() over (order by b.srno desc) as at,
(select count(*)::integer from uploads.covered c where c.batch = b.srno) as counting
from uploads.batch b where b.srno = any (array(select srno from keys))
)
select coalesce(json_agg(json_build_object('bat_srno', b.srno, 'bat_kind', b.kind, 'bat_filename', b.file_name, 'bat_bytes', b.bytes, 'bat_state', case when b.state = 'reading' and uploads.is_silent(b.heard_at) then 'refused' when b.state = 'applied' and b.counting = 0 then 'replaced' else b.state end, 'bat_phase', b.phase, 'bat_rows', b.rows, 'bat_donerows', b.done_rows, 'bat_errorcount', b.error_count, 'bat_reason', case when b.state = 'reading' and uploads.is_silent(b.heard_at) then 'The upload was interrupted. Nothing was stored.' else b.reason end, 'bat_firstmonth', coalesce(b.first_month::text, ''), 'bat_lastmonth', coalesce(b.last_month::text, ''), 'bat_branches', array(select e.id from masters.entity_ref e where e.srno = any (b.branches[1:3]) order by e.id), 'bat_branchcount', cardinality(b.branches), 'bat_covered', b.covered, 'bat_counting', b.counting, 'bat_by', b.uploaded_by_name, 'bat_at', to_char(b.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'bat_hasfile', b.is_stored::integer, 'bat_haserrors', (exists (select from uploads.wrong_cells w where w.batch = b.srno))::integer) order by b.srno desc) filter (where b.at <= $1), '[]')::text as body,
max(b.srno) filter (where b.at = $1 and (select count(*) from keys) > $1) as last
from found b;
