import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newSecret } from '../../src/groups/webhooks/secret.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { type NameServer, startNameServer } from '../support/dns.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { settle } from '../support/settle.ts';
import { createUser } from '../support/users.ts';
import { opened, webhooks } from './support.ts';

let server: TestServer;
let names: NameServer;
let api: TenantClient;
beforeAll(async () => {
  names = await startNameServer();
  server = await startTestServer(opened);
});
beforeEach(async () => {
  api = await createTenant(server);
});
afterAll(async () => {
  await server.close();
  names.close();
});

const url = 'https://hooks.example/in';
const create = (body: object, headers = {}) => api.post(webhooks, body, headers);
/** `[status, code, param]` of a refusal. */
async function refused(body: object) {
  const answer = await create(body);
  return [answer.status, answer.body.error?.code, answer.body.error?.param];
}

describe('creating a webhook', () => {
  it('answers with the whole webhook, and with its secret only this once', async () => {
    const type = await defineType(api);
    const given = {
      url,
      description: 'The warehouse',
      events: ['object.created', 'custom.*'],
      filters: [{ property: 'data.properties.n', operator: 'gt', value: 5 }],
      headers: { Authorization: 'Bearer x' },
      status: 'paused',
      ordering: 'per_object',
      throttle_rate: 50,
    };
    const { status, body } = await create({ ...given, object_types: [type.name] });
    expect(status).toBe(201);
    const { secret, ...webhook } = body.data;
    expect(webhook).toEqual({
      ...given,
      headers: { Authorization: '••••' },
      events: ['custom.*', 'object.created'],
      object_types: [type.id],
      id: expect.stringMatching(/^whk_[0-9a-f]{32}$/),
      disabled_reason: null,
      secret_preview: `whsec_••••${secret.slice(-4)}`,
      failure_count: 0,
      last_success_at: null,
      last_failure_at: null,
      created_by: null,
      created_at: expect.any(String),
      updated_at: webhook.created_at,
    });
    expect((await api.get(`${webhooks}/${webhook.id}`)).body.data).toEqual(webhook);
    const list = await api.get(webhooks);
    expect([list.body.data, list.headers.get('x-total-count')]).toEqual([[webhook], '1']);
    const journal = await server.db.query(
      `select after->'headers' as headers from app.journal where type = 'webhook.created' and resource_id = $1`,
      [webhook.id],
    );
    expect(journal.rows[0].headers).toEqual({ Authorization: '••••' });
  });

  it('answers the same secret when repeated with its Idempotency-Key, and stores it sealed', async () => {
    const own = newSecret();
    const key = { 'idempotency-key': 'once' };
    const [first, again] = [await create({ url }, key), await create({ url }, key)];
    expect(again.body.data).toEqual(first.body.data);
    expect((await create({ url, secret: own })).body.data.secret).toBe(own);
    expect((await api.get(webhooks)).body.data).toHaveLength(2);
    const dump = await dumpTables(server.db);
    for (const secret of [first.body.data.secret, own]) expect(dump).not.toContain(secret.slice(6));
  });

  it('is repeated with its Idempotency-Key when it has secret headers, which are sealed again', async () => {
    const key = { 'idempotency-key': 'sealed' };
    const given = { url, headers: { Authorization: 'Bearer abcdefgh' } };
    const [first, again] = [await create(given, key), await create(given, key)];
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    const other = { ...given, headers: { Authorization: 'Bearer hgfedcba' } };
    expect((await create(other, key)).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('refuses URLs that are invalid or lead to a private address, directly or by name', async () => {
    names.addresses.set('private.example', [['10.1.2.3']]);
    names.addresses.set('mixed.example', [['93.184.216.34', '10.1.2.3']]);
    for (const address of [
      'http://10.0.0.1/',
      'http://169.254.169.254/latest',
      'http://[::ffff:10.0.0.1]/',
      'ftp://example.com/',
      'https://user:password@example.com/',
      'https://example.com:22/',
      'https://private.example/',
      'https://mixed.example/',
      'example.com',
      'https://example.com/a\r\nb',
      '',
    ]) {
      const refusal = await refused({ url: address });
      expect([address, ...refusal]).toEqual([address, 400, 'VALIDATION_ERROR', 'url']);
    }
  });

  it('refuses URLs of this server under any name, even where loopback is open', async () => {
    const { port } = new URL(server.url);
    for (const host of [
      '127.0.0.1',
      'localhost',
      '127.0.0.2',
      '[::ffff:127.0.0.1]',
      'us.example',
    ]) {
      names.addresses.set('us.example', [['127.0.0.1']]);
      const address = `http://${host}:${port}/v1/events`;
      expect([host, ...(await refused({ url: address }))]).toEqual([
        host,
        400,
        'VALIDATION_ERROR',
        'url',
      ]);
    }
    const { id } = (await create({ url })).body.data;
    const moved = await api.patch(`${webhooks}/${id}`, { url: `${server.url}/v1/events` });
    expect([moved.status, moved.body.error.param]).toEqual([400, 'url']);
  });

  const faults: [object, unknown[]][] = [
    [{ events: ['object.exploded'] }, [400, 'VALIDATION_ERROR', 'events[0]']],
    [{ events: ['custom.a\r\nX: y'] }, [400, 'VALIDATION_ERROR', 'events[0]']],
    [{ events: ['web.hook.*'] }, [400, 'VALIDATION_ERROR', 'events[0]']],
    [{ events: 'object.created' }, [400, 'VALIDATION_ERROR', 'events']],
    [{ object_types: ['nothing'] }, [400, 'VALIDATION_ERROR', 'object_types[0]']],
    [
      { filters: [{ property: 'data.a', operator: 'is', value: 1 }] },
      [400, 'INVALID_FILTER', 'filters[0].operator'],
    ],
    [
      { filters: [{ property: 'password', operator: 'eq', value: 1 }] },
      [400, 'UNKNOWN_PROPERTY', 'filters[0].property'],
    ],
    [{ headers: { 'Webhook-Id': 'x' } }, [400, 'VALIDATION_ERROR', 'headers']],
    [{ headers: { 'X-Insula-Depth': '0' } }, [400, 'VALIDATION_ERROR', 'headers']],
    [{ headers: { host: 'x' } }, [400, 'VALIDATION_ERROR', 'headers']],
    [{ headers: { 'content-length': '0' } }, [400, 'VALIDATION_ERROR', 'headers']],
    [{ headers: { a: 'b\r\nc: d' } }, [400, 'VALIDATION_ERROR', 'headers']],
    [{ headers: { 'a b': 'c' } }, [400, 'VALIDATION_ERROR', 'headers']],
    [{ headers: { a: '1', A: '2' } }, [400, 'VALIDATION_ERROR', 'headers']],
    [{ headers: { a: 1 } }, [400, 'VALIDATION_ERROR', 'headers']],
    [{ headers: ['a'] }, [400, 'VALIDATION_ERROR', 'headers']],
    [{ status: 'sleeping' }, [400, 'VALIDATION_ERROR', 'status']],
    [{ ordering: 'random' }, [400, 'VALIDATION_ERROR', 'ordering']],
    [{ throttle_rate: 0 }, [400, 'VALIDATION_ERROR', 'throttle_rate']],
    [{ secret: 'whsec_short' }, [400, 'VALIDATION_ERROR', 'secret']],
    [{ description: 'x'.repeat(1001) }, [400, 'VALIDATION_ERROR', 'description']],
  ];
  it('refuses invalid settings and names each of them', async () => {
    for (const [settings, refusal] of faults)
      expect([settings, await refused({ url, ...settings })]).toEqual([settings, refusal]);
  });

  it('names the header that a webhook may not set', async () => {
    const { body } = await create({ url, headers: { 'webhook-signature': 'v1,x' } });
    expect(body.error.message).toContain('"webhook-signature" is set by Insula');
  });

  it('stops at 100 webhooks, however many requests come at once', async () => {
    await server.db.query(
      `insert into app.webhooks (tenant_id, id, url, secret, secret_preview)
       select $1, app.new_id('whk'), '', '', '' from generate_series(1, 98)`,
      [api.tenant.id],
    );
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await create({ url })).status),
    );
    expect(statuses.toSorted()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
  });
});

describe('permissions', () => {
  it('let keys with the scope write, and users who manage webhooks, write them', async () => {
    const reader = await api.withKey(['read']);
    expect((await reader.get(webhooks)).status).toBe(200);
    expect((await reader.post(webhooks, { url })).status).toBe(403);
    const admin = await createUser(api, { role: 'admin' });
    const created = await admin.client.post(webhooks, { url });
    expect([created.status, created.body.data.created_by]).toEqual([201, admin.user.id]);
    const plain = await createUser(api, { role: 'user' });
    expect((await plain.client.get(webhooks)).status).toBe(403);
    expect((await plain.client.post(webhooks, { url })).status).toBe(403);
    await settle(server.db);
    const feed = await plain.client.get('/v1/changes?types=webhook.*');
    expect(feed.body.data.results).toEqual([]);
  });

  it('limit the events that a webhook receives to those its owner may see', async () => {
    const writer = await api.withKey(['write']);
    for (const events of [['key.created'], ['user.*'], ['governance.updated']]) {
      const { status, body } = await writer.post(webhooks, { url, events });
      expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
    const all = (await writer.post(webhooks, { url })).body.data;
    await api.post('/v1/keys', { scopes: ['read'], label: 'hidden' });
    await api.post('/v1/events', { event_type: 'seen' });
    await dispatchAll(server.db);
    const heard = async () =>
      (await api.get(`/v1/webhook-deliveries?webhook_id=${all.id}`)).body.data.deliveries.map(
        (delivery: { event_type: string }) => delivery.event_type,
      );
    expect(await heard()).toEqual(['custom.seen']);

    // A user who may hear more changes something else: that opens nothing.
    await api.patch(`${webhooks}/${all.id}`, { description: 'All' });
    await api.post('/v1/keys', { scopes: ['read'] });
    await dispatchAll(server.db);
    expect(await heard()).not.toContain('key.created');
    // Nor do other events, while the address is that of a key which may not see them.
    await api.patch(`${webhooks}/${all.id}`, { events: ['*'] });
    await api.post('/v1/keys', { scopes: ['read'] });
    await dispatchAll(server.db);
    expect(await heard()).not.toContain('key.created');
    await api.patch(`${webhooks}/${all.id}`, { events: ['*'], url });
    await api.post('/v1/keys', { scopes: ['read'] });
    await dispatchAll(server.db);
    expect(await heard()).toContain('key.created');
    const shown = await writer.get('/v1/webhook-deliveries?event_type=key.created');
    expect(shown.body.data.deliveries[0]).toMatchObject({ request_body: null });
  });
});
