import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lostSecret } from '../../src/credentials/lost-secret.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { over } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let operator: Client;
let api: TenantClient;
/** Everything that was sent to the receiver. */
const heard: string[] = [];
const receiver = createServer((req, res) => {
  heard.push(req.url ?? '');
  res.end('{}');
});
const canary = 'canary5d1f';
beforeAll(async () => {
  operator = platformClient(server);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  api = await createTenant(server, { name: 'Source' });
  await api.post('/v1/object-types', { name: 'things' });
  await api.post('/v1/object-types/things/properties', { name: 'mail', data_type: 'email' });
  for (const name of ['one', 'two', 'three'])
    await api.post('/v1/objects/things', { properties: { name, mail: `${canary}@example.com` } });
  await signUp(api, { email: `${canary}@example.com` });
  const url = `http://127.0.0.1:${port}`;
  await api.post('/v1/webhooks', { url: `${url}/hook`, events: ['object.created'] });
  await api.post('/v1/scheduled-jobs', {
    ...{ name: 'at new year', cron_expression: '0 0 1 1 *', action_type: 'webhook' },
    action_config: { url: `${url}/job` },
  });
  const body = new FormData();
  body.set('file', new File(['a note'], 'note.txt', { type: 'text/plain' }));
  expect((await api.send('POST', '/v1/files/upload', { body })).status).toBe(201);
});
afterAll(() => receiver.close());

const clone = async (fields: object) => {
  const path = `/admin/tenants/${api.tenant.id}/clone`;
  const { status, body } = await operator.post(path, { name: 'Copy', ...fields });
  expect([status, body.error]).toEqual([201, undefined]);
  return over(operator, `/admin/restores/${body.data.id}`);
};
async function clientOf(tenant: string): Promise<Client> {
  const fields = { label: 'after', scopes: ['*'] };
  const { body } = await operator.post(`/admin/tenants/${tenant}/keys`, fields);
  return operator.as(body.data.token);
}
const tenants = async () =>
  (await server.db.query('select tenant_id from app.tenants order by 1')).rows.map(
    ({ tenant_id }) => tenant_id,
  );
const objectsOf = async (of: Client) =>
  (await of.post('/v1/objects/things/search', {})).body.data.results;
/** How often a word stands in the rows of a tenant, by table. */
async function found(tenant: string, word: string): Promise<string[]> {
  const { rows } = await server.db.query(
    `select r.table_name as name from app.registry_tables() r
     join information_schema.columns c on c.table_schema = 'app' and c.table_name = r.table_name
       and c.column_name = 'tenant_id' order by 1`,
  );
  const names: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await server.db.query(
      `select from app.${name} r where tenant_id = $1 and r::text like $2 limit 1`,
      [tenant, `%${word}%`],
    );
    if (rowCount) names.push(name);
  }
  return names;
}

describe('a copy of a tenant', () => {
  it('holds everything but the journal under the same ids, and nothing leaves it', async () => {
    const before = await objectsOf(api);
    const done = await clone({ slug: 'copy', expires_in_days: 7 });
    expect(done).toMatchObject({
      ...{ mode: 'clone', source: 'tenant', status: 'completed', error: null, backup_id: null },
      ...{ source_tenant_id: api.tenant.id },
      report: { created: { objects: 3, users: 1 }, files: { restored: 1, missing: 0 } },
    });
    const shown = (await operator.get(`/admin/tenants/${done.target_tenant_id}`)).body.data;
    expect(shown).toMatchObject({
      ...{ name: 'Copy', slug: 'copy', status: 'active', outbound: 'off', is_sandbox: false },
      ...{ cloned_from: api.tenant.id, parent_tenant_id: null },
    });
    const days = (Date.parse(shown.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    const copy = await clientOf(done.target_tenant_id);
    const tenant_id = done.target_tenant_id;
    expect(await objectsOf(copy)).toEqual(before.map((one: object) => ({ ...one, tenant_id })));
    // Secrets are copied, sealed anew: otherwise the report would say so.
    const left = done.report.left_out.map(({ what }: { what: string }) => what);
    expect(left).toEqual(['tokens of API keys']);
    const { rows } = await server.db.query(
      `select tenant_id, secret from app.webhooks order by tenant_id = $1`,
      [tenant_id],
    );
    expect(rows[0].secret).not.toBe(rows[1].secret);

    // Its old key opens nothing there, and the source goes on sending.
    const elsewhere = { 'x-tenant-id': tenant_id };
    expect((await api.get('/v1/object-types', undefined, elsewhere)).status).toBe(403);
    heard.length = 0;
    await copy.post('/v1/objects/things', { properties: { name: 'in the copy' } });
    await server.db.query(
      `update app.schedules set next_run_at = now() - interval '1 minute' where tenant_id = $1`,
      [tenant_id],
    );
    await until(
      async () => (await copy.get('/v1/webhook-deliveries')).body.data.deliveries,
      (deliveries) => deliveries.some(({ status }: { status: string }) => status === 'muted'),
    );
    await until(
      async () =>
        (await server.db.query('select from app.schedules where next_run_at <= now()')).rowCount,
      (due) => due === 0,
    );
    expect(heard).toEqual([]);
    await api.post('/v1/objects/things', { properties: { name: 'in the source' } });
    await until(
      async () => heard,
      (urls) => urls.includes('/hook'),
    );
    expect(heard).toEqual(['/hook']);
  });

  it('that is masked holds no word of people, neither secrets nor passwords', async () => {
    const { rows: was } = await server.db.query(
      `select count(*)::int as n from app.objects where tenant_id = $1`,
      [api.tenant.id],
    );
    const done = await clone({ mask: true, journal: 'all' });
    expect(done).toMatchObject({ status: 'completed', error: null });
    expect(done.report.created.objects).toBe(was[0].n);
    expect(await found(api.tenant.id, canary)).toContain('users');
    expect(await found(done.target_tenant_id, canary)).toEqual([]);
    const { rows } = await server.db.query(
      'select email, password_hash from app.users where tenant_id = $1',
      [done.target_tenant_id],
    );
    expect(rows).toEqual([
      { email: expect.stringMatching(/@masked\.invalid$/), password_hash: null },
    ]);
    const { rows: secrets } = await server.db.query(
      'select secret from app.webhooks where tenant_id = $1',
      [done.target_tenant_id],
    );
    expect(secrets).toEqual([{ secret: lostSecret }]);
  });

  it.each([
    ['none', [undefined, 1]],
    ['sample', [1, 1]],
  ])('with data %s', async (data, expected) => {
    const objects = await objectsOf(api);
    const done = await clone({ data, files: false });
    expect(done).toMatchObject({ status: 'completed', error: null });
    const { objects: copied, users, object_types } = done.report.created;
    expect([copied, users, object_types]).toEqual([
      data === 'none' ? undefined : objects.length,
      ...expected,
    ]);
  });

  it('leaves every other tenant as it was', async () => {
    const other = await createTenant(server);
    const rows = async () =>
      (
        await server.db.query(
          `select md5(string_agg(t::text, '' order by t::text)) as all from (
             select o::text from app.objects o where tenant_id = $1
             union all select j::text from app.journal j where tenant_id = $1
             union all select t::text from app.tenants t where tenant_id = $1) t`,
          [other.tenant.id],
        )
      ).rows[0].all;
    const before = await rows();
    await clone({});
    expect(await rows()).toBe(before);
  });

  it('refuses what can be told before', async () => {
    const path = `/admin/tenants/${api.tenant.id}/clone`;
    const taken = await operator.post(path, { name: 'X', slug: api.tenant.slug });
    expect([taken.status, taken.body.error.code, taken.body.error.param]).toEqual([
      ...[409, 'ALREADY_EXISTS', 'slug'],
    ]);
    expect((await operator.post(path, {})).body.error.param).toBe('name');
    expect((await operator.post('/admin/tenants/ten_none/clone', { name: 'X' })).status).toBe(404);
    expect((await api.post(path, { name: 'X' })).status).toBe(403);
    const before = await tenants();
    const tried = await operator.post(`${path}?dry_run=true`, { name: 'X' });
    expect(tried.body.dry_run).toBe(true);
    expect(await tenants()).toEqual(before);
  });
});
