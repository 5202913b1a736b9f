import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create, runsOf } from '../automations/support.ts';
import { define } from '../functions/support.ts';
import type { TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createUser } from '../support/users.ts';
import { createWebhook, opened, untilDelivery } from '../webhooks/support.ts';
import { ended, harmless, type Json, keyOf, managerOf, must, tenantOf } from './support.ts';

let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', TRUSTED_PROXIES: 'loopback', ...opened });
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(async () => {
  api = await tenantOf(server);
});

const set = { type: 'set_variable', config: { name: 'a', value: '{{trigger.data.email}}' } };
const hears = (trigger_event: string) => ({ trigger_type: 'event', trigger_event });
const secret = ['user.*', 'user.created', 'key.created', 'governance.updated', 'role.assigned'];
const end = () => api.post('/v1/events', { event_type: 'end' });

describe('events that a key or user may not see', () => {
  it.each([['a key', keyOf] as const, ['a user', managerOf] as const])(
    'are refused to automations and event functions of %s, as to webhooks',
    async (_, make) => {
      const { client } = await make(api);
      for (const event of secret) {
        const automation = { name: 'A', trigger_event: event, actions: [set] };
        const answers = [
          await client.post('/v1/automations', automation),
          await client.post('/v1/functions', { name: 'f', code: harmless, ...hears(event) }),
          await client.post('/v1/webhooks', { url: receiver.url, events: [event] }),
        ];
        expect(
          answers.map(({ status, body }) => [status, body.error?.code, body.error?.param]),
        ).toEqual([
          [403, 'INSUFFICIENT_SCOPE', 'trigger_event'],
          [403, 'INSUFFICIENT_SCOPE', 'trigger_event'],
          [403, 'INSUFFICIENT_SCOPE', 'events'],
        ]);
      }
      const id = await create(client, { actions: [set] });
      const changed = await client.patch(`/v1/automations/${id}`, { trigger_event: 'user.*' });
      const path = await define(client, harmless);
      const moved = await client.patch(path, hears('key.*'));
      expect([changed.status, moved.status]).toEqual([403, 403]);
    },
  );

  it('are refused to anyone who rewrites what receives them', async () => {
    const id = await create(api, { trigger_event: 'user.created', actions: [set] });
    const path = await define(api, harmless, hears('user.created'));
    const { client } = await keyOf(api);
    const answers = [
      await client.patch(`/v1/automations/${id}`, { actions: [set] }),
      await client.patch(path, { code: 'export default (event) => event' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.param])).toEqual([
      [403, 'trigger_event'],
      [403, 'trigger_event'],
    ]);
  });

  it('are not delivered through a wildcard', async () => {
    const { client } = await keyOf(api);
    const automation = await create(client, { trigger_event: '*', actions: [set] });
    const path = await define(client, harmless, hears('*'));
    const webhook = await createWebhook(client, receiver, {});
    await createUser(api);
    await must(api.post('/v1/keys', { scopes: ['read'] }));
    await end();
    await untilDelivery(api, 'success', `&webhook_id=${webhook.id}&event_type=custom.end`);
    const logs = async () => (await api.get(`${path}/logs?limit=100`)).body.data.logs as Json[];
    await ended(api, path);
    const nouns = [
      ...(await logs()).map(({ trigger }) => trigger.event_type),
      ...(await runsOf(api, automation)).map(({ trigger }) => trigger.type),
      ...(
        await api.get(`/v1/webhook-deliveries?webhook_id=${webhook.id}&limit=100`)
      ).body.data.deliveries.map(({ event_type }: Json) => event_type),
    ].map((type: string) => type.split('.')[0]);
    expect(nouns).toContain('custom');
    for (const noun of ['user', 'key', 'session', 'email']) expect(nouns).not.toContain(noun);
  });
});

describe('the author of a webhook, automation or function', () => {
  it('receives such events while they may see them, and none from then on', async () => {
    const admin = await managerOf(api);
    await must(api.patch(`/v1/users/${admin.user.id}`, { role: 'admin' }));
    const automation = await create(admin.client, {
      trigger_event: 'user.created',
      actions: [set],
    });
    const path = await define(admin.client, harmless, hears('user.created'));
    const webhook = await createWebhook(admin.client, receiver, {
      events: ['user.created', 'custom.end'],
    });
    await createUser(api);
    await ended(api, path);
    await runsOf(api, automation);
    await untilDelivery(api, 'success', `&webhook_id=${webhook.id}&event_type=user.created`);
    await must(api.patch(`/v1/users/${admin.user.id}`, { role: 'user' }));
    await createUser(api);
    await end();
    await untilDelivery(api, 'success', `&webhook_id=${webhook.id}&event_type=custom.end`);
    expect((await api.get(`${path}/logs`)).body.data.total).toBe(1);
    expect((await api.get(`/v1/automations/${automation}/runs`)).body.data.total).toBe(1);
    const { body } = await api.get(
      `/v1/webhook-deliveries?webhook_id=${webhook.id}&event_type=user.created`,
    );
    expect(body.data.total).toBe(1);
  });

  it('receives nothing that was queued before they lost the right to see it', async () => {
    const key = await api.withKey(['*']);
    Object.assign(receiver, { otherwise: 500 });
    const webhook = await createWebhook(key, receiver, { events: ['user.created'] });
    await createUser(api);
    const query = `&webhook_id=${webhook.id}`;
    await untilDelivery(api, 'retrying', query);
    await must(api.patch(`/v1/keys/${key.keyId}`, { scopes: ['write'] }));
    Object.assign(receiver, { otherwise: 200, received: [] });
    await server.db.query('update app.work set due_at = now() where tenant_id = $1', [
      api.tenant.id,
    ]);
    const delivery = await untilDelivery(api, 'dead', query);
    expect(delivery.error).toMatch(/may no longer see such events/);
    // Events of another test may still come.
    const own = receiver.received.filter(({ body }) => body.includes(api.tenant.id));
    expect(own).toEqual([]);
  });

  it('receives no such events through a webhook that someone else has pointed elsewhere', async () => {
    const webhook = await createWebhook(api, receiver, { events: ['user.created', 'custom.end'] });
    const { client } = await keyOf(api);
    await must(client.patch(`/v1/webhooks/${webhook.id}`, { url: `${receiver.url}/theirs` }));
    await createUser(api);
    await end();
    const query = `&webhook_id=${webhook.id}`;
    await untilDelivery(api, 'success', `${query}&event_type=custom.end`);
    expect((await api.get(`/v1/webhook-deliveries?limit=100${query}`)).body.data.total).toBe(1);
  });
});

describe('the outcome of an event', () => {
  it('is shown only to callers who may see the event: runs of functions and automations', async () => {
    const path = await define(
      api,
      `export default ({ data }) => data.email`,
      hears('user.created'),
    );
    const id = await create(api, { trigger_event: 'user.created', actions: [set] });
    const { email } = await createUser(api);
    expect((await ended(api, path)).output).toBe(email);
    const [run] = await runsOf(api, id);
    expect(JSON.stringify(run)).toContain(email);
    const { client } = await keyOf(api);
    const [log] = (await client.get(`${path}/logs`)).body.data.logs;
    expect(log).toMatchObject({ status: 'succeeded', input: null, output: null });
    const shown = [
      await client.get(`${path}/logs`),
      await client.get(`${path}/logs/${log.id}`),
      await client.get(`/v1/automations/${id}/runs`),
      await client.get(`/v1/automations/${id}/runs/${run.id}`),
    ];
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(email);
  });
});
