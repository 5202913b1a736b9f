import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { databaseUrls, withDatabase, withRole } from '../../src/db/urls.ts';
import { randomText } from '../../src/ground/machine/secrets.ts';
import { cloneOnCluster, dropOnCluster } from './citus/database.ts';
import { timed } from './phases.ts';
import { Backends } from './processor.ts';

export interface TestDatabase {
  name: string;
  /** The migrating role; what DATABASE_URL would hold. */
  url: string;
  apiUrl: string;
  workerUrl: string;
  /** As insula_owner, who row-level security does not bind: for peeking and for preparing rows. */
  db: pg.Pool;
  /** Notes what its connections have taken of the processors, before they are closed. */
  measure(): Promise<void>;
  /** Closes `db` and drops the database. Throws if a connection was left open. */
  drop(): Promise<void>;
}

let adminPool: pg.Pool | undefined;

/** One connection of this process, which makes and drops all of its databases. */
function admin(): pg.Pool {
  const { adminUrl } = inject('server');
  adminPool ??= new pg.Pool({
    connectionString: adminUrl,
    max: 1,
    application_name: 'test support',
  });
  return adminPool;
}

/** ENCRYPTION_KEY of the run, which the roles of the server have their passwords from. */
export function testKey(): Buffer {
  return Buffer.from(inject('server').encryptionKey, 'base64');
}

/** A database of its own, cloned from the migrated template (or empty, to test migrating itself). */
export const createTestDatabase = (
  from: 'template' | 'empty' = 'template',
): Promise<TestDatabase> =>
  timed('clone', () => (inject('server').isCluster ? cloneThere() : clone(from)));

/** The same on a cluster: of the template, on all of its nodes. */
async function cloneThere(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('server');
  const name = `${template}_${randomText(6, 'hex')}`;
  await cloneOnCluster(adminUrl, template, name, await rights());
  const database = open(adminUrl, name);
  return {
    ...database,
    // Its backends run elsewhere.
    measure: async () => {},
    drop: () =>
      timed('drop', async () => {
        await database.db.end();
        await dropOnCluster(adminUrl, name);
      }),
  };
}

async function clone(from: 'template' | 'empty'): Promise<TestDatabase> {
  const { adminUrl, template } = inject('server');
  const name = `insula_test_${randomText(6, 'hex')}`;
  await admin().query(
    `create database ${name} template ${from === 'empty' ? 'template1' : template} strategy file_copy`,
  );
  const database = open(adminUrl, name);
  const { db } = database;
  if (from === 'template') await db.query(await rights());
  const backends = new Backends();
  meters.push(backends);
  const measure = async () => backends.look(await backendsOf(name));
  measures.add(measure);
  return { ...database, measure, drop: () => timed('drop', drop) };

  async function drop(): Promise<void> {
    await measure();
    measures.delete(measure);
    await db.end();
    const leaks = await leakedConnections(name);
    // Open connections are ended first: with force, an autovacuum worker would also have to be ended, which only a
    // superuser may; without, it makes way on its own.
    try {
      if (leaks.length > 0)
        await admin().query(
          `select pg_terminate_backend(pid, 5000) from pg_stat_activity
             where datname = $1 and backend_type = 'client backend'`,
          [name],
        );
      await admin().query(`drop database ${name}`);
    } finally {
      expect(leaks, 'connections left open').toEqual([]);
    }
  }
}

const meters: Backends[] = [];
/** Of databases that are there. */
const measures = new Set<() => Promise<void>>();

/** The seconds that databases of this process have taken of the processors since this was asked last. */
export async function postgresTaken(): Promise<number> {
  await Promise.all([...measures].map((measure) => measure()));
  return meters.reduce((sum, meter) => sum + meter.take(), 0);
}

async function backendsOf(name: string): Promise<number[]> {
  const { rows } = await admin().query('select pid from pg_stat_activity where datname = $1', [
    name,
  ]);
  return rows.map(({ pid }) => pid);
}

/** The traces of a database on a server. */
function open(adminUrl: string, name: string): Omit<TestDatabase, 'drop' | 'measure'> {
  const url = withDatabase(adminUrl, name);
  const { api: apiUrl, worker: workerUrl } = databaseUrls(url, testKey());
  const db = new pg.Pool({ connectionString: withRole(url, 'insula_owner'), max: 4 });
  return { name, url, apiUrl, workerUrl, db };
}

/** The connections left after ten seconds: closed connections disappear in some milliseconds, or later when much goes on. */
async function leakedConnections(name: string): Promise<string[]> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await admin().query(
      `select concat_ws(' | ', application_name, usename, state, left(query, 120)) as leak
         from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
    if (rows.length === 0 || attempt === 500) return rows.map((row) => row.leak);
    await sleep(20);
  }
}

/** The rights on the database itself, which are not cloned with it; given as the migrating role. */
async function rights(): Promise<string> {
  const file = new URL('../../migrations/roles.sql', import.meta.url);
  return `set role none; ${await readFile(file, 'utf8')}; set role insula_owner`;
}
