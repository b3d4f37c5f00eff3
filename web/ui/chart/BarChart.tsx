import { useElementSize } from '@mantine/hooks';
import { useId } from 'react';
import styles from './Chart.module.css';
import { CHART_HEIGHT as HEIGHT, ChartFrame } from './ChartFrame.tsx';
import { linear, roundTicks } from './scale.ts';
import { useActivePoint } from './useActivePoint.ts';
import { YAxis } from './YAxis.tsx';

export interface BarPair {
  readonly key: string;
  readonly label: string;
  /** The wanted and the reached; null where it cannot be known yet. */
  readonly wanted: number;
  readonly reached: number | null;
  /** What is told of it: lines of two parts, the first line being the pair itself. */
  readonly told: readonly (readonly [string, string])[];
}

interface BarChartProps {
  label: string;
  pairs: readonly BarPair[];
  names: { readonly wanted: string; readonly reached: string };
  showY: (y: number) => string;
}

const MARGIN = { top: 12, right: 8, bottom: 28, left: 76 };
const ABOUT_Y_TICKS = 4;
/** Of the room that a pair has. */
const BAR_PART = 0.36;
const MOST_BAR_PIXELS = 28;
const PIXELS_FOR_LABEL = 30;
const TIP_BELOW_TOP = 56;

/**
 * Pairs of bars, drawn by hand: what was wanted is striped, what was reached is filled, so that nobody needs the
 * colours. The same figures belong into a table beside it.
 */
export function BarChart({ label, pairs, names, showY }: BarChartProps) {
  const { ref, width } = useElementSize();
  const stripes = useId();
  const values = pairs.flatMap(({ wanted, reached }) => [wanted, reached ?? 0]);
  const yTicks = roundTicks(Math.min(0, ...values), Math.max(0, ...values) || 1, ABOUT_Y_TICKS);
  const toY = linear([yTicks[0] ?? 0, yTicks.at(-1) ?? 1], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const room = Math.max(0, width - MARGIN.left - MARGIN.right) / Math.max(1, pairs.length);
  const bar = Math.min(MOST_BAR_PIXELS, room * BAR_PART);
  const middles = pairs.map((_, at) => MARGIN.left + room * (at + 0.5));
  const { index, handlers } = useActivePoint(
    pairs.map(({ key }) => key),
    middles,
  );
  const shown = pairs[index];
  const middle = middles[index] ?? 0;
  // On a phone every second name has room.
  const every = Math.max(1, Math.ceil(PIXELS_FOR_LABEL / Math.max(1, room)));

  return (
    <>
      <ul className={styles.legend} aria-hidden>
        <li data-series="wanted">{names.wanted}</li>
        <li data-series="reached">{names.reached}</li>
      </ul>
      <ChartFrame
        label={label}
        measured={ref}
        handlers={handlers}
        tip={{
          told: shown?.told,
          // Beside the pair, not over it.
          x: middle + (middle > width / 2 ? -room / 2 : room / 2),
          y: MARGIN.top + TIP_BELOW_TOP,
          width,
        }}
      >
        <defs>
          <pattern
            id={stripes}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line className={styles.stripe} x1="0" y1="0" x2="0" y2="5" />
          </pattern>
        </defs>
        <YAxis ticks={yTicks} toY={toY} from={MARGIN.left} to={width - MARGIN.right} show={showY} marksZero />
        {shown === undefined ? null : (
          <rect
            className={styles.band}
            x={middle - room / 2}
            width={room}
            y={MARGIN.top}
            height={HEIGHT - MARGIN.top - MARGIN.bottom}
          />
        )}
        {pairs.map((pair, at) => {
          const x = middles[at] ?? 0;
          return (
            <g key={pair.key}>
              <Bar
                series="wanted"
                x={x - bar}
                width={bar}
                value={pair.wanted}
                toY={toY}
                fill={`url(#${stripes})`}
              />
              {pair.reached === null ? null : (
                <Bar series="reached" x={x} width={bar} value={pair.reached} toY={toY} />
              )}
              {at % every === 0 ? (
                <text className={styles.tick} x={x} y={HEIGHT - 8} textAnchor="middle">
                  {pair.label}
                </text>
              ) : null}
            </g>
          );
        })}
      </ChartFrame>
    </>
  );
}

interface BarProps {
  series: 'wanted' | 'reached';
  x: number;
  width: number;
  value: number;
  toY: (value: number) => number;
  fill?: string;
}

/** From the line of nothing up, or down below it. */
function Bar({ series, x, width, value, toY, fill }: BarProps) {
  const [top, bottom] = [toY(Math.max(0, value)), toY(Math.min(0, value))];
  return (
    <rect
      className={styles.bar}
      data-series={series}
      x={x + 1}
      width={Math.max(0, width - 2)}
      y={top}
      height={bottom - top}
      {...(fill === undefined ? {} : { fill })}
    />
  );
}
