import { Button } from '@mantine/core';
import type { Month } from '#domain/budget/budget.ts';
import { formatRupees, MINUS, sumDecimals } from '#domain/numbers.ts';
import { dashboardText as text } from '#web/texts/budget.ts';
import { BarChart, type BarPair } from '#web/ui/chart/BarChart.tsx';
import styles from './Dashboard.module.css';
import { toDate, type Against, type MonthFigures } from './figures.ts';

export const shownPercent = (achieved: string | null) =>
  achieved === null ? text.none : `${achieved.replace('-', MINUS)} %`;

/** The year to date in four figures. */
export function YearFigures({ months, yearBudget }: { months: readonly MonthFigures[]; yearBudget: string }) {
  const soFar = toDate(months);
  const last = months.findLast(({ hasBegun }) => hasBegun);
  const facts: readonly [string, string][] = [
    [text.yearBudget, formatRupees(yearBudget)],
    [text.budgetToDate, formatRupees(soFar.budget)],
    [text.actualToDate, formatRupees(soFar.actual)],
    [text.difference, formatRupees(soFar.difference)],
    [text.achieved, shownPercent(soFar.achieved)],
  ];
  return (
    <dl className={styles.figures}>
      {facts.map(([name, value], at) => (
        <div key={name}>
          <dt>
            {name}
            {at === 1 && last !== undefined ? <small> {text.toDate(last.name)}</small> : null}
          </dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const pairOf = (each: MonthFigures): BarPair => ({
  key: each.month,
  label: each.name.slice(0, 3),
  // Converted to numbers only to draw the bars; the text beside them shows the exact figures.
  wanted: Number(each.budget),
  reached: each.hasBegun ? Number(each.actual) : null,
  told: [
    [each.name, shownPercent(each.hasBegun ? each.achieved : null)],
    [text.budget, formatRupees(each.budget)],
    ...(each.hasBegun ? [[text.actual, formatRupees(each.actual)] as const] : []),
  ],
});

export function MonthChart({ months, who }: { months: readonly MonthFigures[]; who: string }) {
  return (
    <BarChart
      label={text.chart(who)}
      pairs={months.map(pairOf)}
      names={{ wanted: text.budget, reached: text.actual }}
      showY={(amount) => formatRupees(String(amount))}
    />
  );
}

interface MonthTableProps {
  months: readonly MonthFigures[];
  chosen: Month | null;
  /** Null if the figures cover more than one branch or executive. */
  onChoose: ((month: Month) => void) | null;
}

/** The same months as a table, with a link to the requests behind each. */
export function MonthTable({ months, chosen, onChoose }: MonthTableProps) {
  const soFar = toDate(months);
  return (
    <section aria-labelledby="budget-months">
      <h2 id="budget-months" className={styles.heading}>
        {text.months}
      </h2>
      <div className={styles.box} role="group" aria-label={text.months} tabIndex={0}>
        <table className={styles.months} aria-labelledby="budget-months">
          <thead>
            <tr>
              <th scope="col">{text.month}</th>
              {[text.budget, text.actual, text.difference, text.achieved].map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
              {onChoose === null ? null : <td />}
            </tr>
          </thead>
          <tbody>
            {months.map((each) => (
              <tr key={each.month} data-chosen={each.month === chosen}>
                <th scope="row">{each.name}</th>
                <Cells figures={each} hasBegun={each.hasBegun} isUploaded={each.isUploaded} />
                {onChoose === null ? null : (
                  <td className={styles.act}>
                    {each.hasBegun ? (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        aria-label={text.show(each.name)}
                        aria-pressed={each.month === chosen}
                        onClick={() => onChoose(each.month)}
                      >
                        {text.showShort}
                      </Button>
                    ) : null}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{text.soFar}</th>
              <Cells figures={soFar} hasBegun={months.some(({ hasBegun }) => hasBegun)} />
              {onChoose === null ? null : <td />}
            </tr>
            <tr>
              <th scope="row">{text.year}</th>
              <td className="number">{formatRupees(sumDecimals(months.map(({ budget }) => budget)))}</td>
              <td colSpan={onChoose === null ? 3 : 4} />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

interface CellsProps {
  figures: Against;
  hasBegun: boolean;
  isUploaded?: boolean;
}

function Cells({ figures, hasBegun, isUploaded = false }: CellsProps) {
  const { budget, actual, difference, achieved } = figures;
  const shown = hasBegun ? [formatRupees(actual), formatRupees(difference), shownPercent(achieved)] : [];
  return (
    <>
      <td className="number">{formatRupees(budget)}</td>
      {[0, 1, 2].map((at) => (
        <td key={at} className="number">
          {shown[at] ?? text.none}
          {at === 0 && isUploaded && hasBegun ? (
            <small className={styles.uploaded}>{text.uploaded}</small>
          ) : null}
        </td>
      ))}
    </>
  );
}
