import type pg from 'pg';
import { AREAS, BANKS, COMPANY, CURRENCIES, EMPLOYEES, PURPOSES, STATES } from './lookups.ts';

/** Loads the lookup data of the demo business, after its countries and entities. */
export async function loadLookups(client: pg.Client): Promise<void> {
  const rows = async (text: string, data: object) => {
    await client.query(text, [JSON.stringify(data)]);
  };
  await rows(
    `insert into masters.state (name, country)
     select s.name, c.srno from jsonb_to_recordset($1) as s (name text), masters.country c where c.name = 'India'`,
    STATES,
  );
  await rows(
    `insert into masters.city (name, state, country)
     select city, s.srno, s.country from jsonb_to_recordset($1) as r (name text, cities jsonb)
     join masters.state s using (name) cross join jsonb_array_elements_text(r.cities) as city`,
    STATES,
  );
  await rows(
    `insert into masters.currency (code, name, country, flag, rate_places, trade_order)
     select r.code, r.name, c.srno, r.flag, r."ratePlaces", r."tradeOrder"
     from jsonb_to_recordset($1) as r (code text, name text, country text, flag text, "ratePlaces" smallint, "tradeOrder" smallint)
     left join masters.country c on c.swift_code = r.country`,
    CURRENCIES,
  );
  await rows(
    `insert into masters.bank (name, code) select name, code from jsonb_to_recordset($1) as b (name text, code text)`,
    BANKS,
  );
  await rows(
    `insert into masters.gateway_bank (name, code)
     select name, "gatewayCode" from jsonb_to_recordset($1) as b (name text, "gatewayCode" text)`,
    BANKS.filter(({ gatewayCode }) => gatewayCode !== ''),
  );
  await rows(
    `insert into masters.purpose (value, name)
     select value, name from jsonb_to_recordset($1) as p (value text, name text)`,
    PURPOSES,
  );
  await rows(
    `insert into masters.area (name) select name from jsonb_to_recordset($1) as a (name text)`,
    AREAS,
  );
  await rows(
    `insert into masters.area_branch (branch, area)
     select e.srno, a.srno from jsonb_to_recordset($1) as r (name text, branches jsonb)
     join masters.area a using (name) cross join jsonb_array_elements_text(r.branches) as branch
     join masters.entity e on e.id = branch`,
    AREAS,
  );
  await rows(
    `insert into masters.employee (code, name, branch, kind, sales, delivery)
     select r.code, r.name, e.srno, coalesce(r.kind, 'P'), coalesce(r.sales, false), coalesce(r.delivery, false)
     from jsonb_to_recordset($1) as r (code text, name text, branch text, kind text, sales boolean, delivery boolean)
     join masters.entity e on e.id = r.branch`,
    EMPLOYEES,
  );
  await rows(
    `update masters.company m set (name, address1, address2, address3, licence, gstin, contact1, contact2) =
       (select name, address1, address2, address3, licence, gstin, contact1, contact2
        from jsonb_populate_record(null::masters.company, $1))`,
    COMPANY,
  );
}
