import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, stopListening } from '../policies/listening.ts';
import { defineNotes, userWith } from '../policies/support.ts';
import { good } from '../support/answers.ts';
import type { Client, TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { settle } from '../support/settle.ts';
import { until } from '../support/until.ts';
import { createWebhook, opened, untilDelivery } from '../webhooks/support.ts';
import { type Json, tenantOf } from './support.ts';

/** Records that only their maker sees, private views and runs of reports, and their events. */

let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
let callers: Record<'maker' | 'other' | 'key' | 'unbound' | 'auditor', Client>;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', TRUSTED_PROXIES: 'loopback', ...opened });
  receiver = await startReceiver();
});
afterAll(async () => {
  stopListening();
  await server.close();
  await receiver.close();
});
beforeEach(async () => {
  Object.assign(receiver, { otherwise: 200, received: [] });
  api = await tenantOf(server);
  await defineNotes(api);
  const listener = ['webhooks:manage', 'audit_logs:manage', 'views:manage'];
  const { token } = await good(
    api.post('/v1/keys', { label: 'k', scopes: ['read', 'write'], bound_by_policies: false }),
  );
  callers = {
    maker: (await userWith(api, listener)).client,
    other: (await userWith(api, listener)).client,
    key: await api.withKey(['read', 'write']),
    unbound: api.as(token),
    auditor: (await userWith(api, ['audit_logs:manage'])).client,
  };
});

const secret = 'canary-of-a-private-view';
const views = '/v1/object-types/notes/views';
const privately = { visibility: 'private', filters: { title: secret }, name: secret };
const names = ['maker', 'other', 'key', 'unbound'] as const;

/** Which of the callers a text reaches: in the feed, in a stream, by a webhook, in the log of its deliveries. */
async function reached(act: () => Promise<string>, audited?: string): Promise<Json> {
  const webhooks: Record<string, Json> = {};
  const streams: Record<string, () => string> = {};
  for (const name of names) {
    webhooks[name] = await createWebhook(callers[name], receiver, { events: ['*'] });
    streams[name] = await listen(server, callers[name]);
  }
  const all = await createWebhook(api, receiver, { events: ['*'] });
  const text = await act();
  await good(api.post('/v1/events', { event_type: 'mark' }));
  await settle(server.db);
  for (const { id } of [all, ...Object.values(webhooks)])
    await untilDelivery(api, 'success', `&webhook_id=${id}&event_type=custom.mark`);
  const found = {
    feed: [] as string[],
    stream: [] as string[],
    webhook: [] as string[],
    log: [] as string[],
  };
  for (const name of names) {
    const feed = await good(callers[name].get('/v1/changes?limit=1000'));
    if (JSON.stringify(feed).includes(text)) found.feed.push(name);
    const heard = await until(
      async () => streams[name]?.() ?? '',
      (one) => one.includes('custom.mark'),
    );
    if (heard.includes(text)) found.stream.push(name);
    const sent = await good(
      api.get(`/v1/webhook-deliveries?webhook_id=${webhooks[name].id}&limit=100`),
    );
    const ids = sent.deliveries.map(({ event_id }: Json) => event_id);
    const events = receiver.received.map(({ event }) => event).filter(({ id }) => ids.includes(id));
    if (JSON.stringify(events).includes(text)) found.webhook.push(name);
    const log = await good(
      callers[name].get(`/v1/webhook-deliveries?webhook_id=${all.id}&limit=100`),
    );
    for (const { id } of log.deliveries)
      if (
        JSON.stringify(await good(callers[name].get(`/v1/webhook-deliveries/${id}`))).includes(text)
      )
        found.log.push(name);
  }
  const audit = async (client: Client) =>
    JSON.stringify(await good(client.get('/v1/audit-logs?limit=100'))).includes(audited ?? text);
  expect(await audit(api)).toBe(true);
  return { ...found, log: [...new Set(found.log)], audit: await audit(callers.auditor) };
}

describe('events of a private view', () => {
  it('reach its maker and administrators, as the view does', async () => {
    let id = '';
    const to = await reached(async () => {
      ({ id } = await good(callers.maker.post(views, privately)));
      return secret;
    });
    const readers = await Promise.all(
      names.map(async (name) => (await callers[name].get(`${views}/${id}`)).status === 200 && name),
    );
    expect(readers.filter(Boolean)).toEqual(['maker']);
    const alone = ['maker'];
    expect(to).toEqual({ feed: alone, stream: alone, webhook: alone, log: alone, audit: false });
  });

  it('reach no webhook of a user who is gone, also where a key has made the view', async () => {
    const gone = await userWith(api, ['webhooks:manage', 'views:manage']);
    const webhook = await createWebhook(gone.client, receiver, { events: ['*'] });
    await good(api.delete(`/v1/users/${gone.user.id}`));
    await good(callers.key.post(views, privately));
    await good(callers.key.post(views, { name: 'shared', visibility: 'shared', filters: {} }));
    await settle(server.db);
    await untilDelivery(api, 'success', `&webhook_id=${webhook.id}&event_type=view.created`);
    const sent = receiver.received.map(({ event }) => event.data.name);
    expect(sent).toContain('shared');
    expect(sent).not.toContain(secret);
  });

  it('tell others nothing of what it was before it was shared, and all that comes then', async () => {
    const { id } = await good(callers.maker.post(views, privately));
    const shared = await reached(async () => {
      await good(
        callers.maker.patch(`${views}/${id}`, {
          visibility: 'shared',
          name: 'open-to-all',
          filters: {},
        }),
      );
      return 'open-to-all';
    });
    const all = [...names];
    expect(shared).toMatchObject({ feed: all, stream: all, webhook: all, audit: true });
    for (const name of ['other', 'key', 'unbound'] as const)
      expect(JSON.stringify(await good(callers[name].get('/v1/changes?limit=1000')))).not.toContain(
        secret,
      );
    expect(JSON.stringify(receiver.received.filter(({ event }) => event.previous))).not.toBe('[]');
  });
});

it('the event of a run of a report reaches the caller who ran it, and administrators', async () => {
  const to = await reached(async () => {
    const config_json = { object_type_id: 'notes', group_by: 'title' };
    const run = await good(callers.maker.post('/v1/reports/run', { type: 'summary', config_json }));
    return run.run_id;
  }, 'duration_ms');
  const alone = ['maker'];
  expect(to).toEqual({ feed: alone, stream: alone, webhook: alone, log: alone, audit: false });
});

it('a listener may be set on events of subscriptions and statements by those alone who may read them', async () => {
  const statusOf = async (client: Client, event: string) =>
    (await client.post('/v1/webhooks', { url: 'https://example.com/', events: [event] })).status;
  const payer = (await userWith(api, ['webhooks:manage', 'billing:manage'])).client;
  expect(await statusOf(payer, 'subscription.updated')).toBe(201);
  expect(await statusOf(api, 'subscription.updated')).toBe(201);
  expect(await statusOf(callers.maker, 'sql.executed')).toBe(201);
  for (const client of [callers.key, callers.unbound, callers.other])
    expect(await statusOf(client, 'subscription.*')).toBe(403);
  for (const client of [callers.key, callers.unbound, payer])
    expect(await statusOf(client, 'sql.executed')).toBe(403);
});

it('a transaction shows its changes of those records alone that the caller hears of', async () => {
  const requests = [
    { method: 'POST', path: '/v1/objects/notes', body: { properties: { title: 'open' } } },
    { method: 'POST', path: '/v1/roles', body: { name: 'made', permissions: [] } },
    { method: 'POST', path: views, body: privately },
  ];
  const { tx_id } = await good(api.post('/v1/transaction', { requests }));
  const shown = async (client: Client) =>
    (await good(client.get(`/v1/transactions/${tx_id}`))).changes.map((one: Json) => one.type);
  expect(await shown(api)).toEqual(['object.created', 'role.created', 'view.created']);
  expect(await shown(callers.other)).toEqual(['object.created']);
});

it('an undo names no change of a record whose events the caller does not hear', async () => {
  const requests = [
    { method: 'POST', path: '/v1/objects/notes', body: { properties: { title: 'open' } } },
    { method: 'POST', path: '/v1/roles', body: { name: 'made', permissions: [] } },
  ];
  const both = await good(api.post('/v1/transaction', { requests }));
  const alone = await good(api.post('/v1/transaction', { requests: [second(requests)] }));
  const undo = (client: Client, { tx_id }: Json, on_conflict: string) =>
    client.post(`/v1/transactions/${tx_id}/undo`, { on_conflict });
  const role = expect.objectContaining({ resource_type: 'role' });
  expect((await undo(api, both, 'abort')).body.error.details).toEqual([role]);
  expect((await undo(callers.other, alone, 'skip')).status).toBe(404);
  expect(await good(undo(callers.other, both, 'skip'))).toMatchObject({ undone: 1, conflicts: [] });
});

/** The same as the second of two, under another name. */
const second = ([, one]: Json[]): Json => ({ ...one, body: { ...one.body, name: 'made_alone' } });
