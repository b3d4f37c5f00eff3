import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanValue = string | number | boolean;
export type SpanAttributes = Readonly<Record<string, SpanValue>>;

/** A timed part of some work, as traces show it. Its values are names, numbers and outcomes, never personal data. */
export interface Span {
  /** Begins a part of this span. */
  child(name: string, attributes: SpanAttributes): Span;
  set(attributes: SpanAttributes): void;
  /** Ends it; `failure` is the name of an error, never its message. */
  end(failure?: string): void;
}

/** Begins traces and sends them to a collector. */
export interface Tracer {
  /** Begins a trace, or a part of the one that `traceparent` names. Null if this trace is not among those recorded. */
  start(name: string, attributes: SpanAttributes, traceparent?: string): Span | null;
  close(): Promise<void>;
}

/** What this process does for somebody at the moment: a request, or a background job. */
export interface Work {
  /** The id of the request, or `job-` and the number of the job. Logs, PostgreSQL and traces show it. */
  readonly id: string;
  /** Null if the work is not traced. */
  readonly span: Span | null;
}

/** The longest id. PostgreSQL cuts an application name at 63 bytes, and ours begins with `bureau `. */
export const MAX_WORK_ID_CHARS = 48;

const storage = new AsyncLocalStorage<Work | undefined>();

export const currentWork = (): Work | undefined => storage.getStore();

/** Does something, and everything that it causes, as part of this work. */
export const inWork = <T>(work: Work, task: () => T): T => storage.run(work, task);

/**
 * Does something that is part of no work. The events of a connection happen in the work that opened the connection,
 * which may have ended long ago.
 */
export const outsideWork = <T>(task: () => T): T => storage.run(undefined, task);

/**
 * Lets the events of a stream be made as part of the current work, whoever asks for them. A stream is not traced,
 * because it may last for hours.
 */
export function keepWork<T>(events: AsyncIterable<T>): AsyncIterable<T> {
  const current = currentWork();
  if (current === undefined) return events;
  const work = { ...current, span: null };
  return {
    [Symbol.asyncIterator]() {
      const iterator = events[Symbol.asyncIterator]();
      return {
        next: () => inWork(work, () => iterator.next()),
        return: () =>
          inWork(work, async () => (await iterator.return?.()) ?? { done: true as const, value: undefined }),
      };
    },
  };
}

/**
 * Does something as a span of the current work. Without a trace it only does it. `describe` says what a trace shows of
 * the result.
 */
export function inSpan<T>(
  name: string,
  attributes: SpanAttributes,
  task: () => Promise<T>,
  describe?: (result: T) => SpanAttributes,
): Promise<T> {
  const work = storage.getStore();
  if (work === undefined || work.span === null) return task();
  return traced({ id: work.id, span: work.span.child(name, attributes) }, task, describe);
}

/** Does some work to its end, and then ends its span. */
export async function traced<T>(
  work: Work,
  task: () => Promise<T>,
  describe?: (result: T) => SpanAttributes,
): Promise<T> {
  try {
    const result = await inWork(work, task);
    if (describe !== undefined) work.span?.set(describe(result));
    work.span?.end();
    return result;
  } catch (error) {
    work.span?.end(errorName(error));
    throw error;
  }
}

/** The name of an error for a trace. Its message may repeat what somebody has typed. */
const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
