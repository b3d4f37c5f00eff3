import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { AggregationType, MeterProvider } from '@opentelemetry/sdk-metrics';

/** What the building measures of itself. */
export interface Metrics {
  call(name: string, outcome: string, seconds: number): void;
  gauge(name: string, description: string, read: () => number): void;
  count(name: string, description: string): { add(amount: number): void };
  /** The Prometheus page. */
  page(): Promise<string>;
  close(): Promise<void>;
}

const CALL_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function makeMetrics(): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer('bureau');
  const provider = new MeterProvider({
    readers: [exporter],
    views: [
      {
        instrumentName: 'call_seconds',
        aggregation: {
          type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM,
          options: { boundaries: CALL_SECONDS },
        },
      },
    ],
  });
  const meter = provider.getMeter('bureau');
  const calls = meter.createHistogram('call_seconds', {
    description: 'Time of a call through the whole dispatch',
  });
  return {
    call: (name, outcome, seconds) => calls.record(seconds, { call: name, outcome }),
    gauge: (name, description, read) =>
      meter.createObservableGauge(name, { description }).addCallback((result) => result.observe(read())),
    count: (name, description) => meter.createCounter(name, { description }),
    page: async () => serializer.serialize((await exporter.collect()).resourceMetrics),
    close: () => provider.shutdown(),
  };
}
