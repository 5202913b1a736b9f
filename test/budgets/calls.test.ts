import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { create, runOf } from '../automations/support.ts';
import { define } from '../functions/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { listen } from '../support/listen.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { createWebhook, deliveriesOf, opened } from '../webhooks/support.ts';
import { createMany, creating, limit, objectsOf, untilQuiet, usedBy } from './support.ts';

let server: TestServer;
let receiver: Receiver;
let api: TenantClient;

beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', ...opened });
});
beforeEach(async () => {
  api = await createTenant(server);
  for (const name of ['orders', 'notes']) await api.post('/v1/object-types', { name });
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(() => server.close());

const calling = (more: object = {}) => ({
  key: 'call',
  type: 'webhook',
  config: { url: receiver.url, body: { n: 1 } },
  ...more,
});

it('deliveries caused by automations end at the budget, those of direct writes do not', async () => {
  await limit(server, api, { caused_calls: 5 });
  await createWebhook(api, receiver, { events: ['object.created'] });
  expect((await createMany(api, 'orders', 20)).status).toBe(201);
  await receiver.until(20);
  await create(api, {
    trigger_event: 'object.created',
    object_type_id: 'orders',
    actions: Array.from({ length: 8 }, (_, n) => creating('notes', `n${n}`)),
  });
  await api.post('/v1/objects/orders', {});
  await untilQuiet(server, api);
  expect(receiver.received).toHaveLength(20 + 1 + 5);
  const dead = await deliveriesOf(api, '&status=dead');
  expect(dead).toHaveLength(3);
  expect(dead[0]).toMatchObject({
    attempt: 0,
    error: expect.stringContaining('A single cause may lead to at most 5 calls to other servers'),
  });
});

it('webhook actions and ctx.fetch end at the budget, with 429 in the run', async () => {
  await limit(server, api, { caused_calls: 3 });
  const id = await create(api, {
    trigger_event: 'object.created',
    actions: ['a', 'b', 'c', 'd'].map((key) => calling({ key })),
  });
  await api.post('/v1/objects/orders', {});
  const run = await runOf(api, id);
  expect([run.status, run.error]).toEqual([
    'failed',
    expect.stringMatching(/^d: A single cause may lead to at most 3 calls to other servers/),
  ]);
  expect(receiver.received).toHaveLength(3);

  const path = await define(
    api,
    `export default async (_, ctx) => {
      for (let i = 0; i < 4; i++) await ctx.fetch('${receiver.url}', { method: 'POST', body: {} });
    }`,
    { allowed_hosts: ['127.0.0.1'] },
  );
  const { status, body } = await api.post(`${path}/execute`, {});
  expect([status, body.error.message]).toEqual([
    400,
    expect.stringContaining('A single cause may lead to at most 3 calls to other servers'),
  ]);
  expect(receiver.received).toHaveLength(6);
});

it('metadata that ctx.api has fetched counts as a call of the function', async () => {
  await limit(server, api, { caused_calls: 3 });
  const provider = await listen({});
  onTestFinished(() => provider.close());
  const path = await define(
    api,
    `export default async (_, ctx) => {
      const body = { name: 'idp', metadata_url: '${provider.url}/idp' };
      const codes = [];
      for (let i = 0; i < 4; i++)
        await ctx.api.post('/v1/auth/saml/providers', body).catch(({ code }) => codes.push(code));
      return codes;
    }`,
    { timeout_ms: 20_000, allowed_hosts: ['127.0.0.1'] },
  );
  const { body } = await api.post(`${path}/execute`, {});
  const failed = 'UPSTREAM_ERROR';
  expect(body.data?.output).toEqual([failed, failed, failed, 'RATE_LIMITED']);
  expect(provider.requests).toHaveLength(3);
});

it('metadata that ctx.api has fetched comes from allowed_hosts', async () => {
  const provider = await listen({});
  onTestFinished(() => provider.close());
  const path = await define(
    api,
    `export default async (_, ctx) => {
      const body = { name: 'idp', metadata_url: '${provider.url}/idp' };
      return ctx.api.post('/v1/auth/saml/providers', body).catch(({ code, message }) => [code, message]);
    }`,
    { allowed_hosts: ['idp.example.com'] },
  );
  const { body } = await api.post(`${path}/execute`, {});
  expect(body.data?.output).toEqual([
    'FORBIDDEN',
    '127.0.0.1 is not among allowed_hosts of this function.',
  ]);
  expect(provider.requests).toHaveLength(0);
});

it('a call back with the headers of a call continues its budget', async () => {
  await limit(server, api, { caused_writes: 3 });
  await create(api, {
    trigger_event: 'object.created',
    object_type_id: 'orders',
    actions: [creating('notes'), calling()],
  });
  await api.post('/v1/objects/orders', {});
  const [{ headers: got }] = (await receiver.until(1)) as [Receiver['received'][number]];
  const headers = {
    'x-insula-depth': got['x-insula-depth'],
    'x-insula-root': got['x-insula-root'],
  };
  expect(headers['x-insula-depth']).toBe('1');
  const back = await createMany(api, 'notes', 2, headers);
  expect(back.status).toBe(201);
  const refused = await createMany(api, 'notes', 1, headers);
  expect([refused.status, refused.body.error.details]).toEqual([429, { budget: 'writes', max: 3 }]);
  expect(await objectsOf(server, api, 'notes')).toBe(3);
  expect(await usedBy(server, api)).toMatchObject([{ writes: 3, calls: 1 }]);
});

it('a webhook delivery names its chain, also when it is sent again', async () => {
  await createWebhook(api, receiver, { events: ['object.created'] });
  await create(api, {
    trigger_event: 'object.created',
    object_type_id: 'orders',
    actions: [creating('notes')],
  });
  await api.post('/v1/objects/orders', {});
  const [first, second] = await receiver.until(2);
  expect(first?.headers['x-insula-root']).toMatch(/^[0-9a-f-]{36}\.[\w-]{22}$/);
  expect(first?.headers['x-insula-root']).toBe(second?.headers['x-insula-root']);
  const [delivery] = await deliveriesOf(api);
  await api.post(`/v1/webhook-deliveries/${delivery.id}/retry`);
  const again = (await receiver.until(3)).at(-1);
  expect(again?.headers['x-insula-root']).toBe(first?.headers['x-insula-root']);
});

it('a root that a caller made up, or copied from another call, has a budget of its own', async () => {
  await create(api, {
    trigger_event: 'object.created',
    object_type_id: 'orders',
    actions: [creating('notes'), calling()],
  });
  await api.post('/v1/objects/orders', {});
  const [{ headers: got }] = (await receiver.until(1)) as [Receiver['received'][number]];
  const said = got['x-insula-root'] as string;
  const [root] = said.split('.');
  await untilQuiet(server, api);
  const forged = [root, `${root}.`, `${root}.${'A'.repeat(22)}`, `${said}x`, ` ${root}`].map(
    (text) => text as string,
  );
  for (const text of forged)
    await createMany(api, 'notes', 2, { 'x-insula-depth': '1', 'x-insula-root': text });
  // Without a depth it is a call like others, which is not counted.
  await createMany(api, 'notes', 2, { 'x-insula-root': said });
  const used = await usedBy(server, api);
  expect(used.filter((one) => one.root === root)).toMatchObject([{ writes: 1 }]);
  expect(used).toHaveLength(1 + forged.length);
});

it('the event of a disabled webhook is one step further in the chain of its delivery', async () => {
  receiver.otherwise = 410;
  await createWebhook(api, receiver, { events: ['custom.deep'] });
  const { id } = await createWebhook(api, receiver, { events: ['custom.none'] });
  await api.post('/v1/events', { event_type: 'deep' }, { 'x-insula-depth': '3' });
  const [event] = await until(
    async () => (await api.get('/v1/changes?types=webhook.disabled')).body.data.results,
    (results) => results.length === 1,
  );
  expect([event.causation_depth, event.data.id === id]).toEqual([4, false]);
});
