import { describe, expect, it } from 'vitest';
import { newKey } from '../platform-keys/keys.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ ADMIN_GRAPHQL: 'on' });

const logsOf = async (query = '') => {
  const { status, body } = await platformClient(server).get(`/admin/audit-logs?limit=100${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.logs;
};

describe('the audit log of the operator', () => {
  it('has each change, of a tenant and of none, with the key that made it, before and after', async () => {
    const { client, key } = await newKey(server, ['tenants:write', 'owner:write'], { label: 'CI' });
    const { tenant } = await createTenant(server);
    const id = 'req_of_the_change';
    await client.post(
      `/admin/tenants/${tenant.id}/suspend`,
      { reason: 'unpaid' },
      { 'x-request-id': id },
    );
    await client.post('/owner/announcements', { title: 'Hello' });
    const [announced, suspended, ...rest] = await logsOf(`&actor=${key.id}`);
    expect(rest).toEqual([]);
    const actor = { type: 'platform', id: key.id, label: 'CI' };
    expect(announced).toMatchObject({
      ...{ actor, tenant_id: null, action: 'announcement.created', resource_type: 'announcement' },
      changes: { before: null, after: { title: 'Hello' } },
    });
    expect(suspended).toMatchObject({
      ...{ actor, tenant_id: tenant.id, action: 'tenant.suspended', resource_id: tenant.id },
      changes: { before: { status: 'active' }, after: { status: 'suspended' } },
      ...{ ip: '127.0.0.1', request_id: id },
    });
    const { rows } = await server.db.query(
      'select id::text, actor from app.journal where tenant_id = $1 and request_id = $2',
      [tenant.id, id],
    );
    expect(rows).toEqual([{ id: suspended.id, actor: { ...actor, email: null } }]);
  });

  it('names PLATFORM_ADMIN_KEY as env, and filters by action, tenant, resource and time', async () => {
    const { tenant } = await createTenant(server);
    const made = await logsOf(`&tenant_id=${tenant.id}`);
    expect(made.map((log: { action: string }) => log.action).toSorted()).toEqual([
      ...['key.created', 'tenant.created'],
    ]);
    expect(made[0].actor).toEqual({ type: 'platform', id: 'env', label: 'PLATFORM_ADMIN_KEY' });
    const { created_at: at } = made[0];
    const found = async (query: string) => (await logsOf(`&tenant_id=${tenant.id}${query}`)).length;
    const moment = encodeURIComponent(at);
    expect(await found('&action=tenant.created')).toBe(1);
    expect(await found('&action=tenant.*')).toBe(1);
    expect(await found('&action=*')).toBe(2);
    expect((await logsOf('&action=tenant.*')).length).toBeGreaterThan(1);
    expect(await found('&actor=env')).toBe(2);
    expect(await found('&actor=pkey_0')).toBe(0);
    expect(await found(`&resource_id=${tenant.id}`)).toBe(1);
    expect(await found(`&since=${moment}`)).toBeGreaterThanOrEqual(1);
    expect(await found(`&until=${moment}`)).toBeLessThan(2);
    expect(await found('&since=2100-01-01T00:00:00Z')).toBe(0);
    expect((await logsOf('&action=tenant.created')).length).toBeGreaterThan(0);
  });

  it('keeps no data of the users that a change has made', async () => {
    const owner = {
      owner_email: 'owner-of-audit@example.com',
      owner_password: 'a long passphrase 1',
    };
    const { body } = await platformClient(server).post('/admin/tenants', { name: 'T', ...owner });
    const logs = await logsOf(`&tenant_id=${body.data.tenant.id}&action=user.*`);
    expect(logs).toMatchObject([{ resource_type: 'user', changes: { before: null, after: null } }]);
  });

  it('has the rotation of the signing keys, and what GraphQL changes', async () => {
    const { client, key } = await newKey(server, ['infra:write', 'tenants:write']);
    const { body } = await client.post('/admin/keys/rotate', {});
    const { tenant } = await createTenant(server);
    await client.post('/admin/graphql', {
      query: `mutation { tenantSuspend(tenantId: "${tenant.id}") }`,
    });
    expect(await logsOf(`&actor=${key.id}`)).toMatchObject([
      { action: 'tenant.suspended', tenant_id: tenant.id },
      { action: 'signing_key.rotated', resource_id: body.data.kid },
    ]);
  });

  it('has nothing of a dry run, of a repetition or of what failed', async () => {
    const { client, key } = await newKey(server, ['owner:write']);
    const make = (query: string, headers = {}, body: object = { title: 'Once' }) =>
      client.post(`/owner/announcements${query}`, body, headers);
    await make('?dry_run=true');
    await make('', {}, { title: 'x', ends_at: '2000-01-01T00:00:00Z' });
    await make('', { 'idempotency-key': 'once' });
    await make('', { 'idempotency-key': 'once' });
    expect(await logsOf(`&actor=${key.id}`)).toHaveLength(1);
  });

  it('has calls that a valid key was refused, the same one once, and not those of junk', async () => {
    const { client, key } = await newKey(server, ['keys']);
    const { tenant } = await createTenant(server);
    const suspend = `/admin/tenants/${tenant.id}/suspend`;
    for (let n = 0; n < 3; n++) expect((await client.post(suspend, {})).status).toBe(403);
    await client.post('/admin/keys', { label: 'x', scopes: ['*'] });
    await client.post('/admin/graphql', {
      query: `mutation { tenantSuspend(tenantId: "${tenant.id}") }`,
    });
    const elsewhere = await newKey(server, ['*'], { ip_allowlist: ['192.0.2.1'] });
    await elsewhere.client.get('/owner/plans');
    const refused = { action: 'call.refused', resource_type: 'operation', ip: '127.0.0.1' };
    const code = 'INSUFFICIENT_SCOPE';
    expect(await logsOf(`&actor=${key.id}`)).toMatchObject([
      {
        ...{ ...refused, resource_id: 'platform_key.create', tenant_id: null },
        changes: { after: { code, required: '*' } },
      },
      {
        ...{ ...refused, resource_id: 'tenant.suspend', tenant_id: tenant.id },
        changes: { before: null, after: { code, required: 'tenants:write' } },
      },
    ]);
    expect(await logsOf(`&actor=${elsewhere.key.id}`)).toMatchObject([
      { ...refused, resource_id: 'plan.list', changes: { after: { code: 'IP_NOT_ALLOWED' } } },
    ]);
  });

  it('keeps at most 100 refusals of a key in an hour', async () => {
    const refusal = { actor_id: 'pkey_busy', actor_label: 'Busy', operation: 'plan.list' };
    await server.db.query('select app.platform_audit_refusal($1) from generate_series(1, 150)', [
      { ...refusal, after: { code: 'INSUFFICIENT_SCOPE' }, request_id: 'req_x' },
    ]);
    const { rows } = await server.db.query(
      `select count(*)::int as n from app.platform_audits where actor_id = 'pkey_busy'`,
    );
    expect(rows).toEqual([{ n: 100 }]);
  });

  it('holds no token, nor do the journal and what is kept for Idempotency-Keys', async () => {
    const operator = platformClient(server);
    const headers = { 'idempotency-key': 'with-a-secret' };
    const { body } = await operator.post('/admin/keys', { label: 'x', scopes: ['keys'] }, headers);
    const again = await operator.post('/admin/keys', { label: 'x', scopes: ['keys'] }, headers);
    expect(again.body.data).toEqual(body.data);
    const rotated = await operator.post(`/admin/keys/${body.data.key.id}/rotate`, {});
    const { rows } = await server.db.query(`
      select (select json_agg(a)::text from app.platform_audits a) as audits,
        (select json_agg(j)::text from app.journal j) as journal,
        (select json_agg(i)::text from app.idempotency_keys i) as kept,
        (select json_agg(k)::text from app.platform_keys k) as keys`);
    const text = JSON.stringify(rows);
    expect(text).toContain(body.data.key.id);
    for (const { token } of [body.data, rotated.body.data])
      expect(text).not.toContain(token.slice(5, 48));
    expect(text).not.toContain(server.platformKey);
  });

  it('cannot be changed by a request', async () => {
    for (const privilege of ['update', 'delete', 'truncate']) {
      const { rows } = await server.db.query(
        `select r from unnest('{insula_api,insula_tenant,insula_platform,insula_worker,insula_sql}'::text[]) r
         where has_table_privilege(r, 'app.platform_audits', $1)`,
        [privilege],
      );
      expect(rows).toEqual([]);
    }
  });
});

describe('the audit log of a tenant, for the operator,', () => {
  it('says what was done by which author, and not what was written', async () => {
    const api = await createTenant(server);
    await api.post('/v1/object-types', { name: 'secrets' });
    const { body: made } = await api.post('/v1/objects/secrets', { properties: { a: 'hidden' } });
    const { client } = await newKey(server, ['audit']);
    const path = `/admin/tenants/${api.tenant.id}/audit-logs`;
    const { body } = await client.get(`${path}?action=object.created`);
    expect(body.data).toEqual({
      logs: [
        {
          id: expect.stringMatching(/^evt_/),
          action: 'object.created',
          actor: { type: 'api_key', id: expect.stringMatching(/^key_/) },
          ...{ resource_type: 'object', resource_id: made.data.id },
          created_at: expect.any(String),
        },
      ],
      ...{ total: 1, total_relation: 'eq' },
    });
    const everything = await client.get(path);
    expect(JSON.stringify(everything.body)).not.toContain('hidden');
    expect(everything.body.data.total).toBe(4);
    expect((await client.get(`${path}?actor=pkey_0`)).body.data.total).toBe(0);
    expect((await client.get('/admin/tenants/ten_0/audit-logs')).status).toBe(404);
    expect((await client.get(`/admin/tenants/${api.tenant.id}`)).status).toBe(403);
  });
});
