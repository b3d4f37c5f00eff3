import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { migrate } from '#server/platform/db/provision.ts';
import { startIdentityProvider } from '#tools/testing/identity-provider.ts';
import { TEST_ROLES } from '#tools/testing/template.ts';
import { cloneDatabase, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { examine, report } from './doctor.ts';
import type { Finding } from './finding.ts';

let database: TestDatabase;
let objectsDir = '';
let smtp: SMTPServer;
let silent: Server;

beforeAll(async () => {
  database = await cloneDatabase();
  // A clone lets every login of the cluster connect, an installation does not.
  await migrate(database.urls.admin, { logins: TEST_ROLES });
  objectsDir = await mkdtemp(join(tmpdir(), 'bureau-doctor-'));
  smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  await database.drop();
  await rm(objectsDir, { recursive: true, force: true });
  await new Promise<void>((resolve) => smtp.close(resolve));
  silent.close();
});

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;

const examineWith = (more: Record<string, string> = {}) =>
  examine({
    ...settingsFor(database, objectsDir),
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    ...more,
  });
const verdictsOf = (findings: readonly Finding[], about: string) =>
  findings.filter((finding) => finding.about === about).map(({ verdict, text }) => [verdict, text]);

/** The settings of a careful production installation; the demo database is what remains wrong here. */
const CAREFUL = {
  BUREAU_ENV: 'production',
  PUBLIC_URL: 'https://desk.bureau.invalid',
  MAIL_FROM: 'Sahyadri <desk@sahyadri.example>',
  LOG_LEVEL: 'info',
  TRUSTED_PROXIES: '127.0.0.1',
  FOUR_EYES: 'on',
  REFUSE_COMMON_PASSWORDS: 'on',
  REFUSE_PAST_PASSWORDS: 'on',
  SECOND_FACTOR_SECRET: 'thirty-two characters or some more',
  STEP_UP: 'approvals,rates,rights,users,bank,persons',
  MAKER_CHECKER: 'users,rights,stock,retention',
  NEW_DEVICE_MAIL: 'on',
  TRAIL_HEAD_STORE: '/var/lib/bureau-heads',
  TRAIL_HEAD_KEY: '/etc/bureau/trail-head.pem',
  METRICS_TOKEN: 'secret',
  GATEWAY_URL: 'https://gateway.example',
  GATEWAY_CLIENT_ID: 'a',
  GATEWAY_CLIENT_SECRET: 'b',
};

describe('npm run doctor', () => {
  it('finds nothing wrong with an installation that works', async () => {
    const findings = await examineWith();
    expect(findings.filter(({ verdict }) => verdict === 'fault')).toEqual([]);
    expect(report(findings)).toContain('row-level security protects');
  });

  it('names every missing setting', async () => {
    const findings = await examine({});
    expect(findings).toHaveLength(1);
    expect(findings[0]?.text).toContain('DATABASE_WRITE_URL');
  });

  it.each([
    ['PUBLIC_URL', 'http://desk.sahyadri.example', 'fault'],
    ['PUBLIC_URL', 'http://localhost:8080', 'fault'],
    ['MAIL_FROM', 'Bureau <no-reply@localhost>', 'fault'],
    ['LOG_LEVEL', 'trace', 'advice'],
    ['TRUSTED_PROXIES', '', 'advice'],
    ['FOUR_EYES', 'off', 'advice'],
    ['REFUSE_COMMON_PASSWORDS', 'off', 'advice'],
    ['REFUSE_PAST_PASSWORDS', 'off', 'advice'],
    ['SECOND_FACTOR_SECRET', '', 'advice'],
    ['STEP_UP', '', 'advice'],
    ['STEP_UP', 'approvals,rates', 'advice'],
    ['NEW_DEVICE_MAIL', 'off', 'advice'],
    ['METRICS_TOKEN', '', 'advice'],
    ['GATEWAY_URL', '', 'advice'],
  ])('in production %s=%s is a reason for %s', async (name, value, verdict) => {
    const careful = await examineWith(CAREFUL);
    expect(verdictsOf(careful, name)).toEqual([]);
    const findings = await examineWith({ ...CAREFUL, [name]: value });
    expect(verdictsOf(findings, name).map(([found]) => found)).toEqual([verdict]);
  });

  it('advises to keep signed heads of the trail elsewhere', async () => {
    expect(verdictsOf(await examineWith(CAREFUL), 'TRAIL_HEAD_STORE')).toEqual([]);
    const findings = await examineWith({ ...CAREFUL, TRAIL_HEAD_STORE: '', TRAIL_HEAD_KEY: '' });
    expect(verdictsOf(findings, 'TRAIL_HEAD_STORE').map(([found]) => found)).toEqual(['advice']);
  });

  it('says where it looked for the documents', async () => {
    expect(verdictsOf(await examineWith(), 'object store')).toEqual([
      ['ok', expect.stringMatching(new RegExp(`^${objectsDir} has [\\d.]+ GB free\\.$`))],
    ]);
  });

  it('makes no folder of documents as root, because the server could not use it', async () => {
    const absent = join(objectsDir, 'absent');
    const findings = await examineWith({ OBJECT_STORE_DIR: absent });
    if (process.getuid?.() === 0)
      expect(verdictsOf(findings, 'object store')).toEqual([
        ['fault', `${absent} does not exist. Make it and give it to the user of the server.`],
      ]);
    else expect(verdictsOf(findings, 'object store')[0]?.[0]).toBe('ok');
  });

  it('writes to the store of heads, and leaves nothing there', async () => {
    const heads = join(objectsDir, 'heads');
    const TRAIL_HEAD_KEY = join(objectsDir, 'key.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeFile(TRAIL_HEAD_KEY, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const found = async (place: string, key = TRAIL_HEAD_KEY) =>
      verdictsOf(await examineWith({ TRAIL_HEAD_STORE: place, TRAIL_HEAD_KEY: key }), 'trail heads');
    await mkdir(heads);
    expect(await found(heads)).toEqual([['ok', `can be kept in ${heads}.`]]);
    const left = await readdir(heads, { recursive: true, withFileTypes: true });
    expect(left.filter((one) => one.isFile())).toEqual([]);
    // A file is where the folder should be.
    expect(await found(join(TRAIL_HEAD_KEY, 'heads'))).toEqual([
      ['fault', expect.stringMatching(/^cannot be kept in .*heads: ENOTDIR/)],
    ]);
    expect(await found(heads, join(objectsDir, 'no-key.pem'))).toEqual([
      ['fault', expect.stringContaining('no-key.pem')],
    ]);
  });

  it('judges encoding and checksums of the database', async () => {
    const findings = await examineWith();
    expect(verdictsOf(findings, 'encoding')).toEqual([['ok', 'of the database is UTF8.']]);
    const { rows } = await database.admin.query<{ on: boolean }>(
      `select current_setting('data_checksums') = 'on' as on`,
    );
    expect(verdictsOf(findings, 'checksums')[0]?.[0]).toBe(rows[0]?.on === true ? 'ok' : 'advice');
  });

  it('names entries of a month without a partition, and a trail without coming months', async () => {
    expect(verdictsOf(await examineWith(CAREFUL), 'trail').map(([found]) => found)).toEqual(['ok']);
    await database.admin.query(
      `insert into platform.trail (at, action, record, record_id) values ('2019-01-01', 'edit', 'test', '1')`,
    );
    expect(verdictsOf(await examineWith(CAREFUL), 'trail')[0]).toEqual([
      'advice',
      'has entries of a month without a partition; they cannot be archived by month.',
    ]);
    await database.admin.query(`begin; do $$ declare part regclass; begin
      for part in select inhrelid::regclass from pg_inherits where inhparent = 'platform.trail'::regclass
        and inhrelid <> 'platform.trail_other'::regclass loop
        execute format('alter table %s rename to %I', part, replace(split_part(part::text, '.', 2), 'trail', 'gone'));
      end loop; end $$; commit`);
    expect(verdictsOf(await examineWith(CAREFUL), 'trail')[0]?.[0]).toBe('fault');
    await database.admin.query(`begin; do $$ declare part regclass; begin
      for part in select inhrelid::regclass from pg_inherits where inhparent = 'platform.trail'::regclass
        and inhrelid <> 'platform.trail_other'::regclass loop
        execute format('alter table %s rename to %I', part, replace(split_part(part::text, '.', 2), 'gone', 'trail'));
      end loop; end $$; delete from platform.trail_other; commit`);
  });

  it('refuses a demo as production', async () => {
    expect(verdictsOf(await examineWith(CAREFUL), 'installation')).toEqual([
      ['fault', 'is a demo, whose passwords are public.'],
    ]);
  });

  it('names a login that does not connect, one of another group and one with too much power', async () => {
    const { urls } = database;
    const wrong = urls.reader.replace('bureau-test', 'guess');
    const findings = await examineWith({
      DATABASE_WRITE_URL: urls.reader,
      DATABASE_JOBS_URL: urls.admin,
    });
    expect(verdictsOf(findings, 'DATABASE_WRITE_URL')).toEqual([
      ['fault', 'is a login that is no member of bureau_writer.'],
    ]);
    expect(verdictsOf(findings, 'DATABASE_JOBS_URL')[0]?.[1]).toContain('superuser, bypassrls');
    const closed = await examineWith({ DATABASE_READ_URL: wrong.replace(/:\d+\//, `:${portOf(silent)}/`) });
    expect(verdictsOf(closed, 'DATABASE_READ_URL')[0]?.[1]).toContain('does not connect');
  });

  it('names a login of another installation that can connect', async () => {
    const { admin, name } = database;
    const strangers = [`${name}_reporting`, `${name}_other_writer`] as const;
    const found = async () => verdictsOf(await examineWith(), 'database');
    try {
      await admin.query(
        `create role ${strangers[0]} login; create role ${strangers[1]} login in role bureau_writer`,
      );
      expect((await found())[0]?.[0]).toBe('ok');
      await admin.query(`grant connect on database ${name} to ${strangers[0]}`);
      expect(await found()).toEqual([['advice', expect.stringContaining(strangers[0])]]);
      await admin.query(`grant connect on database ${name} to bureau_writer`);
      expect(await found()).toEqual([
        [
          'fault',
          expect.stringMatching(
            new RegExp(`(?=.*${strangers[0]})(?=.*${strangers[1]}).*not of this installation`),
          ),
        ],
      ]);
      await migrate(database.urls.admin, { logins: TEST_ROLES });
      expect((await found())[0]?.[0]).toBe('advice');
    } finally {
      await admin.query(`drop owned by ${strangers.join(', ')}; drop role ${strangers.join(', ')}`);
    }
  });

  it('names a table whose row-level security is off, and a migration that is missing', async () => {
    await database.admin.query('alter table requests.request disable row level security');
    await database.admin.query(`delete from migrations.migration where name like '0002%'`);
    expect(verdictsOf(await examineWith(), 'schema')[0]?.[1]).toContain('lacks 0002_');
    await database.admin.query(
      `insert into migrations.migration (name, run_on) select name, now() from migrations.declaration d
       where name like '0002%' and not exists (select from migrations.migration m where m.name = d.name)`,
    );
    expect(verdictsOf(await examineWith(), 'row-level security')).toEqual([
      ['fault', 'is off for requests.request.'],
    ]);
    await database.admin.query('alter table requests.request enable row level security');
    expect(verdictsOf(await examineWith(), 'row-level security')[0]?.[0]).toBe('ok');
  });

  it('names a mail server, a scanner and a store that do not answer', async () => {
    const dead = `127.0.0.1:${portOf(silent)}`;
    const findings = await examineWith({
      SMTP_URL: `smtp://${dead}`,
      CLAMD: dead,
      OBJECT_STORE_DIR: '/proc/no-store-here',
    });
    for (const about of ['mail', 'virus scanner', 'object store'])
      expect([about, verdictsOf(findings, about)[0]?.[0]]).toEqual([about, 'fault']);
  });

  it('names a certificate that cannot be seen', async () => {
    expect(verdictsOf(await examineWith(CAREFUL), 'certificate')[0]?.[1]).toContain('desk.bureau.invalid');
  });

  it('asks the identity provider, and names one that does not answer', async () => {
    const provider = await startIdentityProvider([]);
    const found = async (issuer: string) =>
      verdictsOf(await examineWith({ ...provider.settings, OIDC_ISSUER: issuer }), 'identity provider');
    try {
      expect(await found(provider.issuer)).toEqual([['ok', 'answers.']]);
      provider.serveKeysFrom('https://keys.example/jwks');
      expect(await found(provider.issuer)).toEqual([
        ['fault', 'also serves from keys.example. Name them in OIDC_HOSTS.'],
      ]);
      provider.serveKeysFrom(null);
      // Its address is right, but it calls itself by another name.
      expect(await found(provider.issuer.replace('127.0.0.1', 'localhost'))).toEqual([
        ['fault', expect.stringContaining('does not answer as http://localhost')],
      ]);
      expect((await found(`http://127.0.0.1:${portOf(silent)}`)).map(([verdict]) => verdict)).toEqual([
        'fault',
      ]);
    } finally {
      await provider.close();
    }
  });
});
