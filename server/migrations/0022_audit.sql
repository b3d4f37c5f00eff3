-- oldest program: none
-- The monthly audit of a branch: its checklists and its figures. Its registers and discrepancies are in the next file.

create schema audit;
grant usage on schema audit to bureau_writer, bureau_reader;

-- The rows that every audit begins with. The lists are the two checklists, the counts of purchases, sales and money transfer, the
-- business figures and the summary of discrepancies. A row that is not editable is a heading; its number is above 100.
create table audit.particular (
  list text not null check (list in ('RBI', 'OPS', 'PUR', 'SAL', 'MTSS', 'MIS', 'SUM')),
  no integer not null check (no > 0),
  position integer not null,
  code text not null default '' check (length(code) <= 20),
  words text not null check (length(words) between 1 and 200),
  editable boolean not null default true,
  primary key (list, no),
  unique (list, position)
);
grant select on audit.particular to bureau_reader, bureau_writer;

insert into audit.particular (list, no, position, words, editable)
select list, no, (row_number() over (partition by list order by at))::integer, words, no <= 100
from (values
  ('RBI', 101, 1, 'A. Licence, premises and display'),
  ('RBI', 1, 2, 'RBI licence displayed and valid'),
  ('RBI', 2, 3, 'Day''s rates displayed'),
  ('RBI', 3, 4, 'Business only at approved premises'),
  ('RBI', 4, 5, 'Authorisation board and hours displayed'),
  ('RBI', 102, 6, 'B. Registers and returns'),
  ('RBI', 5, 7, 'FLM 1 written daily and equal to stock'),
  ('RBI', 6, 8, 'FLM 3 complete, certificates in series'),
  ('RBI', 7, 9, 'FLM 4 supported by sellers'' memos'),
  ('RBI', 8, 10, 'FLM 5 complete, memos in series'),
  ('RBI', 9, 11, 'FLM 6 supported by buyers'' authority'),
  ('RBI', 10, 12, 'FLM 8 sent by the 10th'),
  ('RBI', 103, 13, 'C. Purchases'),
  ('RBI', 11, 14, 'Encashment certificate with every purchase'),
  ('RBI', 12, 15, 'Cash payouts within USD 1,000 (resident) or 3,000'),
  ('RBI', 13, 16, 'Declaration form seen above USD 5,000 notes, 10,000 in all'),
  ('RBI', 104, 17, 'D. Sales'),
  ('RBI', 14, 18, 'Sales against passport, ticket and visa'),
  ('RBI', 15, 19, 'Cash below Rs 50,000 per sale only'),
  ('RBI', 16, 20, 'A2, declaration and PAN for LRS, year''s limit watched'),
  ('RBI', 17, 21, 'Notes per trip within limits'),
  ('RBI', 18, 22, 'No exchange for Nepal, Bhutan, prohibited purposes'),
  ('RBI', 105, 23, 'E. KYC, AML and CFT'),
  ('RBI', 19, 24, 'Customers'' documents valid, Aadhaar masked'),
  ('RBI', 20, 25, 'Files of corporates, dealers, franchisees complete'),
  ('RBI', 21, 26, 'Sanctions and high-risk countries screened'),
  ('RBI', 22, 27, 'CTR, STR and counterfeit reports in time'),
  ('RBI', 23, 28, 'Principal Officer named, AML training held'),
  ('RBI', 106, 29, 'F. Records and ratios'),
  ('RBI', 24, 30, 'Records of five years can be found'),
  ('RBI', 25, 31, '75 % rule and LRS returns kept'),
  ('OPS', 101, 1, 'A. Cash, notes and vault'),
  ('OPS', 1, 2, 'Opening and closing count signed by two'),
  ('OPS', 2, 3, 'Notes equal to system on the day of audit'),
  ('OPS', 3, 4, 'Rupee cash equal to cash book'),
  ('OPS', 4, 5, 'Cash within insured limit'),
  ('OPS', 5, 6, 'Vault keys under dual control'),
  ('OPS', 6, 7, 'No old notes in transit or unanswered'),
  ('OPS', 102, 8, 'B. Transactions and books'),
  ('OPS', 7, 9, 'Rates within card, deviations approved'),
  ('OPS', 8, 10, 'Memos in series, cancelled ones kept'),
  ('OPS', 9, 11, 'Special approvals settled'),
  ('OPS', 10, 12, 'Bank reconciliation up to date'),
  ('OPS', 11, 13, 'GST and TCS as the scheme says'),
  ('OPS', 12, 14, 'Card stock equal to system'),
  ('OPS', 13, 15, 'Printed stationery accounted for'),
  ('OPS', 14, 16, 'Money-transfer payouts with papers'),
  ('OPS', 15, 17, 'Torn and counterfeit notes register'),
  ('OPS', 103, 18, 'C. Premises and security'),
  ('OPS', 16, 19, 'Cameras work, recordings kept'),
  ('OPS', 17, 20, 'Alarm and fire equipment tested'),
  ('OPS', 18, 21, 'Local licences displayed'),
  ('OPS', 19, 22, 'Grievance notice displayed'),
  ('OPS', 104, 23, 'D. Staff, customers and follow-up'),
  ('OPS', 20, 24, 'Users are present staff only'),
  ('OPS', 21, 25, 'Staff attendance'),
  ('OPS', 22, 26, 'Identity cards and training'),
  ('OPS', 23, 27, 'Complaint register answered'),
  ('OPS', 24, 28, 'Franchisees inspected'),
  ('OPS', 25, 29, 'Last audit''s observations complied with')
) as row (list, no, at, words);

-- A count of sales to the public has one row for each purpose, which an audit adds from the purposes of its day before the rows
-- given here. The rows PB and SP are for what fits no other row, and are shown only if there is something.
insert into audit.particular (list, no, position, code, words) values
  ('PUR', 1, 1, 'PP', 'From public'), ('PUR', 2, 2, 'PBF', 'Bulk, franchisees'), ('PUR', 3, 3, 'PBD', 'Bulk, dealers'),
  ('PUR', 4, 4, 'PB', 'Bulk, no party type'), ('SAL', 1, 1, 'SP', 'Other purposes'), ('SAL', 2, 2, 'SB', 'Bulk'),
  ('MTSS', 1, 1, 'WU', 'Western Union (WU)'), ('MTSS', 2, 2, 'TF', 'TransFast (TF)'),
  ('MTSS', 3, 3, 'XM', 'Xpress Money (XM)'), ('MTSS', 4, 4, 'MG', 'MoneyGram (MG)'),
  ('MIS', 1, 1, 'PP', 'Purchases from public'), ('MIS', 2, 2, 'PB', 'Purchases in bulk'),
  ('MIS', 3, 3, 'SPCN', 'Sales to public, notes'), ('MIS', 4, 4, 'SPCARD', 'Sales to public, cards'),
  ('MIS', 5, 5, 'SB', 'Sales in bulk'), ('MIS', 6, 6, 'MT', 'Money transfer'), ('MIS', 7, 7, 'MARGIN', 'Margin'),
  ('SUM', 1, 1, 'P', 'Purchases'), ('SUM', 2, 2, 'S', 'Sales'), ('SUM', 3, 3, 'MT', 'Money transfer'),
  ('SUM', 4, 4, 'C', 'Corporates'), ('SUM', 5, 5, 'D', 'Authorised dealers'), ('SUM', 6, 6, 'F', 'Franchisees');

create table audit.audit (
  srno integer primary key generated by default as identity,
  branch integer not null references masters.entity,
  year integer not null check (year between 2000 and 2199),
  month integer not null check (month between 1 and 12),
  first_day date not null generated always as (make_date(year, month, 1)) stored,
  audited_on date not null,
  cashier text not null check (length(cashier) between 1 and 50),
  manager text not null check (length(manager) between 1 and 50),
  auditor integer,
  auditor_name text not null,
  status text not null default 'P' check (status in ('P', 'R', 'C')),
  reviewed_on date,
  closed_on date,
  closed_by_name text not null default '',
  -- The audit of the month before. Its figures are the last month's of this one.
  previous integer references audit.audit,
  -- The report as it was when the audit was closed, with its letterhead: what happens to branches, purposes and discrepancies
  -- afterwards does not change it.
  report jsonb,
  version integer not null default 1,
  changed_by integer,
  changed_by_name text not null default '',
  changed_at timestamptz not null default now(),
  constraint audit_once unique (branch, year, month),
  unique (srno, branch),
  constraint audit_date check (audited_on >= make_date(year, month, 1)),
  check ((status = 'C') = (closed_on is not null)),
  check (report is null or status = 'C')
);
create index audit_by_branch on audit.audit (branch, first_day desc, srno desc);
create index audit_by_month on audit.audit (first_day desc, srno desc);
create index audit_by_branch_and_status on audit.audit (branch, status, first_day desc, srno desc);
create index audit_by_status on audit.audit (status, first_day desc, srno desc);
create index audit_by_previous on audit.audit (previous) where previous is not null;
create index audit_by_logo on audit.audit ((report -> 'letterhead' ->> 'logo')) where report is not null;

-- The answers to both checklists.
create table audit.answer (
  srno integer generated by default as identity unique,
  audit integer not null,
  branch integer not null,
  list text not null check (list in ('RBI', 'OPS')),
  no integer not null,
  position integer not null,
  words text not null,
  editable boolean not null,
  answer text not null default 'S' check (answer in ('Y', 'N', 'S')),
  observation text not null default '' check (length(observation) <= 100),
  version integer not null default 1,
  changed_by integer,
  changed_by_name text not null default '',
  changed_at timestamptz not null default now(),
  primary key (audit, list, no),
  foreign key (audit, branch) references audit.audit (srno, branch),
  constraint answer_of_heading check (editable or (answer = 'S' and observation = ''))
);

-- How many transactions of each kind the month had. Discrepancies are counted from audit.discrepancy.
create table audit.count_row (
  srno integer generated by default as identity unique,
  audit integer not null,
  branch integer not null,
  list text not null check (list in ('PUR', 'SAL', 'MTSS')),
  no integer not null,
  code text not null,
  words text not null,
  transactions integer not null default 0 check (transactions between 0 and 9999999),
  -- Where the number comes from: the audit's own transactions, the requests, an uploaded sheet, or typed; empty if it was never set.
  source text not null default '' check (source in ('', 'audit', 'requests', 'upload', 'typed')),
  version integer not null default 1,
  changed_by integer,
  changed_by_name text not null default '',
  changed_at timestamptz not null default now(),
  primary key (audit, list, no),
  foreign key (audit, branch) references audit.audit (srno, branch)
);

-- Business of this month and the last, in whole rupees. Null means that it was never filled.
create table audit.mis_row (
  srno integer generated by default as identity unique,
  audit integer not null,
  branch integer not null,
  no integer not null,
  code text not null,
  words text not null,
  this_month numeric(15, 0),
  -- Typed, where there is no audit of the month before; stored at closing otherwise.
  last_month numeric(15, 0),
  filled_at timestamptz,
  version integer not null default 1,
  changed_by integer,
  changed_by_name text not null default '',
  changed_at timestamptz not null default now(),
  primary key (audit, no),
  foreign key (audit, branch) references audit.audit (srno, branch)
);

-- Discrepancies of the last month and how many of them are complied with; typed where there is no audit of the month before,
-- stored at closing otherwise. Those of this month are counted.
create table audit.summary_row (
  srno integer generated by default as identity unique,
  audit integer not null,
  branch integer not null,
  no integer not null,
  code text not null,
  words text not null,
  last_month integer check (last_month between 0 and 9999999),
  complied integer check (complied between 0 and 9999999),
  version integer not null default 1,
  changed_by integer,
  changed_by_name text not null default '',
  changed_at timestamptz not null default now(),
  primary key (audit, no),
  foreign key (audit, branch) references audit.audit (srno, branch)
);

-- The report of a closed audit as the file that was made of it, by the hash of its bytes in the object store. It is made once, by the
-- first one who asks for it, and never changed.
create table audit.report_file (
  audit integer primary key,
  branch integer not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  made_at timestamptz not null default now(),
  foreign key (audit, branch) references audit.audit (srno, branch)
);
create index report_file_by_hash on audit.report_file (hash);

select platform.protect_rows(target, 'platform.in_scope(branch)')
  from unnest('{audit.audit, audit.answer, audit.count_row, audit.mis_row, audit.summary_row, audit.report_file}'::regclass[])
    as target;
grant select on audit.audit, audit.answer, audit.count_row, audit.mis_row, audit.summary_row, audit.report_file
  to bureau_reader, bureau_writer;
grant insert, update on audit.audit, audit.answer, audit.count_row, audit.mis_row, audit.summary_row to bureau_writer;
grant insert (audit, branch, hash, bytes) on audit.report_file to bureau_writer;
