import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dateInIndia, formatDateTime, formatTime } from '#domain/dates.ts';
import { homeText } from '#web/texts/home.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { today } from '#web/ui/today.ts';
import { QuerySection } from './QuerySection.tsx';
import styles from './Home.module.css';
import { useBranchRates, useInterBankRates, type HomeRates } from './useRates.ts';

const text = homeText.rates;

interface Column {
  readonly label: string;
  readonly side?: 'buy' | 'sell';
}
const BUY_AND_SELL: readonly Column[] = [
  { label: text.buy, side: 'buy' },
  { label: text.sell, side: 'sell' },
];
const IBR: readonly Column[] = [{ label: text.ibr }];

/** Today's buy and sell rates of the user's branch. */
export function BranchRates({ branch }: { branch: string }) {
  const query = useBranchRates(branch);
  return (
    <RatesSection query={query} columns={BUY_AND_SELL} more={<Link to="/rate-card">{text.card}</Link>} />
  );
}

/** The inter-bank rates of the day, for users who set them. */
export function InterBankRates() {
  const query = useInterBankRates();
  return <RatesSection query={query} columns={IBR} more={<Link to="/ibr">{text.all}</Link>} />;
}

interface RatesSectionProps {
  query: UseQueryResult<HomeRates>;
  columns: readonly Column[];
  more: ReactNode;
}

function RatesSection({ query, columns, more }: RatesSectionProps) {
  return (
    <QuerySection title={text.title} more={more} query={query}>
      {({ publishedAt, rows }) => (
        <>
          <Freshness publishedAt={publishedAt} />
          {rows.length === 0 ? null : <RateTable rows={rows} columns={columns} />}
        </>
      )}
    </QuerySection>
  );
}

function RateTable({ rows, columns }: Pick<HomeRates, 'rows'> & Pick<RatesSectionProps, 'columns'>) {
  return (
    <table className={styles.rates} aria-label={text.table}>
      <thead>
        <tr>
          <th scope="col">{text.currency}</th>
          {columns.map(({ label, side }) => (
            <th key={label} scope="col" className="number" data-side={side}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, flag, values }) => (
          <tr key={code}>
            <th scope="row">
              <CurrencyName code={code} flag={flag} />
            </th>
            {values.map((value, index) => (
              <td key={columns[index]?.label} className="number">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Freshness({ publishedAt }: { publishedAt: string | null }) {
  if (publishedAt === null)
    return (
      <p className={styles.fresh}>
        <StatusBadge meaning="waiting">{text.none}</StatusBadge>
      </p>
    );
  const at = Date.parse(publishedAt);
  const isOfToday = dateInIndia(at) === today();
  return (
    <p className={styles.fresh}>
      <StatusBadge meaning={isOfToday ? 'done' : 'waiting'}>
        {isOfToday ? text.today(formatTime(at)) : text.earlier(formatDateTime(at))}
      </StatusBadge>
    </p>
  );
}
