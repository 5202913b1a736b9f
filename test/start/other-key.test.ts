import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { runCli } from '../support/cli.ts';
import { createTestDatabase, testKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';

const start = (env: Record<string, string>, ...args: string[]) =>
  insula(['start', ...args], { PORT: '0', LOG_LEVEL: 'warn', ...env });

/** The files among the secrets of a DATA_DIR. */
const secretsOf = async (dataDir: string) =>
  existsSync(join(dataDir, 'secrets')) ? (await readdir(join(dataDir, 'secrets'))).toSorted() : [];

const otherKey = Buffer.alloc(32, 7).toString('base64');

/** A start that has to be refused. @returns what it printed */
async function refused(env: Record<string, string>, ...args: string[]): Promise<string> {
  const run = start(env, ...args);
  expect(await run.exit()).toBe(1);
  return run.output();
}

describe('a start whose key is not the one of the database', () => {
  it('is refused without ENCRYPTION_KEY, and leaves no key behind', async () => {
    const database = await createTestDatabase();
    for (const args of [[], ['--api-only'], ['--worker-only']]) {
      const DATA_DIR = await temporaryFolder();
      const said = await refused({ DATA_DIR, DATABASE_URL: database.url }, ...args);
      expect(said).toMatch(
        /ENCRYPTION_KEY is not set and not kept in .*\(fingerprint [0-9a-f]{16}\)/,
      );
      expect(said).toContain('insula secrets give-up');
      expect(await secretsOf(DATA_DIR)).toEqual([]);
    }
    const DATA_DIR = await temporaryFolder();
    const migrated = await runCli(['migrate', 'up'], { DATA_DIR, DATABASE_URL: database.url });
    expect([migrated.code, migrated.stderr]).toEqual([1, expect.stringContaining('give-up')]);
    expect(await secretsOf(DATA_DIR)).toEqual([]);
    await database.drop();
  });

  it('is refused with another ENCRYPTION_KEY, names both fingerprints, and keeps nothing', async () => {
    const database = await createTestDatabase();
    const DATA_DIR = await temporaryFolder();
    const said = await refused({ DATA_DIR, DATABASE_URL: database.url, ENCRYPTION_KEY: otherKey });
    expect(said).toMatch(
      /another ENCRYPTION_KEY .*fingerprint is ([0-9a-f]{16}), and the server knows (?!\1)[0-9a-f]{16}/,
    );
    expect(said).not.toContain(otherKey);
    expect(await secretsOf(DATA_DIR)).toEqual([]);
    await database.drop();
  });

  it('is refused as insula_api, whether its password comes from the key or not', async () => {
    const database = await createTestDatabase();
    const DATA_DIR = await temporaryFolder();
    const bare = new URL(database.url);
    Object.assign(bare, { username: 'insula_api', password: '' });
    const env = { DATA_DIR, DATABASE_URL: bare.href };
    expect(await refused(env)).toContain(
      'ENCRYPTION_KEY is not set, and the password of insula_api',
    );
    expect(await refused({ ...env, ENCRYPTION_KEY: otherKey })).toMatch(
      /The password of insula_api comes from ENCRYPTION_KEY, .*\(fingerprint [0-9a-f]{16}\)/,
    );
    const { api } = databaseUrls(database.url, testKey());
    const given = { DATA_DIR, DATABASE_URL: api };
    expect(await refused(given)).toContain('ENCRYPTION_KEY is not set and not kept in');
    expect(await refused({ ...given, ENCRYPTION_KEY: otherKey })).toContain('This is another');
    expect(await secretsOf(DATA_DIR)).toEqual([]);
    await database.drop();
  });

  it('is refused on the embedded database as well', async () => {
    const dataDir = await startedFolder();
    for (const name of ['encryption-key', 'platform-admin-key'])
      await rm(join(dataDir, 'secrets', name));
    expect(await refused({ DATA_DIR: dataDir })).toContain(
      'ENCRYPTION_KEY is not set and not kept',
    );
    expect(await secretsOf(dataDir)).toEqual(['postgres-migrator', 'postgres-superuser']);
  });

  it('without the passwords of its own PostgreSQL makes none that open nothing', async () => {
    const dataDir = await startedFolder();
    await rm(join(dataDir, 'secrets'), { recursive: true });
    expect(await refused({ DATA_DIR: dataDir })).toMatch(/passwords in .* no new ones were kept/);
    expect(await secretsOf(dataDir)).toEqual([]);
  });
});

describe('a command', () => {
  it('that is refused, or only looks, keeps no key', async () => {
    const database = await createTestDatabase();
    const DATA_DIR = await temporaryFolder();
    const env = { DATA_DIR, DATABASE_URL: database.url };
    await runCli(['doctor'], env);
    expect((await runCli(['migrate', 'status'], env)).code).toBe(0);
    expect(await secretsOf(DATA_DIR)).toEqual([]);
    await database.drop();
  });
});
