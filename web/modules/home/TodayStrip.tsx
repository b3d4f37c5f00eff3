import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/define.ts';
import { today } from '#contract/home/today.ts';
import { formatDate, isoDate } from '#domain/dates.ts';
import { formatRupees } from '#domain/numbers.ts';
import { call } from '#web/wire/call.ts';
import { homeText } from '#web/texts/home.ts';
import { SmallBars } from '#web/ui/chart/SmallBars.tsx';
import { FRESH_MS } from './fresh.ts';
import { homePart } from './homePart.ts';
import styles from './TodayStrip.module.css';

const text = homeText.today;

/** The turnover of today. Sales and purchases are never added together. Absent until it is loaded, and if it fails. */
export function TodayStrip() {
  const { data } = useQuery(
    homePart('today', {
      alone: (signal) => call(today, {}, { signal }),
      staleTime: FRESH_MS,
      refetchInterval: 2 * FRESH_MS,
    }),
  );
  const now = data?.days.at(-1);
  if (data === undefined || now === undefined) return null;
  return (
    <section className={styles.strip} aria-label={text.region}>
      <div className={styles.ink}>
        <Figure label={text.sold} value={formatRupees(now.sold)} detail={text.sales(now.sales)} />
        <SmallBars label={text.chart} bars={barsOf(data.days)} />
      </div>
      <Figure label={text.bought} value={formatRupees(now.bought)} detail={text.purchases(now.purchases)} />
      <Figure
        label={text.deals}
        value={String(now.sales + now.purchases)}
        detail={text.dealt(now.sales, now.purchases)}
      />
      {data.margin === null ? null : (
        <Figure label={text.margin} value={formatRupees(data.margin)} detail={text.overIbr} />
      )}
    </section>
  );
}

const barsOf = (days: ReplyOf<typeof today>['days']) =>
  days.map(({ date, sold }) => ({
    key: date,
    value: Number(sold),
    told: text.day(formatDate(isoDate(date)), formatRupees(sold)),
  }));

function Figure({ label, value, detail }: { label: string; value: string; detail: string }) {
  return (
    <div className={styles.figure}>
      <p className={styles.label}>{label}</p>
      <p className={styles.value}>{value}</p>
      <p className={styles.label}>{detail}</p>
    </div>
  );
}
