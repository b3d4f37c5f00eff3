import { Readable } from 'node:stream';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { ObjectStore } from './store.ts';

/**
 * A store that also puts each object into a copy, so that the loss of its disk does not lose the documents since the
 * last hourly copy. A copy that is away fails nothing: the hourly run finds by name what it lacks. Nothing is ever
 * removed from the copy.
 */
export function copiedStore(
  store: ObjectStore,
  copy: Pick<ObjectStore, 'put'>,
  onFailure: (error: unknown) => void = () => {},
): ObjectStore {
  return {
    ...store,
    async put(source, options) {
      const stored = await store.put(source, options);
      let again: typeof source = source;
      try {
        // A stream can be read only once, so the copy reads the stored object.
        if (source instanceof Readable) again = await store.get(stored.hash);
        await copy.put(again);
      } catch (error) {
        // A copy that is away has not read it to its end.
        if (again instanceof Readable) again.destroy();
        onFailure(error);
      }
      return stored;
    },
  };
}

/** Counts and logs the documents that were stored but not copied. */
export function tellCopyFailures(metrics: Metrics, log: Log): (error: unknown) => void {
  const count = metrics.counter('copy_failures', 'Documents that were stored but not copied at once');
  return (error) => {
    count();
    log.warn({ err: error }, 'a document was stored but not copied; the hourly copy repeats it');
  };
}
