import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { backupOf, over, path, withPassphrase } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
let api: TenantClient;
beforeAll(async () => {
  operator = platformClient(server);
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  for (const name of ['one', 'two', 'three'])
    await api.post('/v1/objects/things', { properties: { name } });
});

const tenantCount = async () =>
  (await server.db.query('select count(*)::int as n from app.tenants')).rows[0].n;

/** A client of a restored tenant: its keys open nothing, so it gets a new one. */
async function clientOf(tenant: string): Promise<Client> {
  const { body } = await operator.post(`/admin/tenants/${tenant}/keys`, {
    label: 'after the restore',
    scopes: ['*'],
  });
  return operator.as(body.data.token);
}

describe('a restore as a new tenant', () => {
  it('brings all of it back under a new id, from which nothing leaves', async () => {
    const backup = await backupOf(operator, api.tenant.id);
    const { status, body } = await operator.post(`${path}/${backup.id}/restore`, {
      ...{ mode: 'new_tenant', name: 'Restored', slug: 'restored' },
    });
    expect([status, body.data]).toEqual([
      201,
      expect.objectContaining({
        id: expect.stringMatching(/^rst_[0-9a-f]{32}$/),
        ...{ backup_id: backup.id, mode: 'new_tenant', source: 'backup', status: 'pending' },
        ...{ source_tenant_id: api.tenant.id, target_tenant_id: null },
      }),
    ]);
    const done = await over(operator, `/admin/restores/${body.data.id}`);
    const { restores } = (await operator.get('/admin/restores?limit=1')).body.data;
    expect(restores).toEqual([done]);
    expect(done).toMatchObject({
      ...{ status: 'completed', error: null },
      report: { created: { objects: 3, object_types: 1 }, conflict_count: 0 },
    });
    expect(done.target_tenant_id).not.toBe(api.tenant.id);
    const tenant = (await operator.get(`/admin/tenants/${done.target_tenant_id}`)).body.data;
    expect(tenant).toMatchObject({ status: 'active', slug: 'restored', outbound: 'off' });
    const restored = await clientOf(done.target_tenant_id);
    const objects = async (of: Client) =>
      (await of.post('/v1/objects/things/search', {})).body.data.results;
    const before = await objects(api);
    expect(before).toHaveLength(3);
    const tenant_id = done.target_tenant_id;
    expect(await objects(restored)).toEqual(before.map((one: object) => ({ ...one, tenant_id })));
    const elsewhere = { 'x-tenant-id': done.target_tenant_id };
    expect((await api.get('/v1/object-types', undefined, elsewhere)).status).toBe(403);
  });

  it('needs the passphrase of an encrypted backup', async () => {
    const { id } = await backupOf(operator, api.tenant.id, {}, withPassphrase);
    const wanted = { mode: 'new_tenant', name: 'Opened' };
    const refused = await operator.post(`${path}/${id}/restore`, wanted);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SNAPSHOT_LOCKED']);
    const { body } = await operator.post(`${path}/${id}/restore`, wanted, withPassphrase);
    expect(await over(operator, `/admin/restores/${body.data.id}`)).toMatchObject({
      status: 'completed',
    });
  });

  it('leaves nothing when the passphrase is wrong', async () => {
    const { id } = await backupOf(operator, api.tenant.id, {}, withPassphrase);
    const before = await tenantCount();
    const wanted = { mode: 'new_tenant', name: 'Not opened' };
    const headers = { 'x-snapshot-passphrase': 'not this one' };
    const { body } = await operator.post(`${path}/${id}/restore`, wanted, headers);
    const failed = await over(operator, `/admin/restores/${body.data.id}`);
    expect(failed).toMatchObject({ status: 'failed', target_tenant_id: null });
    expect(failed.error).toBe(
      'This passphrase does not open the snapshot. Send its passphrase in the header X-Snapshot-Passphrase.',
    );
    expect(await tenantCount()).toBe(before);
  });

  it('is tried by a dry run, which reads all of it and changes nothing', async () => {
    const { id } = await backupOf(operator, api.tenant.id);
    const before = await tenantCount();
    for (const [query, fields] of [
      ['?dry_run=true', {}],
      ['', { dry_run: true }],
    ] as const) {
      const wanted = { mode: 'new_tenant', name: 'Tried', ...fields };
      const { status, body } = await operator.post(`${path}/${id}/restore${query}`, wanted);
      expect([status, body.dry_run, body.data.report.created.objects]).toEqual([200, true, 3]);
    }
    expect(await tenantCount()).toBe(before);
  });

  it.each([
    [{}, 400, 'VALIDATION_ERROR', 'name'],
    [{ name: 'X', keep_tenant_id: true }, 409, 'ALREADY_EXISTS', 'keep_tenant_id'],
    [{ name: 'X', target_tenant_id: 'ten_1' }, 400, 'VALIDATION_ERROR', 'target_tenant_id'],
    [{ name: 'X', only: { types: ['things'] } }, 400, 'VALIDATION_ERROR', 'only'],
    [{ name: 'X', on_conflict: 'keep', dry_run: true }, 400, 'VALIDATION_ERROR', 'on_conflict'],
  ])('refuses %o', async (fields, expected, code, param) => {
    const { id } = await backupOf(operator, api.tenant.id);
    const { status, body } = await operator.post(`${path}/${id}/restore`, {
      mode: 'new_tenant',
      ...fields,
    });
    expect([status, body.error.code, body.error.param]).toEqual([expected, code, param]);
  });

  it('refuses a slug that is taken', async () => {
    const { id } = await backupOf(operator, api.tenant.id);
    const fields = { mode: 'new_tenant', name: 'X', slug: api.tenant.slug };
    const { status, body } = await operator.post(`${path}/${id}/restore`, fields);
    expect([status, body.error.code, body.error.param]).toEqual([409, 'ALREADY_EXISTS', 'slug']);
  });
});
