import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPool, closePool } from '../../src/db/pools.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser, type SignedUp } from '../support/users.ts';

const server = useOwnDatabase();
let pool: pg.Pool;
let api: TenantClient;
let user: SignedUp;
let type: string;
let ids: string[];
let view: string;
const there = 300;

beforeAll(async () => {
  const { databaseUrl, encryptionKey } = server.config;
  pool = apiPool({ dbPoolSize: 1 }, databaseUrls(databaseUrl as string, encryptionKey));
  api = await createTenant(server);
  user = await createUser(api);
  const defined = await defineType(api, { name: 'string' });
  type = defined.id;
  ids = await seedObjects(server.db, type, there, `jsonb_build_object('name', 'n' || i)`);
  const views = `/v1/object-types/${type}/views`;
  const filters = [{ name: { neq: 'x' } }];
  view = (await api.post(views, { name: 'all', filters })).body.data.id;
  await seedRows(api.tenant.id);
  for (const id of ids.slice(0, 60)) await api.delete(`/v1/objects/${type}/${id}`);
});
afterAll(async () => {
  await closePool(pool);
});

/** Of everything else that has a list with a total, as many. */
async function seedRows(tenant: string): Promise<void> {
  await server.db.query(
    `with n as (select generate_series(1, ${there}) n),
     files as (
       insert into app.files (tenant_id, id, filename, mime_type, size_bytes, storage_key, is_deleted, deleted_at, created_at, updated_at)
       select $1, app.new_id('file'), 'f' || n, 'text/plain', 1, 'k' || n, n % 2 = 0, case when n % 2 = 0 then now() end, now(), now() from n),
     notified as (
       insert into app.notifications (tenant_id, id, user_id, type, title)
       select $1, app.new_id('ntf'), $2, 'x', 'x' from n),
     exported as (
       insert into app.exports (tenant_id, id, object_type_id, format, status, request, principal, filename)
       select $1, app.new_id('exp'), $3, 'csv', 'completed', '{}', '{"type":"api_key"}', 'x' from n)
     insert into app.associations (tenant_id, id, association_type, from_type_id, from_id, to_type_id, to_id)
     select $1, app.new_id('as'), 'near', $3, $4, $3, i from unnest($5::text[]) i`,
    [tenant, user.user.id, type, ids.at(-1), ids.slice(100, 250)],
  );
}

/** How many rows an operation reads, run as a request runs it, and its answer. */
async function rowsRead(operation: string, args: object, userId: string | null) {
  const client = await pool.connect();
  const caller = userId
    ? { type: 'user', id: userId, user_id: userId, scopes: ['*'] }
    : { type: 'api_key', id: 'key_test', scopes: ['*'] };
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.principal', $2, true), set_config('app.tenant_id', $1, true),
         set_config('role', 'insula_tenant', true)`,
      [api.tenant.id, JSON.stringify(caller)],
    );
    const before = await rowsReadHere(client);
    const { rows } = await client.query(`select api.${operation}($1, $2) as answer`, [
      api.tenant.id,
      JSON.stringify({ limit: 5, ...args }),
    ]);
    return { read: (await rowsReadHere(client)) - before, answer: JSON.parse(rows[0].answer) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Reads of this connection from listed tables or their counters that are not reported yet. */
async function rowsReadHere(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query(
    `select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0)) as read
     from pg_catalog.pg_stat_xact_user_tables where relname = any (
       '{objects,object_counts,associations,files,notifications,exports,imports,messages}')`,
  );
  return Number(rows[0].read);
}

it.each<[string, string, () => object, boolean?]>([
  ['objects', 'object_list', () => ({ object_type_id: type })],
  ['a search', 'object_search', () => ({ object_type_id: type, filters: { name: { neq: 'x' } } })],
  ['the results of a view', 'view_results', () => ({ object_type_id: type, view_id: view })],
  ['the trash', 'object_trash', () => ({ object_type_id: type })],
  ['associations', 'association_list', () => ({ type, id: ids.at(-1) })],
  ['files', 'file_search', () => ({})],
  ['the trash of files', 'file_trash', () => ({})],
  ['notifications', 'notification_list', () => ({}), true],
  ['exports', 'data_exports', () => ({})],
])('with count=none, a list of %s counts nothing', async (_, operation, args, isOfUser) => {
  const userId = isOfUser ? user.user.id : null;
  const counted = await rowsRead(operation, args(), userId);
  const bare = await rowsRead(operation, { ...args(), count: 'none' }, userId);
  expect(counted.answer.total).toBeGreaterThanOrEqual(60);
  expect(bare.answer.total).toBeNull();
  expect(bare.answer).not.toHaveProperty('total_relation');
  expect(bare.answer.results).toEqual(counted.answer.results);
  // An export is looked up once more for what it shows.
  expect(bare.read).toBeLessThan(45);
  expect(counted.read).toBeGreaterThan(bare.read);
});

it.each([
  () => `/v1/objects/${type}/list`,
  () => `/v1/objects/${type}/trash`,
  () => `/v1/object-types/${type}/views/${view}/results`,
  () => '/v1/files/trash',
  () => '/v1/data/exports',
  () => '/v1/data/imports',
  () => '/v1/email',
  () => `/v1/objects/${type}/${ids.at(-1)}/associations`,
])('every list with a total accepts count at its route: %s', async (path) => {
  const route = path();
  const ask = (count: string) =>
    api.get(`${route}${route.includes('?') ? '&' : '?'}count=${count}`);
  expect((await ask('none')).body.data.total).toBeNull();
  expect((await ask('exact')).body.data.total).toBeGreaterThanOrEqual(0);
  expect((await ask('some')).status).toBe(400);
});

it('a search in order of creation reads nothing twice for its total', async () => {
  const filters = { name: { neq: 'x' } };
  const { read, answer } = await rowsRead('object_search', { object_type_id: type, filters }, null);
  expect(answer.total).toBe(there - 60);
  // Ten more are read to find how long texts are; two of the index, one for each of trash and page.
  expect(read).toBeLessThan(there + 16 + 10);
});
