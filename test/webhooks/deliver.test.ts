import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { atTenant } from '../support/at-tenant.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { type Received, type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { createObjects, createWebhook, deliveriesOf, opened, untilDelivery } from './support.ts';

let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
let type: DefinedType;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', ...opened });
});
beforeEach(async () => {
  api = await createTenant(server);
  type = await defineType(api, { status: 'string', n: 'integer' });
  // Its own: what the test before has left is tried again.
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(() => server.close());

/** The requests received once everything up to now was delivered. */
async function heard(): Promise<string[]> {
  await api.post('/v1/events', { event_type: 'last' });
  await untilDelivery(api, 'success', '&event_type=custom.last');
  await until(
    () => deliveriesOf(api, '&status=pending'),
    (pending) => pending.length === 0,
  );
  return receiver.received.map(({ event }) => event.type);
}

describe('a delivery', () => {
  it('carries the event, signed according to Standard Webhooks, with its own headers', async () => {
    const { id, secret } = await createWebhook(api, receiver, {
      headers: { 'X-Source': 'insula' },
    });
    const { body } = await api.post(type.path, { properties: { status: 'ö🎉' } });
    const [one] = (await receiver.until(1)) as [Received];
    expect(verify(secret, one)).toEqual(one.event);
    // The feed waits for every transaction that could still write before it.
    const [shown] = await until(
      async () => (await api.get('/v1/changes?types=object.created')).body.data.results,
      (results) => results.length === 1,
    );
    expect(one.event).toEqual(shown);
    expect(one.headers).toMatchObject({
      'webhook-id': one.event.id.replace('evt', 'msg'),
      'content-type': 'application/json; charset=utf-8',
      'user-agent': expect.stringMatching(/^Insula-Webhooks\//),
      'x-event-type': 'object.created',
      'x-webhook-attempt': '1',
      'x-insula-depth': '1',
      'x-source': 'insula',
    });
    const logged = await untilDelivery(api, 'success');
    expect(logged).toMatchObject({
      webhook_id: id,
      event_id: one.event.id,
      trigger: 'event',
      attempt: 1,
      max_attempts: 10,
      url: receiver.url,
      request_body: one.body,
      request_headers: { 'webhook-signature': one.headers['webhook-signature'] },
      response_status: 200,
      error: null,
      next_attempt_at: null,
      completed_at: expect.any(String),
    });
    expect(one.event.data.id).toBe(body.data.id);
    const after = await api.get(`/v1/webhooks/${id}`);
    expect(after.body.data).toMatchObject({ failure_count: 0, last_failure_at: null });
    expect(after.body.data.last_success_at).not.toBeNull();
  });

  it('is sent once for each committed change and never for one that was rolled back', async () => {
    await createWebhook(api, receiver, { events: ['object.created'] });
    const other = await createTenant(server);
    await createWebhook(other, receiver, { headers: { 'x-of': 'other' } });
    const made = await createObjects(api, type.path, 60);
    for (const [body, path] of [
      [{ objects: [{}, { properties: { n: 'no' } }] }, '/batch/create'],
      [{ properties: { n: 'no' } }, ''],
      [{}, '?dry_run=true'],
    ] as const)
      await api.post(`${type.path}${path}`, body);
    made.push(...(await createObjects(api, type.path, 1)));
    const received = await receiver.until(61);
    expect(received.map(({ event }) => event.data.id).toSorted()).toEqual(made.toSorted());
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(61);
    // Nor of another tenant's.
    expect(received.filter(({ headers }) => headers['x-of'])).toEqual([]);
    expect(await deliveriesOf(other)).toEqual([]);
  });

  it.each([404, 302])('fails when it is answered with %i', async (status) => {
    receiver.otherwise = (res) => res.writeHead(status, { location: receiver.url }).end('no');
    await createWebhook(api, receiver);
    await api.post('/v1/events', { event_type: 'one' });
    const logged = await untilDelivery(api, 'retrying');
    expect(logged).toMatchObject({ attempt: 1, response_status: status, response_body: 'no' });
    expect(logged.error).toBe(`It answered ${status}.`);
    expect(receiver.received).toHaveLength(1);
  });

  it('keeps the beginning of any response, whatever it contains', async () => {
    const bytes = Buffer.concat([Buffer.from('a\0b'), Buffer.alloc(300_000, 0xff)]);
    receiver.otherwise = (res) => res.writeHead(200, { 'content-type': 'text/plain' }).end(bytes);
    await createWebhook(api, receiver);
    await api.post('/v1/events', { event_type: 'one' });
    const { response_body } = await untilDelivery(api, 'success');
    expect(response_body).toMatch(/^ab�+$/);
    expect(Buffer.byteLength(response_body)).toBeLessThanOrEqual(16_384);
  });

  it('is logged and not sent when five causes in a row led back to the webhook', async () => {
    await createWebhook(api, receiver, { events: ['custom.*'] });
    await api.post('/v1/events', { event_type: 'near' }, { 'x-insula-depth': '4' });
    // Records written by an automation of the last depth.
    await atTenant(
      server,
      api.tenant.id,
      `select set_config('app.principal', '{"causation_depth": 5}', true),
         app.journal_write($1, 'custom.loop', 'event', 'loop', '{"event_type": "loop"}')`,
      [api.tenant.id],
    );
    const [one] = (await receiver.until(1)) as [Received];
    expect([one.event.type, one.headers['x-insula-depth']]).toEqual(['custom.near', '5']);
    const loop = await untilDelivery(api, 'dead', '&event_type=custom.loop');
    expect(loop).toMatchObject({ attempt: 0, error: expect.stringContaining('loop') });
  });
});

describe('the events that a webhook receives', () => {
  it.each<[object, string[]]>([
    [{ events: ['object.updated', 'custom.last'] }, ['object.updated']],
    [{ events: ['object.*', 'custom.*'] }, ['object.created', 'object.updated', 'object.created']],
    [{ events: ['custom.*'] }, []],
  ])('are selected by event names: %j', async (settings, types) => {
    await createWebhook(api, receiver, settings);
    const { id } = (await api.post(type.path, {})).body.data;
    await api.patch(`${type.path}/${id}`, { properties: { n: 1 } });
    await api.post((await defineType(api)).path, {});
    expect((await heard()).toSorted()).toEqual([...types, 'custom.last'].toSorted());
  });

  it('are selected by object types, given by name or id, while other events pass', async () => {
    const other = await defineType(api);
    const { object_types } = await createWebhook(api, receiver, {
      events: ['object.*', 'custom.*'],
      object_types: [type.name, type.id],
    });
    expect(object_types).toEqual([type.id]);
    await api.post(other.path, {});
    await api.post(type.path, {});
    expect((await heard()).toSorted()).toEqual(['custom.last', 'object.created']);
    expect(receiver.received.map(({ event }) => event.object_type_id)).toContain(type.id);
  });

  it('are selected by conditions on the event', async () => {
    await createWebhook(api, receiver, {
      filters: {
        or: [
          { property: 'type', operator: 'eq', value: 'custom.last' },
          { property: 'data.properties.status', operator: 'eq', value: 'open' },
        ],
      },
    });
    await api.post(type.path, { properties: { status: 'closed' } });
    await api.post(type.path, { properties: { status: 'open' } });
    expect((await heard()).toSorted()).toEqual(['custom.last', 'object.created']);
  });

  it('arrive one after the other per object, in order, while other objects do not wait', async () => {
    await createWebhook(api, receiver, { events: ['object.*'], ordering: 'per_object' });
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.answers = [(res) => isReleased.then(() => res.writeHead(200).end())];
    const { id } = (await api.post(type.path, {})).body.data;
    await receiver.until(1);
    for (const n of [1, 2, 3]) await api.patch(`${type.path}/${id}`, { properties: { n } });
    const other = (await api.post(type.path, {})).body.data.id;
    const [, second] = (await receiver.until(2)) as [Received, Received];
    expect(second.event.data.id).toBe(other);
    release();
    const received = await receiver.until(5);
    const ofFirst = received.filter(({ event }) => event.data.id === id);
    expect(ofFirst.map(({ event }) => event.data.version)).toEqual([1, 2, 3, 4]);
  });
});
