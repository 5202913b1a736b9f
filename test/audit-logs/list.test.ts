import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { atTenant } from '../support/at-tenant.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let objectId: string;
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'contacts' });
  const { body } = await api.post('/v1/objects/contacts', { properties: { a: 1 } });
  objectId = body.data.id;
  await api.patch(`/v1/objects/contacts/${objectId}`, { properties: { a: 2 } });
});

const logs = async (query = '', client = api) => {
  const { status, body } = await client.get(`/v1/audit-logs?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
};
const actions = async (query = '', client = api): Promise<string[]> =>
  (await logs(query, client)).logs.map(({ action }: { action: string }) => action);

describe('GET /v1/audit-logs', () => {
  it('shows who did what, when and from where, and the state before', async () => {
    const headers = { 'x-request-id': 'req_audit_1', 'user-agent': 'audit test' };
    const path = `/v1/objects/contacts/${objectId}`;
    const { body } = await api.patch(path, { properties: { a: 3 } }, headers);
    const { body: keys } = await api.get('/v1/keys');
    const [log] = (await logs('limit=1')).logs;
    expect(log).toMatchObject({
      tenant_id: api.tenant.id,
      actor: { type: 'api_key', id: keys.data[0].id, email: null },
      action: 'object.updated',
      resource_type: 'object',
      resource_id: objectId,
      changes: {
        before: { version: 2, is_deleted: false, properties: { a: 2 } },
        after: body.data,
      },
      ip: '127.0.0.1',
      user_agent: 'audit test',
      request_id: 'req_audit_1',
      prev_hash: null,
      hash: null,
    });
    expect(Date.parse(log.created_at)).toBeGreaterThanOrEqual(Date.parse(body.data.updated_at));
  });

  it('is newest first, in pages', async () => {
    const all = await actions();
    expect(all.slice(-5).toReversed()).toEqual([
      'tenant.created',
      'key.created',
      'object_type.created',
      'object.created',
      'object.updated',
    ]);
    expect(await actions('limit=2&offset=1')).toEqual(all.slice(1, 3));
    expect(await actions(`offset=${all.length}`)).toEqual([]);
    expect(await logs('limit=1')).toMatchObject({ total: all.length, total_relation: 'eq' });
  });

  it('shows a change at once, even while another transaction is open', async () => {
    const client = await server.db.connect();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    const { body } = await api.post('/v1/objects/contacts', {});
    expect((await logs('limit=1')).logs[0].resource_id).toBe(body.data.id);
    await client.query('rollback');
    client.release();
  });

  it('is filtered by action, resource, actor and time', async () => {
    const key = await api.withKey(['write']);
    const { body } = await key.post('/v1/objects/contacts', {});
    expect(await actions(`actor_id=${key.keyId}`)).toEqual(['object.created']);
    expect(await actions('action=object_type.created')).toEqual(['object_type.created']);
    expect((await actions('action=object.*&limit=100')).every((a) => a.startsWith('object.'))).toBe(
      true,
    );
    expect(await actions('action=nothing')).toEqual([]);
    expect(await actions('resource_type=object_type')).toEqual(['object_type.created']);
    expect(await actions(`resource_id=${body.data.id}`)).toEqual(['object.created']);
    expect(await actions(`resource_id=${objectId}&action=object.created`)).toEqual([
      'object.created',
    ]);
    expect(await logs(`resource_id=${objectId}&limit=1`)).toMatchObject({ total: 3 });

    const created = (await logs('action=object.created&limit=100')).logs;
    const at = encodeURIComponent(created[1].created_at);
    expect((await logs(`action=object.created&from=${at}`)).total).toBe(2);
    expect((await logs(`action=object.created&to=${at}`)).total).toBe(created.length - 2);
  });

  it('counts up to 10,000 and continues beyond', async () => {
    const tenant = await createTenant(server);
    await atTenant(
      server,
      tenant.tenant.id,
      `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id)
       select $1, app.place($1), app.new_id('evt'), 'object.created', app.journal_actor('{}'), 'object', 'obj_x'
       from generate_series(1, 10100)`,
      [tenant.tenant.id],
    );
    const last = await logs('offset=10100&limit=100', tenant);
    expect([last.total, last.total_relation]).toEqual([10_000, 'gte']);
    expect(last.logs.map(({ action }: { action: string }) => action)).toEqual([
      'key.created',
      'tenant.created',
    ]);
    expect(await logs('action=tenant.*', tenant)).toMatchObject({ total: 1, total_relation: 'eq' });
  });

  it('shows only the tenant’s own rows', async () => {
    const other = await createTenant(server);
    expect(await actions('', other)).toEqual(['key.created', 'tenant.created']);
    expect(await actions(`resource_id=${objectId}`, other)).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'offset=x',
    'from=1',
    'to=tomorrow',
    'action=',
    `resource_id=${'a'.repeat(201)}`,
  ])('refuses %s', async (query) => {
    const { status, body } = await api.get(`/v1/audit-logs?${query}`);
    expect([status, body.error.param]).toEqual([400, query.split('=')[0]]);
  });

  it('requires a key with the scope *', async () => {
    for (const path of ['/v1/audit-logs', '/v1/audit-logs/verify']) {
      const most = await api.withKey(['read', 'write', 'schema', 'files', 'auth', 'ai']);
      const { status, body } = await most.get(path);
      expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });
});
