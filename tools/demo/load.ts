import pg from 'pg';
import { hashPassword } from '#server/rooms/access/index.ts';
import { DEMO_DOCUMENTS } from './documents.ts';
import { ENTITY_FACTS } from './entities.ts';
import { COUNTRIES, DEMO_PASSWORD, ENTITIES, GROUPS, USERS } from './business.ts';

/** Loads the demo business into a freshly migrated database, table by table, each in one statement. */
export async function loadDemo(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const rows = async (text: string, data: readonly object[]) => {
    await client.query(text, [JSON.stringify(data)]);
  };
  try {
    await client.query('begin; set local role bureau_owner');
    await client.query(`insert into platform.installation (kind) values ('demo')`);
    await rows(
      `insert into masters.country (name, nationality, swift_code, fatf, active)
       select name, nationality, code, fatf, true
       from jsonb_to_recordset($1) as c (name text, nationality text, code text, fatf boolean)`,
      COUNTRIES,
    );
    await rows(
      `insert into masters.entity (srno, id, type, name, controlling_branch)
       select e.n, e.id, e.type, e.name, controller.n
       from (select *, row_number() over () as n from jsonb_to_recordset($1) as r (id text, type text, name text, "controlledBy" text)) e
       left join (select *, row_number() over () as n from jsonb_to_recordset($1) as r (id text)) controller on controller.id = e."controlledBy"`,
      ENTITIES,
    );
    await client.query(
      `select setval(pg_get_serial_sequence('masters.entity', 'srno'), (select max(srno) from masters.entity))`,
    );
    await rows(
      `update masters.entity e set pan = f.pan, contact_person = f.contact, address1 = f.address ->> 0,
         address2 = f.address ->> 1, address3 = f.address ->> 2,
         country = (select srno from masters.country where name = 'India'), phone = f.phone, mobile = f.mobile,
         email = f.email, buy_percentage = f.buy, sell_percentage = f.sell, ibr_cut = f.cut, margin_type = f.margin,
         rate_type = f.rate, currency_choice = case when f.currencies is null then 'A' else 'S' end,
         ibr_sell_rate = coalesce(f."ibrSell", false), email_rate_card = f."mailsCard",
         licence_from = current_date + (f.licence ->> 0)::integer, licence_to = current_date + (f.licence ->> 1)::integer,
         rbi_licence = f.rbi, other_details = f.details
       from jsonb_to_recordset($1) as f (id text, pan text, contact text, address jsonb, state text, city text, phone text,
         mobile text, email text, buy numeric, sell numeric, cut numeric, margin text, rate text, currencies jsonb,
         "mailsCard" boolean, "ibrSell" boolean, licence jsonb, rbi text, details text)
       where e.id = f.id`,
      ENTITY_FACTS,
    );
    await rows(
      `insert into masters.entity_currency (entity, code)
       select e.srno, code from jsonb_to_recordset($1) as f (id text, currencies jsonb)
       cross join jsonb_array_elements_text(f.currencies) as code join masters.entity e on e.id = f.id`,
      ENTITY_FACTS.filter(({ currencies }) => currencies !== undefined),
    );
    await rows(
      `insert into masters.entity_document (entity, kind, file_name, extension, hash, bytes, status, rejection_reason,
         uploaded_at, uploaded_by_name, approved_at)
       select e.srno, d.kind, d.name, d.extension, d.hash, d.bytes, d.status,
         case d.status when 'R' then 'The number cannot be read. Please scan it again.' else '' end,
         now() + make_interval(days => d.day), 'Asha Rao',
         case d.status when 'A' then now() + make_interval(days => d.day + 1) end
       from jsonb_to_recordset($1) as d (entity text, kind integer, name text, extension text, hash text, bytes integer,
         status text, day integer)
       join masters.entity e on e.id = d.entity`,
      DEMO_DOCUMENTS.map((document) => ({ ...document, bytes: document.bytes.length })),
    );
    await rows(
      `insert into access.right_group (name) select name from jsonb_to_recordset($1) as g (name text)`,
      Object.keys(GROUPS).map((name) => ({ name })),
    );
    await rows(
      `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
       select g.srno, r.key, r.flags like '%q%', r.flags like '%a%', r.flags like '%e%'
       from jsonb_to_recordset($1) as r ("group" text, key text, flags text) join access.right_group g on g.name = r."group"`,
      Object.entries(GROUPS).flatMap(([group, grants]) =>
        Object.entries(grants).map(([key, flags]) => ({ group, key, flags })),
      ),
    );
    await rows(
      `insert into access.account (user_id, name, email, entity, right_group, employee_code, active, enabled, must_change_password)
       select u.id, u.name, u.id || '@bureau.example', e.srno, g.srno, coalesce(u.employee, ''), u.inactive is null, u.blocked is null,
         coalesce(u."mustChange", false)
       from jsonb_to_recordset($1) as u (id text, name text, entity text, "group" text, employee text, inactive boolean,
         blocked boolean, "mustChange" boolean)
       join masters.entity e on e.id = u.entity join access.right_group g on g.name = u."group"
       order by (select n from jsonb_array_elements($1) with ordinality as o (u2, n) where u2 ->> 'id' = u.id)`,
      USERS,
    );
    await rows(
      `insert into access.account_branch (account, branch, allowed)
       select a.srno, b.srno, true from jsonb_to_recordset($1) as u (id text, branches jsonb)
       cross join jsonb_array_elements_text(u.branches) as branch
       join access.account a on a.user_id = u.id join masters.entity b on b.id = branch`,
      USERS.filter(({ branches }) => branches !== undefined),
    );
    await client.query('insert into access.password (account, hash) select srno, $1 from access.account', [
      await hashPassword(DEMO_PASSWORD),
    ]);
    await client.query('commit; analyze');
  } finally {
    await client.end();
  }
}
