import styles from './Chart.module.css';

interface YAxisProps {
  ticks: readonly number[];
  toY: (value: number) => number;
  /** From where to where the rules go. */
  from: number;
  to: number;
  show: (tick: number) => string;
  /** Where values go below it, zero is drawn stronger than the others. */
  marksZero?: boolean;
}

/** A rule across the chart for each tick, with its value before it. */
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
