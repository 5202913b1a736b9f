import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPool, closePool } from '../../src/db/pools.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const there = 2000;
const few = 25;

const server = useOwnDatabase();
let pool: pg.Pool;
let api: TenantClient;
let people: DefinedType;
let ids: string[];
/** An end of every association, of which one has a name that is rare. */
let hot: string;
let lone: string;

beforeAll(async () => {
  const { databaseUrl, encryptionKey } = server.config;
  pool = apiPool({ dbPoolSize: 1 }, databaseUrls(databaseUrl as string, encryptionKey));
  api = await createTenant(server);
  people = await defineType(api, {}, { name: 'people' });
  await api.post('/v1/association-types', { name: 'one', cardinality: 'one' });
  ids = await seedObjects(server.db, people.id, there + 2, `'{}'::jsonb`);
  [hot = '', lone = ''] = ids;
  const insert = (name: string, from: string, to: string, others: string[]) =>
    server.db.query(
      `insert into app.associations
         (tenant_id, id, association_type, from_type_id, from_id, to_type_id, to_id)
       select $1, app.new_id('asc'), $2, $3, ${from}, $3, ${to}
       from unnest($5::text[]) other where other <> $4::text`,
      [api.tenant.id, name, people.id, hot, others],
    );
  await insert('rare', 'other', '$4::text', ids.slice(2, 3));
  await insert('common', '$4::text', 'other', ids.slice(2));
  await insert('common', 'other', '$4::text', ids.slice(2));
});
afterAll(async () => {
  await closePool(pool);
});

/** The part of an operation that handles associations, run as in a request: as insula_tenant, under RLS. */
async function lookUps(operation: string, args: object): Promise<{ scans: number; rows: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.principal', '{"type":"api_key","id":"key_test","scopes":["*"]}', true),
              set_config('app.tenant_id', $1, true), set_config('role', 'insula_tenant', true)`,
      [api.tenant.id],
    );
    const before = await soFar(client);
    await client.query(`select api.${operation}($1, $2)`, [api.tenant.id, JSON.stringify(args)]);
    const after = await soFar(client);
    return { scans: after.scans - before.scans, rows: after.rows - before.rows };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function soFar(client: pg.PoolClient): Promise<{ scans: number; rows: number }> {
  const { rows } = await client.query(
    `select (seq_scan + idx_scan)::int as scans, (seq_tup_read + idx_tup_fetch)::int as rows
     from pg_catalog.pg_stat_xact_user_tables where relname = 'associations'`,
  );
  return rows[0];
}

const ends = (from_id: string, association_type: string, to_id: string) => ({
  from_type: 'people',
  from_id,
  association_type,
  to_type: 'people',
  to_id,
});

describe('a write of an object without associations', () => {
  it('reads none when it creates or changes', async () => {
    const type = { object_type_id: 'people' };
    const object = { ...type, object_id: lone, properties: { a: 1 } };
    expect(await lookUps('object_create', type)).toEqual({ scans: 0, rows: 0 });
    expect(await lookUps('object_update', object)).toEqual({ scans: 0, rows: 0 });
    const objects = { ...type, objects: [{}, {}] };
    expect(await lookUps('object_batch_create', objects)).toEqual({ scans: 0, rows: 0 });
  });

  it('reads once in each direction when it deletes', async () => {
    const object = { object_type_id: 'people', object_id: lone };
    expect(await lookUps('object_delete', object)).toEqual({ scans: 2, rows: 0 });
    const batch = { object_type_id: 'people', object_ids: [lone] };
    expect(await lookUps('object_batch_delete', batch)).toEqual({ scans: 2, rows: 0 });
  });
});

describe(`with ${2 * there} other associations, only the relevant ones are read`, () => {
  it('when one is created, replaced or removed', async () => {
    const other = ids[5] as string;
    for (const name of ['common', 'one', 'new'])
      expect((await lookUps('association_put', ends(hot, name, lone))).rows).toBeLessThan(few);
    expect((await lookUps('association_put', ends(hot, 'common', other))).rows).toBeLessThan(few);
    expect((await lookUps('association_delete', ends(hot, 'common', other))).rows).toBeLessThan(
      few,
    );
  });

  it('when those of another object, or of a rare name, are listed', async () => {
    const list = (id: string, query = {}) =>
      lookUps('association_list', { type: 'people', id, limit: 20, ...query });
    expect((await list(ids[9] as string)).rows).toBeLessThan(few);
    expect((await list(hot, { association_type: 'rare' })).rows).toBeLessThan(few);
  });

  it('when they are shown with a page of objects', async () => {
    const search = { object_type_id: 'people', limit: 10, include: ['associations'] };
    expect((await lookUps('object_search', search)).rows).toBeLessThan(10 * few);
  });

  it('when another object is deleted', async () => {
    const batch = { object_type_id: 'people', object_ids: [ids[7]] };
    expect((await lookUps('object_batch_delete', batch)).rows).toBeLessThan(few);
  });
});
