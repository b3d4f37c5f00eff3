import * as z from 'zod';
import { settingsRefusal } from './config-refusal.ts';
import { copyShape } from './copy-config.ts';
import { CONNECTION_WAIT_SECONDS } from './limits.ts';
import { STEP_UP_KINDS } from '#domain/access/factors.ts';
import { CHECKED_KINDS } from '#domain/access/proposals.ts';

/**
 * The default number of jobs that a worker runs at the same time. If a worker is killed, this many jobs may run twice.
 */
export const WORKER_CONCURRENCY = 4;

/**
 * All settings, read from the environment and checked once at start. `npm run config` explains them. No other code in
 * the product reads the environment.
 */
const seconds = (what: string, standard: number) =>
  z.coerce.number().int().positive().default(standard).describe(what);
/** Up to ten numbers from 1 to 999, with commas between them. */
const numbers = (what: string, standard: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,2}(?:,[1-9]\d{0,2}){0,9}$/, 'must be numbers with commas between them')
    .default(standard)
    .describe(what)
    .transform((written) => written.split(',').map(Number));
const url = (what: string) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .describe(what);
const onOff = (what: string, standard: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(standard)
    .describe(what)
    .transform((written) => written === 'on');

/** Some of these words, with commas between them; none as installed. */
const someOf = <const Kind extends string>(kinds: readonly Kind[], what: string) =>
  z
    .string()
    .refine(
      (written) => written === '' || written.split(',').every((word) => kinds.some((kind) => kind === word)),
      `must be some of ${kinds.join(',')}`,
    )
    .default('')
    .describe(`${what}, comma separated: ${kinds.join(', ')}.`)
    .transform((written) => kinds.filter((kind) => written.split(',').includes(kind)));

/** The least length of a secret from which a key is derived. */
const MIN_SECRET_CHARS = 32;
/** The identity provider makes this secret, so only one that is obviously too short is refused. */
const MIN_CLIENT_SECRET_CHARS = 16;

export const settings = z.object({
  BUREAU_ENV: z
    .enum(['production', 'development', 'test', 'demo'])
    .default('production')
    .describe('What this installation is. Production refuses a database marked as demo.'),
  ROLE: z
    .enum(['web', 'worker', 'both'])
    .default('both')
    .describe('What this process does: answer calls, do background work, or both.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Port to listen on.'),
  PUBLIC_URL: z
    .url()
    .default('http://localhost:8080')
    .describe('Where people reach Bureau; links in mails start with it.'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .describe(
      'Addresses (comma separated) whose X-Forwarded-For is believed; empty when no proxy stands before.',
    ),
  DATABASE_WRITE_URL: url('Login that is a member of bureau_writer.'),
  DATABASE_READ_URL: url(
    'Login that is a member of bureau_reader. It names the primary: a standby does not have yet what was just saved.',
  ),
  DATABASE_JOBS_URL: url('Login that is a member of bureau_jobs; used by the worker.'),
  DATABASE_LINE_URL: z
    .string()
    .regex(/^(postgres(ql)?:\/\/.*)?$/, 'must be a postgres:// address or empty')
    .default('')
    .describe(
      'Where web processes listen for changes: the primary itself, no pooler. Empty means DATABASE_READ_URL.',
    ),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(10)
    .describe('Most connections for each role.'),
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(WORKER_CONCURRENCY)
    .describe('Jobs that a worker does at the same time.'),
  STATEMENT_TIMEOUT_SECONDS: seconds('A statement that runs longer is stopped.', 15),
  CONNECTION_WAIT_SECONDS: seconds(
    'How long a call waits for a connection to the database before it is refused.',
    CONNECTION_WAIT_SECONDS,
  ),
  SESSION_IDLE_MINUTES: seconds('A session not used for so long has expired.', 30),
  SESSION_HOURS: seconds('A session expires after so long, used or not.', 12),
  RESET_LINK_MINUTES: seconds('How long a mailed reset link works.', 30),
  FIRST_LINK_HOURS: seconds('How long the mailed link works by which a new user chooses a password.', 72),
  REFUSE_PAST_PASSWORDS: onOff('Refuse the last five passwords; the shown policy then says so.', 'off'),
  REFUSE_COMMON_PASSWORDS: onOff('Refuse the commonest passwords; the shown policy then says so.', 'off'),
  FOUR_EYES: onOff(
    'Nobody approves a request that they made, and nobody approves one request at two steps. Nobody sends notes from a vault to themselves, or accepts for a vault notes that they sent.',
    'off',
  ),
  PROOF_OF_DELIVERY: onOff(
    'A delivery or collection is confirmed only with a signature or a photo, which is kept with the request.',
    'off',
  ),
  FIRST_AUDIT_YEAR: z.coerce
    .number()
    .int()
    .min(2000)
    .max(2199)
    .default(2022)
    .describe('The first year of which a monthly audit can be started.'),
  SIGN_IN_FAILURES: seconds(
    'Failed sign-ins per user and address within a quarter of an hour; ten times as many per user from all unknown addresses together.',
    20,
  ),
  SECOND_FACTOR_SECRET: z
    .string()
    .refine(
      (written) => written === '' || written.length >= MIN_SECRET_CHARS,
      'must have at least 32 characters',
    )
    .default('')
    .describe(
      'What the secrets of authenticator apps are encrypted with, at least 32 random characters. Empty means that no authenticator app can be set up.',
    ),
  STEP_UP: someOf(STEP_UP_KINDS, 'What needs a second factor that was confirmed shortly before'),
  STEP_UP_AMOUNT: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_000_000)
    .describe('With STEP_UP=approvals: the grand total in rupees above which an approval needs it.'),
  STEP_UP_MINUTES: seconds('How long a confirmed second factor counts as fresh.', 15),
  MAKER_CHECKER: someOf(
    CHECKED_KINDS,
    'Changes that a second user must approve; two users must have each right',
  ),
  NEW_DEVICE_MAIL: onOff('Tell a user by mail of a sign-in from a device or place that is new.', 'off'),
  OIDC_ISSUER: z
    .string()
    .regex(
      /^(https:\/\/[^?#\s]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/[^?#\s]*)?)?$/,
      'must be an https:// address, or one on this machine',
    )
    .default('')
    .describe('Identity provider (OpenID Connect) by which staff can sign in. Empty means that nobody can.'),
  OIDC_HOSTS: z
    .string()
    .regex(
      /^([\w.-]{1,100}(:\d{1,5})?(,[\w.-]{1,100}(:\d{1,5})?){0,9})?$/,
      'must be host names with commas between them',
    )
    .default('')
    .describe(
      'Further hosts, comma separated, from which the identity provider serves tokens, keys and addresses, such as oauth2.googleapis.com. No other host is asked.',
    )
    .transform((written) => (written === '' ? [] : written.split(','))),
  OIDC_NAME: z
    .string()
    .max(40)
    .default('')
    .describe('The name of the identity provider on the sign-in page, after "Sign in with".'),
  OIDC_CLIENT_ID: z.string().max(300).default('').describe('Our id at the identity provider.'),
  OIDC_CLIENT_SECRET: z
    .string()
    .refine(
      (written) => written === '' || written.length >= MIN_CLIENT_SECRET_CHARS,
      'must have at least 16 characters',
    )
    .default('')
    .describe('Our secret there.'),
  OIDC_SECOND_FACTOR: z
    .string()
    .regex(/^([^,\s]{1,100}(,[^,\s]{1,100}){0,9})?$/, 'must be values with commas between them')
    .default('')
    .describe(
      'Values of amr or acr, comma separated, with which a sign-in at the identity provider counts as a second factor, such as mfa,hwk. Empty means that it never does.',
    )
    .transform((written) => (written === '' ? [] : written.split(','))),
  OIDC_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(5)
    .describe('How long one answer of the identity provider is waited for, at most 30.'),
  SHED_LOAD_AFTER_MS: seconds(
    'Milliseconds that the process may be behind with its work before it answers that it is busy.',
    1_000,
  ),
  PUBLIC_CALLS_PER_MINUTE: seconds('Calls without a session that one address may make in a minute.', 300),
  CLIENT_HEADER_SECONDS: seconds(
    'How long a client may take for the headers of a request, and for the part of an upload that names its session.',
    10,
  ),
  CLIENT_WINDOW_SECONDS: seconds(
    'The time over which the rate of a client is measured that sends a body or reads an answer.',
    15,
  ),
  CLIENT_BYTES_PER_SECOND: seconds(
    'Bytes a second that a client must send of a body or read of an answer; a slower one is disconnected.',
    4_096,
  ),
  CLIENT_REQUEST_SECONDS: seconds('How long a client may take to send a whole request, at any rate.', 900),
  CONNECTIONS_PER_ADDRESS: seconds(
    'Connections that one address may have open, or behind a trusted proxy requests under way.',
    500,
  ),
  CONNECTIONS: seconds('Connections that this process accepts at once.', 10_000),
  STREAMS_PER_SESSION: seconds(
    'Event streams that one session may have open; a further one ends the oldest.',
    20,
  ),
  STREAMS_PER_USER: seconds('Event streams that one user may have open; a further one ends the oldest.', 60),
  STREAMS_PER_ADDRESS: seconds(
    'Event streams without a session that one address may have open; a further one ends the oldest.',
    100,
  ),
  STREAMS: seconds('Event streams that this process holds open; a further one is refused.', 5_000),
  UPLOADS_PER_USER: seconds(
    'Uploads under way of one user, or of one renewal link; the page waits with a further one.',
    4,
  ),
  // 32 files of 10 MB fit into the 512 MB of temporary space that a container has.
  UPLOADS: seconds('Uploads under way in this process; each takes up to 10 MB of temporary space.', 32),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// address')
    .default('smtp://127.0.0.1:25')
    .describe('Mail server, with user and password where it asks for them.'),
  MAIL_FROM: z.string().default('Bureau <no-reply@localhost>').describe('Sender of mails.'),
  OPERATOR_MAIL: z
    .union([z.literal(''), z.email()])
    .default('')
    .describe('Who is told by mail that a backup or a copy has failed. Empty means nobody.'),
  DISCREPANCY_REMINDER_DAYS: seconds(
    'Days after which a branch is reminded by mail of discrepancies that it has not answered, once a week.',
    7,
  ),
  LIBRARY_REMINDER_DAYS: numbers(
    'Days before the expiry date of a document of the library on which head office is reminded by mail, once each.',
    '60,30,7',
  ),
  LICENCE_REMINDER_DAYS: numbers(
    'Days before a licence ends on which the entity is mailed a renewal link, once each; comma separated.',
    '60,30,7',
  ),
  RENEWAL_LINK_DAYS: seconds('Days that a mailed renewal link works.', 90),
  RENEWAL_UPLOADS_PER_DAY: seconds('Uploads that a renewal link takes in a day.', 60),
  RENEWAL_BYTES_PER_DAY: seconds('Bytes that a renewal link takes in a day.', 209_715_200),
  RATE_CARD_PDF: onOff('Send the rate card as a PDF along with the mail that a publication brings.', 'off'),
  GATEWAY_URL: z
    .string()
    .regex(
      /^(https:\/\/.*|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/.*)?)?$/,
      'must be an https:// address, or one on this machine',
    )
    .default('')
    .describe('API of the payment gateway. Empty means that no payment links can be sent.'),
  GATEWAY_CLIENT_ID: z.string().default('').describe('Our id at the payment gateway.'),
  GATEWAY_CLIENT_SECRET: z.string().default('').describe('Our secret there.'),
  GATEWAY_API_VERSION: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date')
    .default('2025-01-01')
    .describe('Version of its API that is spoken.'),
  GATEWAY_WEBHOOK_SECRET: z
    .string()
    .default('')
    .describe('What its webhooks are signed with. Empty means GATEWAY_CLIENT_SECRET.'),
  GATEWAY_WEBHOOK_MINUTES: seconds('A webhook signed longer ago, or so far ahead, is not believed.', 10),
  // Sending a link calls the gateway at most twice and must finish, with its mail, before another attempt can begin:
  // see SENDING in payments.sql.ts.
  GATEWAY_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(10)
    .describe('How long one answer of the payment gateway is waited for, at most 30.'),
  OBJECT_STORE: z.enum(['disk', 's3']).default('disk').describe('Where document bytes are kept.'),
  OBJECT_STORE_DIR: z
    .string()
    .default('./objects')
    .describe('Folder of the disk store. Production needs its absolute path.'),
  S3_ENDPOINT: z.string().default('').describe('Address of the S3 service.'),
  S3_REGION: z.string().default('us-east-1').describe('Its region.'),
  S3_BUCKET: z.string().default('').describe('Its bucket.'),
  S3_ACCESS_KEY_ID: z.string().default('').describe('Its key id.'),
  S3_SECRET_ACCESS_KEY: z.string().default('').describe('Its secret.'),
  ...copyShape,
  TRAIL_HEAD_STORE: z
    .string()
    .regex(/^(\/.*|\.{1,2}\/.*|s3:[\w./-]*)?$/, 'must be a folder, or s3: and a prefix of the bucket')
    .default('')
    .describe(
      'Where signed heads of the trail are kept: a folder on another disk, or s3: and a prefix. Empty means nowhere.',
    ),
  TRAIL_HEAD_KEY: z
    .string()
    .default('')
    .describe('File with the Ed25519 private key (PEM) that signs the heads of the trail.'),
  CLAMD: z
    .string()
    .default('')
    .describe('Virus scanner as host:port or a socket path. When set, an upload it cannot scan is refused.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least level logged.'),
  SLOW_CALL_MS: seconds('A call that takes so many milliseconds or longer is a line in the log.', 1_000),
  METRICS_TOKEN: z
    .string()
    .default('')
    .describe('Bearer token for /metrics; without one /metrics is closed.'),
  TRACES_URL: z
    .string()
    .regex(/^(https?:\/\/.*)?$/, 'must be an http:// or https:// address or empty')
    .default('')
    .describe(
      'Where traces go by OTLP over HTTP, as http://127.0.0.1:4318/v1/traces. Empty means that nothing is traced.',
    ),
  TRACES_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'With TRACES_URL: the share of requests and jobs that are traced, 0 to 1. A trusted proxy that has decided is followed.',
    ),
  CHECK_REPLIES: onOff(
    'Check every reply against its declared shape before it is sent; a mismatch is a fault of ours.',
    'off',
  ),
  SERVE_WEB: onOff('Serve the built web as well; off when something in front of Bureau does.', 'on'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(0)
    .describe(
      'How long a stop still answers calls while /readyz refuses, so that a balancer can turn away first.',
    ),
  STOP_SECONDS: seconds('How long a stop may take in all before the process ends itself.', 20),
});

export type Config = z.infer<typeof settings>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

export class ConfigError extends Error {}

/** The settings of this process. Throws an error that names every invalid setting. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = settings.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(['These settings are missing or wrong:', ...lines].join('\n'));
  }
  const config = result.data;
  const refusal = settingsRefusal(config);
  if (refusal !== null) throw new ConfigError(refusal);
  return config;
}
