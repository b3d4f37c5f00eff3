import * as z from 'zod';

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

const schema = z.object({
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
  DATABASE_READ_URL: url('Login that is a member of bureau_reader; may point to a replica later.'),
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
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// address')
    .default('smtp://127.0.0.1:25')
    .describe('Mail server, with user and password where it asks for them.'),
  MAIL_FROM: z.string().default('Bureau <no-reply@localhost>').describe('Sender of mails.'),
  DISCREPANCY_REMINDER_DAYS: seconds(
    'Days after which a branch is reminded by mail of discrepancies that it has not answered, once a week.',
    7,
  ),
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
  WEBHOOK_DAYS: z.coerce
    .number()
    .int()
    .min(180)
    .default(1_830)
    .describe(
      'Days that signed webhooks are kept, at least 180: five years, as for records of transactions.',
    ),
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
  OBJECT_STORE_DIR: z.string().default('./objects').describe('Folder of the disk store.'),
  S3_ENDPOINT: z.string().default('').describe('Address of the S3 service.'),
  S3_REGION: z.string().default('us-east-1').describe('Its region.'),
  S3_BUCKET: z.string().default('').describe('Its bucket.'),
  S3_ACCESS_KEY_ID: z.string().default('').describe('Its key id.'),
  S3_SECRET_ACCESS_KEY: z.string().default('').describe('Its secret.'),
  CLAMD: z
    .string()
    .default('')
    .describe('Virus scanner as host:port or a socket path. When set, an upload it cannot scan is refused.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least level logged.'),
  METRICS_TOKEN: z
    .string()
    .default('')
    .describe('Bearer token for /metrics; without one /metrics is closed.'),
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

export type Config = z.infer<typeof schema>;

/** Settings whose values are never shown or logged. */
const SECRET = /URL$|SECRET|TOKEN|KEY_ID|CLIENT_ID/;

export class ConfigError extends Error {}

/** The settings of this process. Throws an error that names every invalid setting. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(['These settings are missing or wrong:', ...lines].join('\n'));
  }
  const config = result.data;
  if (config.OBJECT_STORE === 's3' && (config.S3_ENDPOINT === '' || config.S3_BUCKET === ''))
    throw new ConfigError('OBJECT_STORE=s3 needs S3_ENDPOINT and S3_BUCKET.');
  if (config.GATEWAY_URL !== '' && (config.GATEWAY_CLIENT_ID === '' || config.GATEWAY_CLIENT_SECRET === ''))
    throw new ConfigError('GATEWAY_URL needs GATEWAY_CLIENT_ID and GATEWAY_CLIENT_SECRET.');
  return config;
}

/** One line for each setting: its name, its current value (secrets hidden) and its purpose. */
export function explainConfig(environment: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(schema.shape)
    .map(([name, setting]) => {
      const given = environment[name];
      const standard = setting.safeParse(undefined);
      const now =
        given !== undefined && given !== ''
          ? SECRET.test(name)
            ? '(set)'
            : given
          : standard.success
            ? `${writtenDefault(standard.data)} (as installed)`
            : '(must be set)';
      return `${name} = ${now}\n    ${describe(setting)}`;
    })
    .join('\n');
}

const writtenDefault = (value: unknown): string =>
  value === true ? 'on' : value === false ? 'off' : value === '' ? '(empty)' : String(value);

const describe = (setting: z.ZodType): string =>
  setting.description ?? (setting instanceof z.ZodPipe ? ((setting.in as z.ZodType).description ?? '') : '');
