import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { uploadText } from '../support/seed-files.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const list = '/v1/sandboxes';
let operator: Client;
let api: TenantClient;
beforeAll(() => {
  operator = platformClient(server);
});
beforeEach(async () => {
  api = await createTenant(server, { name: 'Parent' });
  await api.post('/v1/object-types', { name: 'things' });
});

const over = (of: Client, id: string) =>
  until(
    async () => (await of.get(`${list}/${id}`)).body.data,
    ({ status }) => status !== 'pending' && status !== 'running',
    300,
  );
async function made(of: Client, fields: object = {}) {
  const { status, body } = await of.post(list, { name: 'Tried', ...fields });
  expect([status, body.error]).toEqual([201, undefined]);
  return over(of, body.data.id);
}
async function keyOf(of: Client, id: string): Promise<Client> {
  const { status, body } = await of.post(`${list}/${id}/key`);
  expect([status, body.error]).toEqual([201, undefined]);
  return of.as(body.data.token);
}
const object = { properties: { name: 'one' } };
const shown = async (id: string) => (await operator.get(`/admin/tenants/${id}`)).body.data;

describe('a sandbox', () => {
  it('is a copy of its tenant to try things out in, with a key of its own', async () => {
    await api.post('/v1/objects/things', object);
    const { body } = await api.post(list, { name: 'Tried', data: 'all', expires_in_days: 3 });
    expect(body.data).toMatchObject({
      ...{ id: expect.stringMatching(/^sbx_/), name: 'Tried', status: 'pending', tenant_id: null },
      ...{ data: 'all', mask: true, error: null },
    });
    const early = await api.post(`${list}/${body.data.id}/key`);
    expect([201, 409]).toContain(early.status);
    const sandbox = await over(api, body.data.id);
    expect(sandbox).toMatchObject({ status: 'active', tenant_id: expect.any(String), error: null });
    expect(await shown(sandbox.tenant_id)).toMatchObject({
      ...{ is_sandbox: true, outbound: 'off', plan_tier: 'free', parent_tenant_id: api.tenant.id },
      ...{ expires_at: sandbox.expires_at, name: 'Tried', cloned_from: api.tenant.id },
    });
    const inside = await keyOf(api, sandbox.id);
    expect((await inside.get('/v1/tenants/current')).body.data.id).toBe(sandbox.tenant_id);
    const found = async (of: Client) =>
      (await of.post('/v1/objects/things/search', {})).body.data.results.length;
    expect(await found(inside)).toBe(1);
    await inside.post('/v1/objects/things', object);
    expect([await found(inside), await found(api)]).toEqual([2, 1]);
    const { results } = (await api.get(list)).body.data;
    expect(results.map(({ id }: { id: string }) => id)).toEqual([sandbox.id]);
  });

  it('opens nothing of its parent, nor the parent the sandbox, nor makes one, nor sends', async () => {
    const sandbox = await made(api);
    const inside = await keyOf(api, sandbox.id);
    const named = (tenant: string) => ({ 'x-tenant-id': tenant });
    const own = await inside.get('/v1/object-types', undefined, named(api.tenant.id));
    expect(own.status).toBe(403);
    const there = await api.get('/v1/object-types', undefined, named(sandbox.tenant_id));
    expect(there.status).toBe(403);
    const again = await inside.post(list, { name: 'Within' });
    expect([again.status, again.body.error.code]).toEqual([403, 'FORBIDDEN']);
    const path = `/admin/tenants/${sandbox.tenant_id}`;
    const on = await operator.patch(path, { outbound: 'on' });
    expect([on.status, on.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await operator.patch(path, { outbound: 'off', name: 'Named' })).status).toBe(200);
  });

  it('is seen, used and deleted by its parent only', async () => {
    const sandbox = await made(api);
    const other = await createTenant(server);
    const at = `${list}/${sandbox.id}`;
    expect((await other.get(list)).body.data.results).toEqual([]);
    for (const answer of [
      await other.get(at),
      await other.delete(at),
      await other.post(`${at}/key`),
    ])
      expect(answer.status).toBe(404);
    // A record that names another tenant leads nowhere.
    await server.db.query('update app.sandboxes set target_tenant = $2 where id = $1', [
      sandbox.id,
      other.tenant.id,
    ]);
    expect((await api.post(`${at}/key`)).status).toBe(409);
    expect((await api.get(at)).body.data.status).toBe('ended');
    expect((await api.delete(at)).status).toBe(200);
    await until(
      async () =>
        (await server.db.query("select from app.work where id like 'sandbox_drop%'")).rowCount,
      (left) => left === 0,
    );
    expect((await shown(other.tenant.id)).status).toBe('active');
  });

  it('is not among the tenants that anyone finds by the email of a user', async () => {
    const email = 'ada.of.sandboxes@example.com';
    await api.post('/v1/users', { email, password: 'correct horse' });
    await made(api, { name: 'Secret plans', data: 'all', mask: false });
    const { body } = await operator.as('').post('/v1/tenants/lookup', { email });
    expect(body.data).toEqual([{ tenant_id: api.tenant.id, brand_name: 'Parent' }]);
  });

  it('is deleted with everything in it, at once for its callers', async () => {
    const sandbox = await made(api);
    const inside = await keyOf(api, sandbox.id);
    expect((await api.delete(`${list}/${sandbox.id}`)).body.data).toEqual({
      id: sandbox.id,
      deleted: true,
    });
    expect([401, 403]).toContain((await inside.get('/v1/object-types')).status);
    expect((await api.get(`${list}/${sandbox.id}`)).status).toBe(404);
    await until(
      async () => (await shown(sandbox.tenant_id)).status,
      (status) => status === 'deleted',
    );
  });

  it('is closed while its parent is suspended, and when that is deleted', async () => {
    const sandbox = await made(api);
    const inside = await keyOf(api, sandbox.id);
    const path = `/admin/tenants/${api.tenant.id}`;
    const status = async () => (await inside.get('/v1/object-types')).status;
    await operator.post(`${path}/suspend`, { reason: 'Unpaid' });
    expect(await status()).toBe(403);
    await operator.post(`${path}/activate`);
    expect(await status()).toBe(200);
    // One that the operator has suspended by itself stays so.
    await operator.post(`/admin/tenants/${sandbox.tenant_id}/suspend`, { reason: 'Misused' });
    await operator.post(`${path}/suspend`, {});
    await operator.post(`${path}/activate`);
    expect((await shown(sandbox.tenant_id)).status).toBe('suspended');
    await operator.post(`/admin/tenants/${sandbox.tenant_id}/activate`);
    const { confirm_token } = (await operator.delete(path)).body.error;
    await operator.delete(`${path}?force=true&confirm_token=${confirm_token}`);
    expect([401, 403]).toContain(await status());
    const { rows } = await server.db.query("select worker.tenants_expired(100) -> 'orphans' as o");
    expect(rows[0].o).toContain(sandbox.tenant_id);
  });

  it('that has expired is deleted, and its record says so', async () => {
    const sandbox = await made(api);
    await server.db.query(
      `update app.tenants set expires_at = now() - interval '1 minute' where tenant_id = $1`,
      [sandbox.tenant_id],
    );
    await server.db.query('select worker.tenant_expire($1, false)', [sandbox.tenant_id]);
    expect((await api.get(`${list}/${sandbox.id}`)).body.data.status).toBe('ended');
    expect((await api.post(`${list}/${sandbox.id}/key`)).status).toBe(409);
  });
});

describe('of sandboxes', () => {
  it('there are as many as the plan allows, of twenty that are asked for at once', async () => {
    const { id } = api.tenant;
    await operator.patch(`/admin/tenants/${id}`, { limits: { sandboxes: 2 } });
    const asked = Array.from({ length: 20 }, () => api.post(list, { name: 'Tried' }));
    const answers = await Promise.all(asked);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 201)?.body.error;
    expect([refused.code, refused.details]).toMatchObject([
      'PLAN_LIMIT_EXCEEDED',
      { limit: 'sandboxes', used: 2, max: 2 },
    ]);
    const first = answers.find(({ status }) => status === 201)?.body.data;
    await over(api, first.id);
    expect((await api.post(list, { name: 'Third' })).status).toBe(403);
    expect((await api.delete(`${list}/${first.id}`)).status).toBe(200);
    expect((await api.post(list, { name: 'Third' })).status).toBe(201);
  });

  it('objects count against the plan of the parent, on both sides', async () => {
    await api.post('/v1/objects/things', object);
    const path = `/admin/tenants/${api.tenant.id}`;
    await operator.patch(path, { limits: { objects: 1, sandboxes: 2 } });
    const large = await api.post(list, { name: 'Tried', data: 'all' });
    expect([large.status, large.body.error.details.limit]).toEqual([403, 'objects']);
    await operator.patch(path, { limits: { objects: 4, sandboxes: 2 } });
    const sandbox = await made(api, { data: 'all' });
    const inside = await keyOf(api, sandbox.id);
    expect((await inside.post('/v1/objects/things', object)).status).toBe(201);
    expect((await api.post('/v1/objects/things', object)).status).toBe(201);
    for (const side of [api, inside]) {
      const { status, body } = await side.post('/v1/objects/things', object);
      expect([status, body.error.details]).toMatchObject([403, { used: 4, max: 4 }]);
    }
    await operator.patch(path, { limits: { objects: 3, sandboxes: 2 } });
    const { status, body } = await inside.post('/v1/objects/things', object);
    expect([status, body.error.details]).toMatchObject([403, { used: 4, max: 3 }]);
  });

  it('bytes of files count against the plan of the parent, on both sides', async () => {
    const path = `/admin/tenants/${api.tenant.id}`;
    await operator.patch(path, { limits: { storage_bytes: 1000 } });
    const sandbox = await made(api);
    const inside = await keyOf(api, sandbox.id);
    await uploadText(api, 'parent');
    // A plan that became smaller is smaller for the sandboxes that were made before.
    await operator.patch(path, { limits: { storage_bytes: 40 } });
    await uploadText(inside, 'sandbox');
    for (const side of [api, inside])
      await expect(uploadText(side, 'more')).rejects.toThrow('PLAN_LIMIT_EXCEEDED');
  });

  it('the rates are those of the plan free', async () => {
    const sandbox = await made(api);
    const { rows } = await server.db.query(
      `select (app.plan_held($1)).requests_per_minute = p.requests_per_minute as same
       from app.plans p where p.plan_tier = 'free'`,
      [sandbox.tenant_id],
    );
    expect(rows).toEqual([{ same: true }]);
  });

  it('none is made by callers without the right', async () => {
    const few = await api.withKey(['read', 'write', 'schema', 'files', 'auth']);
    for (const answer of [await few.post(list, { name: 'X' }), await few.get(list)])
      expect([answer.status, answer.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const closed = await api.withKey(['*']);
    await server.db.query('update app.api_keys set sees_private = false where id = $1', [
      closed.keyId,
    ]);
    expect((await closed.post(list, { name: 'X' })).status).toBe(403);
    for (const fields of [{}, { name: 'X', data: 'sample' }, { name: 'X', expires_in_days: 91 }])
      expect((await api.post(list, fields)).status).toBe(400);
  });
});
