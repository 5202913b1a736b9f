import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { withDatabase } from '../../src/db/urls.ts';
import { type InsulaProcess, insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';

/** Statements that define something write to these; statistics and sizes are written in place, with the same version. */
const catalogs = [
  ...['pg_class', 'pg_attribute', 'pg_type', 'pg_proc', 'pg_namespace', 'pg_index', 'pg_policy'],
  ...['pg_description', 'pg_shdescription', 'pg_authid', 'pg_auth_members', 'pg_db_role_setting'],
  ...['pg_database', 'pg_default_acl', 'pg_init_privs', 'pg_depend', 'pg_shdepend'],
];

const start = (dataDir: string): InsulaProcess =>
  insula(['start'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' });

/** Every row of the catalogs with the transaction that wrote it, in both databases that a start looks at. */
async function definitions(dataDir: string): Promise<string[]> {
  const password = await readFile(join(dataDir, 'secrets', 'postgres-superuser'), 'utf8');
  const url = new URL(runningOwnerUrl(dataDir) as string);
  url.username = 'postgres';
  url.password = password.trim();
  const parts = catalogs.map(
    (name) =>
      `select '${name} ' || coalesce(md5(string_agg(xmin::text || ctid, ',' order by ctid)), '') as of from ${name}`,
  );
  const look = async (client: pg.Client) => {
    const { rows } = await client.query<{ of: string }>(parts.join(' union all '));
    return rows.map(({ of }) => of).sort();
  };
  const databases = ['insula', 'template1'].map((name) => withDatabase(url.href, name));
  const found = await Promise.all(databases.map((at) => withClient(at, 'test', look)));
  return found.flat();
}

async function ended({ child, exit }: InsulaProcess): Promise<void> {
  child.kill('SIGTERM');
  expect(await exit()).toBe(0);
}

it('a start of what has not changed defines nothing, and a function that has changed is made again', async () => {
  const dataDir = await startedFolder();
  const first = start(dataDir);
  await first.printed(/Insula is ready/);
  const before = await definitions(dataDir);
  await ended(first);

  const second = start(dataDir);
  await second.printed(/Insula is ready/);
  expect(await definitions(dataDir)).toEqual(before);
  expect(second.output()).toContain('"applied":0');

  // As a start finds it whose files are others than those that were applied.
  await withClient(runningOwnerUrl(dataDir) as string, 'test', async (client) => {
    await client.query('set role insula_owner');
    await client.query(`update private.applied set hash = 'another'`);
  });
  await ended(second);
  const third = start(dataDir);
  await third.printed(/Insula is ready/);
  expect(third.output()).toMatch(/"applied":[1-9]/);
  expect(await definitions(dataDir)).not.toEqual(before);
  await ended(third);
});
