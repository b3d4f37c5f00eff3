import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { budgetReport, type ReportFigures } from '#contract/budget/dashboard.ts';
import { formatMonth, MONTHS, monthsBegun } from '#domain/budget/budget.ts';
import { formatRupees } from '#domain/numbers.ts';
import { call } from '#web/wire/call.ts';
import { homeText } from '#web/texts/home.ts';
import { today } from '#web/ui/today.ts';
import { QuerySection } from './QuerySection.tsx';
import { FRESH_MS } from './fresh.ts';
import styles from './Home.module.css';

const text = homeText.budget;

/** This month's earnings and budget over the branches in scope: two bars with their figures. */
export function MonthAgainstBudget({ financialYear }: { financialYear: string }) {
  const query = useQuery({
    queryKey: ['home', 'budget', financialYear],
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      const asked = { year: financialYear, mode: 'View', type: 'BRANCH', which: 'ALL' } as const;
      return (await call(budgetReport, { asked, page: { limit: 1 } }, { signal })).reply.total;
    },
  });
  const month = MONTHS[monthsBegun(financialYear, today()) - 1];
  if (month === undefined) return null;
  return (
    <QuerySection
      title={text.title(formatMonth(financialYear, month))}
      more={<Link to="/misbudget">{text.more}</Link>}
      query={query}
    >
      {(total) => <Bars total={total} at={MONTHS.indexOf(month)} />}
    </QuerySection>
  );
}

function Bars({ total, at }: { total: ReportFigures; at: number }) {
  const bars = [
    { name: text.wanted, series: 'wanted', amount: total.budget[at] ?? '0' },
    { name: text.reached, series: 'reached', amount: total.actual[at] ?? '0' },
  ];
  const longest = Math.max(1, ...bars.map(({ amount }) => Number(amount)));
  return (
    <dl className={styles.bars}>
      {bars.map(({ name, series, amount }) => (
        <div key={series}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.amount}>{formatRupees(amount)}</span>
            <span
              className={styles.bar}
              data-series={series}
              style={{ inlineSize: `${Math.max(0, (Number(amount) / longest) * 100)}%` }}
              aria-hidden
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
