import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createClient, createTenant } from '../support/api.ts';
import { startTestServer } from '../support/server.ts';
import { openSocket } from '../support/sockets.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { head, openWire } from '../support/wire.ts';

const types = '/v1/object-types';

describe('a server that will shut down', () => {
  it('is announced on /ready and with each answer, accepts new connections, and keeps streams and sockets', async () => {
    const server = await startTestServer();
    const api = await createTenant(server);
    const socket = await openSocket(server, { token: api.token, tenant_id: api.tenant.id });
    const kept = await openWire(server);
    const begun = await openWire(server);
    kept.send(`${head('GET', '/health')}\r\n`);
    const [first] = await kept.answers(1);
    expect(first?.headers.connection).toBe('keep-alive');
    const body = '{"name":"begun"}';
    const headers = {
      Authorization: `Bearer ${api.token}`,
      'Content-Type': 'application/json',
      'Content-Length': `${body.length}`,
    };
    begun.send(`${head('POST', types, headers)}\r\n`);
    await once(server.app.server, 'request');

    server.app.retire();
    begun.send(body);
    kept.send(`${head('GET', '/health')}\r\n`);
    const fresh = await openWire(server);
    fresh.send(`${head('GET', '/ready')}\r\n`);
    const last = await Promise.all(
      [begun, kept, fresh].map(async (wire) => (await wire.ended()).at(-1)),
    );
    expect(last.map((answer) => answer?.status)).toEqual([201, 200, 503]);
    expect(last.map((answer) => answer?.headers.connection)).toEqual(Array(3).fill('close'));
    expect(last[2]?.body).toContain('shutting down');

    const later = await openSocket(server, { token: api.token, tenant_id: api.tenant.id });
    await Promise.all([socket, later].map((one) => one.subscribe('events')));
    await server.close();
    expect((await socket.closed).code).toBe(1012);
    expect((await later.closed).code).toBe(1012);
  });
});

describe('a server that shuts down', () => {
  it('completes running requests, accepts no new ones, and closes idle connections', async () => {
    const server = await startTestServer();
    const api = await createTenant(server);
    await api.post(types, { name: 'things' });
    const created = await api.post('/v1/objects/things', { properties: {} });
    const path = `/v1/objects/things/${created.body.data.id}`;

    const holder = await server.db.connect();
    await holder.query('begin');
    await holder.query('select from app.objects where tenant_id = $1 and id = $2 for update', [
      api.tenant.id,
      created.body.data.id,
    ]);
    const body = '{"properties":{"done":true}}';
    const busy = await openWire(server);
    const headers = {
      Authorization: `Bearer ${api.token}`,
      'Content-Type': 'application/json',
      'Content-Length': `${body.length}`,
    };
    busy.send(`${head('PATCH', path, headers)}\r\n${body}`);
    await untilBlocked(server.db, holder);
    const idle = await openWire(server);
    idle.send(`${head('GET', '/health')}\r\n`);
    await idle.answers(1);
    const fresh = await openWire(server);

    const closing = server.app.close();
    expect((await idle.ended()).map(({ status }) => status)).toEqual([200]);
    await fresh.ended();
    await expect(createClient(server).get('/health')).rejects.toThrow('ECONNREFUSED');

    await holder.query('commit');
    holder.release();
    const [answer] = await busy.ended();
    expect(answer?.status).toBe(200);
    expect(JSON.parse(answer?.body ?? '').data).toMatchObject({
      version: 2,
      properties: { done: true },
    });
    await closing;
    const { rows } = await server.db.query('select version from app.objects where id = $1', [
      created.body.data.id,
    ]);
    expect(rows).toEqual([{ version: 2 }]);
    await server.close();
  });

  it('answers what still arrives on an open connection, then closes it', async () => {
    const server = await startTestServer();
    const api = await createTenant(server);
    const body = '{"name":"in-time"}';
    const wire = await openWire(server);
    const headers = {
      Authorization: `Bearer ${api.token}`,
      'Content-Type': 'application/json',
      'Content-Length': `${body.length}`,
    };
    wire.send(`${head('POST', types, headers)}\r\n${body.slice(0, 5)}`);
    await once(server.app.server, 'request');
    const closing = server.app.close();
    wire.send(body.slice(5));
    const [answer] = await wire.ended();
    expect(answer?.status).toBe(201);
    await closing;
    await server.close();
  });
});
