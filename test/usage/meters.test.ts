import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Gateway } from '../../src/db/call.ts';
import { createLog } from '../../src/pulse/log.ts';
import { Meter } from '../../src/tools/metering/meter.ts';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { countsOf } from './support.ts';

const server = useOwnDatabase();

it('counts each authenticated call by operation and status, refused ones too', async () => {
  const api = await createTenant(server);
  for (let i = 0; i < 5; i += 1) await api.get('/v1/object-types');
  await api.get('/v1/objects/nothing/obj_0');
  await api.post('/v1/webhooks', { url: 17 });
  await server.app.meter.flush();
  expect(await countsOf(server, api)).toEqual({
    total: 7,
    counts: { 'object_type.list': 5, 'object.get': 1, 'webhook.create': 1 },
    statuses: { 200: 5, 404: 1, 400: 1 },
  });
});

it('counts no call without a token, and none whose token is not real', async () => {
  const api = await createTenant(server);
  const forged = `${api.token.slice(0, -20)}${'0'.repeat(20)}`;
  await api.as(undefined).get('/v1/object-types');
  await api.as(forged).get('/v1/object-types');
  await api.as(forged).post('/v1/webhooks', { url: 17 });
  await api.as(undefined).get('/v1/tenant-config', undefined, { 'x-tenant-id': api.tenant.id });
  await server.app.meter.flush();
  expect((await countsOf(server, api)).total).toBe(0);
});

it('counts no call of a key that was revoked', async () => {
  const api = await createTenant(server);
  const key = await api.withKey(['read']);
  await api.delete(`/v1/keys/${key.keyId}`);
  await key.get('/v1/object-types');
  await key.get('/v1/object-types?limit=x');
  await server.app.meter.flush();
  expect((await countsOf(server, api)).counts).toEqual({ 'key.create': 1, 'key.revoke': 1 });
});

it('adds up what several processes have counted', async () => {
  const api = await createTenant(server);
  const other = await server.sibling();
  await Promise.all(
    [server, other].flatMap(({ url }) =>
      Array.from({ length: 20 }, () =>
        fetch(`${url}/v1/object-types`, { headers: { authorization: `Bearer ${api.token}` } }),
      ),
    ),
  );
  await Promise.all([server.app.meter.flush(), other.close()]);
  expect(await countsOf(server, api)).toMatchObject({ total: 40, statuses: { 200: 40 } });
});

it('counts a batch once that is sent again because its answer was lost', async () => {
  const api = await createTenant(server);
  const gateway = new Gateway(server.app.connections);
  let isLost = true;
  const losing = {
    async metersAdd(...batch: Parameters<Gateway['metersAdd']>) {
      const answer = await gateway.metersAdd(...batch);
      if (!isLost) return answer;
      isLost = false;
      throw new Error('the connection broke');
    },
  };
  const meter = new Meter(losing, createLog({ ...server.config, logLevel: 'silent' }));
  const call = { tenant: api.tenant.id, operation: 'object.get', status: 200, ms: 3 };
  meter.note(call);
  await meter.flush();
  meter.note(call);
  meter.note({ ...call, status: 404 });
  await meter.stop();
  expect(await countsOf(server, api)).toEqual({
    total: 3,
    counts: { 'object.get': 3 },
    statuses: { 200: 2, 404: 1 },
  });
});

it('counts a batch once that arrives twice at the same time', async () => {
  const api = await createTenant(server);
  const gateway = new Gateway(server.app.connections);
  const hour = {
    tenant_id: api.tenant.id,
    since: '2026-11-01T10:00:00',
    total: 1,
    counts: { 'object.get': 1 },
    statuses: { 200: 1 },
    durations: { 'object.get': 4 },
    latencies: [0, 0, 0, 1],
  };
  const writer = randomUUID();
  await Promise.all(Array.from({ length: 5 }, () => gateway.metersAdd(writer, 1, [hour])));
  expect((await countsOf(server, api)).total).toBe(1);
});

it('passes over tenants that are deleted meanwhile, and counts the others', async () => {
  const gone = await createTenant(server);
  const api = await createTenant(server);
  await Promise.all([gone.get('/v1/object-types'), api.get('/v1/object-types')]);
  await server.db.query(
    `update app.tenants set status = 'deleted', deleted_at = now() where tenant_id = $1`,
    [gone.tenant.id],
  );
  await server.app.meter.flush();
  expect((await countsOf(server, gone)).total).toBe(0);
  expect((await countsOf(server, api)).total).toBe(1);
});

it('writes what it has counted when the process ends', async () => {
  const api = await createTenant(server);
  const other = await server.sibling();
  await fetch(`${other.url}/v1/usage`, { headers: { authorization: `Bearer ${api.token}` } });
  await other.close();
  expect(await countsOf(server, api)).toMatchObject({ total: 1, counts: { 'usage.get': 1 } });
});
