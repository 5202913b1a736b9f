import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { appTables, countedLater } from '../support/catalog.ts';
import { defineType } from '../support/define-type.ts';
import { groupSeeds } from '../support/group-seeds.ts';
import { seedAutomations } from '../support/seed-automations.ts';
import { seedFile, seedFileExtras } from '../support/seed-files.ts';
import { seedFunctions } from '../support/seed-functions.ts';
import { seedIdentity } from '../support/seed-identity.ts';
import { seedJobRows } from '../support/seed-jobs.ts';
import { seedWebhooks } from '../support/seed-webhooks.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const pathOf = (api: TenantClient) => `/admin/tenants/${api.tenant.id}`;

/** Both steps of the delete. */
async function deleteTenant(operator: Client, api: TenantClient) {
  const { confirm_token } = (await operator.delete(pathOf(api))).body.error;
  return operator.delete(`${pathOf(api)}?force=true&confirm_token=${confirm_token}`);
}

describe('deleting a tenant', () => {
  let server: TestServer;
  let operator: Client;
  beforeAll(async () => {
    server = await startTestServer();
    operator = platformClient(server);
  });
  afterAll(() => server.close());

  it('first lists what will be deleted', async () => {
    const api = await createTenant(server);
    const { name, path } = await defineType(api, { title: 'string' });
    const { ids } = (await api.post(`${path}/batch/create`, { objects: [{}, {}] })).body.data;
    await api.put(`${path}/${ids[0]}/associations/next/${name}/${ids[1]}`);
    for (const name of ['One', 'Two']) await api.post('/v1/sandboxes', { name });
    const { status, body } = await operator.delete(pathOf(api));
    expect([status, body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
    expect(body.error.dependencies).toEqual([
      { type: 'object', count: 2, label: '2 objects' },
      { type: 'object_type', count: 1, label: '1 object type' },
      { type: 'association', count: 1, label: '1 association' },
      { type: 'key', count: 1, label: '1 key' },
      { type: 'sandbox', count: 2, label: '2 sandboxes' },
    ]);
    expect((await api.get('/v1/object-types')).status).toBe(200);
  });

  it('then ends its keys at once, and keeps a tombstone', async () => {
    const api = await createTenant(server, { slug: 'ended' });
    const second = await api.withKey(['read']);
    const { status, body } = await deleteTenant(operator, api);
    expect([status, body.data]).toEqual([200, { id: api.tenant.id, deleted: true }]);
    for (const key of [api, second])
      expect((await key.get('/v1/object-types')).body.error.code).toBe('INVALID_TOKEN');

    const tombstone = (await operator.get(pathOf(api))).body.data;
    expect(tombstone).toMatchObject({ status: 'deleted', deleted_at: expect.any(String) });
    const listed = async (query: string) =>
      (await operator.get(`/admin/tenants?search=${api.tenant.id}${query}`)).body.data.total;
    expect([await listed(''), await listed('&status=deleted')]).toEqual([0, 1]);
  });

  it('is final', async () => {
    const api = await createTenant(server);
    await deleteTenant(operator, api);
    for (const call of [
      operator.delete(pathOf(api)),
      operator.patch(pathOf(api), { status: 'active' }),
      operator.post(`${pathOf(api)}/activate`),
      operator.post(`${pathOf(api)}/keys`, { scopes: ['*'] }),
    ])
      expect((await call).status).toBe(404);
    expect((await api.get('/v1/object-types')).status).toBe(401);
  });

  it('frees the slug for a new tenant, which sees nothing of the old one', async () => {
    const old = await createTenant(server, { name: 'Phoenix', slug: 'phoenix' });
    const { id, path } = await defineType(old, { title: 'string' }, { name: 'letters' });
    const object = (await old.post(path, { properties: { title: 'secret' } })).body.data.id;
    await deleteTenant(operator, old);

    const risen = await createTenant(server, { name: 'Phoenix', slug: 'phoenix' });
    expect(risen.tenant.id).not.toBe(old.tenant.id);
    expect((await risen.get('/v1/object-types')).body.data).toEqual([]);
    for (const child of [
      `/v1/object-types/${id}`,
      `/v1/object-types/letters`,
      `/v1/objects/${id}/${object}`,
    ])
      expect((await risen.get(child)).status).toBe(404);
    await defineType(risen, {}, { name: 'letters' });
    const list = (await risen.get('/v1/objects/letters/list')).body.data;
    expect(list).toEqual({ results: [], next_cursor: null, total: 0 });
  });

  it('requires both the token and force, and otherwise lists again what will be deleted', async () => {
    const api = await createTenant(server);
    const { confirm_token: token } = (await operator.delete(pathOf(api))).body.error;
    for (const query of [
      '?force=true',
      `?confirm_token=${token}`,
      '?force=true&confirm_token=ct_guess',
    ]) {
      const { status, body } = await operator.delete(pathOf(api) + query);
      expect([status, body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
      expect(body.error.confirm_token).not.toBe(token);
    }
    expect((await operator.delete(`${pathOf(api)}?force=true&confirm_token=${token}`)).status).toBe(
      200,
    );
  });

  it('refuses a token that is another tenant’s, expired, or older than new content', async () => {
    const [api, other] = [await createTenant(server), await createTenant(server)];
    const force = async (token: string) =>
      (await operator.delete(`${pathOf(api)}?force=true&confirm_token=${token}`)).status;
    const tokenOf = async (one: TenantClient): Promise<string> =>
      (await operator.delete(pathOf(one))).body.error.confirm_token;

    expect(await force(await tokenOf(other))).toBe(409);
    const stale = await tokenOf(api);
    await api.withKey(['read']);
    expect(await force(stale)).toBe(409);
    const old = await tokenOf(api);
    await server.db.query(`update app.confirm_tokens set expires_at = now() where tenant_id = $1`, [
      api.tenant.id,
    ]);
    expect(await force(old)).toBe(409);
    expect((await api.get('/v1/object-types')).status).toBe(200);
    expect(await force(await tokenOf(api))).toBe(200);
  });

  it('happens once, however many requests confirm at once', async () => {
    const api = await createTenant(server);
    const { confirm_token } = (await operator.delete(pathOf(api))).body.error;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        operator.delete(`${pathOf(api)}?force=true&confirm_token=${confirm_token}`),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([
      200,
      ...Array(19).fill(404),
    ]);
  });
});

const kept = ['tenants', 'journal', 'journal_seals', 'user_erasures'];

describe('the worker, for a deleted tenant,', () => {
  it('removes every row except its journal and the ids of erased users, and none of another tenant', async () => {
    const server = await startTestServer({ WORKER: 'on' });
    const operator = platformClient(server);
    const tenants = [await createTenant(server), await createTenant(server)] as const;
    for (const api of tenants) {
      const { id, name, path } = await defineType(api, {
        title: { data_type: 'string', is_indexed: true },
      });
      const { ids } = (await api.post(`${path}/batch/create`, { objects: [{}, {}, {}] })).body.data;
      const headers = { 'idempotency-key': 'change' };
      await api.patch(`${path}/${ids[0]}`, { properties: { title: 'changed' } }, headers);
      await api.delete(`${path}/${ids[1]}`);
      await api.delete(`${path}/${ids[1]}?force=true`);
      await api.put(`${path}/${ids[0]}/associations/next/${name}/${ids[2]}`);
      await api.post('/v1/association-types', { name: 'next' });
      await api.post(`/v1/object-types/${id}/views`, { name: 'All' });
      const rows = [{ title: 'imported' }];
      await api.post('/v1/data/import', { object_type_id: id, format: 'json', rows });
      await api.post('/v1/data/export', { object_type_id: id, format: 'csv' });
      const limited = await defineType(api);
      await api.post(`/v1/object-types/${limited.id}/policies`, { name: 'own' });
      const refused = await api.delete(`/v1/object-types/${limited.id}`);
      const token = refused.body.error.confirm_token;
      await api.delete(`/v1/object-types/${limited.id}?force=true&confirm_token=${token}`);
      await seedIdentity(server.db, api.tenant.id, api.tenant.slug);
      await seedJobRows(server.db, api.tenant.id);
      const file = await seedFile(api, name);
      for (const { seedRows } of groupSeeds)
        await seedRows?.(server.db, api.tenant.id, api.tenant.slug);
      await server.db.query(
        'insert into app.causation_budgets (tenant_id, root) values ($1, gen_random_uuid())',
        [api.tenant.id],
      );
      await seedWebhooks(server.db, api.tenant.id, api.tenant.slug);
      await seedAutomations(api, id, name);
      await seedFunctions(server.db, api.tenant.id, api.tenant.slug);
      await seedFileExtras(server.db, api.tenant.id, file.id);
      await server.db.query(
        'insert into app.causation_budgets (tenant_id, root) values ($1, gen_random_uuid())',
        [api.tenant.id],
      );
    }
    const tables = (await appTables(server.db)).filter(
      ({ name, hasTenant, isPartition }) => hasTenant && !isPartition && !kept.includes(name),
    );
    const rowsOf = async ({ tenant }: TenantClient) => {
      const counts = tables.map(async ({ name }) => {
        const { rows } = await server.db.query(
          `select count(*)::int as count from app.${name} where tenant_id = $1`,
          [tenant.id],
        );
        return [name, rows[0].count] as [string, number];
      });
      return Object.fromEntries(await Promise.all(counts));
    };
    const [gone, other] = tenants;
    const before = await rowsOf(other);
    expect(
      Object.values(before).every((count) => count > 0),
      JSON.stringify(before),
    ).toBe(true);

    await deleteTenant(operator, gone);
    await until(
      () => rowsOf(gone),
      (rows) => Object.values(rows).every((count) => count === 0),
    );
    const left = Object.entries(before).filter(([name]) => !countedLater.includes(name));
    expect(await rowsOf(other)).toMatchObject(Object.fromEntries(left));
    const { rows } = await server.db.query(
      `select type from app.journal where tenant_id = $1 order by xid desc limit 1`,
      [gone.tenant.id],
    );
    expect(rows).toEqual([{ type: 'tenant.deleted' }]);
    await server.close();
  });
});
