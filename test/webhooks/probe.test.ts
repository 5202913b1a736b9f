import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { type Received, type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createObjects, createWebhook, deliveriesOf, opened, webhooks } from './support.ts';

let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
let webhook: any;
let path: string;
beforeAll(async () => {
  server = await startTestServer(opened);
});
beforeEach(async () => {
  api = await createTenant(server);
  receiver = await startReceiver();
  webhook = await createWebhook(api, receiver, { events: ['object.created', 'custom.*'] });
  path = `${webhooks}/${webhook.id}`;
});
afterEach(() => receiver.close());
afterAll(() => server.close());

const dispatch = () => dispatchAll(server.db);

describe('a test delivery', () => {
  it('is sent and signed, and answers only the status', async () => {
    receiver.otherwise = (res) => res.writeHead(418, { 'x-secret': 'a' }).end('of a teapot');
    const { status, body } = await api.post(`${path}/test`);
    expect([status, body.data]).toEqual([200, { status_code: 418 }]);
    const [one] = receiver.received as [Received];
    verify(webhook.secret, one);
    expect(one.event).toMatchObject({ type: 'webhook.test', tenant_id: api.tenant.id });
    const [logged] = await deliveriesOf(api);
    expect(logged).toMatchObject({ trigger: 'test', status: 'dead', attempt: 1, max_attempts: 1 });
    const got = await api.get(`/v1/webhook-deliveries/${logged.id}`);
    expect(got.body.data).toEqual(logged);
    expect((await api.get(path)).body.data.failure_count).toBe(0);
  });

  it('reports a receiver that does not respond', async () => {
    await receiver.close();
    const { status, body } = await api.post(`${path}/test`);
    expect([status, body.data]).toEqual([
      200,
      { status_code: 0, error: `${new URL(receiver.url).host} cannot be reached.` },
    ]);
    receiver = await startReceiver();
  });

  it('is sent once per Idempotency-Key and never in a dry run', async () => {
    receiver.answers = [503];
    const key = { 'idempotency-key': 'once' };
    const answers = [
      await api.post(`${path}/test`, undefined, key),
      await api.post(`${path}/test`, undefined, key),
    ];
    expect(answers.map(({ body }) => body.data)).toEqual([
      { status_code: 503 },
      { status_code: 503 },
    ]);
    expect((await api.post(`${path}/test?dry_run=true`)).body.data.status_code).toBe(0);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(api)).toHaveLength(1);
  });

  it('reaches a paused webhook', async () => {
    await api.patch(path, { status: 'paused' });
    expect((await api.post(`${path}/test`)).body.data).toEqual({ status_code: 200 });
  });
});

describe('a replay', () => {
  it('sends an event and payload of the caller’s choice', async () => {
    const payload = { id: 'obj_1', properties: { n: 1 } };
    const { body } = await api.post(`${path}/replay`, { event: 'object.created', payload });
    expect(body.data).toEqual({ status_code: 200 });
    const [one] = receiver.received as [Received];
    verify(webhook.secret, one);
    expect(one.event).toMatchObject({ type: 'object.created', data: payload, previous: null });
    expect((await deliveriesOf(api))[0]).toMatchObject({ trigger: 'replay', status: 'success' });
  });

  it('refuses a name that is not an event', async () => {
    for (const [body, param] of [
      [{}, 'event'],
      [{ event: 'object.*' }, 'event'],
      [{ event: 'custom.a\r\nX: y' }, 'event'],
      [{ event: 'nothing' }, 'event'],
      [{ event: 'custom.x', payload: [] }, 'payload'],
      [{ event: 'custom.x', payload: { a: 'x'.repeat(70_000) } }, 'payload'],
    ] as const) {
      const refused = await api.post(`${path}/replay`, body);
      expect([refused.status, refused.body.error.param]).toEqual([400, param]);
    }
    expect(receiver.received).toEqual([]);
  });
});

describe('recovering missed events', () => {
  const recover = (body: object) => api.post(`${path}/recover`, body);
  const since = '2020-01-01T00:00:00Z';

  it('queues what was missed under the same webhook-ids, but nothing that arrived or is on its way', async () => {
    const type = await defineType(api, { n: 'integer' });
    await createObjects(api, type.path, 2);
    await dispatch();
    const [dead, arrived] = await deliveriesOf(api);
    await server.db.query(
      `update app.webhook_deliveries set status = case when id = $1 then 'dead' else 'success' end, attempt = 10
       where tenant_id = $2`,
      [dead.id, api.tenant.id],
    );
    await server.db.query(`delete from app.work where tenant_id = $1`, [api.tenant.id]);
    await api.patch(path, { status: 'paused' });
    await createObjects(api, type.path, 3);
    const paused = await recover({ since });
    expect([paused.status, paused.body.error.code]).toEqual([409, 'INVALID_STATE']);
    await api.patch(path, { status: 'active' });
    await api.post('/v1/events', { event_type: 'waiting' });

    expect((await recover({ since })).body.data).toEqual({ queued: 4 });
    expect((await recover({ since })).body.data).toEqual({ queued: 0 });
    const all = await deliveriesOf(api);
    const now = all.find(({ id }: { id: string }) => id === dead.id);
    expect(now).toMatchObject({ status: 'pending', trigger: 'retry', event_id: dead.event_id });
    expect(new Set(all.map((one: { event_id: string }) => one.event_id)).size).toBe(5);
    expect(all.filter((one: { id: string }) => one.id === arrived.id)).toMatchObject([
      { status: 'success' },
    ]);
    await dispatch();
    expect((await deliveriesOf(api)).length).toBe(6);
  });

  it('is limited to the given period', async () => {
    await api.patch(path, { status: 'paused' });
    await api.post('/v1/events', { event_type: 'one' });
    await api.patch(path, { status: 'active' });
    const until = '2021-01-01T00:00:00Z';
    expect((await recover({ since, until })).body.data).toEqual({ queued: 0 });
    expect((await recover({ since: '2999-01-01T00:00:00Z' })).body.data).toEqual({ queued: 0 });
    for (const bad of [{}, { since: 'yesterday' }, { since, until: 5 }])
      expect((await recover(bad)).status).toBe(400);
    expect((await recover({ since })).body.data).toEqual({ queued: 1 });
  });
});

describe('the list of deliveries', () => {
  it('is filtered by webhook, state, event and time, newest first, in pages', async () => {
    const second = await createWebhook(api, receiver, { events: ['custom.two'] });
    for (const name of ['one', 'two', 'three']) await api.post('/v1/events', { event_type: name });
    await dispatch();
    await api.post(`${webhooks}/${second.id}/test`);
    const list = async (query: string) =>
      (await api.get(`/v1/webhook-deliveries?${query}`)).body.data;
    const names = ({ deliveries }: { deliveries: { event_type: string }[] }) =>
      deliveries.map(({ event_type }) => event_type.replace('custom.', ''));
    const all = await list('');
    expect([all.total, all.total_relation, names(all)[0]]).toEqual([5, 'eq', 'webhook.test']);
    expect(names(await list(`webhook_id=${webhook.id}`))).toEqual(['three', 'two', 'one']);
    expect(names(await list(`webhook_id=${second.id}&status=pending`))).toEqual(['two']);
    expect(names(await list('status=success'))).toEqual(['webhook.test']);
    expect((await list('event_type=custom.two')).total).toBe(2);
    expect((await list('since=2999-01-01T00:00:00Z')).total).toBe(0);
    expect((await list('since=2020-01-01T00:00:00Z')).total).toBe(5);
    const page = await list('limit=2&offset=2');
    expect([page.total, page.deliveries]).toEqual([5, all.deliveries.slice(2, 4)]);
    expect((await list('webhook_id=whk_0')).deliveries).toEqual([]);
    for (const bad of ['status=lost', 'limit=0', 'offset=-1', 'since=x'])
      expect((await api.get(`/v1/webhook-deliveries?${bad}`)).status).toBe(400);
    const other = await createTenant(server);
    expect((await other.get('/v1/webhook-deliveries')).body.data.total).toBe(0);
    const id = all.deliveries[0].id;
    expect((await other.get(`/v1/webhook-deliveries/${id}`)).status).toBe(404);
  });
});
