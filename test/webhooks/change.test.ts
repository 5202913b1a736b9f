import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newSecret } from '../../src/groups/webhooks/secret.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { atTenant } from '../support/at-tenant.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { type Received, type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWebhook, deliveriesOf, opened, webhooks } from './support.ts';

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
  webhook = await createWebhook(api, receiver, { events: ['custom.*'] });
  path = `${webhooks}/${webhook.id}`;
});
afterEach(() => receiver.close());
afterAll(() => server.close());

const dispatch = () => dispatchAll(server.db);
async function happen(event_type: string) {
  await api.post('/v1/events', { event_type });
  await dispatch();
}
const heard = async () =>
  (await deliveriesOf(api)).map((one: { event_type: string }) => one.event_type);

describe('changing a webhook', () => {
  it('takes effect for all events from then on', async () => {
    await happen('one');
    const { body } = await api.patch(path, { events: ['custom.two'], throttle_rate: 5 });
    expect(body.data).toMatchObject({ events: ['custom.two'], throttle_rate: 5 });
    await happen('three');
    await happen('two');
    expect(await heard()).toEqual(['custom.two', 'custom.one']);
    expect((await api.patch(path, { throttle_rate: null })).body.data.throttle_rate).toBeNull();
  });

  it('pauses and resumes the webhook, and queues nothing that happens in between', async () => {
    await api.patch(path, { status: 'paused' });
    await happen('one');
    await api.patch(path, { status: 'active' });
    await happen('two');
    expect(await heard()).toEqual(['custom.two']);
  });

  it('refuses the same settings as creation does', async () => {
    for (const change of [
      { url: 'http://10.0.0.1/' },
      { events: ['x'] },
      { headers: { host: 'x' } },
      { object_types: ['x'] },
      { status: 'gone' },
    ])
      expect([change, (await api.patch(path, change)).status]).toEqual([change, 400]);
  });

  it('is limited to the own tenant and needs the scope write', async () => {
    const other = await createTenant(server);
    const reader = await api.withKey(['read']);
    for (const [method, at, body] of [
      ['patch', path, { status: 'paused' }],
      ['delete', path, undefined],
      ['post', `${path}/rotate-secret`, {}],
      ['post', `${path}/test`, {}],
      ['post', `${path}/replay`, { event: 'custom.x' }],
      ['post', `${path}/recover`, { since: new Date().toISOString() }],
    ] as const) {
      expect([at, (await other[method](at, body)).status]).toEqual([at, 404]);
      expect([at, (await reader[method](at, body)).status]).toEqual([at, 403]);
    }
    expect((await other.get(path)).status).toBe(404);
    expect((await other.get(webhooks)).body.data).toEqual([]);
    expect(receiver.received).toEqual([]);
  });
});

describe('signs with both secrets during the grace period, then only with the new one', () => {
  const probe = async () => {
    await api.post(`${path}/test`);
    return receiver.received.at(-1) as Received;
  };

  it('accepts a given secret and a grace period of zero', async () => {
    const { body } = await api.post(`${path}/rotate-secret`, { grace_period_seconds: 3600 });
    const fresh = body.data.secret;
    expect(fresh).not.toBe(webhook.secret);
    const both = await probe();
    expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [webhook.secret, fresh]) verify(secret, both);
    await server.db.query(
      `update app.webhooks set previous_secrets =
         jsonb_set(previous_secrets, '{0,expires_at}', to_jsonb(now())) where id = $1`,
      [webhook.id],
    );
    const alone = await probe();
    verify(fresh, alone);
    expect(() => verify(webhook.secret, alone)).toThrow();
  });

  it('takes a given one, and no grace', async () => {
    const secret = newSecret();
    const { body } = await api.post(`${path}/rotate-secret`, { secret, grace_period_seconds: 0 });
    expect(body.data).toMatchObject({ secret, secret_preview: `whsec_••••${secret.slice(-4)}` });
    expect((await probe()).headers['webhook-signature']?.split(' ')).toHaveLength(1);
    for (const bad of [
      { secret: 'x' },
      { grace_period_seconds: -1 },
      { grace_period_seconds: 1e9 },
    ])
      expect((await api.post(`${path}/rotate-secret`, bad)).status).toBe(400);
  });
});

describe('asks for confirmation when its log holds a delivery that has arrived', () => {
  it('deletes it without asking when its log is empty', async () => {
    await api.post(`${path}/test`);
    const { status, body } = await api.delete(path);
    expect([status, body.error.dependencies]).toEqual([
      409,
      [{ type: 'delivery', count: 1, label: '1 delivery' }],
    ]);
    const query = `?force=true&confirm_token=${body.error.confirm_token}`;
    expect((await api.delete(path + query)).status).toBe(200);
  });

  it('first lists what would be lost, then deletes all of it', async () => {
    const { status, body } = await api.delete(path);
    expect([status, body.data]).toEqual([200, { id: webhook.id, deleted: true }]);
    expect((await api.get(path)).status).toBe(404);
    expect(await deliveriesOf(api)).toEqual([]);
    await happen('one');
    expect(await heard()).toEqual([]);
  });

  it('first lists what would be lost, and then deletes all of it', async () => {
    await happen('one');
    await happen('two');
    const [one] = await deliveriesOf(api);
    await atTenant(
      server,
      api.tenant.id,
      `select worker.webhook_end($1, $2, 0, '{"status": 410}'), app.subscription_put($1, 'webhook', $3, '{*}', null)`,
      [api.tenant.id, one.id, webhook.id],
    );
    const asked = await api.delete(`${path}?force=true`);
    expect([asked.status, asked.body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
    expect(asked.body.error.dependencies).toEqual([
      { type: 'delivery', count: 2, label: '2 deliveries' },
      { type: 'dead_letter', count: 1, label: '1 dead letter' },
    ]);
    // More of the same arrives while the user decides.
    await happen('three');
    await deliveriesOf(api);
    const query = `?force=true&confirm_token=${asked.body.error.confirm_token}`;
    expect((await api.delete(`${path}?force=true&confirm_token=ct_guess`)).status).toBe(409);
    expect((await api.delete(path + query)).body.data).toEqual({ id: webhook.id, deleted: true });
    for (const table of [
      'webhooks',
      'webhook_deliveries',
      'dead_letters',
      'work',
      'event_subscriptions',
    ])
      expect([
        table,
        (await server.db.query(`select from app.${table} where tenant_id = $1`, [api.tenant.id]))
          .rowCount,
      ]).toEqual([table, 0]);
    expect((await api.delete(path + query)).status).toBe(404);
  });
});
