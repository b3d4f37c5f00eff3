import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ibrHistory, type IbrRow } from '#contract/rates/ibr.ts';
import type { ReplyOf } from '#contract/define.ts';
import { addDays, dateInIndia, formatDate, readIsoDate } from '#domain/dates.ts';
import { changePercent } from '#domain/rates/pricing.ts';
import { call } from '#web/app/call.ts';
import { messageOf, SessionEndedError } from '#web/app/problems.ts';
import { ibrText } from '#web/texts/ibr.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LineChart, type ChartPoint } from '#web/ui/chart/LineChart.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { Column } from '#web/ui/table/columns.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { today } from '#web/ui/today.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import styles from './History.module.css';
import { IBR_KEY, savedAt, stateOf } from './ibr.ts';
import { shownPercent, shownRate } from './rates.ts';

const text = ibrText.history;
const DAYS_AT_FIRST = 90;
/** As many as the server gives at most. */
const MOST_POINTS = 2_000;

type Published = ReplyOf<typeof ibrHistory>[number];

interface Step extends Published {
  /** Against the publication before; null for the first. */
  readonly percent: string | null;
}

const stepsOf = (published: readonly Published[]): Step[] =>
  published.map((each, index) => {
    const before = published[index - 1];
    return { ...each, percent: before === undefined ? null : changePercent(each.ibr, before.ibr) };
  });

const kindOf = (step: Step) => `${ibrText.flag[step.mih_flag]}, ${stateOf(step).toLowerCase()}`;
const changeText = (step: Step) => (step.percent === null ? '' : shownPercent(step.percent));

const columns: readonly Column<Step>[] = [
  { id: 'at', header: text.at, value: savedAt, width: 160, hideable: false },
  { id: 'rate', header: text.rate, value: (step) => shownRate(step.ibr), align: 'end', width: 104 },
  { id: 'change', header: text.change, value: changeText, align: 'end', width: 88 },
  { id: 'kind', header: text.kind, value: kindOf, width: 136 },
  { id: 'by', header: text.by, value: (step) => step.um_username, width: 120 },
];

function useHistoryAddress(rows: readonly IbrRow[]) {
  const { params, change } = useAddress();
  const asked = params.get('isd');
  const chosen = rows.find(({ isd }) => isd === asked) ?? rows.find(({ isd }) => isd === 'USD') ?? rows[0];
  return {
    isd: chosen?.isd ?? '',
    from: readIsoDate(params.get('from') ?? '') ?? addDays(today(), 1 - DAYS_AT_FIRST),
    to: readIsoDate(params.get('to') ?? '') ?? today(),
    set: (name: 'isd' | 'from' | 'to', value: string | null) => {
      if (value !== null) change({ [name]: value }, { replace: true });
    },
  };
}

/** The tab History: one currency over time, as a chart and as a table. */
export function HistoryPanel({ rows }: { rows: readonly IbrRow[] }) {
  const { isd, from, to, set } = useHistoryAddress(rows);
  const { data, error } = useQuery({
    queryKey: [IBR_KEY, 'history', isd, from, to],
    enabled: isd !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(ibrHistory, { asked: { isd, from, to } }, { signal })).reply,
  });
  const steps = useMemo(() => (data === undefined ? undefined : stepsOf(data)), [data]);
  const newestFirst = useMemo(() => steps?.toReversed(), [steps]);
  return (
    <>
      <search aria-label={text.search} className={`${styles.search} no-print`}>
        <SelectField
          label={text.currency}
          choices={rows.map((row) => ({ value: row.isd, label: `${row.isd} ${row.isd_name}` }))}
          value={isd}
          clearable={false}
          allowDeselect={false}
          onChange={(value) => set('isd', value)}
        />
        <DateInput label={text.from} value={from} max={to} onChange={(day) => set('from', day)} />
        <DateInput label={text.to} value={to} min={from} max={today()} onChange={(day) => set('to', day)} />
      </search>
      {error === null || error instanceof SessionEndedError ? null : (
        <Notice meaning="refused">{messageOf(error)}</Notice>
      )}
      {steps === undefined ? null : steps.length === 0 ? (
        <EmptyState title={text.empty} text={text.emptyText} />
      ) : (
        <>
          <Figures steps={steps} />
          <LineChart
            label={text.chart(isd)}
            points={steps.map(pointOf)}
            showX={(at) => formatDate(dateInIndia(at))}
            showY={(rate) => shownRate(String(rate))}
          />
          {steps.length === MOST_POINTS ? <Notice meaning="info">{text.most}</Notice> : null}
          <h2 className={styles.heading}>{text.table}</h2>
          <DataTable
            tableId="ibr-history"
            label={text.chart(isd)}
            columns={columns}
            rows={newestFirst}
            rowKey={(step) => String(step.mih_srno)}
            empty={{ title: text.empty }}
            maxHeight="480px"
          />
        </>
      )}
    </>
  );
}

const pointOf = (step: Step): ChartPoint => ({
  key: String(step.mih_srno),
  x: Date.parse(step.mih_timestamp),
  // Only for its place on the paper; what is read is the exact figure beside it.
  y: Number(step.ibr),
  isHollow: step.mih_replaced === 1,
  told: [
    [savedAt(step), `${shownRate(step.ibr)}${step.percent === null ? '' : ` (${changeText(step)})`}`],
    [kindOf(step), step.um_username],
  ],
});

function Figures({ steps }: { steps: readonly Step[] }) {
  const byRate = steps.toSorted((a, b) => Number(a.ibr) - Number(b.ibr));
  const [lowest, highest, first, last] = [byRate[0], byRate.at(-1), steps[0], steps.at(-1)];
  if (!lowest || !highest || !first || !last) return null;
  const overall = changePercent(last.ibr, first.ibr);
  const facts: readonly [string, string][] = [
    [text.lowest, shownRate(lowest.ibr)],
    [text.highest, shownRate(highest.ibr)],
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
