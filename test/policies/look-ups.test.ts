import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPool, closePool } from '../../src/db/pools.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createPolicy, defineNotes, dropPolicies, own } from './support.ts';

const server = useOwnDatabase();
let pool: pg.Pool;
let api: TenantClient;
let ids: string[];
const there = 2000;

beforeAll(async () => {
  const { databaseUrl, encryptionKey } = server.config;
  pool = apiPool({ dbPoolSize: 1 }, databaseUrls(databaseUrl as string, encryptionKey));
  api = await createTenant(server);
  await defineNotes(api);
  const { id } = (await api.get('/v1/object-types/notes')).body.data;
  ids = await seedObjects(
    server.db,
    id,
    there,
    `jsonb_build_object('owner', 'usr_' || i % 200, 'size', i % 3)`,
  );
  await server.db.query(
    `update app.objects set created_by = properties->>'owner' where object_type_id = $1`,
    [id],
  );
});
afterAll(async () => {
  await closePool(pool);
});

/** How many rows of objects and their index an operation reads, run for a user as a request runs it. */
async function rowsRead(operation: string, args: object): Promise<[number, unknown]> {
  const client = await pool.connect();
  const user = { type: 'user', id: 'usr_7', user_id: 'usr_7', role: 'user', roles: ['user'] };
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.principal', $2, true), set_config('app.tenant_id', $1, true),
         set_config('role', 'insula_tenant', true)`,
      [api.tenant.id, JSON.stringify({ ...user, scopes: ['read', 'write'] })],
    );
    const before = await rowsReadHere(client);
    const { rows } = await client.query(`select api.${operation}($1, $2) as answer`, [
      api.tenant.id,
      JSON.stringify({ object_type_id: 'notes', ...args }),
    ]);
    return [(await rowsReadHere(client)) - before, JSON.parse(rows[0].answer)];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Reads of this connection that are not reported yet. */
async function rowsReadHere(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query(
    `select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0)) as read
     from pg_catalog.pg_stat_xact_user_tables where relname = any ('{object_index,objects}')`,
  );
  return Number(rows[0].read);
}

const page = { limit: 5 };
describe.each([
  ['an indexed property', own],
  ['who created it', { created_by: '$auth.user_id' }],
  ['either', { or: [{ created_by: '$auth.user_id' }, own] }],
  ['one of several values', { owner: { in: ['$auth.user_id', 'usr_none'] } }],
])(`with ${there} objects, a user limited by %s`, (_, condition_json) => {
  beforeAll(async () => {
    await dropPolicies(api);
    await createPolicy(api, { condition_json });
  });

  it.each([
    ['a page of the list, with its total', 'object_list', page],
    ['a page in another order', 'object_list', { ...page, sort: 'size' }],
    ['a search', 'object_search', { ...page, filters: { size: { gte: 0 } } }],
    ['an aggregate', 'object_aggregate', { group_by: ['size'] }],
  ])('reads no other rows for %s', async (__, operation, args) => {
    const [read, answer] = await rowsRead(operation, args);
    expect(JSON.stringify(answer)).toMatch(
      operation === 'object_aggregate' ? /"count" ?: ?\d/ : /"total" ?: ?10\b/,
    );
    expect(read).toBeLessThan(120);
  });

  it('reads one row for one object', async () => {
    const [read] = await rowsRead('object_get', { object_id: ids[6] });
    expect(read).toBe(1);
  });
});

describe('with a policy that leaves out one value of an indexed property, and one of who created it', () => {
  const allBut = { property: 'owner', operator: 'neq', value: 'usr_3' };
  beforeAll(async () => {
    await dropPolicies(api);
    await createPolicy(api, { condition_json: { created_by: '$auth.user_id' } });
    await createPolicy(api, { condition_json: allBut });
  });

  it('a list knows of more than 1,000 objects without reading them', async () => {
    const [read, answer] = await rowsRead('object_list', page);
    expect(answer).toMatchObject({ total: 1000, total_relation: 'gte' });
    expect(read).toBeLessThan(40);
  });

  it.each([{}, { count: 'none' }, { count: 'exact' }])(
    'pages of a list with %o are those of a list in the same order by name',
    async (args) => {
      const named = { sort: 'id', order: 'desc' };
      let cursor: object = {};
      for (let n = 0; n < 3; n++) {
        const asked = { ...page, ...args, ...cursor };
        const [, answer] = await rowsRead('object_list', asked);
        const { next_cursor } = answer as { next_cursor: string };
        const [, other] = await rowsRead('object_list', { ...asked, ...named });
        expect(answer).toEqual(other);
        expect(next_cursor).toEqual(expect.any(String));
        cursor = { cursor: next_cursor };
      }
    },
  );

  it('a list counts exactly what count=exact asks for', async () => {
    const [, answer] = await rowsRead('object_list', { ...page, count: 'exact' });
    expect(answer).toMatchObject({ total: there - 10, total_relation: 'eq' });
  });

  it('a list counts what a deny leaves, one by one', async () => {
    const only = { property: 'size', operator: 'neq', value: 1 };
    await createPolicy(api, { effect: 'deny', condition_json: only });
    const [, answer] = await rowsRead('object_list', page);
    const left = Array.from({ length: there }, (_, i) => i + 1).filter(
      (i) => i % 3 === 1 && i % 200 !== 3,
    );
    expect(answer).toMatchObject({ total: left.length, total_relation: 'eq' });
  });
});
