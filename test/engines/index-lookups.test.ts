import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPool, closePool } from '../../src/db/pools.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let pool: pg.Pool;
let api: TenantClient;
const there = 1000;

beforeAll(async () => {
  const { databaseUrl, encryptionKey } = server.config;
  pool = apiPool({ dbPoolSize: 1 }, databaseUrls(databaseUrl as string, encryptionKey));
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'airports' });
  const properties = [
    { name: 'iata', data_type: 'string', is_unique: true },
    { name: 'runways', data_type: 'integer', is_indexed: true },
  ];
  for (const property of properties) {
    expect((await api.post('/v1/object-types/airports/properties', property)).status).toBe(201);
  }
  for (let from = 0; from < there; from += 100) {
    const objects = Array.from({ length: 100 }, (_, i) => airport(`A${from + i}`));
    const { status } = await api.post('/v1/objects/airports/batch/create', { objects });
    expect(status).toBe(201);
  }
});
afterAll(async () => {
  await closePool(pool);
});

const airport = (iata: string) => ({ properties: { iata, runways: 2 } });

/** How many rows of objects, their index, their words and the journal an operation reads, run as a request runs it: as insula_tenant, under RLS. */
async function rowsRead(operation: string, args: object): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.principal', '{"type":"api_key","id":"key_test","scopes":["*"]}', true),
              set_config('app.tenant_id', $1, true), set_config('role', 'insula_tenant', true)`,
      [api.tenant.id],
    );
    const before = await rowsReadHere(client);
    await client.query('savepoint operation');
    await client
      .query(`select api.${operation}($1, $2)`, [
        api.tenant.id,
        JSON.stringify({ object_type_id: 'airports', ...args }),
      ])
      .catch(() => client.query('rollback to savepoint operation'));
    return (await rowsReadHere(client)) - before;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Index reads of this connection that are not reported yet. */
async function rowsReadHere(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query(
    `select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0)) as read
       from pg_catalog.pg_stat_xact_user_tables
       where relname = any ('{object_index,object_search,objects}') or relname ~ '^journal_(default|\\d)'`,
  );
  return Number(rows[0].read);
}

/** Row-level security keeps a condition out of the index unless it is leakproof: then each look-up reads every row. */
describe(`with ${there} objects, the index is read by value`, () => {
  it('when new objects are checked for unique values', async () => {
    const objects = Array.from({ length: 10 }, (_, i) => airport(`N${i}`));
    expect(await rowsRead('object_batch_create', { objects })).toBeLessThan(50);
  });

  it('when a unique value is taken', async () => {
    expect(await rowsRead('object_create', airport('A7'))).toBeLessThan(20);
  });

  it('when objects are found by match_on', async () => {
    const objects = Array.from({ length: 10 }, (_, i) => airport(`A${i}`));
    const read = await rowsRead('object_batch_upsert', { match_on: 'iata', objects });
    expect(read).toBeLessThan(100);
  });

  it('when a value changes', async () => {
    const id = (await api.get('/v1/objects/airports/list?limit=1')).body.data.results[0].id;
    const args = { object_id: id, properties: { iata: 'NEW', runways: 3 } };
    expect(await rowsRead('object_update', args)).toBeLessThan(20);
  });

  it('when objects are trashed or permanently deleted', async () => {
    const { results } = (await api.get('/v1/objects/airports/list?limit=10')).body.data;
    const object_ids = results.map((object: { id: string }) => object.id);
    expect(await rowsRead('object_batch_delete', { object_ids })).toBeLessThan(100);
    expect(await rowsRead('object_batch_delete', { object_ids, permanent: true })).toBeLessThan(
      100,
    );
  });

  it.each([
    ['a unique value', { filters: { iata: 'A7' } }, 20],
    ['one value among many conditions', { filters: [{ runways: 2 }, { iata: 'A7' }] }, 20],
    ['a list of values', { filters: { iata: { in: ['A7', 'A8', 'A9'] } } }, 20],
    ['the beginning of a text', { filters: { iata: { starts_with: 'A77' } } }, 60],
    ['a range', { filters: { iata: { between: ['A100', 'A102'] } } }, 60],
    ['one of two values', { filters: { or: [{ iata: 'A7' }, { iata: 'A9' }] } }, 20],
    ['an id', { filters: { id: 'obj_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d' } }, 5],
    ['a common value, newest first', { filters: { runways: 2 }, limit: 5, count: 'none' }, 40],
    [
      'a range in its order',
      { filters: { iata: { gte: 'A5' } }, sort: 'iata', limit: 5, count: 'none' },
      40,
    ],
    ['a word', { query: 'A7' }, 20],
  ])('when a search asks for %s', async (_, request, most) => {
    const args = { limit: 20, ...request };
    expect(await rowsRead('object_search', args)).toBeLessThan(most);
  });
});

describe(`with ${there} events, the journal is read from a position on`, () => {
  beforeAll(() => settle(server.db));
  const since = async (limit: number) =>
    (await api.get(`/v1/changes?limit=${limit}`)).body.data.next_since;

  it('in the middle: the page and one more row, and each again for its content', async () => {
    const read = await rowsRead('change_list', { since: await since(600), limit: 10 });
    expect(read).toBeGreaterThan(10);
    expect(read).toBeLessThan(40);
  });

  it('at its end, or at now', async () => {
    const end = (await api.get('/v1/changes?since=now')).body.data.next_since;
    for (const place of [end, 'now'])
      expect(await rowsRead('change_list', { since: place, limit: 10 })).toBeLessThan(10);
  });

  it('when the audit log is verified from a row, as far as the chain allows', async () => {
    const query = { from: new Date().toISOString() };
    expect(await rowsRead('audit_log_verify', query)).toBeLessThan(10);
  });
});
