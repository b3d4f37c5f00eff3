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
  /** The target and the actual value; null if it is not known yet. */
  readonly wanted: number;
  readonly reached: number | null;
  /** The tooltip: lines of two parts; the first line is the pair itself. */
  readonly told: readonly (readonly [string, string])[];
}

interface BarChartProps {
  label: string;
  pairs: readonly BarPair[];
  names: { readonly wanted: string; readonly reached: string };
  showY: (y: number) => string;
}

const MARGIN = { top: 12, right: 8, bottom: 28, left: 104 };
const ABOUT_Y_TICKS = 4;
/** The part of the pair's space that one bar takes. */
const BAR_PART = 0.36;
const MOST_BAR_PIXELS = 28;
const PIXELS_FOR_LABEL = 30;
const TIP_BELOW_TOP = 56;

/**
 * Pairs of bars as SVG: the target is striped and the actual value is filled, so that the chart does not depend on
 * colour. The page must also show the figures in a table.
 */
export function BarChart({ label, pairs, names, showY }: BarChartProps) {
  const { ref, width } = useElementSize();
  const stripes = useId();
  const values = pairs.flatMap(({ wanted, reached }) => [wanted, reached ?? 0]);
  const yTicks = roundTicks(Math.min(0, ...values), Math.max(0, ...values) || 1, ABOUT_Y_TICKS);
  const toY = linear([yTicks[0] ?? 0, yTicks.at(-1) ?? 1], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const space = Math.max(0, width - MARGIN.left - MARGIN.right) / Math.max(1, pairs.length);
  const bar = Math.min(MOST_BAR_PIXELS, space * BAR_PART);
  const middles = pairs.map((_, at) => MARGIN.left + space * (at + 0.5));
  const { index, handlers } = useActivePoint(
    pairs.map(({ key }) => key),
    middles,
  );
  const shown = pairs[index];
  const middle = middles[index] ?? 0;
  // On a phone there is space only for every second name.
  const every = Math.max(1, Math.ceil(PIXELS_FOR_LABEL / Math.max(1, space)));

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
          // Beside the pair, so that the tooltip does not cover it.
          x: middle + (middle > width / 2 ? -space / 2 : space / 2),
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
            x={middle - space / 2}
            width={space}
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

/** Drawn upward from the zero line, or downward for a negative value. */
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
