import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls, withDatabase, withRole } from '../../src/db/urls.ts';
import { randomText } from '../../src/process/secrets.ts';
import { timed } from './phases.ts';

export interface TestDatabase {
  name: string;
  /** The migrating role; what DATABASE_URL would hold. */
  url: string;
  apiUrl: string;
  workerUrl: string;
  /** As insula_owner, who row-level security does not bind: for peeking and for preparing rows. */
  db: pg.Pool;
  /** Closes `db` and drops the database. Throws when somebody else left a connection open. */
  drop(): Promise<void>;
}

/** ENCRYPTION_KEY of the run, which the roles of the server have their passwords from. */
export function testKey(): Buffer {
  return Buffer.from(inject('server').encryptionKey, 'base64');
}

/** A database of its own, cloned from the migrated template (or empty, to test migrating itself). */
export const createTestDatabase = (
  from: 'template' | 'empty' = 'template',
): Promise<TestDatabase> => timed('clone', () => clone(from));

async function clone(from: 'template' | 'empty'): Promise<TestDatabase> {
  const { adminUrl, template } = inject('server');
  const name = `insula_test_${randomText(6, 'hex')}`;
  const url = withDatabase(adminUrl, name);
  await withClient(adminUrl, 'test support', (client) =>
    client.query(
      `create database ${name} template ${from === 'empty' ? 'template1' : template} strategy file_copy`,
    ),
  );
  // The rights on the database itself are not cloned with it.
  if (from === 'template') await withClient(url, 'test support', runRoles);
  const urls = databaseUrls(url, testKey());
  const db = new pg.Pool({ connectionString: withRole(url, 'insula_owner'), max: 4 });
  return {
    name,
    url,
    apiUrl: urls.api,
    workerUrl: urls.worker,
    db,
    drop: () => timed('drop', drop),
  };

  async function drop(): Promise<void> {
    await db.end();
    const leaks = await leakedConnections(adminUrl, name);
    // What is left open is ended first: with force, an autovacuum worker would have to be ended too, which only a
    // superuser may; without, it makes way by itself.
    await withClient(adminUrl, 'test support', async (client) => {
      await client.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
           where datname = $1 and backend_type = 'client backend'`,
        [name],
      );
      await client.query(`drop database ${name}`);
    });
    if (leaks.length > 0) throw new Error(`connections left open:\n${leaks.join('\n')}`);
  }
}

/** Who is still connected after half a second, in which closed connections disappear. */
async function leakedConnections(adminUrl: string, name: string): Promise<string[]> {
  return withClient(adminUrl, 'test support', async (client) => {
    for (let attempt = 0; ; attempt++) {
      const { rows } = await client.query(
        `select concat_ws(' | ', application_name, usename, state, left(query, 120)) as leak
           from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [name],
      );
      if (rows.length === 0 || attempt === 25) return rows.map((row) => row.leak);
      await sleep(20);
    }
  });
}

async function runRoles(client: pg.Client): Promise<void> {
  const file = new URL('../../migrations/roles.sql', import.meta.url);
  await client.query(await readFile(file, 'utf8'));
}
