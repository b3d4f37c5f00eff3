import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { MAX_OBJECT_BYTES, S3_ATTEMPTS, S3_CONNECT_TIMEOUT_MS, STORE_DEADLINE_MS } from '../limits.ts';
import { SpoolFailed, withSpool } from './spool.ts';
import type { SpooledFile } from './spool.ts';
import {
  assertContentHash,
  assertHashPrefix,
  assertRange,
  isContentHash,
  ObjectNotFound,
  ObjectStoreUnavailable,
  RangeNotSatisfiable,
  verified,
} from './store.ts';
import type { ByteRange, ObjectStore } from './store.ts';

export interface S3StoreOptions {
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The folder for an upload until its hash is known. */
  readonly spoolDir: string;
  /** A prefix of every key, so that a bucket can be shared. */
  readonly prefix?: string;
  readonly connectTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
}

/**
 * The object store on any S3 server.
 *
 * The key is the hash, which is known only after the last byte. An upload is therefore spooled to a local file and sent
 * in one PUT, rather than sent under a temporary key and copied. This takes one request instead of three. An abort
 * leaves nothing in the bucket for a later job to clean up. The hash can be signed as the payload's SHA-256, so that
 * the server itself refuses bytes that changed in transit.
 */
export function createS3Store(options: S3StoreOptions): ObjectStore & { close(): void } {
  const client = createClient(options);
  const { bucket: Bucket, prefix = '' } = options;

  const keyOf = (hash: string): string => {
    assertContentHash(hash);
    return prefix + hash;
  };

  const send = async (file: SpooledFile, signal?: AbortSignal): Promise<void> => {
    const Key = keyOf(file.hash);
    for (let attempt = 1; ; attempt += 1) {
      const Body = createReadStream(file.path);
      // The client handles errors of the stream only while it sends.
      Body.on('error', () => {});
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentLength: file.bytes });
      signPayloadHash(command, file.hash);
      try {
        await client.send(command, within(signal));
        return;
      } catch (error) {
        signal?.throwIfAborted();
        if (attempt >= S3_ATTEMPTS || !isPassing(error)) throw new ObjectStoreUnavailable(error);
      } finally {
        Body.destroy();
      }
    }
  };

  return {
    async put(source, { signal } = {}) {
      const keep = async (file: SpooledFile) => {
        await send(file, signal);
        return { hash: file.hash, bytes: file.bytes };
      };
      if ('path' in source && 'hash' in source) return keep(source);
      const spooling = { dir: options.spoolDir, maxBytes: MAX_OBJECT_BYTES, signal };
      return withSpool(source, spooling, keep).catch((error: unknown) => {
        throw error instanceof SpoolFailed ? new ObjectStoreUnavailable(error.cause) : error;
      });
    },

    async get(hash, range, { signal } = {}) {
      const request = new GetObjectCommand({ Bucket, Key: keyOf(hash), ...rangeOf(range) });
      const { Body } = await client.send(request, within(signal)).catch((error: unknown) => {
        if (statusOf(error) === 404) throw new ObjectNotFound(hash);
        if (statusOf(error) === 416) throw new RangeNotSatisfiable('past the end');
        throw new ObjectStoreUnavailable(error);
      });
      if (!(Body instanceof Readable)) throw new ObjectStoreUnavailable(new Error('a reply without a body'));
      return range ? Body : verified(Body, hash);
    },

    async has(hash, { signal } = {}) {
      const request = new HeadObjectCommand({ Bucket, Key: keyOf(hash) });
      return client.send(request, within(signal)).then(
        () => true,
        (error: unknown) => {
          if (statusOf(error) === 404) return false;
          throw new ObjectStoreUnavailable(error);
        },
      );
    },

    async remove(hash, { signal } = {}) {
      const request = new DeleteObjectCommand({ Bucket, Key: keyOf(hash) });
      await client.send(request, within(signal)).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw new ObjectStoreUnavailable(error);
      });
    },

    async list(start) {
      assertHashPrefix(start);
      const names: string[] = [];
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + start }))
          for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(prefix.length));
      } catch (error) {
        throw new ObjectStoreUnavailable(error);
      }
      return names.filter(isContentHash);
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        throw new ObjectStoreUnavailable(error);
      });
    },

    close: () => client.destroy(),
  };
}

/** The SDK writes its warnings to the console by default; every failure already reaches the caller as an error. */
const SILENT = { debug: noLog, info: noLog, warn: noLog, error: noLog };
function noLog(): void {}

function createClient(options: S3StoreOptions): S3Client {
  return new S3Client({
    region: options.region,
    // Servers other than Amazon's address buckets by path, not by host name.
    ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Many S3 servers do not support the newer trailing checksums, and the signed hash already covers every byte.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: S3_ATTEMPTS,
    logger: SILENT,
    requestHandler: {
      connectionTimeout: options.connectTimeoutMs ?? S3_CONNECT_TIMEOUT_MS,
      socketTimeout: options.idleTimeoutMs ?? STORE_DEADLINE_MS,
    },
  });
}

const within = (signal: AbortSignal | undefined): { abortSignal?: AbortSignal } =>
  signal === undefined ? {} : { abortSignal: signal };

/** Makes signature version 4 use the known payload hash instead of leaving the stream unsigned. */
function signPayloadHash(command: PutObjectCommand, hash: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = hash;
      return next(args);
    },
    { step: 'build', name: 'signPayloadHash' },
  );
}

function rangeOf(range: ByteRange | undefined): { Range?: string } {
  if (!range) return {};
  assertRange(range);
  return { Range: `bytes=${range.start}-${range.end}` };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Whether a retry can help: the connection broke, or the server was busy. After a refusal it cannot. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status === 429 || status >= 500;
}
