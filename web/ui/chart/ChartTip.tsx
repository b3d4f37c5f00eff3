import styles from './Chart.module.css';

export interface ChartTipProps {
  /** Lines of two parts; undefined if there is no tooltip. */
  told: readonly (readonly [string, string])[] | undefined;
  x: number;
  y: number;
  width: number;
}

/** The tooltip of a point, shown beside it and read out. */
export function ChartTip({ told, x, y, width }: ChartTipProps) {
  return (
    <div
      role="status"
      className={styles.tip}
      data-side={told !== undefined && x > width / 2 ? 'left' : 'right'}
      style={told === undefined ? undefined : { left: x, top: Math.max(0, y - 56) }}
    >
      {told?.map(([name, value]) => (
        <div key={name}>
          <span>{name}</span> <strong>{value}</strong>
        </div>
      ))}
    </div>
  );
}
