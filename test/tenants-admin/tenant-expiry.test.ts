import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { housekeeping } from '../../src/doors/worker/housekeeping.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('a tenant for a time', () => {
  let server: TestServer;
  let operator: Client;
  beforeAll(async () => {
    server = await startTestServer();
    operator = platformClient(server);
  });
  afterAll(() => server.close());

  const get = async (api: TenantClient) =>
    (await operator.get(`/admin/tenants/${api.tenant.id}`)).body.data;
  const keep = async () => {
    const storage = { list: async function* () {} };
    const job = housekeeping(server.config, storage as never);
    const query = server.db.query.bind(server.db);
    const logger = { warn: () => {}, info: () => {} };
    await job({}, { query, logger } as never);
  };
  const put = (api: TenantClient, values: string) =>
    server.db.query(`update app.tenants set ${values} where tenant_id = $1`, [api.tenant.id]);

  it('is given an end in the future by the operator, which may be taken back', async () => {
    const api = await createTenant(server);
    const path = `/admin/tenants/${api.tenant.id}`;
    const past = await operator.patch(path, { expires_at: '2020-01-01T00:00:00Z' });
    expect([past.status, past.body.error.param]).toEqual([400, 'expires_at']);
    const at = '2099-01-01T00:00:00.000Z';
    const { body } = await operator.patch(path, { expires_at: at });
    expect(Date.parse(body.data.expires_at)).toBe(Date.parse(at));
    const kept = await operator.patch(path, { expires_at: null });
    expect(kept.body.data.expires_at).toBeNull();
  });

  it('is deleted by the worker when it has expired, and the journal says so', async () => {
    const [expired, other, late] = [
      await createTenant(server),
      await createTenant(server),
      await createTenant(server),
    ];
    await put(expired, `expires_at = now() - interval '1 minute'`);
    await put(other, `expires_at = now() + interval '1 hour'`);
    // As a staging, which is removed with its restore.
    await put(late, `expires_at = now() - interval '1 minute', status = 'provisioning'`);
    await keep();
    expect(await get(expired)).toMatchObject({ status: 'deleted' });
    expect((await expired.get('/v1/object-types')).status).toBe(401);
    const { rows } = await server.db.query(
      `select type, actor->>'type' as actor, pending from app.journal
       where tenant_id = $1 order by xid desc, id desc limit 1`,
      [expired.tenant.id],
    );
    expect(rows).toEqual([{ type: 'tenant.deleted', actor: 'system', pending: true }]);
    expect(await get(other)).toMatchObject({ status: 'active' });
    expect(await get(late)).toMatchObject({ status: 'provisioning' });
  });

  it('goes with the tenant that made it as a sandbox', async () => {
    const [parent, sandbox, kept] = [
      await createTenant(server),
      await createTenant(server),
      await createTenant(server),
    ];
    await put(sandbox, `is_sandbox = true, parent_tenant_id = '${parent.tenant.id}'`);
    await put(kept, `is_sandbox = true, parent_tenant_id = '${kept.tenant.id}'`);
    await keep();
    expect(await get(sandbox)).toMatchObject({
      status: 'active',
      is_sandbox: true,
      parent_tenant_id: parent.tenant.id,
    });
    const path = `/admin/tenants/${parent.tenant.id}`;
    const { confirm_token } = (await operator.delete(path)).body.error;
    await operator.delete(`${path}?force=true&confirm_token=${confirm_token}`);
    await keep();
    expect(await get(sandbox)).toMatchObject({ status: 'deleted' });
    expect(await get(kept)).toMatchObject({ status: 'active' });
  });
});
