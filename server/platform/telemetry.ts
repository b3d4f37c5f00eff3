import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as TelemetrySpan,
  type Tracer as TelemetryTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, Tracer } from './current-work.ts';
import type { Log } from './log.ts';

/**
 * The only file that knows OpenTelemetry. It is imported when TRACES_URL is set, and not loaded otherwise. Work carries
 * its own span (current-work.ts), so neither instrumentations nor a context manager of OpenTelemetry are used.
 */

/** A stop of the process waits this long for a collector that does not answer. */
const EXPORT_TIMEOUT_MS = 3_000;
/** Spans that wait for the collector. More are dropped: traces never slow the work down. */
const MAX_WAITING_SPANS = 4_096;
const SEND_EVERY_MS = 1_000;
const MAX_VALUE_CHARS = 200;

export interface TelemetryOptions {
  readonly url: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly role: string;
  readonly log: Log;
}

export function openTelemetry({ url, share, role, log }: TelemetryOptions): Tracer {
  const warn = (message: string) => log.warn({ reason: message.slice(0, MAX_VALUE_CHARS) }, 'traces');
  diag.setLogger(
    { error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'bureau', 'bureau.role': role }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_CHARS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }),
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('bureau');
  return {
    start(name, attributes, traceparent) {
      const context = traceparent === undefined ? ROOT_CONTEXT : remoteContext(traceparent);
      const kind = name.startsWith('job ') ? SpanKind.CONSUMER : SpanKind.SERVER;
      const span = tracer.startSpan(name, { kind, attributes }, context);
      return span.isRecording() ? asSpan(tracer, span) : null;
    },
    close: () => provider.shutdown(),
  };
}

/** The header is checked by now. */
function remoteContext(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
}

const asSpan = (tracer: TelemetryTracer, span: TelemetrySpan): Span => ({
  child: (name, attributes) =>
    asSpan(
      tracer,
      tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, span)),
    ),
  set: (attributes) => void span.setAttributes(attributes),
  end(failure) {
    if (failure !== undefined) {
      span.setAttribute('error.type', failure);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  },
});
