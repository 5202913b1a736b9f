import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { head, openWire, type Wire } from '../support/wire.ts';

/**
 * How many bytes of bodies a process holds: 16 MB of one tenant, 40 in all here. Bodies are declared and not sent, as far as
 * possible: a client that asks first (Expect: 100-continue) hears when there is room for its own.
 */

const limit = 5 * 1024 * 1024;
const half = 2.5 * 1024 * 1024;
const objects = '/v1/objects/things';

let server: TestServer;
let api: TenantClient;
let other: TenantClient;
beforeAll(async () => {
  server = await startTestServer(
    { BODY_MEMORY_MB: '40', TRUSTED_PROXIES: 'loopback' },
    { timeouts: { request: 20_000 } },
  );
  return () => server.close();
});
beforeAll(async () => {
  [api, other] = [await createTenant(server), await createTenant(server)];
  for (const one of [api, other]) await one.post('/v1/object-types', { name: 'things' });
});

interface Declared {
  token?: string | undefined;
  path?: string;
  ip?: string;
  headers?: Record<string, string>;
}

/** A request that says how long its body is, and has not sent it. */
async function declare(bytes: number, { token = api.token as string, ...more }: Declared = {}) {
  const { path = objects, ip, headers = {} } = more;
  const wire = await openWire(server);
  wire.send(
    `${head('POST', path, {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(ip && { 'X-Forwarded-For': ip }),
      'Content-Type': 'application/json',
      'Content-Length': String(bytes),
      Expect: '100-continue',
      ...headers,
    })}\r\n`,
  );
  onTestFinished(() => void wire.socket.destroy());
  return wire;
}

/** 100 for one that may be sent, or the status that refuses it. */
const statusOf = async (wire: Wire) => (await wire.answers(1))[0]?.status;
const held = () => server.app.bodies.held;
const emptied = () =>
  until(
    async () => held(),
    (bytes) => bytes === 0,
  );

/** Fills the share of a tenant, so that another body of its waits. */
async function fill(of: Declared = {}): Promise<Wire[]> {
  const wires = [];
  for (let n = 0; n < 3; n++) {
    const wire = await declare(limit, of);
    expect(await statusOf(wire)).toBe(100);
    wires.push(wire);
  }
  return wires;
}

async function end(wires: Wire[]): Promise<void> {
  for (const { socket } of wires) socket.destroy();
  await emptied();
}

describe('of one tenant', () => {
  it('no more than 16 MB are held: the next body is refused before it is read', async () => {
    const wires = await fill();
    const refused = await declare(limit);
    const [answer] = await refused.answers(1);
    expect([answer?.status, answer?.headers['retry-after']]).toEqual([429, '1']);
    const { error } = JSON.parse(answer?.body ?? '');
    expect(error).toMatchObject({
      code: 'CONCURRENCY_LIMITED',
      details: { reason: 'body_bytes', max_bytes: 16 * 1024 * 1024 },
      retry_after: 1,
    });
    expect(error.message).toMatch(
      /^This tenant has 15 MB of large requests and answers under way, and may have 16\. /,
    );
    expect(held()).toBe(3 * limit);
    await end(wires);
  });

  it('an answer before the body is the last on its connection, and comes whole', async () => {
    const wires = await fill();
    const wire = await openWire(server);
    onTestFinished(() => void wire.socket.destroy());
    const body = JSON.stringify({ properties: { a: 'x'.repeat(half) } });
    wire.send(
      `${head('POST', objects, {
        Authorization: `Bearer ${api.token}`,
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      })}\r\n${body}`,
    );
    const [answer] = await wire.answers(1);
    expect([answer?.status, answer?.headers.connection]).toEqual([429, 'close']);
    expect(JSON.parse(answer?.body ?? '').error.code).toBe('CONCURRENCY_LIMITED');
    await until(
      async () => wire.socket.readyState,
      (state) => state !== 'open',
    );
    await end(wires);
  });

  it('small bodies, other tenants and the operator have room all the same', async () => {
    const wires = await fill();
    expect((await api.post(objects, { properties: { a: 'x'.repeat(10_000) } })).status).toBe(201);
    const text = 'x'.repeat(1_000_000);
    expect((await other.post(objects, { properties: { a: text } })).status).toBe(201);
    const headers = { 'X-Padding': 'x' };
    const operator = await declare(half, {
      token: server.platformKey,
      path: '/admin/tenants',
      headers,
    });
    expect(await statusOf(operator)).toBe(100);
    await end([...wires, operator]);
  });

  it('a body waits a moment, and begins when one before it has ended', async () => {
    const wires = await fill();
    const waiting = await declare(half);
    wires[0]?.socket.destroy();
    expect(await statusOf(waiting)).toBe(100);
    await end([...wires, waiting]);
  });

  it('bodies in chunks are counted as they come', async () => {
    const wires = await fill();
    const chunked = await openWire(server);
    const headers = {
      Authorization: `Bearer ${api.token}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    };
    chunked.send(`${head('POST', objects, headers)}\r\n`);
    const piece = `80000\r\n${' '.repeat(0x80000)}\r\n`;
    for (let n = 0; n < 4; n++) chunked.send(piece);
    expect(await statusOf(chunked)).toBe(429);
    expect(held()).toBeLessThanOrEqual(16 * 1024 * 1024);
    // The rest is read for nothing, and nothing comes behind it.
    chunked.send('0\r\n\r\n');
    expect((await chunked.ended()).map(({ status }) => status)).toEqual([429]);
    await end(wires);
  });

  it('a forged key uses up nothing of the tenant that it names', async () => {
    const token = (api.token as string).replace(/.{40}$/, (secret) =>
      secret.replaceAll(/[a-m]/g, 'q'),
    );
    const wires = [];
    for (let n = 0; n < 3; n++) wires.push(await declare(limit, { token, ip: '203.0.113.9' }));
    const own = await fill();
    await end([...wires, ...own]);
  });
});

it('answers that clients do not read are counted as well, and then no large ones are read', async () => {
  const { body } = await api.post(objects, { properties: { a: 'x'.repeat(4_000_000) } });
  const path = `${objects}/${body.data.id}`;
  const get = `${head('GET', path, { Authorization: `Bearer ${api.token}` })}\r\n`;
  const wires: Wire[] = [];
  // The part of an answer that the system buffers is not counted: of each connection some megabytes.
  const refused = await until(
    async () => {
      const wire = await openWire(server);
      wire.socket.pause();
      wire.send(get.repeat(3));
      wires.push(wire);
      return api.get(path);
    },
    ({ status }) => status === 429,
  );
  expect(refused.body.error.code).toBe('CONCURRENCY_LIMITED');
  expect((await api.get('/v1/object-types/things')).status).toBe(200);
  for (const { socket } of wires) socket.destroy();
  await emptied();
  expect((await api.get(path)).status).toBe(200);
});

describe('of all', () => {
  it('the last quarter is for those that have nothing under way', async () => {
    const third = await createTenant(server);
    const wires = [...(await fill()), ...(await fill({ token: other.token as string }))];
    const token = third.token as string;
    const first = await declare(limit, { token });
    expect(await statusOf(first)).toBe(100);
    const second = await declare(half, { token });
    const [answer] = await second.answers(1);
    expect([answer?.status, JSON.parse(answer?.body ?? '').error.message]).toEqual([
      429,
      expect.stringMatching(/^The server has too many large requests and answers under way\. /),
    ]);
    await end([...wires, first]);
  });

  it('addresses without a token have half of it at most, and 16 MB each', async () => {
    const path = '/v1/auth/signin';
    const from = (ip: string) => ({
      token: '',
      path,
      ip,
      headers: { 'X-Tenant-ID': api.tenant.id },
    });
    const wires = await fill(from('203.0.113.1'));
    expect(await statusOf(await declare(limit, from('203.0.113.1')))).toBe(429);
    const another = await declare(limit, from('203.0.113.2'));
    expect(await statusOf(another)).toBe(100);
    expect(await statusOf(await declare(half, from('203.0.113.3')))).toBe(429);
    const own = await declare(limit);
    expect(await statusOf(own)).toBe(100);
    await end([...wires, another, own]);
  });

  it('the operator reads large answers whatever addresses without a token hold', async () => {
    await server.db.query(
      `insert into app.announcements (id, title, body, level, starts_at, created_at, updated_at)
       select 'ann_' || n, 'News', repeat('x', 10000), 'info', now(), now(), now() from generate_series(1, 50) n`,
    );
    const from = (ip: string) => ({
      token: '',
      path: '/v1/auth/signin',
      ip,
      headers: { 'X-Tenant-ID': api.tenant.id },
    });
    const wires = await fill(from('203.0.113.1'));
    const another = await declare(limit, from('203.0.113.2'));
    expect(await statusOf(another)).toBe(100);
    const operator = createClient(server, server.platformKey);
    expect((await operator.get('/owner/announcements?limit=50')).status).toBe(200);
    await end([...wires, another]);
  });
});

describe('the room of a body is given back', () => {
  const body = (size: number) => JSON.stringify({ properties: { a: 'x'.repeat(size) } });
  const send = (text: string, path = objects) =>
    api.send('POST', path, { headers: { 'content-type': 'application/json' }, body: text });

  it.each<[string, number, () => Promise<{ status: number }>]>([
    ['is created', 201, () => send(body(3_000_000))],
    ['is not valid', 400, () => send(body(3_000_000).replace('properties', 'others'))],
    ['is not JSON', 400, () => send(body(3_000_000).slice(1))],
    ['names no type', 404, () => send(body(3_000_000), '/v1/objects/nothing')],
    ['has no token', 401, () => api.as(undefined).send('POST', objects, { body: body(3_000_000) })],
    ['is of another type', 415, () => api.send('POST', objects, { body: body(3_000_000) })],
    [
      'is not for this tenant',
      403,
      () => send(`{"tenant_id":"${other.tenant.id}",${body(3_000_000).slice(1)}`),
    ],
    ['is too large', 413, () => send(body(limit))],
    [
      'is a transaction',
      200,
      () =>
        send(
          `{"requests":[{"method":"POST","path":"${objects}","body":${body(3_000_000)}}]}`,
          '/v1/transaction',
        ),
    ],
  ])('when it %s', async (_, status, request) => {
    expect((await request()).status).toBe(status);
    expect(held()).toBe(0);
  });

  it('when its client leaves in the middle', async () => {
    const wire = await declare(limit);
    expect(await statusOf(wire)).toBe(100);
    wire.send('{"properties":{"a":"');
    await end([wire]);
  });

  it('when it does not come', async () => {
    const slow = await server.sibling({}, { timeouts: { request: 300 } });
    onTestFinished(() => slow.close());
    const wire = await openWire(slow);
    const headers = {
      Authorization: `Bearer ${api.token}`,
      'Content-Type': 'application/json',
      'Content-Length': String(limit),
    };
    wire.send(`${head('POST', objects, headers)}\r\n{`);
    await until(
      async () => slow.app.bodies.held,
      (bytes) => bytes === limit,
    );
    expect((await wire.ended()).map(({ status }) => status)).toEqual([408]);
    await until(
      async () => slow.app.bodies.held,
      (bytes) => bytes === 0,
    );
  });
});
