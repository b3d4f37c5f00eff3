import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { copyConfig } from './copy-config.ts';
import { explainConfig } from './explain-config.ts';

const least = {
  DATABASE_WRITE_URL: 'postgres://w:secret-w@db/bureau',
  DATABASE_READ_URL: 'postgres://r:secret-r@db/bureau',
  DATABASE_JOBS_URL: 'postgres://j:secret-j@db/bureau',
  OBJECT_STORE_DIR: '/var/lib/bureau/objects',
};

describe('settings', () => {
  it('need only the three logins and the folder of the documents; all others have defaults', () => {
    expect(readConfig(least)).toMatchObject({
      BUREAU_ENV: 'production',
      PORT: 8080,
      SESSION_IDLE_MINUTES: 30,
      SESSION_HOURS: 12,
      RESET_LINK_MINUTES: 30,
      REFUSE_PAST_PASSWORDS: false,
      REFUSE_COMMON_PASSWORDS: false,
    });
  });

  it('report all invalid settings at once', () => {
    const wrong = { ...least, PORT: 'eighty', DATABASE_READ_URL: 'mysql://x', ROLE: 'both ' };
    expect(() => readConfig(wrong)).toThrow(ConfigError);
    expect(() => readConfig(wrong)).toThrow(/PORT: .*\n|DATABASE_READ_URL/);
    try {
      readConfig(wrong);
    } catch (error) {
      for (const name of ['PORT', 'DATABASE_READ_URL', 'ROLE']) expect(String(error)).toContain(name);
    }
  });

  it('treat an empty setting as missing', () => {
    expect(readConfig({ ...least, PORT: '' }).PORT).toBe(8080);
  });

  it('name a place of the copy of documents, which is as the store where nothing else is said', () => {
    const s3 = { ...least, OBJECT_STORE: 's3', S3_ENDPOINT: 'https://objects.example', S3_BUCKET: 'papers' };
    expect(copyConfig(readConfig(least))).toBeNull();
    expect(copyConfig(readConfig({ ...s3, BACKUP_S3_BUCKET: 'papers' }))).toBeNull();
    expect(copyConfig(readConfig({ ...s3, BACKUP_S3_BUCKET: 'copies' }))).toMatchObject({
      OBJECT_STORE: 's3',
      S3_ENDPOINT: 'https://objects.example',
      S3_BUCKET: 'copies',
    });
    expect(() => readConfig({ ...least, BACKUP_OBJECT_STORE: 's3', BACKUP_S3_BUCKET: 'copies' })).toThrow(
      'BACKUP_OBJECT_STORE=s3 needs BACKUP_S3_ENDPOINT and BACKUP_S3_BUCKET.',
    );
  });

  it('allow an unencrypted payment gateway only on this machine', () => {
    const keys = { GATEWAY_CLIENT_ID: 'id', GATEWAY_CLIENT_SECRET: 'hush-hush' };
    expect(readConfig({ ...least, ...keys, GATEWAY_URL: 'http://localhost:8082/pg' })).toMatchObject(keys);
    expect(() => readConfig({ ...least, ...keys, GATEWAY_URL: 'http://gateway.example/pg' })).toThrow(
      /GATEWAY_URL/,
    );
    expect(explainConfig({ ...least, ...keys })).not.toMatch(/hush-hush/);
  });

  it('limit the gateway timeout to the time that sending a payment link can take', () => {
    expect(readConfig({ ...least, GATEWAY_TIMEOUT_SECONDS: '30' }).GATEWAY_TIMEOUT_SECONDS).toBe(30);
    for (const wrong of ['0', '31'])
      expect(() => readConfig({ ...least, GATEWAY_TIMEOUT_SECONDS: wrong })).toThrow(
        /GATEWAY_TIMEOUT_SECONDS/,
      );
  });

  it('that depend on each other are checked together', () => {
    expect(() => readConfig({ ...least, OBJECT_STORE: 's3' })).toThrow(/S3_ENDPOINT and S3_BUCKET/);
    expect(() => readConfig({ ...least, GATEWAY_URL: 'https://gateway.example/pg' })).toThrow(
      /GATEWAY_CLIENT_ID and GATEWAY_CLIENT_SECRET/,
    );
  });

  it('refuse a relative path in production, where each command would look in another folder', () => {
    for (const wrong of [
      { OBJECT_STORE_DIR: '' },
      { OBJECT_STORE_DIR: './objects' },
      { OBJECT_STORE_DIR: 'objects' },
      { TRAIL_HEAD_STORE: './heads', TRAIL_HEAD_KEY: '/etc/bureau/key.pem' },
      { TRAIL_HEAD_STORE: '/mnt/heads', TRAIL_HEAD_KEY: 'key.pem' },
    ]) {
      expect(() => readConfig({ ...least, ...wrong })).toThrow(/absolute paths: \w+\.$/);
      expect(() => readConfig({ ...least, ...wrong, BUREAU_ENV: 'test' })).not.toThrow();
    }
    const s3 = {
      OBJECT_STORE: 's3',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'b',
      OBJECT_STORE_DIR: '',
    };
    expect(() => readConfig({ ...least, ...s3 })).not.toThrow();
  });

  it('are each explained in a sentence, and secrets are hidden', () => {
    const page = explainConfig({ ...least, S3_SECRET_ACCESS_KEY: 'hush', SMTP_URL: 'smtp://u:pw@mail' });
    expect(page).not.toMatch(/secret-|hush|pw@/);
    const settings = page.split(/\n(?=[A-Z])/);
    expect(settings.length).toBeGreaterThan(30);
    for (const setting of settings) expect(setting).toMatch(/^[A-Z0-9_]+ = .+\n {4}\S.+\.$/);
  });
});
