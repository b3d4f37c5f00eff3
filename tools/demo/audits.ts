import type pg from 'pg';
import { monthAfter } from '#domain/audit/audit.ts';
import { addDays, dateInIndia, isoDate, type IsoDate } from '#domain/dates.ts';
import {
  fillBusiness,
  fillCounts,
  insertAudit,
  reportFacts,
  storeLastMonth,
} from '#server/modules/audit/index.ts';
import type { Transaction } from '#server/platform/database.ts';
import { DEMO_PAPERS } from './documents.ts';
import { executorOn } from './executor.ts';

/**
 * The audits of the demo: two closed ones and a half done one of Mumbai, one in review of Delhi, and one of Bengaluru of
 * a month whose registers are uploaded. The product's own statements start, count, fill and close them.
 */

interface DemoAudit {
  readonly branch: string;
  readonly year: number;
  readonly month: number;
  readonly cashier: string;
  readonly manager: string;
  readonly status: 'P' | 'R' | 'C';
  readonly formats: readonly string[];
  /** The operational rows that are answered; the RBI rows of a month with registers all are. */
  readonly operational: number;
  /** How many transactions are marked. */
  readonly marked: number;
  /** The status of each discrepancy of a transaction, in the order in which they are found. */
  readonly found: readonly ('P' | 'R' | 'D')[];
  readonly parties: readonly (readonly [type: 'C' | 'D' | 'F', party: string, document: number, words: string, status: 'P' | 'R' | 'D'])[]; // prettier-ignore
  readonly transfers: readonly number[];
}

const ALL_FORMATS = ['FLM3', 'FLM4', 'FLM5', 'FLM6'] as const;
const EVERY = 10_000;

function demoAudits(today: IsoDate): readonly DemoAudit[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const back = (months: number) => monthAfter(year, month, -months);
  const mumbai = { branch: 'MUM', cashier: 'Vikas Rane', manager: 'Bhavna Shah' } as const;
  return [
    {
      ...mumbai,
      ...back(3),
      status: 'C',
      formats: ALL_FORMATS,
      operational: 25,
      marked: EVERY,
      found: ['D', 'D', 'D', 'P'],
      parties: [['C', 'Orient Travels', 3, 'PAN card copy is not in the file.', 'D']],
      transfers: [198, 55, 41, 0],
    },
    {
      ...mumbai,
      ...back(2),
      status: 'C',
      formats: ALL_FORMATS,
      operational: 25,
      marked: EVERY,
      found: ['P', 'P', 'P', 'R', 'D', 'D'],
      parties: [
        ['C', 'Orient Travels', 4, 'GST registration is older than a year.', 'P'],
        ['C', 'Sagar Holidays', 3, 'PAN card copy is not legible.', 'D'],
        ['D', 'Apex Exchange', 1, 'Authority of the dealer has lapsed.', 'R'],
      ],
      transfers: [214, 61, 48, 0],
    },
    {
      ...mumbai,
      ...back(1),
      status: 'P',
      formats: ['FLM3', 'FLM5'],
      operational: 14,
      marked: 12,
      found: ['P', 'P', 'P'],
      parties: [
        ['C', 'Sagar Holidays', 6, 'Address proof of the premises is missing.', 'P'],
        ['D', 'Apex Exchange', 1, 'Renewed licence is not in the file.', 'P'],
        ['F', 'Goa Panjim Forex', 2, 'Agreement is not signed on every page.', 'P'],
      ],
      transfers: [0, 0, 0, 0],
    },
    {
      branch: 'DEL',
      cashier: 'Harpreet Gill',
      manager: 'Balbir Singh',
      ...back(1),
      status: 'R',
      formats: ALL_FORMATS,
      operational: 25,
      marked: EVERY,
      found: ['P', 'R', 'R', 'D'],
      parties: [['C', 'Capital Tours', 3, 'PAN card copy is not in the file.', 'P']],
      transfers: [96, 20, 11, 4],
    },
    {
      branch: 'BLR',
      cashier: 'Lakshmi Rao',
      manager: 'Girish Kulkarni',
      year: 2025,
      month: 3,
      status: 'P',
      formats: [],
      operational: 0,
      marked: 0,
      found: [],
      parties: [],
      transfers: [],
    },
  ];
}

/** Parameters: the audit, the formats. A fetched register holds the approved requests of the month. */
const REGISTERS = `with made as (
    insert into audit.document (audit, branch, kind, origin, file_name, extension, uploaded_by, uploaded_by_name, uploaded_at)
    select a.srno, a.branch, f, 'fetch', f || '.xlsx', 'xlsx', a.auditor, a.auditor_name, a.audited_on + time '11:20'
    from audit.audit a, unnest($2::text[]) as f where a.srno = $1 order by f returning *
  )
  insert into audit.transaction (audit, branch, document, type, tran_no, tran_date, traveller, party, nationality, id_number, pan,
    purpose, amount, paid_by, lines)
  select a.srno, a.branch, m.srno, r.type, r.srno::text, r.final_on, r.traveller_name, r.entity_name, r.nationality, r.id_number,
    r.pan, r.purpose, r.forex_total, coalesce(r.paid_by, ''), coalesce(r.lines, '[]')
  from audit.audit a join made m on m.audit = a.srno
  join requests.register_ref r on r.branch = a.branch
    and r.type = case m.kind when 'FLM3' then 'PP' when 'FLM4' then 'PB' when 'FLM5' then 'SP' else 'SB' end
    and r.submitted_at >= a.first_day::timestamp at time zone 'Asia/Kolkata'
    and r.submitted_at < (a.first_day + interval '1 month') at time zone 'Asia/Kolkata'
  where a.srno = $1 order by r.submitted_at, r.srno`;

/** Parameters: the audit, how many are marked, the statuses of the discrepancies. The worst findings come first. */
const MARKS = `with ranked as (
    select t.*, row_number() over (order by t.tran_date, t.line_no) as place,
      case when t.type = 'SP' and t.pan = '' then 1 when t.type = 'SP' and t.paid_by like '%CASH%' and t.amount >= 50000 then 2
        when t.type in ('PB', 'SB') then 3 else 4 end as finding
    from audit.transaction t where t.audit = $1
  ), wanted as (
    select r.*, row_number() over (order by r.finding, r.place) as n from ranked r where r.place <= $2
  ), marked as (
    update audit.transaction t set status = case when w.n <= cardinality($3::text[]) then 'DIS' else 'OK' end,
      party_type = case when t.type = 'PB' then (array['D', 'F'])[1 + w.n % 2] else '' end, marked_by = a.auditor,
      marked_by_name = a.auditor_name, marked_at = a.audited_on + time '12:00'
    from wanted w, audit.audit a where w.line_no = t.line_no and a.srno = t.audit
  )
  insert into audit.discrepancy (audit, branch, flag, type, tran_no, tran_date, purpose, party_type, party_name, words, on_day,
    status, pending_since, raised_at, raised_by, raised_by_name)
  select w.audit, w.branch, 'T', w.type, w.tran_no, w.tran_date, w.purpose,
    case when w.type = 'PB' then (array['D', 'F'])[1 + w.n % 2] else '' end, coalesce(nullif(w.traveller, ''), w.party),
    case w.finding when 1 then 'PAN of the traveller is not on record.' when 2 then 'Cash of Rs 50,000 or more was taken for one sale.'
      when 3 then 'The memo of the other party is not signed.'
      else (array['Copy of the passport is not legible.', 'A2 form is not signed.', 'Copy of the certificate is missing.'])[1 + w.n % 3] end,
    w.tran_date, ($3::text[])[w.n], a.audited_on + time '12:00', a.audited_on + time '12:00', a.auditor, a.auditor_name
  from wanted w join audit.audit a on a.srno = w.audit where w.n <= cardinality($3::text[]) order by w.n`;

/** Parameters: the audit, the parties. */
const PARTIES = `insert into audit.discrepancy (audit, branch, flag, master_type, party_name, master_document, words, on_day, status,
    pending_since, raised_at, raised_by, raised_by_name)
  select a.srno, a.branch, 'M', p.value ->> 0, p.value ->> 1, (p.value ->> 2)::integer, p.value ->> 3, a.audited_on, p.value ->> 4,
    a.audited_on + time '12:30', a.audited_on + time '12:30', a.auditor, a.auditor_name
  from audit.audit a, jsonb_array_elements($2::jsonb) with ordinality as p where a.srno = $1 order by p.ordinality`;

/** Parameters: the audit, the operational rows that are answered, the counts of money transfer. */
const ANSWERS = `with answered as (
    update audit.answer t set answer = case when t.no % 9 = 7 then 'N' else 'Y' end,
      observation = case when t.no % 9 = 7 then 'Seen on the day of the audit; to be put right by next month.'
        when t.no = 10 and t.list = 'RBI' then 'Sent in time.' else '' end,
      changed_by = a.auditor, changed_by_name = a.auditor_name
    from audit.audit a where a.srno = $1 and t.audit = a.srno and t.editable and (t.list = 'RBI' or t.no <= $2)
  )
  update audit.count_row t set transactions = ($3::integer[])[t.no], source = 'typed'
  where t.audit = $1 and t.list = 'MTSS' and 0 < any ($3::integer[])`;

/** What the branch has said, and what was decided. Parameter: the proofs. */
const REPLIES = `with said as (
    select d.line_no, d.branch, d.status, d.pending_since, d.audit, s.step,
      row_number() over (partition by s.step in (1, 2) order by d.line_no) as n, b.srno as staff, b.name as staff_name
    from audit.discrepancy d
    join masters.entity e on e.srno = d.branch join access.account b on b.user_id = 'staff.' || lower(e.id)
    cross join lateral (values (1, e.id = 'DEL' or d.status <> 'P'), (2, e.id = 'DEL' and d.status = 'P'), (3, d.status <> 'P'),
      (4, d.status = 'D')) as s (step, happens)
    where s.happens and d.flag = 'T'
  )
  insert into audit.reply (discrepancy, branch, status, words, file_name, extension, hash, bytes, made_at, made_by, made_by_name)
  select s.line_no, s.branch, case s.step when 3 then 'R' when 4 then 'D' end,
    case s.step when 1 then 'The paper was found and is attached.' when 2 then 'The customer brings the original this week.' else '' end,
    p.name, p.extension, p.hash, p.bytes, s.pending_since + s.step * interval '5 hours',
    case when s.step = 4 then a.auditor else s.staff end, case when s.step = 4 then a.auditor_name else s.staff_name end
  from said s join audit.audit a on a.srno = s.audit
  left join jsonb_to_recordset($1) as p (n integer, name text, extension text, hash text, bytes integer)
    on s.step = 1 and p.n = s.n % 3
  order by s.line_no, s.step`;

/** The papers of the attendance row. Parameters: the audit, the papers. */
const ATTENDANCE = `insert into audit.document (audit, branch, kind, origin, file_name, extension, hash, bytes, uploaded_by,
    uploaded_by_name, uploaded_at)
  select a.srno, a.branch, p.kind, 'upload', p.name, p.extension, p.hash, p.bytes, a.auditor, a.auditor_name,
    a.audited_on + time '11:00'
  from audit.audit a, jsonb_to_recordset($2) as p (kind text, name text, extension text, hash text, bytes integer)
  where a.srno = $1 order by p.kind`;

const sent = (data: unknown): string => JSON.stringify(data);
const papers = (use: 'proof' | 'attendance') =>
  DEMO_PAPERS.filter((paper) => paper.use === use).map(({ name, extension, hash, bytes, kind }, n) => ({
    n,
    kind,
    name,
    extension,
    hash,
    bytes: bytes.length,
  }));

export async function loadAudits(client: pg.Client): Promise<void> {
  const on = executorOn(client);
  const today = dateInIndia(Date.now());
  const auditor = await client.query<{ account: number; name: string }>(
    `select srno as account, name, set_config('bureau.actor', srno::text, true), set_config('bureau.call', 'demo', true)
     from access.account where user_id = 'audit.ca'`,
  );
  const by = auditor.rows[0];
  if (by === undefined) throw new Error('the demo has no auditor');
  const places = await client.query<{ id: string; srno: number }>('select id, srno from masters.entity');
  const branchOf = new Map(places.rows.map(({ id, srno }) => [id, srno]));
  const started: (DemoAudit & { readonly srno: number; readonly date: IsoDate })[] = [];
  for (const audit of demoAudits(today)) {
    const next = monthAfter(audit.year, audit.month, 1);
    const third = isoDate(`${next.year}-${String(next.month).padStart(2, '0')}-03`);
    const date = third > today ? today : third;
    const branch = branchOf.get(audit.branch) ?? 0;
    const added = await insertAudit(on, { ...audit, branch, date }, by);
    if (added === undefined) throw new Error(`${audit.branch} has an audit of that month`);
    started.push({ ...audit, srno: added.srno, date });
  }
  for (const audit of started) await fillAudit(client, on, audit, by);
  await client.query(REPLIES, [sent(papers('proof'))]);
  for (const audit of started) await endAudit(client, on, audit);
}

type StartedDemo = DemoAudit & { readonly srno: number; readonly date: IsoDate };

async function fillAudit(
  client: pg.Client,
  on: Transaction,
  audit: StartedDemo,
  by: { readonly account: number; readonly name: string },
): Promise<void> {
  const { srno, formats, operational, marked, found, parties, transfers, status } = audit;
  if (formats.length === 0) return;
  await client.query(REGISTERS, [srno, formats]);
  await client.query(
    `update audit.document d set rows = (select count(*) from audit.transaction t where t.document = d.srno) where audit = $1`,
    [srno],
  );
  await client.query(MARKS, [srno, marked, found]);
  await client.query(PARTIES, [srno, sent(parties)]);
  await client.query(ANSWERS, [srno, operational, transfers]);
  if (status === 'P') await client.query(ATTENDANCE, [srno, sent(papers('attendance'))]);
  await fillCounts(on, srno, by);
  await fillBusiness(on, srno, by);
  await client.query(
    `with business as (
       update audit.mis_row t set last_month = round(t.this_month * 0.94) where t.audit = $1
         and (select previous is null from audit.audit where srno = $1)
     )
     update audit.summary_row t set last_month = 2, complied = 2 where t.audit = $1 and t.code in ('P', 'S')
       and (select previous is null from audit.audit where srno = $1)`,
    [srno],
  );
}

/** Sets the status of an audit on a day soon after the audit, with its report if it is closed. */
async function endAudit(client: pg.Client, on: Transaction, audit: StartedDemo): Promise<void> {
  const { srno, status, date } = audit;
  if (status === 'P') return;
  const today = dateInIndia(Date.now());
  const [reviewed, closed] = [addDays(date, 2), addDays(date, 6)].map((day) => (day > today ? today : day));
  await client.query(`update audit.audit set status = 'R', reviewed_on = $2 where srno = $1`, [
    srno,
    reviewed,
  ]);
  if (status === 'R') return;
  const { rows } = await client.query<{ previous: number | null }>(
    'select previous from audit.audit where srno = $1',
    [srno],
  );
  const previous = rows[0]?.previous ?? null;
  if (previous !== null) await storeLastMonth(on, srno, previous);
  const company = await client.query<object>(
    'select name, address1, address2, address3, licence, gstin, contact1, contact2 from masters.company_ref',
  );
  const report = {
    facts: await reportFacts(on, srno),
    letterhead: { company: company.rows[0] ?? {}, logo: null },
  };
  await client.query(
    `update audit.audit set status = 'C', closed_on = $2, closed_by_name = auditor_name, report = $3 where srno = $1`,
    [srno, closed, sent(report)],
  );
}
