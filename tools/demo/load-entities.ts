import type pg from 'pg';
import { DEMO_DOCUMENTS } from './documents.ts';
import { ENTITY_FACTS } from './entities.ts';

/** Loads the details and documents of the entities; states and cities must exist. */
export async function loadEntities(client: pg.Client): Promise<void> {
  const rows = async (text: string, data: readonly object[]) => {
    await client.query(text, [JSON.stringify(data)]);
  };
  await rows(
    `update masters.entity e set pan = f.pan, contact_person = f.contact, address1 = f.address ->> 0,
       address2 = f.address ->> 1, address3 = f.address ->> 2,
       country = st.country, state = st.srno,
       city = (select srno from masters.city where name = f.city and state = st.srno), phone = f.phone, mobile = f.mobile,
       email = f.email, buy_percentage = f.buy, sell_percentage = f.sell, ibr_cut = f.cut, margin_type = f.margin,
       rate_type = f.rate, currency_choice = case when f.currencies is null then 'A' else 'S' end,
       ibr_sell_rate = coalesce(f."ibrSell", false), email_rate_card = f."mailsCard",
       licence_from = current_date + (f.licence ->> 0)::integer, licence_to = current_date + (f.licence ->> 1)::integer,
       rbi_licence = f.rbi, other_details = f.details
     from jsonb_to_recordset($1) as f (id text, pan text, contact text, address jsonb, state text, city text, phone text,
       mobile text, email text, buy numeric, sell numeric, cut numeric, margin text, rate text, currencies jsonb,
       "mailsCard" boolean, "ibrSell" boolean, licence jsonb, rbi text, details text)
     join masters.state st on st.name = f.state
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
}
