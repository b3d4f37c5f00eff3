import type { ReactNode, Ref } from 'react';
import { uiText } from '#web/texts/ui.ts';
import styles from './Chart.module.css';
import { ChartTip, type ChartTipProps } from './ChartTip.tsx';
import type { useActivePoint } from './useActivePoint.ts';

export const CHART_HEIGHT = 280;

interface ChartFrameProps {
  label: string;
  measured: Ref<HTMLDivElement>;
  handlers: ReturnType<typeof useActivePoint>['handlers'];
  tip: ChartTipProps;
  children: ReactNode;
}

/** One tab stop with a name, a drawing hidden from screen readers, and the tooltip beside a point. */
export function ChartFrame({ label, measured, handlers, tip, children }: ChartFrameProps) {
  return (
    <div
      ref={measured}
      className={styles.chart}
      role="group"
      aria-roledescription={uiText.chart.role}
      aria-label={`${label}. ${uiText.chart.keys}`}
      tabIndex={0}
      {...handlers}
    >
      <svg width="100%" height={CHART_HEIGHT} aria-hidden>
        {children}
      </svg>
      <ChartTip {...tip} />
    </div>
  );
}
