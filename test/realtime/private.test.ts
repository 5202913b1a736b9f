import { EventSource } from 'eventsource';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { closeSockets, openSocket, type Socket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { anotherAddress, signUp } from '../support/users.ts';

const server = useOwnDatabase(
  { TRUSTED_PROXIES: 'loopback' },
  { realtime: { suspectMs: 20, tickMs: 100 } },
);
let api: TenantClient;
let streams: EventSource[] = [];
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'orders' });
  await api.post('/v1/object-types/orders/properties', { name: 'owner', data_type: 'string' });
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  streams = [];
  await closeSockets();
});

const connect = (client: Pick<Client, 'token'>) =>
  openSocket(server, { token: client.token, tenant_id: api.tenant.id });
const create = async (properties: object): Promise<string> =>
  (await api.post('/v1/objects/orders', { properties })).body.data.id;
const allow = (policy: object) =>
  api.post('/v1/object-types/orders/policies', { name: `${Math.random()}`, ...policy });

/** A socket that hears the orders, and a mark after them. */
async function listening(client: Pick<Client, 'token'>): Promise<Socket> {
  const socket = await connect(client);
  for (const channel of ['objects:orders', 'events:mark']) await socket.subscribe(channel);
  return socket;
}

async function heard(socket: Socket): Promise<string[]> {
  const before = socket.events('events:mark').length;
  await api.post('/v1/events', { event_type: 'mark' });
  await until(
    async () => socket.events('events:mark').length,
    (count) => count > before,
  );
  return socket.events('objects:orders').map(({ data }) => data.id);
}

it('for a private type, a user’s socket receives what policies allow and a key’s socket everything', async () => {
  const ada = await signUp(api);
  const { body } = await api.post('/v1/auth/anonymous', {}, anotherAddress());
  const key = await api.withKey(['read', 'write']);
  const [user, anonymous, keys] = [
    await listening(ada.client),
    await listening({ token: body.data.access_token }),
    await listening(key),
  ];
  const first = await create({ owner: ada.user.id });
  expect(await heard(user)).toEqual([]);
  expect(await heard(anonymous)).toEqual([]);
  expect(await heard(keys)).toEqual([first]);
  await allow({ role: 'user', condition_json: { owner: '$auth.user_id' } });
  const second = await create({ owner: ada.user.id });
  const third = await create({ owner: 'usr_other' });
  expect(await heard(user)).toEqual([second]);
  expect(await heard(anonymous)).toEqual([]);
  // A policy that is there binds a key as well, unless it is said not to.
  expect(await heard(keys)).toEqual([first]);
  await api.patch(`/v1/keys/${key.keyId}`, { bound_by_policies: false });
  await until(
    async () => {
      await create({ owner: 'usr_other' });
      return heard(keys);
    },
    (ids) => ids.length > 1,
  );
  expect(await heard(keys)).not.toContain(third);
});

it('a socket may not subscribe to a single object of a private type', async () => {
  const ada = await signUp(api);
  const id = await create({});
  const socket = await connect(ada.client);
  expect(await socket.subscribe(`object:orders:${id}`)).toMatchObject({ type: 'error' });
});

it('a key’s stream receives no row that policies hide from it', async () => {
  await allow({ condition_json: { owner: 'all' } });
  const key = await api.withKey(['read', 'write']);
  const query = new URLSearchParams({ token: key.token, types: '*' });
  const stream = new EventSource(`${server.url}/events/stream?${query}`);
  streams.push(stream);
  const events: string[] = [];
  for (const type of ['ready', 'object.created', 'custom.mark'])
    stream.addEventListener(type, ({ data }) => events.push(JSON.parse(data).data?.id ?? type));
  const has = (what: string) =>
    until(
      async () => events,
      (all) => all.includes(what),
    );
  await has('ready');
  const hidden = await create({ owner: 'boss' });
  const seen = await create({ owner: 'all' });
  const posted = await api.post('/v1/events', { event_type: 'mark', data: { id: 'end' } });
  expect(posted.body).toMatchObject({ success: true });
  await has('end');
  expect(events).toContain(seen);
  expect(events).not.toContain(hidden);
});
