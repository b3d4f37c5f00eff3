import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { copyConfig } from '../copy-config.ts';
import { COPY_DEADLINE_MS } from '../limits.ts';
import { createClamdScanner, type ClamdAddress, type VirusScanner } from './clamd.ts';
import { createDiskStore } from './disk.ts';
import { boundStore, type BoundOptions } from './bounded-store.ts';
import { copiedStore } from './copied-store.ts';
import { createIntake, type Intake } from './intake.ts';
import type { ObjectStore } from './store.ts';

function clamdAddress(written: string): ClamdAddress {
  const [, host, port] = /^([^/:]+):(\d+)$/.exec(written) ?? [];
  return host === undefined ? { socketPath: written } : { host, port: Number(port) };
}

/** The virus scanner as configured; null if there is none. */
export const openScanner = ({ CLAMD }: Pick<Config, 'CLAMD'>): VirusScanner | null =>
  CLAMD === '' ? null : createClamdScanner(clamdAddress(CLAMD));

/** The S3 service as configured, or the part of its bucket under a prefix. */
async function openS3(config: Config, prefix = ''): Promise<ObjectStore> {
  // The S3 client is a third of all code at start-up, so it is loaded only if it is used.
  const { createS3Store } = await import('./s3.ts');
  return createS3Store({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    spoolDir: join(tmpdir(), 'bureau-spool'),
    prefix,
  });
}

/** The place of the documents, for people. */
export const storePlace = (config: Config): string =>
  config.OBJECT_STORE === 'disk'
    ? config.OBJECT_STORE_DIR
    : `bucket ${config.S3_BUCKET} at ${config.S3_ENDPOINT}`;

/** Where document bytes are kept, as configured. */
export async function openStore(config: Config, options?: BoundOptions): Promise<ObjectStore> {
  const store =
    config.OBJECT_STORE === 'disk'
      ? createDiskStore({ root: config.OBJECT_STORE_DIR })
      : await openS3(config);
  return boundStore(store, options);
}

const S3_PLACE = /^s3:(.*)$/;

/** Where the signed heads of the trail are kept, as configured; null if nowhere. */
export async function openHeadStore(config: Config): Promise<ObjectStore | null> {
  const place = config.TRAIL_HEAD_STORE;
  if (place === '') return null;
  const prefix = S3_PLACE.exec(place)?.[1];
  return boundStore(prefix === undefined ? createDiskStore({ root: place }) : await openS3(config, prefix));
}

interface FilesOptions extends BoundOptions {
  /** Called for each object that was stored but not copied. */
  readonly onCopyFailure?: (error: unknown) => void;
}

/** The object store with its copy, and the file intake, as configured. */
export async function openFiles(
  config: Config,
  options?: FilesOptions,
): Promise<{ readonly store: ObjectStore; readonly intake: Intake; readonly spoolDir: string }> {
  const own = await openStore(config, options);
  const place = copyConfig(config);
  const store =
    place === null
      ? own
      : copiedStore(own, await openStore(place, { deadlineMs: COPY_DEADLINE_MS }), options?.onCopyFailure);
  const spoolDir =
    config.OBJECT_STORE === 'disk'
      ? join(config.OBJECT_STORE_DIR, 'incoming')
      : join(tmpdir(), 'bureau-spool');
  const scanner = openScanner(config);
  const intake = createIntake({
    store,
    spoolDir,
    onFailure: options?.onFailure,
    ...(scanner === null ? {} : { scanner }),
  });
  return { store, intake, spoolDir };
}
