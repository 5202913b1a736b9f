import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { closeSockets, openSocket, type Socket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser, type SignedUp, signIn } from '../support/users.ts';

const server = useOwnDatabase(
  { TRUSTED_PROXIES: 'loopback' },
  { realtime: { suspectMs: 20, tickMs: 100 } },
);
let api: TenantClient;
let tenant: TenantClient;
beforeAll(async () => {
  tenant = await makeTenant();
});
beforeEach(() => {
  api = tenant;
});
afterEach(closeSockets);

async function makeTenant(): Promise<TenantClient> {
  const made = await createTenant(server);
  await made.post('/v1/object-types', { name: 'orders', user_access: 'open' });
  return made;
}

const connect = (token: string = api.token) =>
  openSocket(server, { token, tenant_id: api.tenant.id });
const as = (user: SignedUp) => connect(user.session.access_token);

const create = async (properties: object): Promise<string> =>
  (await api.post('/v1/objects/orders', { properties })).body.data.id;
const change = (id: string, properties: object) =>
  api.patch(`/v1/objects/orders/${id}`, { properties });

/** Event and object of all that was heard, up to a mark that everyone hears. */
async function heard(socket: Socket, channel = 'objects:orders') {
  const { body } = await api.post('/v1/events', { event_type: 'mark', data: {} });
  expect(body.success).toBe(true);
  const marks = socket.events('events:mark').length;
  await until(
    async () => socket.events('events:mark').length,
    (count) => count > marks,
  );
  return socket.events(channel).map(({ event, data, previous }) => [event, data.id, previous]);
}

describe('row policies on realtime events', () => {
  beforeEach(async () => {
    api = await makeTenant();
    for (const name of ['owner', 'status'])
      await api.post('/v1/object-types/orders/properties', { name, data_type: 'string' });
  });
  const policy = (fields: object) => api.post('/v1/object-types/orders/policies', fields);

  it('hide events as they hide objects, including old values, and report objects that leave view', async () => {
    const user = await createUser(api);
    await policy({
      name: 'own',
      action: 'select',
      condition_json: { owner: '$auth.user_id' },
    });
    const [mine, all] = [await as(user), await connect()];
    for (const socket of [mine, all])
      for (const channel of ['objects:orders', 'events:mark', 'events:object.*'])
        await socket.subscribe(channel);
    const own = await create({ owner: user.user.id, status: 'new' });
    const other = await create({ owner: 'somebody', status: 'secret' });
    await change(other, { status: 'secret too' });
    await change(own, { status: 'paid' });
    await change(own, { owner: 'somebody' });
    await change(own, { status: 'secret three' });
    await change(other, { owner: user.user.id });
    const expected = [
      ['object.created', own, null],
      ['object.updated', own, expect.objectContaining({ properties: { status: 'new' } })],
      ['object.removed_from_view', own, null],
      ['object.updated', other, null],
    ];
    expect(await heard(mine)).toEqual(expected);
    expect(await heard(mine, 'events:object.*')).toEqual(expected);
    expect(JSON.stringify(mine.messages)).not.toMatch(/secret three|"secret"|somebody/);
    expect(await heard(all)).toHaveLength(7);

    // Missed events are shown the same way.
    const { seq } = mine.events('objects:orders')[0];
    const late = await as(user);
    await late.subscribe('events:mark');
    await late.subscribe('objects:orders', { since: seq });
    // A mark of now may come before what was missed.
    await until(
      async () => late.events('objects:orders').length,
      (count) => count >= expected.length - 1,
    );
    expect(await heard(late)).toEqual(expected.slice(1));
  });

  it('apply from the moment they exist', async () => {
    const user = await createUser(api);
    const socket = await as(user);
    for (const channel of ['objects:orders', 'events:mark']) await socket.subscribe(channel);
    const before = await create({ status: 'open' });
    await policy({
      name: 'none',
      action: 'select',
      effect: 'deny',
      condition_json: { status: 'x' },
    });
    await create({ status: 'x' });
    const after = await create({ status: 'open' });
    expect((await heard(socket)).map(([, id]) => id)).toEqual([before, after]);
    const filtered = await as(user);
    await filtered.subscribe('events:mark');
    await filtered.subscribe('objects:orders', { filter: { status: { in: ['x', 'y'] } } });
    const id = await create({ status: 'y' });
    await change(id, { status: 'x' });
    expect((await heard(filtered)).map(([event]) => event)).toEqual([
      'object.created',
      'object.removed_from_view',
    ]);
  });
});

describe('data that a caller may not read in realtime', () => {
  it('is not delivered: other users’ notifications, keys, sessions and automations', async () => {
    const [ada, bob] = [await createUser(api), await createUser(api)];
    const reader = await api.withKey(['read']);
    const [mine, key] = [await as(ada), await connect(reader.token)];
    for (const channel of ['events', 'events:mark', 'notifications']) await mine.subscribe(channel);
    for (const channel of ['events', 'events:mark']) await key.subscribe(channel);
    const tell = (user: SignedUp) =>
      api.post('/v1/notifications', {
        user_ids: [user.user.id],
        type: 'note',
        title: `for ${user.email}`,
        body: 'x',
      });
    await tell(bob);
    await tell(ada);
    await api.withKey(['read']);
    const automation = { name: 'x', trigger_event: 'manual', actions: [] };
    expect((await api.post('/v1/automations', automation)).status).toBe(201);
    await signIn(api, bob);
    expect((await heard(mine, 'notifications')).map(([event]) => event)).toEqual([
      'notification.created',
    ]);
    expect(mine.events('notifications')[0].data.title).toBe(`for ${ada.email}`);
    const types = async (socket: Socket) =>
      new Set((await heard(socket, 'events')).map(([event]) => event));
    expect(await types(mine)).toEqual(new Set(['custom.mark']));
    // A key with the scope read may list automations.
    expect(await types(key)).toEqual(new Set(['automation.created', 'custom.mark']));
  });

  it('is refused as a channel: permissions and types of a role', async () => {
    await api.post('/v1/object-types', { name: 'invoices', user_access: 'open' });
    const orders = (await api.get('/v1/object-types/orders')).body.data.id;
    const permissions = ['objects:read:orders', 'events:read'];
    await api.post('/v1/roles', { name: 'reader', permissions });
    const clerk = await createUser(api, { role: 'reader' });
    const socket = await as(clerk);
    expect((await socket.subscribe('objects:orders')).type).toBe('subscribed');
    expect((await socket.subscribe('objects:invoices')).code).toBe('FORBIDDEN');
    for (const channel of ['events:object.*', 'events:mark']) await socket.subscribe(channel);
    expect((await socket.subscribe('files')).code).toBe('FORBIDDEN');
    expect((await socket.subscribe('notifications')).type).toBe('subscribed');
    await api.post('/v1/objects/invoices', {});
    const order = await create({});
    expect((await heard(socket, 'events:object.*')).map(([, id]) => id)).toEqual([order]);
    const { body } = await clerk.client.get('/v1/changes?types=object.*');
    expect(
      body.data.results.every((one: { object_type_id: string }) => one.object_type_id === orders),
    ).toBe(true);
  });
});

describe('a socket is closed when its credential ends', () => {
  const ends: [string, number, (user: SignedUp) => Promise<unknown>][] = [
    ['signed out everywhere', 4401, ({ client }) => client.delete('/v1/auth/sessions')],
    ['banned', 4401, ({ user }) => api.patch(`/v1/users/${user.id}`, { banned: true })],
    [
      'without the role that let them listen',
      4403,
      async ({ user }) => {
        await api.post('/v1/roles', { name: 'nothing', permissions: ['views:manage'] });
        await api.patch(`/v1/users/${user.id}`, { role: 'nothing' });
      },
    ],
  ];
  it.each(ends)('because the user is %s: code %i', async (_, code, end) => {
    const user = await createUser(api);
    const [socket, bystander] = [await as(user), await connect()];
    await socket.subscribe('objects:orders');
    expect((await end(user)) ?? {}).not.toMatchObject({ body: { success: false } });
    expect((await socket.closed).code).toBe(code);
    bystander.say({ type: 'ping', id: 1 });
    await bystander.message({ type: 'pong' });
  });

  it('because the key is revoked or its tenant suspended', async () => {
    api = await makeTenant();
    const key = await api.withKey(['read']);
    const socket = await connect(key.token);
    await socket.subscribe('objects:orders');
    await api.delete(`/v1/keys/${key.keyId}`);
    expect((await socket.closed).code).toBe(4401);
    const last = await connect();
    const operator = platformClient(server);
    await operator.post(`/admin/tenants/${api.tenant.id}/suspend`, { reason: 'x' });
    expect((await last.closed).code).toBe(4403);
  });

  it('but only a channel is closed when a role loses its type', async () => {
    const { body } = await api.post('/v1/roles', {
      name: 'clerk',
      permissions: ['objects:read:orders', 'objects:read:bills'],
    });
    await api.post('/v1/object-types', { name: 'bills', user_access: 'open' });
    const socket = await as(await createUser(api, { role: 'clerk' }));
    for (const name of ['orders', 'bills']) await socket.subscribe(`objects:${name}`);
    const path = `/v1/roles/${body.data.id}/permissions`;
    await api.put(path, { permissions: ['objects:read:bills'] });
    await socket.message({ type: 'unsubscribed', channel: 'objects:orders', code: 'FORBIDDEN' });
    await create({});
    const { body: bill } = await api.post('/v1/objects/bills', {});
    await until(
      async () => socket.events().length,
      (count) => count > 0,
    );
    expect(socket.events().map(({ data }) => data.id)).toEqual([bill.data.id]);
  });
});

describe('the message auth', () => {
  it('continues the socket with another token of the same user, and refuses any other user', async () => {
    const [ada, bob] = [await createUser(api), await createUser(api)];
    const socket = await as(ada);
    await socket.subscribe('objects:orders');
    const second = await signIn(api, ada);
    socket.say({ type: 'auth', id: 1, token: second.access_token });
    expect(await socket.message({ id: 1 })).toEqual({
      type: 'authenticated',
      id: 1,
      expires_at: expect.stringMatching(/Z$/),
    });
    await ada.client.post('/v1/auth/signout', {});
    for (const [id, token, code] of [
      [2, bob.session.access_token, 'FORBIDDEN'],
      [3, api.token, 'FORBIDDEN'],
    ] as const) {
      socket.say({ type: 'auth', id, token });
      expect(await socket.message({ id })).toMatchObject({ type: 'error', code });
    }
    const id = await create({});
    await until(
      async () => socket.events().length,
      (count) => count > 0,
    );
    expect(socket.events()[0].data.id).toBe(id);
    socket.say({ type: 'auth', id: 4, token: ada.session.access_token });
    expect((await socket.closed).code).toBe(4401);
  });

  it('does not keep the socket open beyond its token', async () => {
    api = await makeTenant();
    const user = await createUser(api);
    await api.patch('/v1/governance', { session_duration_secs: 60 });
    const socket = await as(user);
    await server.db.query(
      `update app.sessions set created_at = now() - interval '1 h' where tenant_id = $1`,
      [api.tenant.id],
    );
    // Nothing says it: the sweep finds it, here made to come at once by another change of settings.
    await api.patch('/v1/governance', { session_duration_secs: 61 });
    expect((await socket.closed).code).toBe(4401);
  });
});
