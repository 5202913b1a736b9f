import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createClient, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ SELF_SERVE: 'on' });
const main = '/admin/shards/main';
const operator = () => platformClient(server);
const set = async (body: object) => {
  const answer = await operator().patch(main, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};

let api: TenantClient;
let sibling: Omit<TestServer, 'sibling'>;
beforeAll(async () => {
  api = await createTenant(server);
  sibling = await server.sibling();
});
afterAll(() => sibling.close());

describe('one PostgreSQL', () => {
  it('is the shard main, with its figures', async () => {
    const { body } = await operator().get('/admin/shards');
    expect(body.data).toMatchObject({
      total: 1,
      shards: [
        {
          ...{ id: 'main', name: 'main', region: null, status: 'active', capacity: null },
          ...{ weight: 100, is_coordinator: true, tenant_count: 1 },
          ...{ size_bytes: expect.any(Number), version: expect.stringMatching(/^\d+/) },
        },
      ],
    });
    const changed = await set({ name: 'first', region: 'eu', weight: 5 });
    expect(changed).toMatchObject({ name: 'first', region: 'eu', weight: 5 });
    expect((await operator().get(main)).body.data).toMatchObject({ name: 'first', region: 'eu' });
    expect((await operator().patch(main, { region: '' })).status).toBe(400);
    const { body: health } = await operator().get(`${main}/health`);
    expect(health.data.ok).toBe(true);
    expect(health.data.checks.map(({ name }: { name: string }) => name)).toEqual([
      ...['database', 'status', 'capacity', 'connections', 'transaction_ids'],
    ]);
    expect((await operator().get('/admin/shards/other')).status).toBe(404);
  });

  it('has no other shards', async () => {
    const answers = [
      await operator().post('/admin/shards', { name: 'second' }),
      await operator().delete(main),
      await operator().post(`${main}/drain`),
      await operator().post(`${main}/rebalance`),
    ];
    for (const { status, body } of answers)
      expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await operator().post('/admin/shards/other/drain')).status).toBe(404);
  });

  it.each([{ status: 'draining' }, { capacity: -1 }, { weight: 1.5 }, { name: ' ' }, { id: 'x' }])(
    'cannot be changed to %j',
    async (change) => {
      const { status, body } = await operator().patch(main, change);
      expect([status, body.error.param]).toEqual([400, Object.keys(change)[0]]);
    },
  );
});

describe('a shard at its capacity', () => {
  it('takes no new tenants, by whichever way, and not two for the last place', async () => {
    await set({ capacity: 2 });
    const body = { name: 'One more' };
    const made = await Promise.all([1, 2, 3].map(() => operator().post('/admin/tenants', body)));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const refused = made.find(({ status }) => status === 409)?.body.error;
    expect(refused).toMatchObject({
      code: 'INVALID_STATE',
      details: { shard_id: 'main' },
    });
    const signUp = await createClient(server).post('/v1/tenants', {
      ...{ name: 'Own', email: 'ada@example.com', password: 'correct horse battery staple' },
    });
    const copy = await operator().post(`/admin/tenants/${api.tenant.id}/clone`, { name: 'Copy' });
    for (const answer of [signUp, copy])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await operator().get(`${main}/health`)).body.data.ok).toBe(false);
    await set({ capacity: null });
    expect((await operator().post('/admin/tenants', body)).status).toBe(201);
  });
});

describe('a shard that is closed', () => {
  /** The answer of a process, once it has heard. */
  const heard = (at: Omit<TestServer, 'sibling'>, isChange: boolean, status: number) => {
    const client = createClient(at as TestServer, api.token);
    return until(
      () =>
        isChange
          ? client.post('/v1/object-types', { name: `t${crypto.randomUUID().slice(0, 8)}` })
          : client.get('/v1/object-types'),
      (answer) => answer.status === status,
    );
  };
  const socket = (at: { url: string }) =>
    new Promise<number>((resolve, reject) => {
      const url = `${at.url.replace('http', 'ws')}/v1/realtime?tenant_id=${api.tenant.id}`;
      const ws = new WebSocket(url, { headers: { authorization: `Bearer ${api.token}` } });
      ws.on('open', () => resolve(101)).on('open', () => ws.close());
      ws.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
      ws.on('error', reject);
    });

  it('readonly: refuses changes in every process, and reads go on', async () => {
    await set({ status: 'readonly' });
    const { headers, body } = await heard(server, true, 503);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(body.error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { shard: 'readonly', outcome: 'not_done' },
    });
    await heard(sibling, true, 503);
    await heard(sibling, false, 200);
    // The operator is not shut out.
    const { status } = await operator().patch(`/admin/tenants/${api.tenant.id}`, { name: 'Still' });
    expect(status).toBe(200);
  });

  it('offline: refuses all calls of tenants', async () => {
    await set({ status: 'offline' });
    const { headers, body } = await heard(server, false, 503);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(body.error.details.shard).toBe('offline');
    await heard(sibling, false, 503);
    await heard(sibling, true, 503);
    expect(await socket(server)).toBe(503);
    const anybody = createClient(server);
    expect((await anybody.get(`/v1/tenant-config?tenant_id=${api.tenant.id}`)).status).toBe(503);
    expect((await anybody.get('/health')).status).toBe(200);
    expect((await operator().get(main)).body.data.status).toBe('offline');
    await set({ status: 'active' });
    await heard(server, true, 201);
    await heard(sibling, true, 201);
    expect(await socket(server)).toBe(101);
  });
});
