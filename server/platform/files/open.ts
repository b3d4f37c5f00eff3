import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createClamdScanner, type ClamdAddress } from './clamd.ts';
import { createDiskStore } from './disk.ts';
import { createIntake, type Intake } from './intake.ts';
import type { ObjectStore } from './store.ts';

function clamdAddress(written: string): ClamdAddress {
  const [, host, port] = /^([^/:]+):(\d+)$/.exec(written) ?? [];
  return host === undefined ? { socketPath: written } : { host, port: Number(port) };
}

/** The object store and the file intake, as configured. */
export async function openFiles(
  config: Config,
): Promise<{ readonly store: ObjectStore; readonly intake: Intake }> {
  const store =
    config.OBJECT_STORE === 'disk'
      ? createDiskStore({ root: config.OBJECT_STORE_DIR })
      : // The S3 client is a third of all code at start-up, so it is loaded only if it is used.
        (await import('./s3.ts')).createS3Store({
          endpoint: config.S3_ENDPOINT,
          region: config.S3_REGION,
          bucket: config.S3_BUCKET,
          accessKeyId: config.S3_ACCESS_KEY_ID,
          secretAccessKey: config.S3_SECRET_ACCESS_KEY,
          spoolDir: join(tmpdir(), 'bureau-spool'),
        });
  const spoolDir =
    config.OBJECT_STORE === 'disk'
      ? join(config.OBJECT_STORE_DIR, 'incoming')
      : join(tmpdir(), 'bureau-spool');
  const scanner = config.CLAMD === '' ? {} : { scanner: createClamdScanner(clamdAddress(config.CLAMD)) };
  return { store, intake: createIntake({ store, spoolDir, ...scanner }) };
}
