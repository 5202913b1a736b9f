import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableOrder } from '../../src/db/citus/tables.ts';
import { runCli } from '../support/cli.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('insula citus, on a PostgreSQL without Citus,', () => {
  it.each(['plan', 'distribute', 'status'])('%s says that there are no nodes', async (command) => {
    const { code, stdout, stderr } = await runCli(['citus', command], {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: testKey().toString('base64'),
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^insula: This PostgreSQL is not the coordinator of a Citus cluster/);
  });
});

describe('the tables, on their way to the nodes,', () => {
  it('come after those that their foreign keys refer to', async () => {
    const names = (await tableOrder(database.db)).map(({ name }) => name);
    const { rows } = await database.db.query<{ child: string; parent: string }>(`
      select distinct c.relname as child, p.relname as parent
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'app'::regnamespace and c.oid <> p.oid`);
    expect(rows.length).toBeGreaterThan(20);
    for (const { child, parent } of rows)
      expect(names.indexOf(parent)).toBeLessThan(names.indexOf(child));
  });

  it('belong to tenants, unless they are directories or the same for all', async () => {
    const everywhere = (await tableOrder(database.db))
      .filter(({ belongs }) => belongs === 'everywhere')
      .map(({ name }) => name);
    expect(everywhere.toSorted()).toEqual([
      'announcements',
      'backup_schedules',
      'backups',
      'book_records',
      'call_days',
      'drills',
      'email_tenants',
      'encryption_keys',
      'erasures',
      'feature_flags',
      'figures',
      'installation_settings',
      'key_holders',
      'meter_writers',
      'migrations',
      'plans',
      'platform_audits',
      'platform_keys',
      'restores',
      'routes',
      'shards',
      'signing_keys',
      'tenant_addresses',
      'tenant_hosts',
      'tenant_slugs',
      'ticket_numbers',
      'worker_processes',
      'worker_rounds',
      'workers',
    ]);
  });

  it('have the tenant in each unique key, as a cluster asks for', async () => {
    const { rows } = await database.db.query<{ table: string }>(`
      select i.indrelid::regclass::text as table from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisunique and c.relnamespace = 'app'::regnamespace and not c.relispartition
        and not exists (
          select from pg_attribute a
          where a.attrelid = i.indrelid and a.attname = 'tenant_id' and a.attnum = any (i.indkey))`);
    const everywhere = (await tableOrder(database.db)).filter(
      ({ belongs }) => belongs === 'everywhere',
    );
    const others = rows.filter(
      ({ table }) => !everywhere.some(({ name }) => table === `app.${name}`),
    );
    expect(others).toEqual([]);
  });
});
