import { useElementSize } from '@mantine/hooks';
import styles from './Chart.module.css';
import { CHART_HEIGHT as HEIGHT, ChartFrame } from './ChartFrame.tsx';
import { evenTicks, linear, roundTicks } from './scale.ts';
import { useActivePoint } from './useActivePoint.ts';
import { YAxis } from './YAxis.tsx';

export interface ChartPoint {
  readonly key: string;
  /** Points are sorted by x. */
  readonly x: number;
  readonly y: number;
  /** Drawn hollow: the point exists but is no longer valid. */
  readonly isHollow?: boolean;
  /** The tooltip: lines of two parts; the first line is the point itself. */
  readonly told: readonly (readonly [string, string])[];
}

interface LineChartProps {
  label: string;
  points: readonly ChartPoint[];
  showX: (x: number) => string;
  showY: (y: number) => string;
}

const MARGIN = { top: 12, right: 16, bottom: 28, left: 72 };
const ABOUT_Y_TICKS = 4;
const PIXELS_FOR_X_TICK = 128;
/** With more points than this, the dots would hide the line. */
const MOST_DOTS = 200;
const RADIUS = { least: 1.5, most: 3.5 };

/**
 * A line through points as SVG. The tooltip follows the pointer and the arrow keys, and is read out. The page must also
 * show the figures in a table.
 */
export function LineChart({ label, points, showX, showY }: LineChartProps) {
  const { ref, width } = useElementSize();
  const last = points.length - 1;
  const ys = points.map(({ y }) => y);
  const yTicks = roundTicks(Math.min(...ys), Math.max(...ys), ABOUT_Y_TICKS);
  const [firstX, lastX] = [points[0]?.x ?? 0, points[last]?.x ?? 0];
  const xTicks = evenTicks(firstX, lastX, Math.max(2, Math.floor(width / PIXELS_FOR_X_TICK)));
  const toX = linear([firstX, lastX], [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right)]);
  const toY = linear([yTicks[0] ?? 0, yTicks.at(-1) ?? 1], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const placed = points.map((point) => ({ point, x: toX(point.x), y: toY(point.y) }));
  const { index, handlers } = useActivePoint(
    points.map(({ key }) => key),
    placed.map(({ x }) => x),
  );
  const shown = placed[index];
  // Dense points are drawn smaller, so that each one stays visible.
  const radius = Math.min(RADIUS.most, Math.max(RADIUS.least, width / points.length / 3));

  return (
    <ChartFrame
      label={label}
      measured={ref}
      handlers={handlers}
      tip={{ told: shown?.point.told, x: shown?.x ?? 0, y: shown?.y ?? 0, width }}
    >
      <YAxis ticks={yTicks} toY={toY} from={MARGIN.left} to={width - MARGIN.right} show={showY} />
      {xTicks.map((tick, index) => (
        <text
          key={tick}
          className={styles.tick}
          x={toX(tick)}
          y={HEIGHT - 8}
          textAnchor={
            xTicks.length === 1
              ? 'middle'
              : index === 0
                ? 'start'
                : index === xTicks.length - 1
                  ? 'end'
                  : 'middle'
          }
        >
          {showX(tick)}
        </text>
      ))}
      <polyline className={styles.line} points={placed.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.length > MOST_DOTS
        ? null
        : placed.map(({ point, x, y }) => (
            <circle
              key={point.key}
              className={styles.dot}
              data-hollow={point.isHollow === true}
              cx={x}
              cy={y}
              r={radius}
            />
          ))}
      {shown === undefined ? null : (
        <>
          <line
            className={styles.cursor}
            x1={shown.x}
            x2={shown.x}
            y1={MARGIN.top}
            y2={HEIGHT - MARGIN.bottom}
          />
          <circle
            className={styles.dot}
            data-hollow={shown.point.isHollow === true}
            cx={shown.x}
            cy={shown.y}
            r={radius + 2}
          />
        </>
      )}
    </ChartFrame>
  );
}
