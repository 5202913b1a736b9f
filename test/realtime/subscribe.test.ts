import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { closeSockets, openSocket, type Socket } from '../support/sockets.ts';
import { until } from '../support/until.ts';

let server: TestServer;
let api: TenantClient;
let typeId: string;
beforeAll(async () => {
  server = await startTestServer();
  api = await createTenant(server);
  typeId = (await api.post('/v1/object-types', { name: 'orders' })).body.data.id;
});
afterEach(closeSockets);
afterAll(() => server.close());

const connect = (more: Record<string, string> = {}) =>
  openSocket(server, { token: api.token, tenant_id: api.tenant.id, ...more });

const create = async (properties: object = {}): Promise<string> =>
  (await api.post('/v1/objects/orders', { properties })).body.data.id;

const heard = (socket: Socket, count: number, channel?: string) =>
  until(
    async () => socket.events(channel),
    (events) => events.length >= count,
  );

describe('objects', () => {
  it('of a type are heard as they change', async () => {
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
