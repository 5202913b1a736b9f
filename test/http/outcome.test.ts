import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { define } from '../functions/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { killBlocked } from '../support/kill-blocked.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { waysOfCalls } from '../support/use-server.ts';
import { opened } from '../webhooks/support.ts';

type Answer = Awaited<ReturnType<TenantClient['post']>>;
const outcomeOf = ({ status, body }: Answer) => [status, body.error?.details?.outcome];

describe.each(waysOfCalls)('calls %s', (_, parts) => {
  let relay: Relay;
  let server: TestServer;
  let api: TenantClient;
  let path: string;
  beforeAll(async () => {
    relay = await startRelay();
    const pool = { connectionTimeoutMillis: 1000 };
    server = await startTestServer(opened, { ...parts, relay, pool });
    api = await createTenant(server);
    const type = await defineType(api);
    path = `${type.path}/${(await api.post(type.path, {})).body.data.id}`;
  });
  afterAll(async () => {
    await server.close();
    await relay.close();
  });
  beforeEach(async () => {
    await relay.restore();
    await until(
      () => api.patch(path, { properties: { a: -1 } }),
      ({ status }) => status === 200,
    );
  });

  const version = async () =>
    (await server.db.query('select version from app.objects where tenant_id = $1', [api.tenant.id]))
      .rows[0].version;
  const change = async () => api.patch(path, { properties: { a: await version() } });

  const holders = new Set<pg.PoolClient>();
  // One that a failed test left would hold up what other tests wait for.
  afterEach(async () => {
    for (const holder of holders) await letGo(holder);
  });
  async function holding(): Promise<pg.PoolClient> {
    const holder = await server.db.connect();
    holders.add(holder);
    return holder;
  }

  /** Holds the object that the request under test changes. */
  async function hold(): Promise<pg.PoolClient> {
    const holder = await holding();
    await holder.query('begin');
    await holder.query('select from app.objects where tenant_id = $1 for update', [api.tenant.id]);
    return holder;
  }
  async function letGo(holder: pg.PoolClient): Promise<void> {
    holders.delete(holder);
    await holder.query('rollback');
    holder.release();
  }

  describe('a change', () => {
    it('that found no database is not done', async () => {
      await relay.cut();
      expect(outcomeOf(await change())).toEqual([503, 'not_done']);
    });

    it('has an unknown outcome if its answer was lost: here it was done', async () => {
      const before = await version();
      const holder = await hold();
      const lost = change();
      await untilBlocked(server.db, holder);
      relay.silence();
      await letGo(holder);
      await until(version, (now) => now === before + 1);
      await relay.cut();
      expect(outcomeOf(await lost)).toEqual([503, 'unknown']);
    });

    it('has an unknown outcome if the server ended its connection', async () => {
      const holder = await hold();
      const lost = change();
      await untilBlocked(server.db, holder);
      expect(await killBlocked(server, holder)).toBe(1);
      expect(outcomeOf(await lost)).toEqual([503, 'unknown']);
      await letGo(holder);
    });
  });

  describe('a read', () => {
    it('has changed nothing, wherever it was cut off', async () => {
      const holder = await holding();
      await holder.query('begin; lock table app.objects in access exclusive mode');
      const lost = api.get(path);
      await untilBlocked(server.db, holder);
      await relay.cut();
      expect(outcomeOf(await lost)).toEqual([503, 'not_done']);
      await letGo(holder);
    });
  });
});

describe('a request', () => {
  let server: TestServer;
  let api: TenantClient;
  beforeAll(async () => {
    server = await startTestServer(opened, { isInCompany: false });
    api = await createTenant(server);
    await api.post('/v1/object-types', { name: 'contacts' });
  });
  afterAll(() => server.close());

  /** From here on, an operation fails as PostgreSQL would. */
  const breakOperation = (name: string, code: string) =>
    server.db.query(`create or replace function api.${name}(tenant text, args jsonb)
      returns json language plpgsql volatile as $$ begin
      raise exception using errcode = '${code}', message = 'broken'; end $$`);

  it.each([
    ['57014', 504],
    ['53100', 503],
    ['55P03', 503],
    ['57P01', 503],
  ])('that PostgreSQL refused (%s) is not done', async (code, status) => {
    await breakOperation('object_type_create', code);
    const answer = await api.post('/v1/object-types', { name: 'things' });
    expect(outcomeOf(answer)).toEqual([status, 'not_done']);
  });

  it('that fails after it has only looked is not done', async () => {
    await breakOperation('webhook_create', '53100');
    const url = 'http://127.0.0.1:9/hook';
    const answer = await api.post('/v1/webhooks', { url, events: ['object.created'] });
    expect(outcomeOf(answer)).toEqual([503, 'not_done']);
  });

  it('has an unknown outcome if its function took too long: its changes stay', async () => {
    const endless = { timeout_ms: 150 };
    const late = await define(api, 'export default () => { for (;;); }', endless);
    expect(outcomeOf(await api.post(`${late}/execute`, {}))).toEqual([504, 'unknown']);
  });

  it('that fails after its first step is of unknown outcome', async () => {
    const one = await define(api, 'export default () => 1');
    const execute = () => api.post(`${one}/execute`, {});
    await breakOperation('function_finish', '53100');
    // The run is recorded, and the code has run.
    expect(outcomeOf(await execute())).toEqual([503, 'unknown']);
    await breakOperation('function_execute', '53100');
    expect(outcomeOf(await execute())).toEqual([503, 'not_done']);
  });

  it('in GraphQL reports it for each of its changes', async () => {
    await breakOperation('object_create', '53100');
    const mutation = 'mutation { one: createContact { id } two: createContact { id } }';
    const { body } = await api.post('/v1/graphql', { query: mutation });
    const said = body.errors.map((error: { extensions: object }) => error.extensions);
    expect(said).toMatchObject([
      { code: 'SERVICE_UNAVAILABLE', details: { outcome: 'not_done' } },
      { code: 'SERVICE_UNAVAILABLE', details: { outcome: 'not_done' } },
    ]);
  });
});
