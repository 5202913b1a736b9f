import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { head, openWire, type Wire } from '../support/wire.ts';

let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  const timeouts = { headers: 400, request: 800, keepAlive: 400, idle: 1200 };
  server = await startTestServer({}, { timeouts });
  api = await createTenant(server);
});
afterAll(() => server.close());

/** Sends byte by byte until the server has had enough. */
async function trickle(wire: Wire, bytes: string): Promise<void> {
  for (const byte of bytes) {
    if (wire.socket.destroyed || wire.socket.readableEnded) return;
    wire.send(byte);
    await sleep(50);
  }
}

async function expectTimeout(wire: Wire): Promise<void> {
  const [answer, ...more] = await wire.ended();
  expect(answer?.status).toBe(408);
  expect(JSON.parse(answer?.body ?? '').error.code).toBe('REQUEST_TIMEOUT');
  expect(more).toEqual([]);
}

describe('a client that', () => {
  it('sends its headers byte by byte is cut off, while others are served', async () => {
    const wire = await openWire(server);
    const sending = trickle(wire, head('GET', '/health', { 'X-Long': 'x'.repeat(200) }));
    while (!wire.socket.readableEnded) expect((await api.get('/v1/object-types')).status).toBe(200);
    await expectTimeout(wire);
    await sending;
  });

  it('sends its body byte by byte is cut off', async () => {
    const wire = await openWire(server);
    const headers = {
      Authorization: `Bearer ${api.token}`,
      'Content-Type': 'application/json',
      'Content-Length': '200',
    };
    wire.send(`${head('POST', '/v1/object-types', headers)}\r\n`);
    const sending = trickle(wire, `{"name":"${'x'.repeat(180)}`);
    await expectTimeout(wire);
    await sending;
  });

  it('uploads a file has more time while bytes arrive, and is cut off when they hardly do', async () => {
    const begin = async (length: number) => {
      const wire = await openWire(server);
      const headers = {
        Authorization: `Bearer ${api.token}`,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': String(length),
      };
      wire.send(`${head('POST', '/v1/files/upload', headers)}\r\n`);
      return wire;
    };
    const parts = [
      '--b\r\nContent-Disposition: form-data; name="file"; filename="slow"\r\n\r\n',
      ...Array.from({ length: 15 }, () => 'x'.repeat(10_000)),
      '\r\n--b--\r\n',
    ];
    const [steady, faint] = [await begin(parts.join('').length), await begin(10_000)];
    const sending = trickle(faint, parts.join('').slice(0, 100));
    for (const part of parts) {
      steady.send(part);
      await sleep(100);
    }
    expect((await steady.answers(1))[0]?.status).toBe(201);
    await expectTimeout(faint);
    await sending;
  });

  it('sends nothing is disconnected', async () => {
    const wire = await openWire(server);
    await expectTimeout(wire);
  });

  it('stays idle after a request is disconnected silently', async () => {
    const wire = await openWire(server);
    wire.send(`${head('GET', '/health')}\r\n`);
    expect((await wire.ended()).map(({ status }) => status)).toEqual([200]);
  });

  it('uploads a refused body gets the response, and no second one', async () => {
    const wire = await openWire(server);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '1000000' };
    wire.send(`${head('POST', '/v1/object-types', headers)}\r\n`);
    const sending = trickle(wire, 'x'.repeat(100));
    expect((await wire.ended()).map(({ status }) => status)).toEqual([401]);
    await sending;
  });

  it('does not read the response is disconnected', async () => {
    await api.post('/v1/object-types', { name: 'large' });
    const objects = Array.from({ length: 4 }, () => ({ properties: { a: 'x'.repeat(50_000) } }));
    for (let n = 0; n < 20; n++) await api.post('/v1/objects/large/batch/create', { objects });
    const wire = await openWire(server);
    wire.socket.pause();
    const list = head('GET', '/v1/objects/large/list?limit=80', {
      Authorization: `Bearer ${api.token}`,
    });
    for (let i = 0; i < 10; i++) wire.send(`${list}\r\n`);
    await until(
      () => promisify(server.app.server.getConnections.bind(server.app.server))(),
      (open) => open === 0,
    );
    wire.socket.resume();
    expect((await wire.ended()).length).toBeLessThan(10);
  });
});
