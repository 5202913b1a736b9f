import { beforeAll, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { backupOf, path as backups, over, remove, restoredInto } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

/** The tables of a tenant where a text is. */
async function tracesOf(tenant: string, text: string): Promise<string[]> {
  const { rows } = await server.db.query<{ name: string }>(
    `select table_name as name from app.registry_tables() t where rule->>'snapshot' = 'in'`,
  );
  const found = [];
  for (const { name } of rows) {
    const { rowCount } = await server.db.query(
      `select 1 from app.${name} t where t.tenant_id = $1 and t::text ilike '%' || $2 || '%' limit 1`,
      [tenant, text],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

const usersOf = async (tenant: string) =>
  (await server.db.query('select email from app.users where tenant_id = $1 order by 1', [tenant]))
    .rows;

/** A tenant with a backup of a time when a user was there who is erased since. */
async function erasedSince(): Promise<{ api: TenantClient; backup: string; user: string }> {
  const api = await createTenant(server);
  const { path } = await defineType(api, { title: 'string' });
  const ada = await createUser(api, {
    role: 'admin',
    email: 'ada@example.com',
    user_metadata: { name: 'Ada Lovelace' },
  });
  await createUser(api, { email: 'bob@example.com' });
  const { body } = await api.post(path, { properties: { title: 'of ada@example.com' } });
  await api.patch(`${path}/${body.data.id}`, { properties: { title: 'gone' } });
  const views = `/v1/object-types/${path.split('/').at(-1)}/views`;
  expect((await ada.client.post(views, { name: 'mine' })).status).toBe(201);
  const { id: backup } = await backupOf(operator, api.tenant.id);
  await remove(api, `/v1/users/${ada.user.id}`, 'force=true&erase=true');
  await until(
    async () => (await api.get(`/v1/users/${ada.user.id}/erasure`)).body.data.status,
    (status) => status === 'waiting',
  );
  return { api, backup, user: ada.user.id };
}

it('a user who was erased does not come back into a living tenant', async () => {
  const { api, backup } = await erasedSince();
  const merged = await restoredInto(operator, backup, {
    ...{ mode: 'merge', only: { resources: ['users'] } },
  });
  expect(merged).toMatchObject({ status: 'completed', report: { created: {} } });
  await restoredInto(operator, backup, { mode: 'in_place' });
  expect(await usersOf(api.tenant.id)).toEqual([{ email: 'bob@example.com' }]);
  expect(await tracesOf(api.tenant.id, 'ada@example')).toEqual([]);
});

it('nor into a new tenant, with a journal whose seals are made of what is left', async () => {
  const { backup, user } = await erasedSince();
  const wanted = { mode: 'new_tenant', name: 'Restored' };
  const { body } = await operator.post(`${backups}/${backup}/restore`, wanted);
  const { status, target_tenant_id, error } = await over(
    operator,
    `/admin/restores/${body.data.id}`,
  );
  expect([status, error]).toEqual(['completed', null]);
  expect(await usersOf(target_tenant_id)).toEqual([{ email: 'bob@example.com' }]);
  for (const text of ['ada@example', 'Lovelace'])
    expect([text, await tracesOf(target_tenant_id, text)]).toEqual([text, []]);
  expect(await tracesOf(target_tenant_id, user)).toContain('journal');
  const key = { label: 'after the restore', scopes: ['*'] };
  const made = await operator.post(`/admin/tenants/${target_tenant_id}/keys`, key);
  const verified = await operator.as(made.body.data.token).get('/v1/audit-logs/verify');
  expect(verified.body.data).toMatchObject({ valid: true, redacted: 0 });
});

it('nor from backups that were kept when the tenant was deleted', async () => {
  const { api, backup } = await erasedSince();
  await remove(operator, `/admin/tenants/${api.tenant.id}`, 'force=true&keep_backups=true');
  await until(
    async () => (await operator.get(`/admin/tenants/${api.tenant.id}/erasure`)).body.data,
    ({ status }) => status === 'waiting',
  );
  const wanted = { mode: 'new_tenant', name: 'Kept' };
  const { body } = await operator.post(`${backups}/${backup}/restore`, wanted);
  const done = await over(operator, `/admin/restores/${body.data.id}`);
  expect([done.status, await usersOf(done.target_tenant_id)]).toEqual([
    'completed',
    [{ email: 'bob@example.com' }],
  ]);
});
