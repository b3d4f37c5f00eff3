/**
 * Runs on the machine of the drill `install`: gives the new business the countries, branches, employees, banks and
 * currencies of the demo, which an office types in or imports in its first days. Users, requests and documents are left
 * to the drill.
 */
import { openClient } from '#server/platform/db/client.ts';
import { loadSettings, SETTINGS_FILES } from '#tools/config/environment.ts';
import { COUNTRIES, ENTITIES } from '#tools/demo/business.ts';
import { loadLookups } from '#tools/demo/load-lookups.ts';

loadSettings(SETTINGS_FILES.owner);
const client = await openClient(process.env['DATABASE_URL'] ?? '');
try {
  await client.query('begin; set local role bureau_owner');
  await client.query(
    `insert into masters.country (name, nationality, swift_code, fatf, active)
     select name, nationality, code, fatf, true
     from jsonb_to_recordset($1) as c (name text, nationality text, code text, fatf boolean)`,
    [JSON.stringify(COUNTRIES)],
  );
  // Setup has made the head office.
  await client.query(
    `insert into masters.entity (id, type, name)
     select id, type, name from jsonb_to_recordset($1) as e (id text, type text, name text)`,
    [JSON.stringify(ENTITIES.filter(({ type }) => type === 'B'))],
  );
  await loadLookups(client);
  await client.query('commit');
} finally {
  await client.end();
}
