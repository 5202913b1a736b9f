import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPool, closePool } from '../../src/db/pools.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { create, url } from './support.ts';

let server: TestServer;
let pool: pg.Pool;
let api: TenantClient;
let id: string;
let limited: string;
const there = 2000;

beforeAll(async () => {
  server = await startTestServer();
  const { databaseUrl, encryptionKey } = server.config;
  pool = apiPool({ dbPoolSize: 1 }, databaseUrls(databaseUrl as string, encryptionKey));
  api = await createTenant(server);
  // Many others, each with counters, and one that is followed all the time.
  await server.db.query(
    `with made as (
       insert into app.short_urls (tenant_id, id, slug, url, tags, external_id)
       select $1, app.new_id('sl'), 's' || n, $2, array['t' || n % 100], 'x' || n % 100
       from generate_series(1, $3) n returning *),
     tags as (insert into app.short_url_tags select m.tenant_id, m.tags[1], m.id from made m)
     insert into app.short_url_counts (tenant_id, short_url_id, grain, since, dimension, value, clicks)
     select m.tenant_id, m.id, 'day', date_trunc('day', now(), 'UTC') - make_interval(days => n), 'all', '', 1
     from made m, generate_series(0, 4) n`,
    [api.tenant.id, url, there],
  );
  ({ id } = await create(api, { url, slug: 'busy' }));
  limited = (await create(api, { url, slug: 'limited', max_clicks: 100_000 })).id;
  await server.db.query(
    `insert into app.short_url_clicks (tenant_id, short_url_id, clicked_at, browser, visitor, is_counted)
     select $1, s, now(), 'Chrome', decode(lpad(to_hex(n), 24, '0'), 'hex'), s = $3
     from generate_series(1, 300) n, unnest(array[$2, $3]) s`,
    [api.tenant.id, id, limited],
  );
  await server.db.query('vacuum analyze');
});
afterAll(async () => {
  await closePool(pool);
  await server.close();
});

/** How many rows an operation reads, run as a request runs it: as insula_tenant, under row-level security. */
async function rowsRead(operation: string, args: object): Promise<number> {
  const client = await pool.connect();
  const read = async () => {
    const { rows } = await client.query(
      `select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as read
       from pg_catalog.pg_stat_xact_user_tables where schemaname = 'app'`,
    );
    return rows[0].read;
  };
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.principal', '{"type":"api_key","id":"key_test","scopes":["*"]}', true),
              set_config('app.tenant_id', $1, true), set_config('role', 'insula_tenant', true)`,
      [api.tenant.id],
    );
    const before = await read();
    await client.query(`select api.${operation}($1, $2)`, [api.tenant.id, JSON.stringify(args)]);
    return (await read()) - before;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const click = { domain: '', browser: 'Chrome', visitor: '00'.repeat(12) };
const place = { base_url: 'https://insula.example', host: 'insula.example' };

describe(`beside ${there} short URLs and hundreds of clicks that wait`, () => {
  it.each([
    ['a click', 'short_url_open', { ...click, slug: 'busy' }, 5],
    ['a click of a limited one', 'short_url_open', { ...click, slug: 'limited' }, 8],
    ['one page by a tag', 'short_url_list', { ...place, limit: 5, tag: 't7' }, 70],
    ['one page by an external id', 'short_url_list', { ...place, limit: 5, external_id: 'x7' }, 40],
    ['a page, not counted', 'short_url_list', { ...place, limit: 5, count: 'none' }, 620],
  ])('%s reads no more than it needs', async (_, operation, args, most) => {
    expect(await rowsRead(operation, args)).toBeLessThanOrEqual(most);
  });

  it('one short URL and its statistics read its own rows', async () => {
    expect(await rowsRead('short_url_get', { ...place, short_url_id: id })).toBeLessThanOrEqual(
      310,
    );
    const read = await rowsRead('short_url_stats', { short_url_id: id, period: '90d' });
    // The clicks that wait, once for each list, and their visitors.
    expect(read).toBeLessThanOrEqual(310 * 5);
  });
});
