import { describe, expect, it } from 'vitest';
import { eventTypes } from '../../src/ground/shapes/event-types.ts';
import '../../src/groups/index.ts';
import { createClient, createTenant } from '../support/api.ts';
import { atTenant } from '../support/at-tenant.ts';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);

const list = async (query = '', client = api) =>
  (await client.get(`/v1/events/list?${query}`)).body.data;

describe('POST /v1/events', () => {
  it('records an event, answered as it was posted and readable as custom.<name>', async () => {
    const tenant = await createTenant(server);
    await settle(server.db);
    const { next_since } = (await tenant.get('/v1/changes?since=now')).body.data;
    const data = { plan: 'pro', seats: 3, nested: { a: [null] } };
    const posted = { event_type: 'signup', data, session_id: 's1', source: 'web' };
    const answer = await tenant.post('/v1/events', posted);
    expect([answer.status, answer.body.data]).toEqual([200, { tracked: true }]);
    await tenant.post('/v1/events', { event_type: 'custom.signup' });
    const { events, total, total_relation } = await list('', tenant);
    expect([total, total_relation]).toEqual([2, 'eq']);
    expect(events).toMatchObject([
      { event_type: 'custom.signup', data: {}, session_id: null, source: null },
      { ...posted, user_id: null, ip: '127.0.0.1' },
    ]);
    await settle(server.db);
    const feed = (await tenant.get(`/v1/changes?since=${next_since}`)).body.data.results;
    expect(feed).toMatchObject([
      { type: 'custom.signup', id: events[1].id, data, object_type_id: null },
      { type: 'custom.signup', id: events[0].id, data: {} },
    ]);
  });

  it('shows a user only the address of their own events, a key that of each', async () => {
    const [ada, bob] = [(await signUp(api)).client, (await signUp(api)).client];
    await ada.post('/v1/events', { event_type: 'hers' });
    const ip = async (client: typeof ada) =>
      (await client.get('/v1/events/list?event_type=hers')).body.data.events[0].ip;
    expect(await Promise.all([ada, bob, api].map(ip))).toEqual(['127.0.0.1', null, '127.0.0.1']);
  });

  it.each(['a', 'Order-Paid', 'order.paid.v2', 'custom.x', '9', 'a:b_c', 'a'.repeat(100)])(
    'accepts the name %s',
    async (event_type) => {
      expect((await api.post('/v1/events', { event_type })).status).toBe(200);
      expect((await list('limit=1')).events[0].event_type).toBe(event_type);
    },
  );

  it.each(['', 'custom.', '.a', '-a', 'a b', 'a/b', 'ä', 'a'.repeat(101), 5, null, undefined])(
    'refuses the name %s',
    async (event_type) => {
      const { status, body } = await api.post('/v1/events', { event_type });
      expect([status, body.error.code, body.error.param]).toEqual([
        400,
        'VALIDATION_ERROR',
        'event_type',
      ]);
    },
  );

  it('accepts data up to 64 KB, as a map', async () => {
    const text = (length: number) => ({ event_type: 'large', data: { a: 'x'.repeat(length) } });
    expect((await api.post('/v1/events', text(65_528))).status).toBe(200);
    for (const body of [
      text(65_529),
      { event_type: 'a', data: [] },
      { event_type: 'a', data: 1 },
    ]) {
      const answer = await api.post('/v1/events', body);
      expect([answer.status, answer.body.error.param]).toEqual([400, 'data']);
    }
  });

  it('needs the scope write', async () => {
    const reader = await api.withKey(['read']);
    expect((await reader.post('/v1/events', { event_type: 'a' })).status).toBe(403);
    const writer = await api.withKey(['write']);
    expect((await writer.post('/v1/events', { event_type: 'a' })).status).toBe(200);
  });
});

describe('GET /v1/events/list', () => {
  it('lists only the tenant’s own events, newest first, in pages, by name and by time', async () => {
    const [tenant, other] = [await createTenant(server), await createTenant(server)];
    await other.post('/v1/events', { event_type: 'theirs' });
    await tenant.post('/v1/object-types', { name: 'things' });
    const names = ['a', 'b', 'a', 'c'];
    for (const event_type of names) await tenant.post('/v1/events', { event_type });
    const namesIn = async (query: string) =>
      (await list(query, tenant)).events.map(
        ({ event_type }: { event_type: string }) => event_type,
      );
    expect(await namesIn('')).toEqual(names.toReversed());
    expect(await namesIn('limit=2&offset=1')).toEqual(['a', 'b']);
    expect(await namesIn('offset=4')).toEqual([]);
    expect(await list('event_type=a&limit=1', tenant)).toMatchObject({ total: 2 });
    expect(await namesIn('event_type=custom.a')).toEqual([]);

    const second = encodeURIComponent((await list('', tenant)).events[2].created_at);
    expect(await namesIn(`from=${second}`)).toEqual(['c', 'a', 'b']);
    expect(await namesIn(`to=${second}`)).toEqual(['a']);
    expect(await namesIn(`from=${second}&to=${second}`)).toEqual([]);
    for (const year of ['0001', '9999'])
      expect(await namesIn(`from=${year}-01-01T00:00:00Z`)).toHaveLength(year === '0001' ? 4 : 0);
  });

  it('counts up to 10,000', async () => {
    const tenant = await createTenant(server);
    const insert = (count: number) =>
      atTenant(
        server,
        tenant.tenant.id,
        `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, after)
         select $1, app.place($1), app.new_id('evt'), 'custom.x', '{}', 'event', 'x', '{"data": {}}'
         from generate_series(1, $2)`,
        [tenant.tenant.id, count],
      );
    await insert(10_000);
    expect(await list('limit=1', tenant)).toMatchObject({ total: 10_000, total_relation: 'eq' });
    await insert(1);
    const last = await list('offset=10000', tenant);
    expect([last.total, last.total_relation, last.events.length]).toEqual([10_000, 'gte', 1]);
  });

  it.each(['limit=0', 'limit=101', 'offset=-1', 'from=yesterday', 'to=1'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await api.get(`/v1/events/list?${query}`);
      expect([status, body.error.param]).toEqual([400, query.split('=')[0]]);
    },
  );

  it('needs the scope read', async () => {
    expect((await (await api.withKey(['files'])).get('/v1/events/list')).status).toBe(403);
  });
});

describe('GET /events/types', () => {
  it('is open to everyone and lists every event once', async () => {
    const { status, body } = await createClient(server).get('/events/types');
    expect([status, body.data]).toEqual([200, eventTypes()]);
    expect(new Set(body.data).size).toBe(body.data.length);
    expect(body.data).toContain('object.created');
  });

  it('lists every name that a function journals', async () => {
    const { rows } = await server.db.query<{ name: string; text: string }>(
      `select pronamespace::regnamespace || '.' || proname as name, prosrc as text from pg_proc
       where pronamespace = any ('{app,auth,api,platform,worker}'::regnamespace[])
         and prosrc ~ 'journal_(write|objects)'`,
    );
    // Whatever looks like one: `app.tenant_id` and its like are settings, `with.tenant_id` is a field.
    const journaled = rows.flatMap(({ text }) =>
      [...text.matchAll(/'((?!app\.|with\.)[a-z_]+\.[a-z_]+)'/g)].map(([, name]) => name),
    );
    expect(journaled.length).toBeGreaterThan(20);
    expect(journaled.filter((name) => !eventTypes().includes(name as string))).toEqual([]);
  });
});
