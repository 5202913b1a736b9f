import { beforeAll, expect, it } from 'vitest';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { backupOf, over, path, remove, restoredInto } from './scene.ts';

/** Ways in which a restore, or a backup that cannot be made, would do harm. */

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

const asNewTenant = async (backup: string) => {
  const wanted = { mode: 'new_tenant', name: 'Again' };
  const { body } = await operator.post(`${path}/${backup}/restore`, wanted);
  return over(operator, `/admin/restores/${body.data.id}`);
};

it('values as deep as requests may be keep no backup from being made and restored', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  const { status, body } = await api.post('/v1/objects/things', { properties: { a: deep(62) } });
  expect(status).toBe(201);
  const event = { event_type: 'deep.one', data: { a: deep(62) } };
  expect((await api.post('/v1/events', event)).status).toBe(200);
  const backup = await backupOf(operator, api.tenant.id);
  expect([backup.status, backup.error]).toEqual(['completed', null]);
  const done = await asNewTenant(backup.id);
  expect([done.status, done.error]).toEqual(['completed', null]);
  const { rows } = await server.db.query(
    'select properties from app.objects where tenant_id = $1 and id = $2',
    [done.target_tenant_id, body.data.id],
  );
  expect(rows).toEqual([{ properties: { a: deep(62) } }]);
});

it('settings at their limits keep no tenant from coming back', async () => {
  const api = await createTenant(server);
  const limits = {
    ...{ audit_retention_days: 3650, trash_retention_days: 3650, event_retention_days: 3650 },
    ...{ session_duration_secs: 31_536_000, password_min_length: 1024, version_retention: 10_000 },
  };
  expect((await api.patch('/v1/governance', limits)).status).toBe(200);
  const backup = await backupOf(operator, api.tenant.id);
  const done = await asNewTenant(backup.id);
  expect([done.status, done.error]).toEqual(['completed', null]);
  const { rows } = await server.db.query(
    'select s.governance, extract(epoch from t.session_duration)::int as seconds from app.tenant_settings s join app.tenants t using (tenant_id) where tenant_id = $1',
    [done.target_tenant_id],
  );
  expect(rows).toEqual([
    { governance: expect.objectContaining(limits), seconds: limits.session_duration_secs },
  ]);
});

it('a user who was erased does not come back with a backup of a copy that was made before', async () => {
  const api = await createTenant(server);
  const ada = await createUser(api, { email: 'ada@example.com' });
  await createUser(api, { email: 'bob@example.com' });
  const { body } = await operator.post(`/admin/tenants/${api.tenant.id}/clone`, { name: 'Copy' });
  const copy = await over(operator, `/admin/restores/${body.data.id}`);
  await remove(api, `/v1/users/${ada.user.id}`, 'force=true&erase=true');
  await until(
    async () => (await api.get(`/v1/users/${ada.user.id}/erasure`)).body.data.status,
    (status) => status === 'waiting',
  );
  const backup = await backupOf(operator, copy.target_tenant_id);
  for (const mode of ['merge', 'in_place'])
    expect(
      await restoredInto(operator, backup.id, { mode, target_tenant_id: api.tenant.id }),
    ).toMatchObject({ status: 'completed', error: null });
  const { rows } = await server.db.query('select email from app.users where tenant_id = $1', [
    api.tenant.id,
  ]);
  expect(rows).toEqual([{ email: 'bob@example.com' }]);
});

it('a tenant that refuses impersonation still does after a restore to a time when it did not', async () => {
  const api = await createTenant(server);
  const backup = await backupOf(operator, api.tenant.id);
  const wanted = { impersonation: 'refused', timezone: 'Europe/Berlin' };
  expect((await api.patch('/v1/governance', wanted)).status).toBe(200);
  const done = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(done).toMatchObject({ status: 'completed', error: null });
  expect((await api.get('/v1/governance')).body.data).toMatchObject({
    ...{ impersonation: 'refused', timezone: null },
  });
});

it('a restore of a backup whose tenant is deleted with its backups ends, whatever it has read', async () => {
  const [api, target] = [await createTenant(server), await createTenant(server)];
  await api.post('/v1/object-types', { name: 'things' });
  const backup = await backupOf(operator, api.tenant.id);
  const at = `${path}/${backup.id}/restore`;
  const fields = { mode: 'in_place', target_tenant_id: target.tenant.id };
  await until(
    async () => (await operator.post(at, fields)).status,
    (status) => status === 409,
  );
  await remove(operator, `/admin/tenants/${api.tenant.id}`, 'force=true');
  const { restores } = (await operator.get('/admin/restores?limit=1')).body.data;
  expect(restores[0]).toMatchObject({
    ...{ status: 'failed', error: expect.stringContaining('was deleted') },
  });
  expect((await target.get('/v1/object-types')).body.data).toEqual([]);
});

it('a restore in place is whole where the plan has no room for what comes and what goes at once', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  const made = async (type: string) =>
    (await api.post(`/v1/objects/${type}`, { properties: {} })).body.data.id as string;
  const ids = [await made('things'), await made('things')];
  const backup = await backupOf(operator, api.tenant.id);
  for (const id of ids) await remove(api, `/v1/objects/things/${id}`);
  await api.post('/v1/object-types', { name: 'others' });
  for (const type of ['things', 'others']) await made(type);
  const limits = { objects: 2, object_types: 2, users: 1, webhooks: 1 };
  await operator.patch(`/admin/tenants/${api.tenant.id}`, { limits });
  const done = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(done).toMatchObject({ status: 'completed', report: { conflicts: [] } });
  const { results } = (await api.post('/v1/objects/things/search', {})).body.data;
  expect(results.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
  expect((await api.post('/v1/objects/things', { properties: {} })).body.error.code).toBe(
    'PLAN_LIMIT_EXCEEDED',
  );
});

it('a restore in place brings back what a record that goes stands in the way of', async () => {
  const api = await createTenant(server);
  const urls = '/v1/short-urls';
  const short = (url: string) => api.post(urls, { url, slug: 'in-the-way' });
  const ada = await createUser(api, { email: 'ada@example.com' });
  const { id: url } = (await short('https://example.com/old')).body.data;
  const backup = await backupOf(operator, api.tenant.id);
  await remove(api, `/v1/users/${ada.user.id}`);
  await remove(api, `${urls}/${url}`);
  await createUser(api, { email: 'ada@example.com' });
  expect((await short('https://example.com/new')).status).toBe(201);
  const done = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(done).toMatchObject({
    status: 'completed',
    report: {
      ...{ created: { users: 1, short_urls: 1 }, deleted: { users: 1, short_urls: 1 } },
      ...{ conflicts: [], conflict_count: 0 },
    },
  });
  const { rows } = await server.db.query(
    `select u.id as user, s.id as url from app.users u, app.short_urls s where u.tenant_id = $1 and s.tenant_id = $1`,
    [api.tenant.id],
  );
  expect(rows).toEqual([{ user: ada.user.id, url }]);
});

it('the report of a copy names a thousand of its new addresses, and counts them all', async () => {
  const api = await createTenant(server);
  const { id } = api.tenant;
  await server.db.query(
    `with made as (
       insert into app.short_urls (tenant_id, id, slug, url)
       select $1, app.new_id('url'), 'attack-' || n, 'https://example.com/' from generate_series(1, 1005) n returning slug)
     insert into app.tenant_addresses (address, tenant_id) select '/s/' || m.slug, $1 from made m`,
    [id],
  );
  const { body } = await operator.post(`/admin/tenants/${id}/clone`, { name: 'Copy' });
  const { status, report } = await over(operator, `/admin/restores/${body.data.id}`);
  expect([status, report.remapped.length, report.remapped_count]).toEqual([
    ...['completed', 1000, 1005],
  ]);
});

it('an object does not grow beyond what a row of a snapshot holds, and what is smaller goes on', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  const { id } = (await api.post('/v1/objects/things', { properties: { n: 1 } })).body.data;
  const at = `/v1/objects/things/${id}`;
  // As many changes have made it.
  await server.db.query(
    `update app.objects set properties = jsonb_build_object('a', repeat('x', 13000000)) where id = $1`,
    [id],
  );
  const { status, body } = await api.patch(at, { properties: { b: 'x'.repeat(4_500_000) } });
  expect([status, body.error.param, body.error.details[0].code]).toEqual([
    ...[400, 'properties', 'too_large'],
  ]);
  const smaller = await api.patch(at, { properties: { a: null, b: 'y' } });
  expect(smaller.status).toBe(200);
});
