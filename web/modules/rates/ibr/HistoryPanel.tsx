import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ibrHistory, type IbrRow } from '#contract/rates/ibr.ts';
import type { ReplyOf } from '#contract/define.ts';
import { addDays, dateInIndia, formatDate } from '#domain/dates.ts';
import { changePercent } from '#domain/rates/pricing.ts';
import { LiveFilters } from '#web/patterns/list/FilterBar.tsx';
import type { FilterKinds } from '#web/patterns/list/filters.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { ProblemNotice } from '#web/patterns/problem/QueryState.tsx';
import { call } from '#web/wire/call.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LineChart, type ChartPoint } from '#web/ui/chart/LineChart.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { today } from '#web/ui/today.ts';
import styles from './History.module.css';
import { IBR_KEY, savedAt, stateOf } from './ibr.ts';
import { rateOf, shownPercent } from './rates.ts';

const text = ibrText.history;
const DAYS_AT_FIRST = 90;
const FILTERS = {
  isd: { kind: 'choice' },
  from: { kind: 'date', initial: () => addDays(today(), 1 - DAYS_AT_FIRST) },
  to: { kind: 'date', initial: today },
} as const satisfies FilterKinds;
/** The server's maximum. */
const MOST_POINTS = 2_000;

type Published = ReplyOf<typeof ibrHistory>[number];

type CurrencyOf = Pick<IbrRow, 'isd' | 'ratePlaces'>;

interface Step extends Published {
  /** The rate with the decimals of its currency. */
  readonly shown: string;
  /** Compared with the previous publication; null for the first. */
  readonly percent: string | null;
}

const stepsOf = (row: CurrencyOf, published: readonly Published[]): Step[] =>
  published.map((each, index) => {
    const before = published[index - 1];
    const shown = rateOf(row, each.ibr);
    return { ...each, shown, percent: before === undefined ? null : changePercent(each.ibr, before.ibr) };
  });

const kindOf = (step: Step) => `${ibrText.flag[step.flag]}, ${stateOf(step).toLowerCase()}`;
const changeText = (step: Step) => (step.percent === null ? '' : shownPercent(step.percent));

const columns: readonly Column<Step>[] = [
  { id: 'at', header: text.at, value: savedAt, width: 160, hideable: false },
  { id: 'rate', header: text.rate, value: (step) => step.shown, align: 'end', width: 104 },
  { id: 'change', header: text.change, value: changeText, align: 'end', width: 88 },
  { id: 'kind', header: text.kind, value: kindOf, width: 136 },
  { id: 'by', header: text.by, value: (step) => step.userName, width: 120 },
];

/** The currency in the address, otherwise the dollar, otherwise the first. */
const chosenOf = (rows: readonly IbrRow[], named: string): IbrRow | undefined =>
  rows.find(({ isd }) => isd === named) ?? rows.find(({ isd }) => isd === 'USD') ?? rows[0];

/** The tab History: one currency over time, as a chart and as a table. */
export function HistoryPanel({ rows }: { rows: readonly IbrRow[] }) {
  const filters = useFilters(FILTERS);
  const { from, to } = filters.values;
  const chosen = chosenOf(rows, filters.values.isd);
  const [isd, places] = [chosen?.isd ?? '', chosen?.ratePlaces ?? 0];
  const { data, error } = useQuery({
    queryKey: [IBR_KEY, 'history', isd, from, to],
    enabled: isd !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(ibrHistory, { asked: { isd, from, to } }, { signal })).reply,
  });
  const steps = useMemo(
    () => (data === undefined ? undefined : stepsOf({ isd, ratePlaces: places }, data)),
    [isd, places, data],
  );
  const newestFirst = useMemo(() => steps?.toReversed(), [steps]);
  return (
    <>
      <LiveFilters filters={filters} label={text.search} className={styles.search}>
        {(field) => (
          <>
            <SelectField
              label={text.currency}
              choices={rows.map((row) => ({ value: row.isd, label: `${row.isd} ${row.currencyName}` }))}
              {...field('isd')}
              value={isd}
              clearable={false}
            />
            <DateInput label={text.from} {...field('from')} max={to} />
            <DateInput label={text.to} {...field('to')} min={from} max={today()} />
          </>
        )}
      </LiveFilters>
      <ProblemNotice error={error} />
      {steps === undefined ? null : steps.length === 0 ? (
        <EmptyState title={text.empty} text={text.emptyText} />
      ) : (
        <>
          <Figures steps={steps} />
          <LineChart
            label={text.chart(isd)}
            points={steps.map(pointOf)}
            showX={(at) => formatDate(dateInIndia(at))}
            showY={(rate) => rateOf({ isd, ratePlaces: places }, String(rate))}
          />
          {steps.length === MOST_POINTS ? <Notice meaning="info">{text.most}</Notice> : null}
          <h2 className={styles.heading}>{text.table}</h2>
          <DataTable
            tableId="ibr-history"
            label={text.chart(isd)}
            columns={columns}
            rows={newestFirst}
            rowKey={(step) => String(step.srno)}
            empty={{ title: text.empty }}
            maxHeight="480px"
          />
        </>
      )}
    </>
  );
}

const pointOf = (step: Step): ChartPoint => ({
  key: String(step.srno),
  x: Date.parse(step.savedAt),
  // Converted to a number only to draw the point; the text beside it shows the exact figure.
  y: Number(step.ibr),
  isHollow: step.isReplaced,
  told: [
    [savedAt(step), `${step.shown}${step.percent === null ? '' : ` (${changeText(step)})`}`],
    [kindOf(step), step.userName],
  ],
});

function Figures({ steps }: { steps: readonly Step[] }) {
  const byRate = steps.toSorted((a, b) => Number(a.ibr) - Number(b.ibr));
  const [lowest, highest, first, last] = [byRate[0], byRate.at(-1), steps[0], steps.at(-1)];
  if (!lowest || !highest || !first || !last) return null;
  const overall = changePercent(last.ibr, first.ibr);
  const facts: readonly [string, string][] = [
    [text.lowest, lowest.shown],
    [text.highest, highest.shown],
    [text.overall, overall === null ? '' : shownPercent(overall)],
  ];
  return (
    <dl className={styles.figures}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{text.at}</dt>
        <dd>{text.span(steps.length)}</dd>
      </div>
    </dl>
  );
}
