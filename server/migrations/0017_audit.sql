-- oldest program: 0016
-- The monthly audit of a branch: its checklists, its registers and their transactions, its figures, and the discrepancies that the
-- branch answers.

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

-- Registers, papers and proofs are opened by one call, so their numbers come from one sequence.
create sequence audit.file_srno as integer;
grant usage on sequence audit.file_srno to bureau_writer;

-- The registers FLM3 to FLM6, fetched from the requests or uploaded as a sheet, and the papers of the attendance row. A fetched
-- register has no bytes: it is written from its transactions whenever somebody downloads it.
create table audit.document (
  srno integer primary key default nextval('audit.file_srno'),
  audit integer not null,
  branch integer not null,
  kind text not null check (kind in ('FLM3', 'FLM4', 'FLM5', 'FLM6', 'ATT1', 'ATT2')),
  origin text not null check (origin in ('upload', 'fetch')),
  file_name text not null check (length(file_name) between 3 and 255),
  extension text not null check (extension ~ '^[a-z]{3,4}$'),
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  bytes integer check (bytes > 0),
  rows integer not null default 0,
  uploaded_at timestamptz not null default now(),
  uploaded_by integer,
  uploaded_by_name text not null default '',
  removed_at timestamptz,
  removed_by integer,
  removed_by_name text not null default '',
  unique (srno, audit),
  foreign key (audit, branch) references audit.audit (srno, branch),
  check ((origin = 'upload') = (hash is not null and bytes is not null))
);
-- A register comes once, however many ask for it at once.
create unique index document_once on audit.document (audit, kind) where removed_at is null and kind like 'FLM%';
create index document_by_audit on audit.document (audit, srno) where removed_at is null;
create index document_of_audit on audit.document (audit);

-- The transactions of the registers. The lines are those of the register: product, currency, quantity, rate and amount.
create table audit.transaction (
  line_no integer primary key generated by default as identity,
  audit integer not null,
  branch integer not null,
  document integer not null,
  type text not null check (type in ('PP', 'PB', 'SP', 'SB')),
  tran_no text not null check (length(tran_no) between 1 and 10),
  tran_date date not null,
  traveller text not null default '' check (length(traveller) <= 100),
  party text not null default '' check (length(party) <= 100),
  nationality text not null default '' check (length(nationality) <= 50),
  id_number text not null default '' check (length(id_number) <= 60),
  pan text not null default '' check (length(pan) <= 20),
  purpose text not null default '' check (length(purpose) <= 20),
  party_type text not null default '' check (party_type in ('', 'F', 'D')),
  amount numeric(17, 2) not null,
  paid_by text not null default '' check (length(paid_by) <= 100),
  lines jsonb not null,
  status text not null default 'PEN' check (status in ('PEN', 'OK', 'DIS')),
  marked_by integer,
  marked_by_name text not null default '',
  marked_at timestamptz,
  version integer not null default 1,
  foreign key (audit, branch) references audit.audit (srno, branch),
  foreign key (document, audit) references audit.document (srno, audit)
) with (fillfactor = 90);
create unique index transaction_once on audit.transaction (audit, type, tran_no, tran_date);
create index transaction_list on audit.transaction (audit, type, status, tran_date, line_no);
create index transaction_by_document on audit.transaction (document);

-- The marks of a register that was deleted, for the day on which it comes again.
create table audit.kept_mark (
  audit integer not null,
  branch integer not null,
  type text not null,
  tran_no text not null,
  tran_date date not null,
  party_type text not null,
  marked_by integer,
  marked_by_name text not null,
  marked_at timestamptz,
  primary key (audit, type, tran_no, tran_date),
  foreign key (audit, branch) references audit.audit (srno, branch)
);

-- How many transactions of an audit are of each kind and status, so that no screen counts them. Triggers keep it.
create table audit.tally (
  audit integer not null,
  branch integer not null,
  type text not null,
  party_type text not null,
  purpose text not null,
  status text not null,
  n integer not null,
  primary key (audit, type, party_type, purpose, status)
) with (fillfactor = 50);

-- What the auditor objects to: in a transaction (flag T) or in the file of a party (flag M). One that a reverse took off stays
-- here out of sight.
create table audit.discrepancy (
  line_no integer primary key generated by default as identity,
  audit integer not null,
  branch integer not null,
  flag text not null check (flag in ('T', 'M')),
  type text not null default '' check (type in ('', 'PP', 'PB', 'SP', 'SB', 'MT')),
  -- The partner of a money transfer.
  type_sub text not null default '' check (type_sub in ('', 'WU', 'TF', 'XM', 'MG')),
  tran_no text not null default '' check (length(tran_no) <= 10),
  tran_date date,
  purpose text not null default '' check (length(purpose) <= 20),
  party_type text not null default '' check (party_type in ('', 'F', 'D')),
  master_type text not null default '' check (master_type in ('', 'C', 'D', 'F')),
  master_document integer references masters.document_kind,
  party_name text not null default '' check (length(party_name) <= 100),
  words text not null check (length(words) between 1 and 500),
  -- The day of the transaction, or the day on which the discrepancy of a party was raised.
  on_day date not null,
  status text not null default 'P' check (status in ('P', 'R', 'D')),
  -- When the status last became P. A response is possible only after a reply since then.
  pending_since timestamptz not null default clock_timestamp(),
  raised_at timestamptz not null default now(),
  raised_by integer,
  raised_by_name text not null default '',
  removed_at timestamptz,
  removed_by_name text not null default '',
  version integer not null default 1,
  changed_by integer,
  changed_by_name text not null default '',
  changed_at timestamptz not null default now(),
  unique (line_no, branch),
  foreign key (audit, branch) references audit.audit (srno, branch),
  constraint discrepancy_of_transaction check (flag = 'M' or (type <> '' and tran_no <> '' and tran_date is not null)),
  constraint discrepancy_of_party check (flag = 'T' or (master_type <> '' and party_name <> ''))
);
create unique index discrepancy_once on audit.discrepancy (audit, type, tran_no, tran_date)
  where flag = 'T' and removed_at is null;
create index discrepancy_by_audit on audit.discrepancy (audit, flag, line_no) where removed_at is null;
create index discrepancy_by_branch on audit.discrepancy (branch, flag, status, on_day, line_no) where removed_at is null;
create index discrepancy_by_status on audit.discrepancy (flag, status, on_day, line_no) where removed_at is null;
create index discrepancy_pending on audit.discrepancy (branch) where status = 'P' and removed_at is null;
create index discrepancy_in_review on audit.discrepancy (branch) where status = 'R' and removed_at is null;

-- What was said about a discrepancy, with an optional proof, and every change of its status. It is never changed.
create table audit.reply (
  srno integer primary key default nextval('audit.file_srno'),
  discrepancy integer not null,
  branch integer not null,
  -- The status that the discrepancy got; null for words alone.
  status text check (status in ('P', 'R', 'D')),
  words text not null default '' check (length(words) <= 250),
  file_name text check (length(file_name) between 3 and 255),
  extension text check (extension ~ '^[a-z]{3,4}$'),
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  bytes integer check (bytes > 0),
  made_at timestamptz not null default clock_timestamp(),
  made_by integer,
  made_by_name text not null default '',
  foreign key (discrepancy, branch) references audit.discrepancy (line_no, branch),
  check (num_nulls(file_name, extension, hash, bytes) in (0, 4)),
  check ((words <> '') <> (status is not null))
);
create index reply_by_discrepancy on audit.reply (discrepancy, srno);

-- The weeks in which a branch was reminded of its discrepancies, so that a mail goes once.
create table audit.reminded (
  branch integer not null references masters.entity,
  week date not null,
  primary key (branch, week)
);

select platform.protect_rows(target, 'platform.in_scope(branch)')
  from unnest('{audit.audit, audit.answer, audit.count_row, audit.mis_row, audit.summary_row, audit.document, audit.transaction,
    audit.kept_mark, audit.discrepancy, audit.reply, audit.reminded}'::regclass[]) as target;
-- Only the triggers of the transactions write the tally.
select platform.protect_rows('audit.tally', 'platform.in_scope(branch)', 'select');
grant select on audit.audit, audit.answer, audit.count_row, audit.mis_row, audit.summary_row, audit.document, audit.transaction,
  audit.kept_mark, audit.tally, audit.discrepancy, audit.reply, audit.reminded to bureau_reader, bureau_writer;
grant insert, update on audit.audit, audit.answer, audit.count_row, audit.mis_row, audit.summary_row, audit.discrepancy
  to bureau_writer;
grant insert, update (rows, removed_at, removed_by, removed_by_name) on audit.document to bureau_writer;
grant insert, update (status, party_type, marked_by, marked_by_name, marked_at, version), delete on audit.transaction
  to bureau_writer;
grant insert, update, delete on audit.kept_mark to bureau_writer;
grant insert on audit.reply, audit.reminded to bureau_writer;
