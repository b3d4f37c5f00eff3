import type { Page } from '#contract/fields.ts';
import { ALL_FILTERS, IN_PROGRESS, REQUEST_FILTERS, type RequestFilter } from '#contract/requests/desk.ts';
import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor } from '#server/platform/database.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { isKeyDay, isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { ofMobile } from './customers.sql.ts';
import { inReach, reachOf } from './reach.sql.ts';
import { REQUEST_JOINS, REQUEST_ROW } from './rows.present.ts';
import { IS_SENT_BACK } from './sent-back.sql.ts';

/** The condition of each filter; it contains that of its partial index, written exactly alike
 * (server/migrations/0015_requests.sql). */
export const QUEUE_CONDITIONS: Readonly<Record<RequestFilter, string>> = {
  ALL: 'r.withdrawn_at is null',
  DRAFT: 'not r.submitted and r.withdrawn_at is null',
  APRBM: 'r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null',
  APRZM: 'r.bm_by is not null and r.zm_by is null',
  APRCM: 'r.zm_by is not null and r.cm_by is null',
  APRFUND: 'r.zm_by is not null and r.fm_by is null',
  PAYLINK: 'r.link_requested and r.received < r.grand_total and r.withdrawn_at is null',
  INPROGRESS: `r.status in ('P', 'S') and r.withdrawn_at is null`,
  SENTBACK: `not r.submitted and r.submitted_at is not null and r.withdrawn_at is null and ${IS_SENT_BACK}`,
  // Only its maker can see a draft without a branch.
  UNSENT: `r.link_requested and not r.link_sent and r.received < r.grand_total and r.withdrawn_at is null
    and r.branch is not null and r.type in ('SP', 'SB')`,
  UNPAID: 'r.link_sent and r.received < r.grand_total and r.withdrawn_at is null',
};

/** The filters that show only requests of the caller's own. */
const OWN_FILTERS = ['SENTBACK', 'UNPAID'] as const;
type OwnFilter = (typeof OWN_FILTERS)[number];
const isOwn = (filter: RequestFilter): filter is OwnFilter =>
  (OWN_FILTERS as readonly string[]).includes(filter);

const row = jsonObject(REQUEST_ROW);

type PageStatement = Statement<{ body: string; last_day: string | null; last_key: number | null }>;
type Reach = 'all' | 'one' | 'several';
type Order = 'number' | 'day';

interface Variant {
  readonly filter: RequestFilter;
  readonly reach: Reach;
  readonly order: Order;
  /** Whether the list is filtered by type. */
  readonly isTyped: boolean;
}
const nameOf = ({ filter, reach, order, isTyped }: Variant): string =>
  [filter.toLowerCase(), reach, order, ...(isTyped ? ['type'] : [])].join('.');

const KEYS: Readonly<Record<Order, readonly string[]>> = { number: ['srno'], day: ['made_on', 'srno'] };
/** One row more than the page shows whether there is a next page. */
const PAGE = '$1::integer + 1';
/**
 * The maximum length of a page as a constant. Without it the generic plan assumes that a page is a tenth of the table,
 * and reads all employees to join them to a hundred rows.
 */
const MOST = MAX_LIST_ROWS + 1;
/** The rows that each branch contributes at first: twice its even share of the page, plus eight. */
const SHARE = `least(${PAGE}, 8 + 2 * (${PAGE}) / greatest(1, cardinality($6::integer[])))`;

/**
 * The keys of a page, newest first. Each branch is one ordered index range, and the ranges are merged. A single
 * condition for all branches would make PostgreSQL read and sort all their requests. A range is short at first. It is
 * extended only if its branch may have more rows of the page: below its last key and above the last key of a page made
 * of the short ranges. Parameters: rows, the key of the last row seen (day and number), the type, the maker, the
 * branches, the first day.
 */
function pageOf({ filter, reach, order, isTyped }: Variant): string {
  const key = (row: string) => `(${KEYS[order].map((column) => `${row}.${column}`).join(', ')})`;
  const newestFirst = KEYS[order].map((column) => `${column} desc`).join(', ');
  const ranked = (rows: string) =>
    `select *, row_number() over (order by ${newestFirst}) as n from (${rows}) as rows`;
  const stretch = (limit: string, ...more: string[]) => {
    const conditions = [
      QUEUE_CONDITIONS[filter],
      // Every statement takes the same parameters, whether it filters by type and days or not.
      isTyped ? 'r.type = $4::text' : '$4::text is null',
      order === 'day' ? 'r.made_on >= $7::date' : '$2::date is not null',
      ...more,
    ];
    return `(select * from (select r.made_on, r.srno from requests.request r where ${conditions.join(' and ')}
      order by ${newestFirst} limit ${MOST}) as most limit ${limit})`;
  };
  const below = order === 'day' ? `${key('r')} < ($2::date, $3::integer)` : 'r.srno < $3::integer';
  if (reach === 'all') {
    const inReach = ['(r.branch is not null or r.made_by = $5::integer)', '$6::integer[] is null'];
    return `page as materialized (${ranked(stretch(PAGE, below, ...inReach))})`;
  }
  const ownDrafts = stretch(PAGE, below, 'r.branch is null', 'r.made_by = $5::integer');
  const merged = (...stretches: string[]) =>
    `page as materialized (${ranked(`${stretches.join(' union all ')} order by ${newestFirst} limit ${PAGE}`)})`;
  if (reach === 'one') return merged(stretch(PAGE, below, 'r.branch = ($6::integer[])[1]'), ownDrafts);
  const longer = stretch(
    PAGE,
    'r.branch = short.branch',
    `${key('r')} < ${key('short')}`,
    `${key('r')} > ${key('short_page')}`,
  );
  return `short as materialized (
      select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
      cross join lateral (${ranked(stretch(SHARE, below, 'r.branch = b.branch'))}) as s
    ), short_page as materialized (
      select coalesce(max(made_on) filter (where n = ${PAGE}), '-infinity') as made_on,
        coalesce(max(srno) filter (where n = ${PAGE}), 0) as srno
      from (${ranked('select made_on, srno from short')}) as s
    ), ${merged(
      'select made_on, srno from short',
      `select s.made_on, s.srno from short cross join short_page cross join lateral ${longer} as s
       where short.n = ${SHARE} and ${key('short')} > ${key('short_page')}`,
      ownDrafts,
    )}`;
}

/** One page as JSON; `pages` is the SQL of the common table expression `page` with the keys of its rows. */
function pageStatement(name: string, pages: string): PageStatement {
  const last = (value: string) =>
    `max(${value}) filter (where page.n = $1 and (select exists from one_more))`;
  return statement(
    `requests.list.${name}`,
    { body: 'text', last_day: 'text?', last_key: 'int4?' },
    `with ${pages}, one_more as (select count(*) > $1 as exists from page)
     select coalesce(json_agg(${row} order by page.n) filter (where page.n <= $1), '[]')::text as body,
       ${last('page.made_on::text')} as last_day, ${last('page.srno')} as last_key
     from page join requests.request r on r.srno = page.srno ${REQUEST_JOINS}`,
  );
}

const statements = new Map<string, PageStatement>();
for (const filter of [...REQUEST_FILTERS, 'UNSENT'] as const)
  for (const reach of ['all', 'one', 'several'] as const)
    for (const order of filter === 'ALL' ? (['number', 'day'] as const) : (['number'] as const))
      for (const isTyped of [false, true]) {
        const variant = { filter, reach, order, isTyped };
        statements.set(nameOf(variant), pageStatement(nameOf(variant), pageOf(variant)));
      }

/** The employee with the caller's code; none if the caller has no code. */
const employee = (code: string) =>
  `(select e.srno from masters.employee_ref e where lower(e.code) = lower(${code}::text) and ${code}::text <> '')`;

/**
 * The requests in progress of an executive: one ordered index range of those they sell and one of those they deliver,
 * merged without duplicates. Parameters: rows, the last number seen, the type, the branches, the caller, the employee
 * code.
 */
const executiveStretch = (column: string) =>
  `(select r.made_on, r.srno from requests.request r
    where r.${column} = ${employee('$6')} and ${QUEUE_CONDITIONS.INPROGRESS} and r.srno < $2::integer
      and ($3::text is null or r.type = $3) and ${inReach('$4', '$5')}
    order by r.srno desc limit ${PAGE})`;
const inProgress = pageStatement(
  'inprogress',
  `page as materialized (
     select *, row_number() over (order by srno desc) as n from (
       ${executiveStretch('sales_executive')} union ${executiveStretch('delivery_executive')}
       order by srno desc limit ${PAGE}
     ) as rows
   )`,
);

/** The requests of one maker. Parameters: rows, the last number seen, the type, the branches, the caller. */
const ownStatement = (filter: OwnFilter) =>
  pageStatement(
    filter.toLowerCase(),
    `page as materialized (
       select *, row_number() over (order by srno desc) as n from (
         select r.made_on, r.srno from requests.request r
         where r.made_by = $5::integer and ${QUEUE_CONDITIONS[filter]} and r.srno < $2::integer
           and ($3::text is null or r.type = $3) and ${inReach('$4', '$5')}
         order by r.srno desc limit ${MOST}
       ) as most limit ${PAGE}
     )`,
  );
const ownStatements = { SENTBACK: ownStatement('SENTBACK'), UNPAID: ownStatement('UNPAID') };

/** Whether the request `r` belongs to the caller, for the filters that ask. Every statement takes the code. */
const isCallers = (filter: RequestFilter, actor: string, code: string) =>
  filter === IN_PROGRESS
    ? `${employee(code)} in (r.sales_executive, r.delivery_executive)`
    : `${code}::text is not null${isOwn(filter) ? ` and r.made_by = ${actor}::integer` : ''}`;

/**
 * One number, combined with every other filter. A withdrawn request is in no list, but ALL finds it by its number.
 * Parameters: number, branches in scope, caller, type, branch, first day, last day, employee code.
 */
const byNumber = (filter: RequestFilter) =>
  statement(
    `requests.list.bynumber.${filter.toLowerCase()}`,
    { body: 'text' },
    `select coalesce(json_agg(${row}), '[]')::text as body from requests.request r ${REQUEST_JOINS}
     where r.srno = $1 and ${inReach('$2', '$3')} and ${filter === 'ALL' ? 'true' : `(${QUEUE_CONDITIONS[filter]})`}
       and ($4::text is null or r.type = $4) and ($5::integer is null or r.branch = $5)
       and ($6::date is null or r.made_on >= $6) and ($7::date is null or r.made_on <= $7)
       and ${isCallers(filter, '$3', '$8')}`,
  );
const numberStatements = new Map(ALL_FILTERS.map((filter) => [filter, byNumber(filter)] as const));

/** The shortest end of a number that finds a request. A shorter one would fit too many. */
const MIN_END_CHARS = 6;
/** Sorts after every character, so that it ends the range of the texts that begin in the same way. */
const LAST_CHAR = 'chr(1114111)';
/** The last characters of a text, as the range of an index on the reversed text. */
const endsWith = (reversed: string) =>
  `(${reversed}) collate "C" >= $4::text and (${reversed}) collate "C" < $4 || ${LAST_CHAR}`;

/**
 * The numbers by which a request is found, each by its own index: a column in whose order the index is read, and the
 * condition. Only four digits of an Aadhaar number are stored. They do not identify a person, so they are not searched.
 */
const NUMBERS: readonly { readonly order: string; readonly condition: string }[] = [
  { order: 'r.pan', condition: `r.pan = upper($3::text) and r.pan <> ''` },
  {
    order: 'lower(r.id_number)',
    condition: `lower(r.id_number) = lower($3) and r.id_number <> '' and r.id_type not in ('7', '8')`,
  },
  {
    order: 'reverse(lower(r.id_number)) collate "C"',
    condition: `${endsWith('reverse(lower(r.id_number))')} and r.id_number <> '' and r.id_type not in ('7', '8')`,
  },
  { order: 'reverse(lower(r.ref_no)) collate "C"', condition: endsWith('reverse(lower(r.ref_no))') },
];

/**
 * The requests with a number: their own, or one of their customer. It is combined with every other filter. Parameters:
 * rows, the last number seen, the text, its reversed end, the text as a serial number, branches in scope, caller, type,
 * branch, first day, last day, employee code.
 */
function byText(filter: RequestFilter): PageStatement {
  const others = `r.srno < $2::integer and ${inReach('$6', '$7')}
    and ($8::text is null or r.type = $8) and ($9::integer is null or r.branch = $9)
    and ($10::date is null or r.made_on >= $10) and ($11::date is null or r.made_on <= $11)
    and ${isCallers(filter, '$7', '$12')}`;
  const waiting = `(${QUEUE_CONDITIONS[filter]})`;
  const found = NUMBERS.map(
    ({ order, condition }) =>
      `(select r.made_on, r.srno from requests.request r where ${condition} and ${waiting} and ${others}
        order by ${order} desc, r.srno desc limit ${MOST})`,
  );
  const byMobile = `(${ofMobile('r.made_on, r.srno', '$3', `${waiting} and ${others}`, MOST)})`;
  const own = `(select r.made_on, r.srno from requests.request r
    where r.srno = $5::integer and ${filter === 'ALL' ? 'true' : waiting} and ${others})`;
  return pageStatement(
    `bytext.${filter.toLowerCase()}`,
    `page as materialized (
       select *, row_number() over (order by srno desc) as n from (
         ${[own, byMobile, ...found].join(' union ')} order by srno desc limit ${PAGE}
       ) as rows
     )`,
  );
}
const textStatements = new Map(ALL_FILTERS.map((filter) => [filter, byText(filter)] as const));

export interface ListQuery {
  readonly filter: RequestFilter;
  /** One request by its number, if the other filters match. */
  readonly srno: number | null;
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  /** A branch in scope; null means all. */
  readonly branch: number | null;
  readonly type: string | null;
}

const LAST_DAY = '9999-12-31';
const FIRST_DAY = '0001-01-01';
const LAST_NUMBER = 2_147_483_647;

export async function listPage(on: Executor, asked: ListQuery, page: Page | undefined, caller: Caller) {
  const numbered = numberStatements.get(asked.filter);
  if (asked.srno !== null && numbered !== undefined) {
    const [from, to] = asked.filter === 'ALL' ? [asked.from, asked.to] : [null, null];
    const narrowed = [asked.type, asked.branch, from, to, caller.employeeCode];
    const { body } = await on.one(numbered, [asked.srno, ...reachOf(caller), ...narrowed]);
    return { body, next: null };
  }
  const text = page?.q?.replaceAll(/\s/g, '') ?? '';
  if (text !== '') return textPage(on, asked, text, page, caller);
  const branches = asked.branch === null ? entitiesIn(caller.scope) : [asked.branch];
  if (asked.filter === IN_PROGRESS || isOwn(asked.filter)) {
    mustBeInOrder(page);
    const [, number] = startOf(page?.after, null);
    const values = [page?.limit ?? MAX_LIST_ROWS, number, asked.type, branches, caller.account];
    const { body, last_key } = isOwn(asked.filter)
      ? await on.one(ownStatements[asked.filter], values)
      : await on.one(inProgress, [...values, caller.employeeCode]);
    return { body, next: last_key === null ? null : writeKey(LAST_DAY, last_key) };
  }
  const reach: Reach = branches === null ? 'all' : branches.length === 1 ? 'one' : 'several';
  const isDated = asked.filter === 'ALL' && (asked.from !== null || asked.to !== null);
  const order = isDated ? 'day' : 'number';
  const chosen = statements.get(nameOf({ filter: asked.filter, reach, order, isTyped: asked.type !== null }));
  if (chosen === undefined) throw new Error('this list has no statement');
  mustBeInOrder(page);
  const [day, number] = startOf(page?.after, isDated ? asked.to : null);
  const { body, last_day, last_key } = await on.one(chosen, [
    page?.limit ?? MAX_LIST_ROWS,
    day,
    number,
    asked.type,
    // A selected branch excludes the caller's own drafts without a branch.
    asked.branch === null ? caller.account : null,
    branches,
    ...(isDated ? [asked.from ?? FIRST_DAY] : []),
  ]);
  return { body, next: last_key === null ? null : writeKey(last_day ?? LAST_DAY, last_key) };
}

async function textPage(
  on: Executor,
  { filter, type, branch, ...days }: ListQuery,
  text: string,
  page: Page | undefined,
  caller: Caller,
) {
  const statement = textStatements.get(filter);
  if (statement === undefined) throw new Error('this list has no statement');
  mustBeInOrder(page);
  const [, number] = startOf(page?.after, null);
  const [from, to] = filter === 'ALL' ? [days.from, days.to] : [null, null];
  const { body, last_key } = await on.one(statement, [
    page?.limit ?? MAX_LIST_ROWS,
    number,
    text,
    text.length < MIN_END_CHARS ? null : [...text.toLowerCase()].reverse().join(''),
    /^\d{1,9}$/.test(text) ? Number(text) : null,
    ...reachOf(caller),
    type,
    branch,
    from,
    to,
    caller.employeeCode,
  ]);
  return { body, next: last_key === null ? null : writeKey(LAST_DAY, last_key) };
}

function mustBeInOrder(page: Page | undefined): void {
  if ((page?.sort ?? '-srno') !== '-srno') throw malformed('This list cannot be sorted so.');
}

/**
 * The key below which the page begins. It includes the last requested day. With two upper bounds PostgreSQL would begin
 * at the higher one and read down to the other.
 */
function startOf(after: string | undefined, to: IsoDate | null): readonly [string, number] {
  const top = [to ?? LAST_DAY, LAST_NUMBER] as const;
  if (after === undefined) return top;
  const key = readKey(after, [isKeyDay, isKeyNumber]);
  return key[0] > top[0] ? top : key;
}
