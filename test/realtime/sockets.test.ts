import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/api.ts';
import { closeSockets, openSocket, refusedSocket, socketUrl } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { head, openWire } from '../support/wire.ts';

const limits = {
  perTenant: 4,
  perCaller: 2,
  channels: 3,
  burst: 20,
  perSecond: 0,
  burstMs: 500,
};
const server = useOwnDatabase(
  { LOG_LEVEL: 'trace', TRUSTED_PROXIES: 'loopback' },
  { realtime: limits },
);
const api = useTenant(server);
const other = useTenant(server, { slug: 'other' });
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'orders' });
});
afterEach(async () => {
  closeSockets();
  await until(
    async () => (await api.get('/v1/realtime/stats')).body.data.total_connections,
    (open) => open === 0,
  );
});

const connect = (more: Record<string, string | undefined> = {}) =>
  openSocket(server, { token: api.token, tenant_id: api.tenant.id, ...more });
const refused = (query: Record<string, string | undefined>, headers = {}) =>
  refusedSocket(socketUrl(server, query), headers);

describe('a WebSocket handshake', () => {
  it.each([
    ['without a token', () => ({ tenant_id: api.tenant.id }), 401, 'UNAUTHORIZED'],
    ['with junk', () => ({ token: 'junk', tenant_id: api.tenant.id }), 401, 'INVALID_TOKEN'],
    ['without a tenant', () => ({ token: api.token }), 400, 'TENANT_REQUIRED'],
    [
      'with another tenant',
      () => ({ token: api.token, tenant_id: other.tenant.id }),
      403,
      'TENANT_MISMATCH',
    ],
    [
      'with an unknown tenant',
      () => ({ token: api.token, tenant_id: 'nobody' }),
      404,
      'TENANT_NOT_FOUND',
    ],
  ])('is refused %s', async (_, query, status, code) => {
    expect(await refused(query())).toMatchObject({
      status,
      code,
      headers: { connection: 'close', 'x-request-id': expect.stringMatching(/^req_/) },
    });
  });

  it('is refused with a revoked key, a key without scope, the platform key or a cookie', async () => {
    const revoked = await api.withKey(['read']);
    await api.delete(`/v1/keys/${revoked.keyId}`);
    const auth = await api.withKey(['auth']);
    const tenant_id = api.tenant.id;
    expect(await refused({ token: revoked.token, tenant_id })).toMatchObject({ status: 401 });
    expect(await refused({ token: auth.token, tenant_id })).toMatchObject({
      status: 403,
      code: 'INSUFFICIENT_SCOPE',
    });
    expect(await refused({ token: server.platformKey, tenant_id })).toMatchObject({ status: 403 });
    const cookie = { origin: 'https://evil.example', cookie: `token=${api.token}` };
    expect(await refused({ tenant_id }, cookie)).toMatchObject({ status: 401 });
  });

  it('is accepted with the header or a slug', async () => {
    const authorization = `Bearer ${other.token}`;
    expect((await refused({ tenant_id: 'other' }, { authorization })).status).toBe(101);
    const { status } = await createClient(server).get('/v1/realtime');
    expect(status).toBe(426);
  });

  it('that is malformed is refused with the error envelope', async () => {
    for (const [version, key, status] of [
      ['8', 'dGhlIHNhbXBsZSBub25jZQ==', 426],
      ['13', 'short', 400],
    ] as const) {
      const wire = await openWire(server);
      const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': version,
        'Sec-WebSocket-Key': key,
        Authorization: `Bearer ${api.token}`,
      };
      wire.send(`${head('GET', `/v1/realtime?tenant_id=${api.tenant.id}`, headers)}\r\n`);
      const [answer] = await wire.ended();
      expect(answer?.status).toBe(status);
      expect(JSON.parse(answer?.body ?? '').success).toBe(false);
    }
  });

  it('leaves no token in the log', async () => {
    await (await connect()).close();
    const text = server.logLines.join('');
    expect(text).toContain('"status":101');
    expect(text).not.toContain(api.token.split('_').at(-1));
  });
});

describe('a socket client that misbehaves', () => {
  it.each<[string, number, (ws: import('ws').WebSocket) => void]>([
    ['sends bytes', 4400, (ws) => ws.send(randomBytes(10))],
    ['sends invalid JSON', 4400, (ws) => ws.send('{"type":')],
    ['sends JSON that is not an object', 4400, (ws) => ws.send('[1]')],
    ['sends too much at once', 1009, (ws) => ws.send(`"${'x'.repeat(70_000)}"`)],
    [
      'sends too often',
      4429,
      (ws) => {
        for (let n = 0; n < 30; n++) ws.send('{"type":"ping"}');
      },
    ],
    [
      'pings too often',
      4429,
      (ws) => {
        for (let n = 0; n < 30; n++) ws.ping();
      },
    ],
  ])('and %s is closed with %i', async (_, code, misbehave) => {
    const socket = await connect();
    misbehave(socket.ws);
    expect((await socket.closed).code).toBe(code);
  });

  it('and sends unknown messages is told so', async () => {
    const socket = await connect();
    const said: [object, string][] = [
      [{ id: 1, type: 'none' }, 'VALIDATION_ERROR'],
      [{ id: 2 }, 'VALIDATION_ERROR'],
      [{ id: 3, type: 'subscribe' }, 'VALIDATION_ERROR'],
      [{ id: 4, type: 'subscribe', channel: { a: 1 } }, 'VALIDATION_ERROR'],
      [{ id: 5, type: 'subscribe', channel: 'events', since: 5 }, 'VALIDATION_ERROR'],
      [{ id: 6, type: 'auth' }, 'VALIDATION_ERROR'],
      [{ id: 7, type: 'broadcast', channel: 'room:a', event: 'x' }, 'VALIDATION_ERROR'],
      [{ id: 8, type: 'subscribe', channel: '__proto__' }, 'VALIDATION_ERROR'],
    ];
    for (const [message] of said) socket.say(message);
    for (const [n, [, code]] of said.entries())
      expect(await socket.message({ id: n + 1 })).toMatchObject({ type: 'error', code });
  });

  it('and asks for too many channels is refused', async () => {
    const socket = await connect();
    for (const name of ['a', 'b', 'c'])
      expect((await socket.subscribe(`room:${name}`)).type).toBe('subscribed');
    expect(await socket.subscribe('room:d')).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((await socket.subscribe('room:c')).type).toBe('subscribed');
  });

  it('and opens too many sockets gets 429, while other tenants continue', async () => {
    const user = await createUser(api);
    const own = { token: user.session.access_token, tenant_id: api.tenant.id };
    await Promise.all([openSocket(server, own), openSocket(server, own)]);
    expect(await refused(own)).toMatchObject({ status: 429, code: 'CONCURRENCY_LIMITED' });
    await Promise.all([connect(), connect()]);
    const last = await refused({ token: api.token, tenant_id: api.tenant.id });
    expect(last).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    await openSocket(server, { token: other.token, tenant_id: 'other' });
  });

  it('and does not read is dropped, while others receive everything', async () => {
    const [slow, good] = [await connect(), await connect()];
    await good.subscribe('objects:orders');
    // More than the system keeps for it: each event three times.
    for (const channel of ['objects:orders', 'events', 'events:object.*'])
      await slow.subscribe(channel);
    slow.ws.pause();
    const objects = Array(100).fill({ properties: { text: 'x'.repeat(17_000) } });
    for (let n = 1; n <= 3; n++) {
      await api.post('/v1/objects/orders/batch/create', { objects });
      await until(
        async () => good.events().length,
        (count) => count === n * 100,
      );
    }
    await until(
      async () => (await api.get('/v1/realtime/stats')).body.data.total_connections,
      (open) => open === 1,
    );
    slow.ws.resume();
    expect((await slow.closed).code).toBe(1006);
  });
});

describe('a socket', () => {
  it('is pinged when it is silent, and closed when it stays silent', async () => {
    const quick = await server.sibling({}, { realtime: { idleMs: 500, pingMs: 200, tickMs: 50 } });
    const socket = await openSocket(quick, { token: api.token, tenant_id: api.tenant.id });
    await once(socket.ws, 'ping');
    // A client that is gone answers no ping.
    (socket.ws as unknown as { _autoPong: boolean })._autoPong = false;
    socket.ws.pong = () => {};
    expect((await socket.closed).code).toBe(4408);
    await quick.close();
  });

  it('counts only towards its own tenant’s limit', async () => {
    const socket = await connect({ channels: 'room:a,objects:orders' });
    await socket.message({ type: 'subscribed', channel: 'objects:orders' });
    const { body } = await api.get('/v1/realtime/stats');
    expect(body.data).toEqual({
      total_connections: 1,
      channels: { 'room:a': 1, 'objects:orders': 1 },
      channel_count: 2,
      by_node: [{ node: expect.stringMatching(/^node_/), connections: 1, channels: 2 }],
    });
    const { body: theirs } = await other.get('/v1/realtime/stats');
    expect(theirs.data).toMatchObject({ total_connections: 0, channels: {}, channel_count: 0 });
    const auth = await api.withKey(['auth']);
    expect((await auth.get('/v1/realtime/stats')).status).toBe(403);
  });

  it('is closed with 1012 at once when the server stops', async () => {
    const ending = await server.sibling();
    const socket = await openSocket(ending, { token: api.token, tenant_id: api.tenant.id });
    await socket.subscribe('objects:orders');
    await ending.close();
    expect((await socket.closed).code).toBe(1012);
  });
});
