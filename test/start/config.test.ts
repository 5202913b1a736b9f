import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/ground/config/config.ts';
import { keepEncryptionKey, keepPlatformKey } from '../../src/ground/config/keys.ts';
import { temporaryFolder } from '../support/folder.ts';

const load = async (env: NodeJS.ProcessEnv) =>
  loadConfig({ DATA_DIR: await temporaryFolder(), ...env });

describe('the configuration', () => {
  it.each([
    ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['BASE_URL', 'example.com', 'must be a URL that starts with http:// or https://'],
    ['HOST', 'a b', 'Address to listen on; 0.0.0.0 for all'],
    ['DB_POOL_SIZE', '0', 'must be a whole number from 1 to 500'],
    ['WORKER', 'maybe', 'must be "on" or "off"'],
    ['SELF_SERVE', 'yes', 'must be "on" or "off"'],
    ['REGION', 'EU West', 'must be lower case letters, digits and hyphens'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
    ['OUTBOUND_ALLOW_CIDRS', '10.0.0.0/33', 'must be addresses or ranges, separated by commas'],
    ['TRUSTED_PROXIES', 'everybody', 'must be addresses, ranges or loopback'],
    ['CORS_ORIGINS', 'https://a.example/path', 'must be * or origins'],
  ])('refuses %s=%s, with the name, the fault and an example', async (name, value, fault) => {
    const message = await load({ [name]: value }).catch((error) => error.message);
    expect(message).toContain(`${name}="${value}": ${fault}`);
    expect(message).toMatch(new RegExp(`Example: ${name}=.+`));
  });

  it.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db/insula'],
    ['ENCRYPTION_KEY', 'hunter2'],
    ['PLATFORM_ADMIN_KEY', 'hunter2'],
    ['PLATFORM_ADMIN_KEY_ALSO', 'insp_long_enough,hunter2'],
    ['SMTP_URL', 'http://user:hunter2@mail'],
  ])('refuses a wrong %s without repeating it', async (name, value) => {
    const message = await load({ [name]: value }).catch((error) => error.message);
    expect(message).toContain(`${name}: must `);
    expect(message).not.toContain('hunter2');
  });

  it('names every wrong value at once', async () => {
    const wrong = { PORT: 'x', WORKER: 'x', S3_BUCKET: 'x' };
    const message = await load(wrong).catch((error) => error.message);
    expect(message.split('\n').map((line: string) => line.split('=')[0])).toEqual([
      'PORT',
      'S3_BUCKET',
      'WORKER',
    ]);
  });

  it('requires the keys of a bucket with the bucket', async () => {
    await expect(load({ S3_BUCKET: 'files' })).rejects.toThrow(
      'S3_ACCESS_KEY_ID: is needed because S3_BUCKET is set',
    );
  });

  it('treats an empty value as unset', async () => {
    const config = await load({ PORT: '', DATABASE_URL: '', CORS_ORIGINS: '' });
    expect(config).toMatchObject({ port: 3000, databaseUrl: undefined, corsOrigins: ['*'] });
  });

  it('creates keys once, and keeps them when they are known to fit, readable only by their owner', async () => {
    const DATA_DIR = await temporaryFolder();
    const first = loadConfig({ DATA_DIR });
    expect(existsSync(join(DATA_DIR, 'secrets'))).toBe(false);
    keepEncryptionKey(first);
    keepPlatformKey(first);
    const second = loadConfig({ DATA_DIR });
    expect(first.encryptionKey).toHaveLength(32);
    expect(first.platformAdminKey).toMatch(/^insp_[0-9a-f]{48}$/);
    expect(second.encryptionKey).toEqual(first.encryptionKey);
    expect(second.platformAdminKey).toBe(first.platformAdminKey);
    for (const name of readdirSync(join(DATA_DIR, 'secrets'))) {
      expect(statSync(join(DATA_DIR, 'secrets', name)).mode & 0o777).toBe(0o600);
    }
  });

  it('warns that processes on one database need the same key', async () => {
    const config = await load({ DATABASE_URL: 'postgres://a:b@localhost/c' });
    expect(config.warnings.join()).toContain('ENCRYPTION_KEY is not set');
  });
});
