import { openClient } from '#server/platform/db/client.ts';
import { hashPassword } from '#server/modules/access/index.ts';
import { loadAudits } from './audits.ts';
import { loadBudgets, loadTasks } from './budgets.ts';
import { COUNTRIES, DEMO_PASSWORD, ENTITIES, GROUPS, USERS } from './business.ts';
import { loadCustomerPapers } from './customer-papers.ts';
import { loadFlash } from './flash.ts';
import { loadLicences } from './licences.ts';
import { loadEntities } from './load-entities.ts';
import { loadLibrary } from './library.ts';
import { loadLookups } from './load-lookups.ts';
import { loadNotes } from './notes.ts';
import { loadRates } from './rates.ts';
import { loadRequests } from './requests.ts';
import { loadUploads } from './uploads.ts';

/**
 * Loads the demo business into a freshly migrated database, with one statement per table. Tests of audits, of licences
 * and of the library make their own, so their template has none.
 */
export async function loadDemo(adminUrl: string, { hasAudits = true } = {}): Promise<void> {
  const client = await openClient(adminUrl);
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
    await loadLookups(client);
    await loadEntities(client);
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
    await loadRates(client);
    await loadRequests(client);
    await loadNotes(client);
    await loadBudgets(client);
    await loadTasks(client);
    if (hasAudits) {
      await loadCustomerPapers(client);
      await loadAudits(client);
      await loadFlash(client);
      await loadUploads(client);
      await loadLibrary(client);
      await loadLicences(client);
    }
    await client.query('commit; analyze');
  } finally {
    await client.end();
  }
}
