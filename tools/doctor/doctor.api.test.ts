import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { startIdentityProvider } from '#tools/testing/identity-provider.ts';
import { cloneDatabase, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { examine, report } from './doctor.ts';
import type { Finding } from './finding.ts';

let database: TestDatabase;
let objectsDir = '';
let smtp: SMTPServer;
let silent: Server;

beforeAll(async () => {
  database = await cloneDatabase();
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
