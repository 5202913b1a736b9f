import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { expectReplay, keyed } from '../support/idempotency.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let api: TenantClient;
let type: DefinedType;
beforeEach(async () => {
  api = await createTenant(server);
  type = await defineType(api, { n: { data_type: 'integer', is_unique: true } });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const total = async () => (await api.get(`${type.path}/list`)).body.data.total;
const age = (interval: string) =>
  server.db.query(
    `update app.idempotency_keys set created_at = now() - $2::interval where tenant_id = $1`,
    [api.tenant.id, interval],
  );
const keysKept = async (tenant = api.tenant.id) =>
  (await server.db.query('select key from app.idempotency_keys where tenant_id = $1', [tenant]))
    .rows;

describe('a write with an Idempotency-Key', () => {
  it('runs once, however often it is sent', async () => {
    const headers = keyed();
    const send = () => api.post(type.path, { properties: { n: 1 } }, headers);
    const first = await send();
    expect(first.status).toBe(201);
    expect(first.headers.get('x-tx-id')).toMatch(/^\d+$/);
    expectReplay(first, await send());
    expectReplay(first, await send());
    expect(await total()).toBe(1);
  });

  it('runs once with each method', async () => {
    const { body } = await api.post(type.path, { properties: { n: 1 } });
    const path = `${type.path}/${body.data.id}`;
    for (const send of [
      (h: object) => api.patch(path, { properties: { n: 2 } }, { ...h, 'if-match': '"1"' }),
      (h: object) => api.delete(path, undefined, { ...h }),
      (h: object) => api.post(`${path}/restore`, undefined, { ...h }),
      (h: object) => api.post('/v1/transaction', { requests: [{ method: 'GET', path }] }, { ...h }),
    ]) {
      const headers = keyed();
      const first = await send(headers);
      expect(first.status).toBe(200);
      expectReplay(first, await send(headers));
    }
    expect((await api.get(path)).body.data.version).toBe(4);
  });

  it('is a different request with another body, path or method', async () => {
    const headers = keyed();
    const first = await api.post(type.path, { properties: { a: 1, n: 1 } }, headers);
    const path = `${type.path}/${first.body.data.id}`;
    for (const call of [
      api.post(type.path, { properties: { a: 1, n: 2 } }, headers),
      api.post(type.path, {}, headers),
      api.post('/v1/object-types', { name: 'other' }, headers),
      api.patch(path, { properties: { a: 1, n: 1 } }, headers),
      api.delete(path, undefined, headers),
    ]) {
      const { status, body } = await call;
      expect([status, body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
      expect(body.error.param).toBe('Idempotency-Key');
    }
    // The order of members says nothing.
    const same = await api.post(type.path, { properties: { n: 1, a: 1 } }, headers);
    expectReplay(first, same);
  });

  it('that was refused stays refused, even if it would now succeed', async () => {
    await api.post(type.path, { properties: { n: 1 } });
    const headers = keyed();
    const send = () => api.post(type.path, { properties: { n: 1 } }, headers);
    const first = await send();
    expect([first.status, first.body.error.code]).toEqual([409, 'UNIQUE_VIOLATION']);
    await api.delete(`${type.path}/${first.body.error.details.existing_id}`);
    expectReplay(first, await send());
    expect((await api.post(type.path, { properties: { n: 1 } }, keyed())).status).toBe(201);
  });

  it('that asks for confirmation issues one token', async () => {
    const headers = keyed();
    await api.post(type.path, {});
    const send = () => api.delete(`/v1/object-types/${type.id}`, undefined, headers);
    const first = await send();
    expect([first.status, first.headers.get('x-tx-id')]).toEqual([409, null]);
    expectReplay(first, await send());
    const confirm = `force=true&confirm_token=${first.body.error.confirm_token}`;
    expect((await api.delete(`/v1/object-types/${type.id}?${confirm}`)).status).toBe(200);
  });

  it('that is invalid is not stored: the same key can be used for a valid one', async () => {
    const headers = keyed();
    expect((await api.post('/v1/object-types', { name: 'No!' }, headers)).status).toBe(400);
    expect((await api.post('/v1/object-types', { name: 'yes' }, headers)).status).toBe(201);
  });

  it('is private: other keys of the tenant and other tenants have their own', async () => {
    const headers = keyed();
    const body = { properties: {} };
    await api.post(type.path, body, headers);
    const writer = await api.withKey(['write']);
    const second = await writer.post(type.path, body, headers);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const other = await createTenant(server);
    await defineType(other, {}, { name: type.name });
    expect((await other.post(type.path, body, headers)).headers.get('idempotent-replayed')).toBe(
      null,
    );
    expect(await total()).toBe(2);
  });

  it('is authenticated and authorised before it is replayed', async () => {
    const headers = keyed();
    const writer = await api.withKey(['write']);
    const send = () => writer.post(type.path, {}, headers);
    expect((await send()).status).toBe(201);
    await api.patch(`/v1/keys/${writer.keyId}`, { scopes: ['read'] });
    expect((await send()).status).toBe(403);
    await api.delete(`/v1/keys/${writer.keyId}`);
    expect((await send()).status).toBe(401);
    expect((await keysKept()).length).toBe(1);
  });

  it('runs again after 24 hours', async () => {
    const headers = keyed();
    const send = (n: number) => api.post(type.path, { properties: { n } }, headers);
    const first = await send(1);
    await age('23 hours 59 minutes');
    expectReplay(first, await send(1));
    await age('24 hours 1 second');
    const second = await send(2);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expectReplay(second, await send(2));
    expect(await keysKept()).toEqual([{ key: headers['idempotency-key'] }]);
  });

  it('is removed by housekeeping after 24 hours, not before', async () => {
    const other = await createTenant(server);
    await api.post(type.path, {}, keyed('old'));
    await age('25 hours');
    await api.post(type.path, {}, keyed('young'));
    await other.post('/v1/object-types', { name: 'x' }, keyed('others'));
    await server.db.query('select worker.housekeeping()');
    expect(await keysKept()).toEqual([{ key: 'young' }]);
    expect(await keysKept(other.tenant.id)).toEqual([{ key: 'others' }]);
  });

  it('that only reads is read again', async () => {
    const headers = keyed();
    const read = () => api.post(`${type.path}/batch/read`, { object_ids: ['obj_0'] }, headers);
    await read();
    expect((await read()).headers.get('idempotent-replayed')).toBe(null);
    expect((await api.get(`${type.path}/list`, undefined, keyed(' '.repeat(300)))).status).toBe(
      200,
    );
    expect(await keysKept()).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  it.each(['a', ' a b ', '"quoted"', '~', 'x'.repeat(255), randomUUID()])(
    'may be %j',
    async (key) => {
      expect((await api.post(type.path, {}, keyed(key))).status).toBe(201);
    },
  );

  it.each(['', ' ', 'x'.repeat(256), 'é', 'a\tb'])('may not be %j', async (key) => {
    const { status, body } = await api.post(type.path, {}, keyed(key));
    expect([status, body.error?.param]).toEqual([400, 'Idempotency-Key']);
    expect(
      (await api.post(`${type.path}/batch/read`, { object_ids: ['a'] }, keyed(key))).status,
    ).toBe(400);
    expect(await total()).toBe(0);
  });
});

describe('under /admin', () => {
  it('also makes a write run once', async () => {
    const operator = platformClient(server);
    const headers = keyed();
    const send = () => operator.post('/admin/tenants', { name: 'Once' }, headers);
    const first = await send();
    expect(first.status).toBe(201);
    expectReplay(first, await send());
    const { tenant, token } = first.body.data;
    expect((await api.as(token).get('/v1/object-types')).status).toBe(200);
    const suspend = () => operator.post(`/admin/tenants/${tenant.id}/suspend`, {}, keyed('s'));
    expectReplay(await suspend(), await suspend());
    const found = await operator.get('/admin/tenants?search=Once');
    expect(found.body.data.total).toBe(1);
  });
});

describe('the input that a key is remembered with', () => {
  it.each([
    [
      'the key of a provider',
      '/v1/ai-providers',
      { name: 'x', provider_type: 'openai', api_key: 'sk-one-of-them' },
      { api_key: 'sk-another-one' },
    ],
    [
      'a secret in a config',
      '/v1/integrations',
      {
        name: 'x',
        provider: 'http_json',
        config_json: {
          url: 'https://example.com/',
          auth: { type: 'basic', username: 'u', password: 'first' },
        },
      },
      {
        config_json: {
          url: 'https://example.com/',
          auth: { type: 'basic', username: 'u', password: 'second' },
        },
      },
    ],
    [
      'the secret of a webhook',
      '/v1/webhooks',
      {
        url: 'https://example.com/',
        events: ['object.created'],
        secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz',
      },
      { secret: 'whsec_MTEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz' },
    ],
    [
      'the env of a function',
      '/v1/functions',
      { name: 'f', code: 'export default () => 1', env: { A: 'one' } },
      { env: { A: 'two' } },
    ],
  ])('holds %s: with another one it is another request', async (_, path, body, other) => {
    const headers = keyed();
    const first = await api.post(path, body, headers);
    expect([first.status, first.body.error]).toEqual([201, undefined]);
    expectReplay(first, await api.post(path, body, headers));
    const { status, body: refused } = await api.post(path, { ...body, ...other }, headers);
    expect([status, refused.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });
});
