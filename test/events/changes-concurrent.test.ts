import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePool } from '../../src/db/pools.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const writers = 500;
const overHttp = 100;
const connections = 50;

const server = useOwnDatabase();
let pool: pg.Pool;
let api: TenantClient;
let shared: string[];
beforeAll(async () => {
  const { databaseUrl, encryptionKey } = server.config;
  const { api: connectionString } = databaseUrls(databaseUrl as string, encryptionKey);
  pool = new pg.Pool({ connectionString, max: connections });
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  const objects = Array.from({ length: 20 }, () => ({ properties: { n: 0 } }));
  shared = (await api.post('/v1/objects/things/batch/create', { objects })).body.data.ids;
});
afterAll(async () => {
  await closePool(pool);
});

const below = (n: number) => Math.floor(Math.random() * n);

/** In the order of their commits: how the journal must not be read. */
const commits: bigint[] = [];

/** One transaction of a tenant, of several writes, held open for a while in between; one of ten is rolled back. */
async function write(n: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.principal', '{"type":"api_key","id":"key_test","scopes":["*"]}', true),
         set_config('app.tenant_id', $1, true), set_config('role', 'insula_tenant', true)`,
      [api.tenant.id],
    );
    const call = (operation: string, args: object) =>
      client.query(`select api.${operation}($1, $2)`, [
        api.tenant.id,
        { object_type_id: 'things', ...args },
      ]);
    await call('event_track', { event_type: 'begun', data: { n } });
    const { rows } = await client.query('select pg_current_xact_id()::text as xid');
    await client.query('select pg_sleep($1)', [Math.random() ** 4 * 0.5]);
    if (n % 2) await call('object_create', { properties: { n } });
    else await call('object_update', { object_id: shared[below(20)], properties: { n } });
    await client.query('select pg_sleep($1)', [Math.random() * 0.02]);
    const isKept = n % 10 > 0;
    await client.query(isKept ? 'commit' : 'rollback');
    if (isKept) commits.push(BigInt(rows[0].xid));
  } finally {
    client.release();
  }
}

async function writeOverHttp(n: number): Promise<void> {
  const { status } = await api.post('/v1/objects/things', { properties: { n } });
  expect(status).toBe(201);
}

interface Event {
  id: string;
  seq: string;
  type: string;
}

/**
 * Follows the feed until the writers are done and nothing is left. Its memory is a list and a place in the feed; now
 * and then it loses an answer, or stops in the middle of one and goes on from the event that it has come to.
 */
async function follow(query: string, areDone: () => boolean): Promise<Event[]> {
  const seen: Event[] = [];
  let since = '';
  for (;;) {
    const isLast = areDone();
    const path = `/v1/changes?limit=${1 + below(60)}${query}${since && `&since=${since}`}`;
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    const { results, next_since, has_more } = body.data;
    const luck = Math.random();
    if (luck < 0.1) continue;
    if (luck < 0.3 && results.length > 0) {
      const upTo = results.slice(0, 1 + below(results.length));
      seen.push(...upTo);
      since = upTo.at(-1).seq;
      continue;
    }
    seen.push(...results);
    since = next_since;
    if (isLast && !has_more) return seen;
  }
}

it(`${writers} concurrent writers and three readers lose no event, see none twice, and agree on the order`, {
  timeout: 300_000,
}, async () => {
  let isDone = false;
  const readers = ['', '', '&types=object.updated,custom.*'].map((query) =>
    follow(query, () => isDone),
  );
  const writing = Array.from({ length: writers }, (_, n) =>
    n < overHttp ? writeOverHttp(n) : write(n),
  );
  await Promise.all(writing)
    .then(() => settle(server.db))
    .finally(() => {
      isDone = true;
    });
  // They did commit in another order than they began.
  expect(commits.some((xid, i) => i > 0 && xid < (commits[i - 1] as bigint))).toBe(true);

  const { rows } = await server.db.query<Event>(
    `select id, type, app.seq(xid, id) as seq from app.journal where tenant_id = $1 order by xid, id`,
    [api.tenant.id],
  );
  expect(rows.length).toBeGreaterThan(overHttp + (writers - overHttp) * 1.5);
  const of = (events: Event[]) => events.map(({ seq, type }) => `${seq} ${type}`);
  const [first, second, third] = await Promise.all(readers);
  expect(of(first as Event[])).toEqual(of(rows));
  expect(of(second as Event[])).toEqual(of(rows));
  const wanted = rows.filter(({ type }) => type === 'object.updated' || type.startsWith('custom.'));
  expect(of(third as Event[])).toEqual(of(wanted));
});
