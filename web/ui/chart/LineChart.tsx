import { useElementSize } from '@mantine/hooks';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './Chart.module.css';
import { evenTicks, linear, nearest, roundTicks } from './scale.ts';

export interface ChartPoint {
  readonly key: string;
  /** Points ascend in x. */
  readonly x: number;
  readonly y: number;
  /** Drawn empty: there, but no longer valid. */
  readonly isHollow?: boolean;
  /** What is told of it: lines of two parts, the first line being the point itself. */
  readonly told: readonly (readonly [string, string])[];
}

interface LineChartProps {
  label: string;
  points: readonly ChartPoint[];
  showX: (x: number) => string;
  showY: (y: number) => string;
}

const HEIGHT = 280;
const MARGIN = { top: 12, right: 16, bottom: 28, left: 72 };
const ABOUT_Y_TICKS = 4;
const PIXELS_FOR_X_TICK = 128;
/** Beyond this many, points would hide the line. */
const MOST_DOTS = 200;
const RADIUS = { least: 1.5, most: 3.5 };

const KEYS: Readonly<Record<string, (here: number, last: number) => number>> = {
  ArrowLeft: (here) => Math.max(0, here - 1),
  ArrowRight: (here, last) => Math.min(last, here + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * A line through points, drawn by hand: what is shown of a point follows the pointer and the arrow keys, and is read out.
 * The same figures belong into a table beside it.
 */
export function LineChart({ label, points, showX, showY }: LineChartProps) {
  const { ref, width } = useElementSize();
  const [active, setActive] = useState<string | null>(null);
  const last = points.length - 1;
  const activeIndex = points.findIndex(({ key }) => key === active);
  const ys = points.map(({ y }) => y);
  const yTicks = roundTicks(Math.min(...ys), Math.max(...ys), ABOUT_Y_TICKS);
  const [firstX, lastX] = [points[0]?.x ?? 0, points[last]?.x ?? 0];
  const xTicks = evenTicks(firstX, lastX, Math.max(2, Math.floor(width / PIXELS_FOR_X_TICK)));
  const toX = linear([firstX, lastX], [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right)]);
  const toY = linear([yTicks[0] ?? 0, yTicks.at(-1) ?? 1], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const placed = points.map((point) => ({ point, x: toX(point.x), y: toY(point.y) }));
  const shown = placed[activeIndex];
  // Points that stand close are drawn smaller, so that each of them is still seen.
  const radius = Math.min(RADIUS.most, Math.max(RADIUS.least, width / points.length / 3));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && active !== null) {
      event.stopPropagation();
      setActive(null);
      return;
    }
    const to = KEYS[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setActive(points[activeIndex < 0 ? last : to(activeIndex, last)]?.key ?? null);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    const across = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setActive(
      points[
        nearest(
          placed.map(({ x }) => x),
          across,
        )
      ]?.key ?? null,
    );
  }

  return (
    <div
      ref={ref}
      className={styles.chart}
      role="group"
      aria-roledescription={uiText.chart.role}
      aria-label={`${label}. ${uiText.chart.keys}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => setActive((now) => now ?? points[last]?.key ?? null)}
      onBlur={() => setActive(null)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setActive(null)}
    >
      <svg width="100%" height={HEIGHT} aria-hidden>
        {yTicks.map((tick) => (
          <g key={tick}>
            <line
              className={styles.rule}
              x1={MARGIN.left}
              x2={width - MARGIN.right}
              y1={toY(tick)}
              y2={toY(tick)}
            />
            <text className={styles.tick} x={MARGIN.left - 8} y={toY(tick)} dy="0.32em" textAnchor="end">
              {showY(tick)}
            </text>
          </g>
        ))}
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
      </svg>
      <div
        role="status"
        className={styles.tip}
        data-side={shown !== undefined && shown.x > width / 2 ? 'left' : 'right'}
        style={shown === undefined ? undefined : { left: shown.x, top: Math.max(0, shown.y - 56) }}
      >
        {shown?.point.told.map(([name, value]) => (
          <div key={name}>
            <span>{name}</span> <strong>{value}</strong>
          </div>
        ))}
      </div>
    </div>
  );
}
