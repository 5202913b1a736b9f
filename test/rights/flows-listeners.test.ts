import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create, eventsOf, runsOf } from '../automations/support.ts';
import { define } from '../functions/support.ts';
import { createPolicy, defineNotes } from '../policies/support.ts';
import { good, refusal } from '../support/answers.ts';
import type { Client, TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import {
  createWebhook,
  deliveriesOf,
  makeDue,
  opened,
  untilDelivery,
} from '../webhooks/support.ts';
import { draft, publish } from '../workflows/support.ts';
import { harmless, type Json, onlyWith, tenantOf } from './support.ts';

/** Listeners receive data as far as their authors may read it. */

let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
let witness: string;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', TRUSTED_PROXIES: 'loopback', ...opened });
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(async () => {
  Object.assign(receiver, { otherwise: 200, received: [] });
  api = await tenantOf(server);
  await defineNotes(api);
  witness = (await createWebhook(api, receiver, { events: ['custom.*'] })).id;
});

const managers = ['webhooks', 'automations', 'functions', 'workflows'].map(
  (one) => `${one}:manage`,
);
const set = { type: 'set_variable', config: { name: 'a', value: '{{trigger.data.properties}}' } };
const write = (title: string, owner = 'all') =>
  good(api.post('/v1/objects/notes', { properties: { title, owner } }));
let marks = 0;
/** Writes, and waits until all that hear it have been told. @returns the titles that one webhook was told of */
async function told(webhook: Json, ...names: string[]) {
  receiver.received.length = 0;
  for (const name of names) await write(name);
  const event_type = `mark${++marks}`;
  await good(api.post('/v1/events', { event_type }));
  await untilDelivery(api, 'success', `&webhook_id=${witness}&event_type=custom.${event_type}`);
  await until(
    () => deliveriesOf(api, '&status=pending'),
    ({ length }) => length === 0,
  );
  const deliveries = await deliveriesOf(api, `&webhook_id=${webhook.id}`);
  const ids = deliveries.map(({ event_id }: Json) => event_id);
  return receiver.received
    .filter(({ event }) => ids.includes(event.id) && event.type === 'object.created')
    .map(({ event }) => event.data.properties.title);
}

describe('a role that sets up what listens, and may not read,', () => {
  let blind: Awaited<ReturnType<typeof onlyWith>>;
  beforeEach(async () => {
    blind = await onlyWith(api, [...managers, 'events:read']);
  });

  it('is refused the events of data by their names', async () => {
    const { client } = await onlyWith(api, managers);
    for (const event of [
      'object.created',
      'object.*',
      'association.created',
      'custom.a',
      'form.submitted',
    ]) {
      const hears = { trigger_type: 'event', trigger_event: event };
      for (const [path, body, param] of [
        ['webhooks', { url: receiver.url, events: [event] }, 'events'],
        ['automations', { name: 'A', trigger_event: event, actions: [set] }, 'trigger_event'],
        ['functions', { name: 'f', code: harmless, ...hears }, 'trigger_event'],
      ] as const)
        expect(await refusal(client.post(`/v1/${path}`, body))).toEqual([403, param]);
      const { id } = await draft(client, { trigger: { event } });
      const publishing = client.post(`/v1/workflows/${id}/publish`);
      expect(await refusal(publishing)).toEqual([403, 'trigger.event']);
    }
  });

  it('hears none of them by a wildcard, nor reads them in a log', async () => {
    const { client } = blind;
    const webhook = await createWebhook(client, receiver, {});
    const automation = await create(client, { trigger_event: '*', actions: [set] });
    const fields = { trigger_type: 'event', trigger_event: '*' };
    const path = await define(client, harmless, fields);
    await create(api, { trigger_event: 'object.created', actions: [set] });
    const theirs = await define(api, 'export default (e) => e', fields);
    expect(await told(webhook, 'canary')).toEqual([]);
    const events = (await runsOf(api, automation)).map(({ trigger }) => trigger.type);
    expect(events).toContain(`custom.mark${marks}`);
    expect(events).not.toContain('object.created');
    const runs = async (one: string) => (await good(api.get(`${one}/logs?limit=100`))).logs;
    expect((await runs(path)).map(({ trigger }: Json) => trigger.event_type)).not.toContain(
      'object.created',
    );
    expect(JSON.stringify(await runs(theirs))).toContain('canary');
    for (const list of [`${theirs}/logs`, '/v1/automations', '/v1/webhook-deliveries'])
      expect(JSON.stringify((await client.get(list)).body)).not.toContain('canary');
  });

  it('hears nothing through a webhook of an owner that it has pointed at its own address', async () => {
    const webhook = await createWebhook(api, receiver, { events: ['object.created', 'custom.*'] });
    expect(await told(webhook, 'ours')).toEqual(['ours']);
    const at = `/v1/webhooks/${webhook.id}`;
    await good(blind.client.patch(at, { url: `${receiver.url}/theirs` }));
    expect(await told(webhook, 'canary')).toEqual([]);
  });

  it('hears no more after it was banned and removed', async () => {
    const webhook = await createWebhook(blind.client, receiver, {});
    const at = `/v1/users/${blind.user.id}`;
    await good(api.patch(at, { banned: true }));
    expect(await told(webhook, 'canary')).toEqual([]);
    await good(api.delete(`${at}?force=true`));
    expect(await told(webhook, 'canary')).toEqual([]);
  });

  it('reads in no log what others have read in a run', async () => {
    const { id } = await write('canary');
    const code = `export default async (_, ctx) => (await ctx.api.get('/v1/objects/notes/${id}')).properties`;
    const { client } = await onlyWith(api, ['functions:manage', 'functions:execute']);
    const path = await define(api, code);
    expect((await good(api.post(`${path}/execute`, {}))).output.title).toBe('canary');
    const logs = (by: Client) => by.get(`${path}/logs`).then(({ body }) => JSON.stringify(body));
    expect(await logs(api)).toContain('canary');
    expect(await logs(client)).not.toContain('canary');
  });

  it('starts no workflow about an object', async () => {
    const workflow = await publish(api, { object_type_id: 'notes' });
    const { id } = await write('canary');
    const { client } = await onlyWith(api, ['workflows:start', 'events:read']);
    const at = `/v1/workflows/${workflow}/runs`;
    expect((await client.post(at, { object_id: id })).status).toBe(404);
    expect((await api.post(at, { object_id: id })).status).toBe(201);
  });

  it('reads no data in the feed of changes', async () => {
    const { client } = await onlyWith(api, ['events:read', 'events:write']);
    await write('canary');
    await good(client.post('/v1/events', { event_type: 'end' }));
    await eventsOf(client, 'custom.end', 1);
    expect(JSON.stringify(await good(client.get('/v1/changes?limit=100')))).not.toContain('canary');
  });
});

it.each<[string, () => Promise<{ client: Client; end(): Promise<unknown> }>]>([
  [
    'a role',
    async () => {
      const { client, role_id } = await onlyWith(api, ['objects:read', 'webhooks:manage']);
      const permissions = ['webhooks:manage'];
      return {
        client,
        end: () => good(api.put(`/v1/roles/${role_id}/permissions`, { permissions })),
      };
    },
  ],
  [
    'a key',
    async () => {
      const client = await api.withKey(['write']);
      return { client, end: () => good(api.patch(`/v1/keys/${client.keyId}`, { scopes: ['ai'] })) };
    },
  ],
])('a webhook of %s hears of data until the right to read it is gone', async (_, make) => {
  const { client, end } = await make();
  const webhook = await createWebhook(client, receiver, { events: ['object.*', 'custom.*'] });
  expect(await told(webhook, 'ours')).toEqual(['ours']);
  await end();
  expect(await told(webhook, 'canary')).toEqual([]);
});

it('a delivery that waits goes to no address of those from whom policies hide what it holds', async () => {
  const condition_json = { property: 'owner', operator: 'eq', value: 'all' };
  await createPolicy(api, { action: 'select', condition_json });
  const bound = await api.withKey(['write']);
  const webhook = await createWebhook(api, receiver, { events: ['object.created'] });
  const at = `/v1/webhooks/${webhook.id}`;
  Object.assign(receiver, { otherwise: 500 });
  await write('canary', 'them');
  const first = await untilDelivery(api, 'retrying', `&webhook_id=${webhook.id}`);
  await good(bound.patch(at, { url: `${receiver.url}/theirs` }));
  Object.assign(receiver, { otherwise: 200 });
  await makeDue(server, api);
  const dead = await untilDelivery(api, 'dead', `&webhook_id=${webhook.id}`);
  expect([dead.id, dead.error]).toEqual([first.id, expect.stringMatching(/no longer see/)]);
  await good(bound.post(`/v1/webhook-deliveries/${dead.id}/retry`));
  await untilDelivery(api, 'dead', `&webhook_id=${webhook.id}`);
  expect(receiver.received.filter(({ path }) => path === '/theirs')).toEqual([]);
  // A user who may see it receives it.
  await good(api.patch(at, { url: `${receiver.url}/ours` }));
  await good(api.post(`/v1/webhook-deliveries/${dead.id}/retry`));
  await untilDelivery(api, 'success', `&webhook_id=${webhook.id}`);
  const own = receiver.received.filter(({ event }) => event.id === dead.event_id);
  expect(own.at(-1)?.path).toBe('/ours');
});
