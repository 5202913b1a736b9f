import { beforeEach, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
/** A fifth of it is more than one for each connection that PostgreSQL takes, so that something can be promised. */
const max = 10_000;
let api: TenantClient;
let type: DefinedType;
beforeEach(async () => {
  api = await createTenant(server, { plan_tier: 'free' });
  type = await defineType(api, { title: 'string' });
  await limit(max);
});

const limit = async (objects: number) => {
  const path = `/admin/tenants/${api.tenant.id}`;
  expect(
    (await platformClient(server).patch(path, { limits: { objects, rpm: null } })).status,
  ).toBe(200);
};
const one = () => api.post(type.path, { properties: { title: 'x' } });
const atOnce = (count: number) => Promise.all(Array.from({ length: count }, one));
/** Says of how many objects there are, as if others had been made and deleted. */
const pretend = (live: number) =>
  server.db.query(
    `update app.object_counts c set live = c.live + $2 - (
       select sum(o.live) from app.object_counts o where o.tenant_id = c.tenant_id)
     where c.tenant_id = $1 and c.object_type_id = $3 and c.slot = 0`,
    [api.tenant.id, live, type.id],
  );
const state = async () => {
  const { rows } = await server.db.query(
    `select sum(c.live)::integer as live, count(c.room_until)::integer as promised,
       (select t.is_nearly_full from app.tenants t where t.tenant_id = $1) as full
     from app.object_counts c where c.tenant_id = $1`,
    [api.tenant.id],
  );
  return rows[0];
};

it('promises room while there is much, and takes no more than there is in the end', async () => {
  await atOnce(40);
  expect(await state()).toMatchObject({ live: 40, full: false });
  expect((await state()).promised).toBeGreaterThan(0);
  await pretend((max / 5) * 4 - 20);
  await atOnce(60);
  expect(await state()).toMatchObject({ live: (max / 5) * 4 + 40, full: true });
  await pretend(max - 20);
  const answers = await atOnce(80);
  const made = answers.filter(({ status }) => status === 201).length;
  // Also of calls that share a transaction, and of transactions at the same time.
  expect(made).toBe(20);
  expect((await one()).body.error.details).toMatchObject({ limit: 'objects', max });
});

it('keeps no promise that was made under another limit', async () => {
  await atOnce(40);
  await limit(30);
  for (const { status } of await atOnce(20)) expect(status).toBe(403);
  expect((await state()).live).toBe(40);
});

it('begins to promise again once there is room', async () => {
  await pretend(max - 1);
  expect((await one()).status).toBe(201);
  expect((await one()).status).toBe(403);
  expect((await state()).full).toBe(true);
  await pretend(100);
  await atOnce(40);
  expect(await state()).toMatchObject({ live: 140, full: false });
  expect((await state()).promised).toBeGreaterThan(0);
});

it('needs no promises where nothing is limited any more', async () => {
  await pretend(max - 1);
  await one();
  expect((await state()).full).toBe(true);
  const path = `/admin/tenants/${api.tenant.id}`;
  await platformClient(server).patch(path, { limits: { objects: null, rpm: null } });
  expect((await one()).status).toBe(201);
  expect((await state()).full).toBe(false);
  expect((await atOnce(20)).every(({ status }) => status === 201)).toBe(true);
});

it('holds for users as for keys', async () => {
  await limit(3);
  const { body } = await api.post('/v1/auth/signup', {
    email: 'a@example.com',
    password: 'correct horse battery',
  });
  const user = api.as(body.data.access_token);
  const open = await defineType(api, { title: 'string' }, { user_access: 'open' });
  for (let n = 0; n < 3; n += 1)
    expect((await user.post(open.path, { properties: {} })).status).toBe(201);
  expect((await user.post(open.path, { properties: {} })).status).toBe(403);
});

it('changes while objects are made: each answer is by the limit before or after', async () => {
  await limit(10);
  const changed = (async () => {
    for (const objects of [30, 5, 20]) await limit(objects);
  })();
  const answers = await atOnce(60);
  await changed;
  for (const { status } of answers) expect([201, 403]).toContain(status);
  await atOnce(30);
  const { live } = await state();
  expect(live).toBeGreaterThanOrEqual(20);
  expect(live).toBeLessThanOrEqual(30);
  expect((await one()).status).toBe(403);
});

it('holds for a batch that is restored, and not for a version, which adds nothing', async () => {
  const ids = (await atOnce(3)).map(({ body }) => body.data.id);
  const path = `${type.path}/${ids[0]}`;
  await api.patch(path, { properties: { title: 'y' } });
  await api.post(`${type.path}/batch/delete`, { object_ids: ids.slice(1) });
  await limit(2);
  const restore = (object_ids: string[]) => api.post(`${type.path}/batch/restore`, { object_ids });
  const { status, body } = await restore(ids.slice(1));
  expect([status, body.error?.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
  expect((await restore(ids.slice(1, 2))).status).toBe(200);
  expect((await api.post(`${path}/versions/1/restore`)).status).toBe(200);
  expect((await state()).live).toBe(2);
});
