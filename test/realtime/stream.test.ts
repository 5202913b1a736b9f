import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createTenant, type TenantClient } from '../support/api.ts';
import { atTenant } from '../support/at-tenant.ts';
import { settle } from '../support/settle.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

interface Heard {
  type: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a server sends is looked at, not typed
  data: any;
}

const server = useOwnDatabase(
  { TRUSTED_PROXIES: 'loopback' },
  { realtime: { perCaller: 3, retryMs: 100, suspectMs: 20 } },
);
let api: TenantClient;
let open: EventSource[] = [];
beforeEach(async () => {
  api = await createTenant(server);
  for (const name of ['orders', 'bills']) await api.post('/v1/object-types', { name });
});
afterEach(() => {
  for (const source of open) source.close();
  open = [];
});

const types = ['ready', 'resync', 'object.created', 'object.updated', 'custom.x', 'view.created'];

/** A browser's client, on what it has heard; begun when `ready` has come. */
async function listen(query: Record<string, string> = {}, token = api.token, url = server.url) {
  const source = new EventSource(
    `${url}/events/stream?${new URLSearchParams({ token, ...query })}`,
  );
  open.push(source);
  const heard: Heard[] = [];
  for (const type of [...types, 'object.removed_from_view'])
    source.addEventListener(type, ({ lastEventId: id, data }) =>
      heard.push({ type, id, data: JSON.parse(data) }),
    );
  await until(
    async () => heard,
    (all) => all.length > 0,
  );
  const ids = () => heard.filter(({ data }) => data.type).map(({ data }) => data.data.id);
  const many = (count: number) =>
    until(
      async () => ids(),
      (all) => all.length >= count,
    );
  return { source, heard, ids, many };
}

const create = async (type = 'orders'): Promise<string> =>
  (await api.post(`/v1/objects/${type}`, { properties: {} })).body.data.id;

describe('an event stream', () => {
  it('begins with ready, and sends plain events without an envelope', async () => {
    const stream = await listen();
    const id = await create();
    await stream.many(1);
    const [ready, created] = stream.heard as [Heard, Heard];
    expect(ready).toMatchObject({ type: 'ready', data: { seq: ready.id } });
    expect(created.id).toBe(created.data.seq);
    expect(created).toMatchObject({
      type: 'object.created',
      data: { type: 'object.created', tenant_id: api.tenant.id, data: { id, version: 1 } },
    });
    await settle(server.db);
    const { body } = await api.get('/v1/changes?types=object.*');
    expect(body.data.results).toEqual([created.data]);
  });

  it('is limited to the requested types, and to object types by id or name', async () => {
    const { body } = await api.get('/v1/object-types/bills');
    const [all, some] = [
      await listen({ types: '*' }),
      await listen({ types: 'object.created,custom.*', object_types: body.data.id }),
    ];
    const order = await create();
    const bill = await create('bills');
    await api.patch(`/v1/objects/bills/${bill}`, { properties: { a: 1 } });
    await api.post('/v1/events', { event_type: 'x', data: { id: 'x' } });
    await some.many(2);
    expect(some.ids()).toEqual([bill, 'x']);
    await all.many(4);
    expect(all.ids()).toEqual([order, bill, bill, 'x']);
    expect((await listen({ object_types: 'orders,bills' })).heard[0]?.type).toBe('ready');
  });

  it('resumes from Last-Event-ID and sends each event once', async () => {
    const before = await create();
    const stream = await listen();
    const made = [await create(), await create()];
    await stream.many(2);
    const client = createClient(server, api.token);
    const ended = until(
      async () => stream.source.readyState,
      (state) => state === EventSource.CONNECTING,
    );
    // The effect of the network on long answers.
    server.app.server.closeAllConnections();
    await ended;
    const missed = await client.post('/v1/objects/orders', {});
    const later = await listen({ since: stream.heard.at(-1)?.id ?? '' });
    await later.many(1);
    expect(later.ids()).toEqual([missed.body.data.id]);
    await stream.many(3);
    expect(stream.ids()).toEqual([...made, missed.body.data.id]);
    expect(stream.ids()).not.toContain(before);
  });

  it('that resumes too late is told, and continues with present events', async () => {
    const stream = await listen({ since: `1-${'0'.repeat(32)}` });
    const id = await create();
    await stream.many(1);
    expect(stream.heard.map(({ type }) => type)).toEqual(['ready', 'resync', 'object.created']);
    expect(stream.ids()).toEqual([id]);
  });

  it('shows users what their policies allow', async () => {
    const property = { name: 'owner', data_type: 'string' };
    await api.post('/v1/object-types/orders/properties', property);
    const user = await createUser(api);
    await api.post('/v1/object-types/orders/policies', {
      name: 'own',
      action: 'select',
      condition_json: { owner: '$auth.user_id' },
    });
    const stream = await listen({}, user.session.access_token);
    await create();
    const { body } = await api.post('/v1/objects/orders', { properties: { owner: user.user.id } });
    await api.patch(`/v1/objects/orders/${body.data.id}`, { properties: { owner: null } });
    await stream.many(2);
    expect(stream.heard.slice(1).map(({ type, data }) => [type, data.data.id])).toEqual([
      ['object.created', body.data.id],
      ['object.removed_from_view', body.data.id],
    ]);
    await user.client.delete('/v1/auth/sessions');
    await until(
      async () => stream.source.readyState,
      (state) => state === EventSource.CLOSED,
    );
  });
});

describe('a request for an event stream', () => {
  it.each<[string, string, number, string]>([
    ['of unknown types', 'types=none', 400, 'VALIDATION_ERROR'],
    ['of an unknown object type', 'object_types=none', 404, 'NOT_FOUND'],
    ['from an unknown place', 'since=none', 400, 'INVALID_CURSOR'],
  ])('is refused: %s', async (_, query, status, code) => {
    const answer = await api.get(`/events/stream?${query}`);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('is refused without a token, with another tenant’s, without the scope, and when too many are open', async () => {
    const other = await createTenant(server);
    const anybody = createClient(server);
    expect((await anybody.get('/events/stream')).status).toBe(401);
    expect((await anybody.get('/events/stream?token=junk')).status).toBe(401);
    expect((await anybody.get(`/events/stream?token=${other.token}`)).status).toBe(200);
    const mismatch = { 'x-tenant-id': other.tenant.id };
    expect((await api.get('/events/stream', undefined, mismatch)).status).toBe(403);
    const auth = await api.withKey(['auth']);
    expect((await auth.get('/events/stream')).status).toBe(403);
    for (let n = 0; n < 3; n++) await listen();
    const refused = await api.get('/events/stream');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'CONCURRENCY_LIMITED']);
  });

  it('from a place of another tenant shows nothing of that tenant', async () => {
    const other = await createTenant(server);
    await other.post('/v1/object-types', { name: 'theirs' });
    const seq = (await other.get('/v1/changes?since=now')).body.data.next_since;
    await other.post('/v1/objects/theirs', {});
    const own = await create();
    await settle(server.db);
    const stream = await listen({ since: seq, types: '*' });
    await stream.many(1);
    expect(stream.ids().at(-1)).toBe(own);
    expect(JSON.stringify(stream.heard)).not.toContain(other.tenant.id);
  });
});

it('a silent stream gets comments, one that is not read is dropped, and all end with the server', async () => {
  const quick = await server.sibling(
    {},
    { realtime: { heartbeatMs: 200, burstMs: 300, tickMs: 50 } },
  );
  const url = `${quick.url}/events/stream`;
  const begin = () => fetch(url, { headers: { authorization: `Bearer ${api.token}` } });
  const [good, stuck] = [await begin(), await begin()];
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of good.body ?? []) text = (text + decoder.decode(part)).slice(-50_000);
  })();
  await until(
    async () => text,
    () => /: heartbeat\nid: \d+-[0-9a-f]{32}\n/.test(text),
  );
  expect(text).toMatch(/^retry: 3000\nid: \S+\nevent: ready\ndata: \{.+\}\n\n/);
  const count = async () =>
    (await createClient(quick, api.token).get('/v1/realtime/stats')).body.data.total_connections;
  expect(await count()).toBe(2);
  // More than the system keeps for a connection.
  await atTenant(
    server,
    api.tenant.id,
    `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, after)
     select $1::text, app.place($1), app.new_id('evt'), 'file.created', '{}', 'file', n,
       json_build_object('id', n, 'text', repeat('x', 19000)) from generate_series(1, 1000) n`,
    [api.tenant.id],
  );
  await until(count, (open) => open === 1);
  await until(
    async () => text,
    () => text.includes('"id" : 1000,'),
  );
  await quick.close();
  await reading;
  const [, wait] = /\n\nretry: (\d+)\n\n$/.exec(text) ?? [];
  expect(Number(wait)).toBeGreaterThanOrEqual(300);
  expect(Number(wait)).toBeLessThanOrEqual(3000);
  await expect(stuck.text()).rejects.toThrow('terminated');
});
