import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { appTables } from '../support/catalog.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let db: pg.Pool;
beforeAll(async () => {
  db = server.db;
});

/** The tables that are emptied, in their order. */
async function purgedTables(): Promise<string[]> {
  const { rows } = await db.query(
    `select substr(t::text, 5) as name from unnest(worker.tenant_tables()) with ordinality u(t, n) order by n`,
  );
  return rows.map(({ name }) => name);
}

/** One call of the worker; whether it said that nothing is left. */
async function purge({ tenant }: TenantClient): Promise<boolean> {
  const { rows } = await asWorker(server, 'select worker.tenant_purge($1, $1) as done', [
    tenant.id,
  ]);
  return rows[0].done;
}

/** Two tables as a later version may bring: crates, and apples, which refer to them and come first in the alphabet. */
async function addTables() {
  await db.query(`
    create table app.crates (tenant_id text not null, id text not null, primary key (tenant_id, id));
    create table app.apples (tenant_id text not null, id text not null, crate_id text not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, crate_id) references app.crates (tenant_id, id));
    create table app.zests (tenant_id text not null, apple_id text not null,
      primary key (tenant_id, apple_id),
      foreign key (tenant_id, apple_id) references app.apples (tenant_id, id));`);
  for (const table of ['crates', 'apples', 'zests'])
    await db.query(`
      alter table app.${table} enable row level security;
      create policy "a tenant sees its own rows" on app.${table} to insula_worker
        using (tenant_id = current_setting('app.tenant_id'));
      grant select, delete on app.${table} to insula_worker;`);
}

it('empties every table of tenants but the tombstone, who was erased, the journal with its seals, and the directories, which it clears by themselves', async () => {
  const tables = (await appTables(db)).filter((table) => table.hasTenant && !table.isPartition);
  const directories = ['email_tenants', 'tenant_addresses', 'tenant_hosts', 'tenant_slugs'];
  const kept = ['journal', 'journal_seals', 'tenants', 'user_erasures', ...directories];
  expect((await purgedTables()).toSorted()).toEqual(
    tables.map((table) => table.name).filter((name) => !kept.includes(name)),
  );
});

it('empties each table before those that its foreign keys refer to', async () => {
  const order = await purgedTables();
  const { rows } = await db.query(`
    select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint
    where contype = 'f' and connamespace = 'app'::regnamespace and conrelid <> confrelid`);
  const keys = rows
    .map((row) => [row.from, row.to].map((name: string) => order.indexOf(name.slice(4))))
    .filter(([, to]) => to !== -1) as [number, number][];
  expect(keys.length).toBeGreaterThan(20);
  for (const [from, to] of keys) {
    expect(from).not.toBe(-1);
    expect(from).toBeLessThan(to);
  }
});

it('empties tables that came later, 5,000 rows at a time, and goes on where the last call ended', async () => {
  await addTables();
  const [gone, kept] = [await createTenant(server), await createTenant(server)];
  for (const { tenant } of [gone, kept]) {
    await db.query(`insert into app.crates select $1, 'a' || n from generate_series(1, 3) n`, [
      tenant.id,
    ]);
    await db.query(
      `insert into app.apples select $1, 'b' || n, 'a1' from generate_series(1, 5001) n`,
      [tenant.id],
    );
    await db.query(`insert into app.zests select $1, 'b1'`, [tenant.id]);
  }
  const rowsOf = async ({ tenant }: TenantClient) => {
    const { rows } = await db.query(
      `select (select count(*)::int from app.zests where tenant_id = $1) as zests,
         (select count(*)::int from app.apples where tenant_id = $1) as apples,
         (select count(*)::int from app.crates where tenant_id = $1) as crates`,
      [tenant.id],
    );
    return rows[0];
  };

  expect(await purge(gone)).toBe(true);
  expect(await rowsOf(gone)).toEqual({ zests: 1, apples: 5001, crates: 3 });
  await db.query(
    `update app.tenants set status = 'deleted', deleted_at = now() where tenant_id = $1`,
    [gone.tenant.id],
  );
  const seen: Record<string, number>[] = [];
  while (!(await purge(gone))) seen.push(await rowsOf(gone));
  expect(seen).toContainEqual({ zests: 0, apples: 1, crates: 3 });
  expect(seen).toContainEqual({ zests: 0, apples: 0, crates: 0 });
  expect(await rowsOf(kept)).toEqual({ zests: 1, apples: 5001, crates: 3 });
  for (const name of await purgedTables()) {
    const { rows } = await db.query(
      `select count(*)::int as left from app.${name} where tenant_id = $1`,
      [gone.tenant.id],
    );
    expect([name, rows[0].left]).toEqual([name, 0]);
  }
});
