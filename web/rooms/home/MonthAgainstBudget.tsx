import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { budgetReport } from '#contract/budget/dashboard.ts';
import { formatMonth, MONTHS, monthsBegun } from '#domain/budget/budget.ts';
import { formatRupees } from '#domain/numbers.ts';
import { call } from '#web/app/call.ts';
import { homeText } from '#web/texts/home.ts';
import { today } from '#web/ui/today.ts';
import { FRESH_MS } from './fresh.ts';
import styles from './Home.module.css';
import { Section } from './Section.tsx';

const text = homeText.budget;

/** What was earned this month against what was wanted, over the branches in reach: two bars with their figures. */
export function MonthAgainstBudget({ financialYear }: { financialYear: string }) {
  const { data: total } = useQuery({
    queryKey: ['home', 'budget', financialYear],
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      const asked = { finyear: financialYear, mode: 'View', srchType: 'BRANCH', srchOneAll: 'ALL' } as const;
      return (await call(budgetReport, { asked, page: { limit: 1 } }, { signal })).reply.total;
    },
  });
  const month = MONTHS[monthsBegun(financialYear, today()) - 1];
  if (total === undefined || month === undefined) return null;
  const at = MONTHS.indexOf(month);
  const bars = [
    { name: text.wanted, series: 'wanted', amount: total.budget[at] ?? '0' },
    { name: text.reached, series: 'reached', amount: total.actual[at] ?? '0' },
  ];
  const longest = Math.max(1, ...bars.map(({ amount }) => Number(amount)));
  return (
    <Section
      title={text.title(formatMonth(financialYear, month))}
      more={<Link to="/misbudget">{text.more}</Link>}
    >
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
    </Section>
  );
}
