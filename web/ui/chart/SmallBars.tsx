import styles from './SmallBars.module.css';

interface SmallBarsProps {
  label: string;
  /** The last bar is the current one and stands out. */
  bars: readonly { readonly key: string; readonly value: number; readonly told: string }[];
}

const WIDTH = 12;
const GAP = 6;
const HEIGHT = 56;
/** A day without turnover still shows that it was counted. */
const LEAST = 2;

/** A few bars beside a figure, without axes. A screen reader gets the values as a list. */
export function SmallBars({ label, bars }: SmallBarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const width = bars.length * (WIDTH + GAP) - GAP;
  return (
    <figure className={styles.chart}>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden>
        {bars.map(({ key, value, told }, at) => {
          const height = Math.max(LEAST, (Math.max(0, value) / most) * HEIGHT);
          return (
            <rect
              key={key}
              className={styles.bar}
              data-current={at === bars.length - 1}
              x={at * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              rx={1.5}
            >
              <title>{told}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="visually-hidden">
        {label}: {bars.map(({ told }) => told).join('; ')}
      </figcaption>
    </figure>
  );
}
