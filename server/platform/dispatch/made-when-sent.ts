import { Readable } from 'node:stream';

/** A file that is generated while it is sent, so that no transaction stays open for it. */
export const madeWhenSent = (make: () => Promise<Buffer>): Readable =>
  Readable.from(
    (async function* () {
      yield await make();
    })(),
    { objectMode: false },
  );
