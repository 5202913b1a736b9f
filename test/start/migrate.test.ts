import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkMigrated } from '../../src/db/check.ts';
import { withClient } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';

const log = pino({ level: 'silent' });

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('empty');
  onTestFinished(() => database.drop());
  return database;
}

const migrateTest = (database: TestDatabase, encryptionKey = testKey()) =>
  migrate(database.url, { log, encryptionKey, current: true });

describe('migrating a database', () => {
  it('gives two simultaneous processes the same database, and then has nothing to do', async () => {
    const database = await emptyDatabase();
    const results = await Promise.all([migrateTest(database), migrateTest(database)]);
    const applied = results.map((result) => result.functions.applied).sort((a, b) => a - b);
    expect(applied[0]).toBe(0);
    expect(applied[1]).toBeGreaterThan(0);
    const again = await migrateTest(database);
    expect(again).toMatchObject({ pending: [], functions: { applied: 0, pruned: [] } });
  });

  it('gives every schema, table and function to insula_owner, but for what makes logins', async () => {
    const database = await emptyDatabase();
    await migrateTest(database);
    const { rows } = await database.db.query(`
      select distinct owner::regrole::text as owner, case when owner = 'insula_logins'::regrole then name end as name
      from (
        select nspowner as owner, nspname::text as name from pg_namespace
        where nspname !~ '^pg_|^information_schema$|^public$'
        union all select relowner, relname from pg_class
        where relnamespace::regnamespace::text !~ '^pg_|^information_schema$'
        union all select proowner, proname from pg_proc p
        where pronamespace::regnamespace::text !~ '^pg_|^information_schema$'
          -- those of an extension are the server's own
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')) o
      order by 1, 2`);
    // The role that makes logins is separate: no other may create roles.
    expect(rows).toEqual([
      { owner: 'insula_logins', name: 'ensure' },
      { owner: 'insula_logins', name: 'logins' },
      { owner: 'insula_logins', name: 'remove' },
      { owner: 'insula_logins', name: 'rotate' },
      { owner: 'insula_owner', name: null },
    ]);
  });

  it('opens the job queue to insula_worker', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const jobs = await withClient(database.workerUrl, 'test', async (client) => {
      await client.query(`select graphile_worker.add_job('nothing', '{}')`);
      return client.query('select task_identifier from graphile_worker.jobs');
    });
    expect(jobs.rows).toContainEqual({ task_identifier: 'nothing' });
  });

  it('tells a process without rights whether the database is migrated', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    await checkMigrated(database.apiUrl);
    const empty = await emptyDatabase();
    await expect(checkMigrated(empty.apiUrl)).rejects.toThrow('insula migrate up');
  });

  it('refuses a database migrated by a newer version', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    await database.db.query(
      `insert into graphile_migrate.migrations (hash, filename) values ('sha1:x', '999999.sql')`,
    );
    await expect(migrateTest(database)).rejects.toThrow(
      'migrations that this version does not know (999999.sql)',
    );
  });

  it('refuses a different ENCRYPTION_KEY on the same server', async () => {
    const database = await emptyDatabase();
    await expect(migrateTest(database, randomBytes(32))).rejects.toThrow(
      'This is another ENCRYPTION_KEY',
    );
  });
});
