import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { discoverProvider, unnamedHosts } from '#server/modules/access/index.ts';
import type { Config } from '#server/platform/config.ts';
import { openFiles, openHeadStore, openScanner, storePlace } from '#server/platform/files/open.ts';
import { ObjectStoreUnavailable } from '#server/platform/files/store.ts';
import { openMailer } from '#server/platform/mail/open.ts';
import { readSigningKey } from '#server/platform/trail/notes.ts';
import { advice, fault, ok, reasonOf, type Finding } from './finding.ts';

const GIGABYTE = 1024 ** 3;
const LEAST_FREE_BYTES = 5 * GIGABYTE;
const LEAST_CERTIFICATE_DAYS = 21;
const CONNECT_MS = 5_000;
const DAY_MS = 86_400_000;
/** A service that takes longer is reported as silent: the report must come on a bad day too. */
const ANSWER_MS = 10_000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([
      work,
      sleep(ANSWER_MS, undefined, { signal: late.signal }).then((): never => {
        throw new Error(`no answer in ${ANSWER_MS / 1_000} s`);
      }),
    ]);
  } finally {
    late.abort();
  }
}

async function checkMail(config: Config): Promise<Finding> {
  const mailer = openMailer(config);
  try {
    await inTime(mailer.verify());
    return ok('mail', 'is accepted by the mail server.');
  } catch (error) {
    return fault('mail', `cannot be sent: ${reasonOf(error)}`);
  } finally {
    mailer.close();
  }
}

/** What the store itself answered. */
const storeReason = (error: unknown): string =>
  reasonOf(error instanceof ObjectStoreUnavailable ? error.cause : error);

async function checkStore(config: Config): Promise<readonly Finding[]> {
  const place = storePlace(config);
  // Root would make a folder that the server cannot use.
  if (config.OBJECT_STORE === 'disk' && process.getuid?.() === 0 && !existsSync(place))
    return [fault('object store', `${place} does not exist. Make it and give it to the user of the server.`)];
  try {
    const { store } = await openFiles(config);
    await inTime(store.check());
  } catch (error) {
    return [fault('object store', `${place} cannot be used: ${storeReason(error)}`)];
  }
  if (config.OBJECT_STORE !== 'disk') return [ok('object store', `${place} can be used.`)];
  await mkdir(config.OBJECT_STORE_DIR, { recursive: true });
  const { bavail, bsize } = await statfs(config.OBJECT_STORE_DIR);
  const free = bavail * bsize;
  const text = `${place} has ${(free / GIGABYTE).toFixed(1)} GB free.`;
  return [free < LEAST_FREE_BYTES ? advice('object store', text) : ok('object store', text)];
}

/** Writes to where the signed heads of the trail are kept, removes what it wrote, and reads the key. */
async function checkHeadStore(config: Config): Promise<readonly Finding[]> {
  const place = config.TRAIL_HEAD_STORE;
  try {
    const store = await openHeadStore(config);
    if (store === null) return [];
    // The name of an object comes from its bytes, so no note can have the name of this one.
    const { hash } = await inTime(store.put(Buffer.from(`probe ${randomUUID()}`)));
    await inTime(store.remove(hash));
    await readSigningKey(config.TRAIL_HEAD_KEY);
    return [ok('trail heads', `can be kept in ${place}.`)];
  } catch (error) {
    return [fault('trail heads', `cannot be kept in ${place}: ${storeReason(error)}`)];
  }
}

async function checkScanner(config: Config): Promise<readonly Finding[]> {
  const scanner = openScanner(config);
  if (scanner === null) return [];
  try {
    await inTime(scanner.check());
    return [ok('virus scanner', 'answers.')];
  } catch (error) {
    return [fault('virus scanner', `does not answer, so uploads are refused: ${reasonOf(error)}`)];
  }
}

async function checkProvider(config: Config): Promise<readonly Finding[]> {
  if (config.OIDC_ISSUER === '') return [];
  try {
    const unnamed = unnamedHosts(config, await inTime(discoverProvider(config)));
    return unnamed.length === 0
      ? [ok('identity provider', 'answers.')]
      : [fault('identity provider', `also serves from ${unnamed.join(', ')}. Name them in OIDC_HOSTS.`)];
  } catch (error) {
    return [fault('identity provider', `does not answer as ${config.OIDC_ISSUER}: ${reasonOf(error)}`)];
  }
}

/** The last moment at which the certificate of an address is valid. */
const certificateEnd = (url: URL): Promise<Date> =>
  new Promise((resolve, reject) => {
    const port = url.port === '' ? 443 : Number(url.port);
    const socket = connect({ host: url.hostname, port, servername: url.hostname, timeout: CONNECT_MS });
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });

async function checkCertificate(config: Config): Promise<readonly Finding[]> {
  const url = new URL(config.PUBLIC_URL);
  if (url.protocol !== 'https:') return [];
  try {
    const days = Math.floor(((await certificateEnd(url)).getTime() - Date.now()) / DAY_MS);
    const text = `of ${url.hostname} is valid for ${days} more days.`;
    return [days < LEAST_CERTIFICATE_DAYS ? advice('certificate', text) : ok('certificate', text)];
  } catch (error) {
    return [advice('certificate', `of ${url.hostname} could not be seen from here: ${reasonOf(error)}`)];
  }
}

/** What the server needs besides the database. */
export async function checkServices(config: Config): Promise<readonly Finding[]> {
  const found = await Promise.all([
    checkMail(config),
    checkStore(config),
    checkHeadStore(config),
    checkScanner(config),
    checkProvider(config),
    checkCertificate(config),
  ]);
  return found.flat();
}
