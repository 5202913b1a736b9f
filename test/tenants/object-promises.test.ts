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
  expect(made).toBeGreaterThanOrEqual(20);
  expect(made).toBeLessThanOrEqual(20 + server.pool.options.max);
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
