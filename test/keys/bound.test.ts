import { beforeAll, expect, it } from 'vitest';
import { type Client, platformClient } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
let hidden: string;
let secret: string;

const keys = '/v1/keys';
const notes = '/v1/objects/notes';

beforeAll(async () => {
  for (const name of ['notes', 'diaries']) await api.post('/v1/object-types', { name });
  const condition_json = { property: 'id', operator: 'eq', value: 'none' };
  await api.post('/v1/object-types/notes/policies', { name: 'none', condition_json });
  hidden = `${notes}/${(await api.post(notes, {})).body.data.id}`;
  secret = `/v1/objects/diaries/${(await api.post('/v1/objects/diaries', {})).body.data.id}`;
});

const unbound = { bound_by_policies: false };
const errorOf = ({ status, body }: Awaited<ReturnType<Client['get']>>) => [
  status,
  body.error?.code,
  body.error?.param,
];
const refused = [403, 'FORBIDDEN', 'bound_by_policies'];

it('policies apply to a key unless it is created otherwise, which can be changed', async () => {
  const key = await api.withKey(['read']);
  expect((await key.get(hidden)).status).toBe(404);
  const changed = await api.patch(`${keys}/${key.keyId}`, unbound);
  expect(changed.body.data).toMatchObject({ ...unbound, sees_private: true, scopes: ['read'] });
  expect((await key.get(hidden)).status).toBe(200);
  expect((await key.get(`${notes}/list`)).body.data.total).toBe(1);
  // A change of something else leaves it.
  await api.patch(`${keys}/${key.keyId}`, { label: 'x' });
  expect((await key.get(hidden)).status).toBe(200);
  await api.patch(`${keys}/${key.keyId}`, { bound_by_policies: true });
  expect((await key.get(hidden)).status).toBe(404);
  const made = await api.withKey(['read'], unbound);
  expect((await made.get(hidden)).status).toBe(200);
  const listed = (await api.get(keys)).body.data;
  expect(listed.find(({ id }: { id: string }) => id === made.keyId)).toMatchObject(unbound);
  expect(listed.find(({ id }: { id: string }) => id === key.keyId)).toMatchObject({
    bound_by_policies: true,
  });
});

it('a key without policies has its scopes and no more', async () => {
  const key = await api.withKey(['read'], unbound);
  expect((await key.post(notes, {})).status).toBe(403);
});

it('rotation keeps whether policies apply to a key', async () => {
  for (const bound_by_policies of [false, true]) {
    const { keyId } = await api.withKey(['read'], { bound_by_policies });
    const { body } = await api.post(`${keys}/${keyId}/rotate`, {});
    expect(body.data.new_key.bound_by_policies).toBe(bound_by_policies);
    const { status } = await api.as(body.data.token).get(hidden);
    expect(status).toBe(bound_by_policies ? 404 : 200);
  }
});

it('a key under policies cannot create, change or rotate one without', async () => {
  const minter = await api.withKey(['auth', 'read']);
  const victim = await api.withKey(['read'], unbound);
  const own = await api.withKey(['read']);
  for (const answer of [
    await minter.post(keys, { scopes: ['read'], ...unbound }),
    await minter.patch(`${keys}/${own.keyId}`, unbound),
    await minter.patch(`${keys}/${minter.keyId}`, unbound),
    await minter.patch(`${keys}/${victim.keyId}`, { label: 'mine' }),
    await minter.post(`${keys}/${victim.keyId}/rotate`, {}),
    await minter.delete(`${keys}/${victim.keyId}`),
  ])
    expect(errorOf(answer)).toEqual(refused);
  const { body } = await minter.post(`${keys}/${own.keyId}/rotate`, unbound);
  expect(body.data?.new_key.bound_by_policies ?? true).toBe(true);
  const made = await minter.post(keys, { scopes: ['read'] });
  expect(made.body.data.key.bound_by_policies).toBe(true);
  expect((await victim.get(hidden)).status).toBe(200);
});

it('keys without policies can be created by such keys, owners, admins and the operator', async () => {
  const minter = await api.withKey(['auth', 'read'], unbound);
  const makers: Client[] = [minter];
  for (const role of ['owner', 'admin']) makers.push((await createUser(api, { role })).client);
  for (const maker of makers) {
    const { status, body } = await maker.post(keys, { scopes: ['read'], ...unbound });
    expect(status).toBe(201);
    expect((await api.as(body.data.token).get(hidden)).status).toBe(200);
  }
  const path = `/admin/tenants/${api.tenant.id}/keys`;
  const { body } = await platformClient(server).post(path, { scopes: ['read'], ...unbound });
  expect(body.data.key).toMatchObject(unbound);
});

it('a key created by a user sees no more private types than the user', async () => {
  const user = await createUser(api);
  const permissions = ['keys:manage', 'objects:read'];
  const role = (await api.post('/v1/roles', { name: 'minter', permissions })).body.data;
  await api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id });
  expect((await user.client.get(secret)).status).toBe(404);
  const { status, body } = await user.client.post(keys, { scopes: ['read'] });
  expect([status, body.data.key.sees_private]).toEqual([201, false]);
  const made = api.as(body.data.token);
  expect((await made.get(secret)).status).toBe(404);
  expect((await made.get('/v1/objects/diaries/list')).body.data.total).toBe(0);
  // Neither does the key that replaces it, whichever caller rotates it.
  const rotated = await api.post(`${keys}/${body.data.key.id}/rotate`, {});
  expect(rotated.body.data.new_key.sees_private).toBe(false);
  expect((await api.as(rotated.body.data.token).get(secret)).status).toBe(404);
  // A key of another user does, so its token is not for that user.
  const server = await api.withKey(['read']);
  const theirs = await user.client.post(`${keys}/${server.keyId}/rotate`, {});
  expect(errorOf(theirs).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
  expect(theirs.body.error.message).toMatch(/owner or admin/);
  expect((await server.get(secret)).status).toBe(200);
});
