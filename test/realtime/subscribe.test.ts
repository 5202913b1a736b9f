import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { atTenant } from '../support/at-tenant.ts';
import { closeSockets, openSocket, type Socket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase({}, { realtime: { tickMs: 100 } });
const api = useTenant(server);
let typeId: string;
beforeAll(async () => {
  typeId = (await api.post('/v1/object-types', { name: 'orders' })).body.data.id;
  for (const [name, data_type] of [
    ['status', 'string'],
    ['price', 'number'],
  ])
    await api.post('/v1/object-types/orders/properties', { name, data_type });
});
afterEach(closeSockets);

const connect = (more: Record<string, string> = {}) =>
  openSocket(server, { token: api.token, tenant_id: api.tenant.id, ...more });

const create = async (properties: object = {}): Promise<string> =>
  (await api.post('/v1/objects/orders', { properties })).body.data.id;

const heard = (socket: Socket, count: number, channel?: string) =>
  until(
    async () => socket.events(channel),
    (events) => events.length >= count,
  );

describe('subscriptions to objects', () => {
  it('of a type deliver their changes', async () => {
    const socket = await connect();
    const subscribed = await socket.subscribe('objects:orders');
    expect(subscribed).toEqual({
      type: 'subscribed',
      id: 's1',
      channel: 'objects:orders',
      seq: expect.stringMatching(/^\d+-[0-9a-f]{32}$/),
    });
    const id = await create({ status: 'open', price: 1.1 });
    await api.patch(`/v1/objects/orders/${id}`, { properties: { status: 'paid' } });
    const [created, updated] = await heard(socket, 2);
    expect(created).toMatchObject({
      channel: 'objects:orders',
      event: 'object.created',
      tenant_id: api.tenant.id,
      object_type_id: typeId,
      data: { id, version: 1, properties: { status: 'open', price: 1.1 } },
      previous: null,
      changed: null,
    });
    expect(updated).toMatchObject({
      event: 'object.updated',
      previous: { version: 1, properties: { status: 'open' } },
      changed: ['status'],
    });
  });
});

describe('a realtime channel', () => {
  it('can be a type, an object, events by name, or a view, with filters', async () => {
    const socket = await connect();
    const one = await create({ status: 'open' });
    const { body: view } = await api.post('/v1/object-types/orders/views', {
      name: 'Paid',
      filters: [{ property: 'status', operator: 'eq', value: 'paid' }],
    });
    const inView = `views:${view.data.id}`;
    const filter = [{ property: 'price', operator: 'gte', value: 10 }];
    for (const [channel, options] of [
      [`objects:${typeId}:${one}`, {}],
      [inView, {}],
      [`objects:${typeId}`, { filter, events: ['object.updated', 'object.created'] }],
      ['events', { filter: [{ property: 'actor.type', operator: 'eq', value: 'user' }] }],
      ['events:custom.*', {}],
      ['events:signup', { filter: { 'data.plan': 'pro' } }],
    ] as const)
      expect((await socket.subscribe(channel, options)).type, channel).toBe('subscribed');

    const two = await create({ status: 'paid', price: 9 });
    const path = `/v1/objects/orders/${two}`;
    await api.patch(path, { properties: { price: 12 } });
    await api.patch(path, { properties: { price: 3 } });
    await api.patch(path, { properties: { status: 'open' } });
    await api.delete(path);
    await api.patch(`/v1/objects/orders/${one}`, { properties: { price: 1 } });
    await api.post('/v1/events', { event_type: 'signup', data: { plan: 'free' } });
    await api.post('/v1/events', { event_type: 'signup', data: { plan: 'pro' } });
    await heard(socket, 1, 'events:signup');

    const told = (channel: string) =>
      socket.events(channel).map(({ event, data }) => [event, data.id ?? data.plan]);
    expect(told(`objects:${typeId}:${one}`)).toEqual([['object.updated', one]]);
    expect(told(inView)).toEqual([
      ['object.created', two],
      ['object.updated', two],
      ['object.updated', two],
      ['object.removed_from_view', two],
    ]);
    expect(socket.events(inView).at(-1)).toMatchObject({ data: { id: two }, previous: null });
    expect(told(`objects:${typeId}`)).toEqual([
      ['object.updated', two],
      ['object.removed_from_view', two],
    ]);
    expect(told('events')).toEqual([]);
    expect(told('events:custom.*')).toEqual([
      ['custom.signup', 'free'],
      ['custom.signup', 'pro'],
    ]);
    expect(told('events:signup')).toEqual([['custom.signup', 'pro']]);
  });

  it('ends when it is unsubscribed, and stays one however often it is requested', async () => {
    const socket = await connect({ channels: 'objects:orders,events:custom.*' });
    await socket.message({ type: 'subscribed', channel: 'events:custom.*' });
    await socket.subscribe('objects:orders');
    socket.say({ action: 'subscribe', id: 1, channels: ['objects:orders', 'files', 'files:a/b'] });
    await socket.message({ id: 1, channel: 'files:a/b' });
    await create();
    await heard(socket, 1, 'objects:orders');
    socket.say({ type: 'unsubscribe', id: 2, channel: 'objects:orders' });
    await socket.message({ type: 'unsubscribed', id: 2, channel: 'objects:orders' });
    await create();
    await api.post('/v1/events', { event_type: 'last' });
    await heard(socket, 1, 'events:custom.*');
    expect(socket.events('objects:orders')).toHaveLength(1);
  });

  it('of files or comments receives their changes', async () => {
    const socket = await connect();
    for (const channel of ['files', 'files:a/b', 'comments:obj_1']) await socket.subscribe(channel);
    // Written by SQL: their groups are not there yet.
    await atTenant(
      server,
      api.tenant.id,
      `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, after)
       select $1, app.place($1), app.new_id('evt'), t || '.created', '{}', t, 'x', v::json
       from (values ('file', '{"id": 1, "folder": "a/b"}'), ('file', '{"id": 2, "folder": "a"}'),
         ('comment', '{"id": 3, "object_id": "obj_1"}'), ('comment', '{"id": 4, "object_id": "obj_2"}')) x(t, v)`,
      [api.tenant.id],
    );
    await heard(socket, 4);
    const told = socket.events().map(({ channel, data }) => [channel, data.id]);
    expect(told.toSorted()).toEqual([
      ['comments:obj_1', 3],
      ['files', 1],
      ['files', 2],
      ['files:a/b', 1],
    ]);
  });

  it.each([
    ['objects:none', {}, 'NOT_FOUND'],
    ['objects:*', {}, 'NOT_FOUND'],
    ['objects:orders:none', {}, 'NOT_FOUND'],
    ['views:none', {}, 'NOT_FOUND'],
    ['files:../', {}, 'VALIDATION_ERROR'],
    ['objects:', {}, 'VALIDATION_ERROR'],
    ['orders', {}, 'VALIDATION_ERROR'],
    ['room:', {}, 'VALIDATION_ERROR'],
    ['events:no such', {}, 'VALIDATION_ERROR'],
    ['notifications', {}, 'FORBIDDEN'],
    ['events', { events: ['none'] }, 'VALIDATION_ERROR'],
    ['events', { since: 'none' }, 'INVALID_CURSOR'],
    ['events', { filter: { nothing: 1 } }, 'UNKNOWN_PROPERTY'],
    ['objects:orders', { filter: [{ property: 'price', operator: 'none' }] }, 'INVALID_FILTER'],
    ['room:a', { filter: [{ property: 'a', operator: 'eq', value: 1 }] }, 'VALIDATION_ERROR'],
  ])('%s %j is refused, and the socket stays open', async (channel, options, code) => {
    const socket = await connect();
    expect(await socket.subscribe(channel, options)).toMatchObject({
      type: 'error',
      id: 's1',
      code,
      message: expect.any(String),
    });
    socket.say({ type: 'ping', id: 'p' });
    expect(await socket.message({ id: 'p' })).toEqual({ type: 'pong', id: 'p' });
  });

  it('of another tenant is refused, and its events are not received', async () => {
    const other = await createTenant(server);
    const { body } = await other.post('/v1/object-types', { name: 'orders' });
    const socket = await connect();
    await socket.subscribe('objects:orders');
    await socket.subscribe('events');
    expect((await socket.subscribe(`objects:${body.data.id}`)).code).toBe('NOT_FOUND');
    const place = (await other.get('/v1/changes?since=now')).body.data.next_since;
    const theirs = await other.post('/v1/objects/orders', {});
    expect((await socket.subscribe('events:object.*', { since: place })).type).toBe('subscribed');
    const ours = await create();
    await heard(socket, 1, 'objects:orders');
    expect(JSON.stringify(socket.messages)).not.toContain(theirs.body.data.id);
    expect(socket.events('objects:orders').map(({ data }) => data.id)).toEqual([ours]);
  });
});
