/**
 * What a transaction or a discrepancy counts as. The kinds are the codes of the rows: of the counts, and of the
 * summary.
 */

/** The code of the row that counts a transaction of this type, party type, purpose and partner. */
export const countKind = (row: string, typeSub = `''`): string =>
  `case ${row}.type when 'PB' then 'PB' || ${row}.party_type when 'SP' then 'SP:' || ${row}.purpose
     when 'MT' then ${typeSub} else ${row}.type end`;

/**
 * Sums by the codes of an audit's rows. A purpose that the audit has no row for is among the other purposes. `kinds` is
 * a query with a code and a number `n`.
 */
export const byCountRow = (audit: string, kinds: string): string =>
  `select case when c.code is null and k.code like 'SP:%' then 'SP' else k.code end as code, sum(k.n)::integer as n
   from (${kinds}) as k left join audit.count_row c on c.audit = ${audit} and c.code = k.code group by 1`;

/** The discrepancies of an audit by the rows of its counts. */
export const countedDiscrepancies = (audit: string): string =>
  byCountRow(
    audit,
    `select ${countKind('d', 'd.type_sub')} as code, count(*) as n from audit.discrepancy d
     where d.audit = ${audit} and d.flag = 'T' and d.removed_at is null group by 1`,
  );

/** The discrepancies of an audit by the rows of its summary, and how many of them are cleared. */
export const summedDiscrepancies = (audit: string): string =>
  `select case when d.flag = 'M' then d.master_type when d.type = 'MT' then 'MT' else left(d.type, 1) end as code,
     count(*)::integer as n, (count(*) filter (where d.status = 'D'))::integer as cleared
   from audit.discrepancy d where d.audit = ${audit} and d.removed_at is null group by 1`;
