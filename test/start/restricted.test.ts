import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { openFunctions } from '../../src/db/roles.ts';
import { withDatabase } from '../../src/db/urls.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';

const start = (env: Record<string, string>) =>
  insula(['start'], { PORT: '0', LOG_LEVEL: 'warn', ...env });

/** The superuser of a PostgreSQL that an Insula runs. */
async function superuserOf(dataDir: string): Promise<string> {
  const url = new URL(runningOwnerUrl(dataDir) as string);
  const password = await readFile(join(dataDir, 'secrets', 'postgres-superuser'), 'utf8');
  return Object.assign(url, { username: 'postgres', password: password.trim() }).href;
}

/** Does something in a database. */
async function inDatabase<T>(connectionString: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

const query = (url: string, text: string) => inDatabase(url, (client) => client.query(text));

/** The same in both databases that are held shut. */
async function asSuperuser<T>(dataDir: string, work: (client: pg.Client) => Promise<T>) {
  const url = await superuserOf(dataDir);
  return [
    await inDatabase(withDatabase(url, 'insula'), work),
    await inDatabase(withDatabase(url, 'template1'), work),
  ] as const;
}

/** Functions behind the wall, and the rights of the migrating role. */
const state = async (client: pg.Client) => {
  const { rows } = await client.query(
    `select rolcreatedb, pg_has_role('insula_migrator', 'pg_monitor', 'member') as reads_settings,
       has_function_privilege('insula_worker', 'pg_catalog.pg_sleep(float8)', 'EXECUTE') as worker_sleeps
     from pg_roles where rolname = 'insula_migrator'`,
  );
  return { ...rows[0], open: (await openFunctions(client))?.count ?? 0 };
};

describe('an embedded database that an older version has made', () => {
  it('gets what only a superuser may do at the next start', async () => {
    const dataDir = await startedFolder();
    const first = start({ DATA_DIR: dataDir });
    await first.printed(/curl .*\n/);
    const whole = { rolcreatedb: true, reads_settings: true, worker_sleeps: true, open: 0 };
    expect(await asSuperuser(dataDir, state)).toEqual([whole, whole]);
    await asSuperuser(dataDir, async (client) => {
      await client.query('grant execute on all functions in schema pg_catalog to public');
      await client.query('revoke pg_monitor from insula_migrator');
      await client.query('alter role insula_migrator nocreatedb');
    });
    expect((await asSuperuser(dataDir, state))[0].open).toBeGreaterThan(50);
    first.child.kill('SIGTERM');
    expect(await first.exit()).toBe(0);

    const next = start({ DATA_DIR: dataDir });
    await next.printed(/curl .*\n/);
    expect(await asSuperuser(dataDir, state)).toEqual([whole, whole]);
    expect(next.output()).not.toContain('Only the check of statements');
    next.child.kill('SIGTERM');
    expect(await next.exit()).toBe(0);
  });

  it('is served without the password of the superuser, and reports what it lacks', async () => {
    const dataDir = await startedFolder();
    await writeFile(join(dataDir, 'secrets', 'postgres-superuser'), 'lost\n');
    const run = start({ DATA_DIR: dataDir });
    await run.printed(/curl .*\n/);
    expect(run.output()).toContain('The password of the superuser in');
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
  });
});

describe('a role of DATABASE_URL that is no superuser', () => {
  it('is told at each start what only the check of statements keeps from tenants, with the command', async () => {
    const dataDir = await startedFolder();
    const host = start({ DATA_DIR: dataDir });
    await host.printed(/curl .*\n/);
    const superuser = await superuserOf(dataDir);
    const elsewhere = withDatabase(superuser, 'elsewhere');
    await query(superuser, 'create database elsewhere owner insula_migrator');
    await query(elsewhere, 'grant execute on all functions in schema pg_catalog to public');
    const env = {
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: withDatabase(runningOwnerUrl(dataDir) as string, 'elsewhere'),
      ENCRYPTION_KEY: (await readFile(join(dataDir, 'secrets', 'encryption-key'), 'utf8')).trim(),
      LOG_LEVEL: 'info',
    };
    const first = start(env);
    await first.printed(/Warn {3}Only the check of statements[^\n]*functions\.sql/);
    first.child.kill('SIGTERM');
    expect(await first.exit()).toBe(0);

    const command = `psql -c "set insula.migrator = 'insula_migrator'" -f migrations/functions.sql`;
    expect(first.output()).toContain(command);
    await query(
      elsewhere,
      `set insula.migrator = 'insula_migrator'; ${await readFile('migrations/functions.sql', 'utf8')}`,
    );
    const next = start(env);
    await next.printed(/Insula is ready/);
    next.child.kill('SIGTERM');
    expect(await next.exit()).toBe(0);
    expect(next.output()).not.toContain('Only the check of statements');
  });
});
