import styles from './Chart.module.css';

interface YAxisProps {
  ticks: readonly number[];
  toY: (value: number) => number;
  /** The ends of the rules. */
  from: number;
  to: number;
  show: (tick: number) => string;
  /** Draws zero stronger than the other rules; for charts with negative values. */
  marksZero?: boolean;
}

/** A rule across the chart for each tick, with its value in front. */
export function YAxis({ ticks, toY, from, to, show, marksZero = false }: YAxisProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        className={marksZero && tick === 0 ? styles.zero : styles.rule}
        x1={from}
        x2={to}
        y1={toY(tick)}
        y2={toY(tick)}
      />
      <text className={styles.tick} x={from - 8} y={toY(tick)} dy="0.32em" textAnchor="end">
        {show(tick)}
      </text>
    </g>
  ));
}
