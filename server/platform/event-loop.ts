import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

const RESOLUTION_MS = 10;
const WINDOW_MS = 60_000;
const NANOSECONDS = 1e9;

interface Delay {
  readonly p99: number;
  readonly max: number;
}

export interface EventLoopDelay {
  /** In seconds, over the last completed window and the current one. */
  read(): Delay;
  stop(): void;
}

/**
 * The delay of the event loop. The figures cover the last one to two windows, so that every scraper that asks once per
 * window sees a stall, however many scrapers there are. A scrape changes nothing.
 */
export function watchEventLoop(windowMs = WINDOW_MS): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let previous: Delay = { p99: 0, max: 0 };
  const current = (): Delay => ({
    p99: delaySeconds(histogram.percentile(99)),
    max: delaySeconds(histogram.max),
  });
  const turn = setInterval(() => {
    previous = current();
    histogram.reset();
  }, windowMs).unref();
  return {
    read() {
      const { p99, max } = current();
      return { p99: Math.max(p99, previous.p99), max: Math.max(max, previous.max) };
    },
    stop() {
      clearInterval(turn);
      histogram.disable();
    },
  };
}

/** A sample is the time between two ticks of a timer. The timer's own interval is not a delay. */
const delaySeconds = (nanoseconds: number): number =>
  Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000);

export function addEventLoopGauges(metrics: Metrics, delay: EventLoopDelay): void {
  metrics.gauge(
    'event_loop_delay_p99_seconds',
    'Delay of the event loop that 99 of 100 samples stay under, over the last one to two minutes',
    () => delay.read().p99,
  );
  metrics.gauge(
    'event_loop_delay_max_seconds',
    'Longest delay of the event loop over the last one to two minutes',
    () => delay.read().max,
  );
}
