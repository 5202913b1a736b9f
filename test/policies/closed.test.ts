import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { createObject, createPolicy, defineNotes, dropPolicies, policiesOf } from './support.ts';

const server = useServer();
const api = useTenant(server);
let ada: SignedUp;
const notes = '/v1/objects/notes';
beforeAll(async () => {
  await defineNotes(api);
  ada = await signUp(api);
});
beforeEach(() => dropPolicies(api));

const statusOf = async (id: string) => (await ada.client.get(`${notes}/${id}`)).status;

async function dropProperty(type: string, name: string): Promise<void> {
  const { body } = await api.get(`/v1/object-types/${type}/properties`);
  const { id } = body.data.find((each: { name: string }) => each.name === name);
  expect((await api.delete(`/v1/object-types/${type}/properties/${id}`)).status).toBe(200);
}

describe('a policy whose property was deleted', () => {
  it.each([
    ['allows nothing', { condition_json: { extra: 1 } }],
    ['denies everything', { effect: 'deny', condition_json: { extra: 2 } }],
    [
      'allows nothing, though only $now made it compile late',
      {
        condition_json: [{ extra: 1 }, { created_at: { lte: '$now' } }],
      },
    ],
  ])('%s', async (_, policy) => {
    await api.post('/v1/object-types/notes/properties', { name: 'extra', data_type: 'number' });
    const id = await createObject(api, { extra: 1 });
    await createPolicy(api, policy);
    expect(await statusOf(id)).toBe(200);
    await dropProperty('notes', 'extra');
    expect(await statusOf(id)).toBe(404);
    await api.post('/v1/object-types/notes/properties', { name: 'extra', data_type: 'number' });
    expect(await statusOf(id)).toBe(200);
    await dropProperty('notes', 'extra');
  });

  it('behaves the same for the type at the other end of an association', async () => {
    await api.post('/v1/object-types', { name: 'rooms' });
    await api.post('/v1/object-types/rooms/properties', { name: 'open', data_type: 'boolean' });
    const note = await createObject(api, {});
    const room = await createObject(api, { open: true }, 'rooms');
    await api.put(`${notes}/${note}/associations/in/rooms/${room}`, {});
    const association = { type: 'in', to_type: 'rooms', filters: { open: true } };
    await createPolicy(api, { condition_json: { association } });
    await createPolicy(
      api,
      { condition_json: { association: { type: 'in', direction: 'in', to_type: 'notes' } } },
      'rooms',
    );
    expect(await statusOf(note)).toBe(200);
    // A new name is no other type.
    await api.patch('/v1/object-types/rooms', { name: 'chambers' });
    expect(await statusOf(note)).toBe(200);
    await dropProperty('chambers', 'open');
    expect(await statusOf(note)).toBe(404);
    await api.post('/v1/object-types/chambers/properties', { name: 'open', data_type: 'boolean' });
    expect(await statusOf(note)).toBe(200);
    const { body } = await api.delete('/v1/object-types/chambers');
    expect(body.error.dependencies).toContainEqual({ type: 'policy', count: 1, label: '1 policy' });
    const query = `force=true&confirm_token=${body.error.confirm_token}`;
    expect((await api.delete(`/v1/object-types/chambers?${query}`)).status).toBe(200);
    expect(await statusOf(note)).toBe(404);
  });
});

it('a renamed role keeps its policies, including those that deny', async () => {
  const role = (await api.post('/v1/roles', { name: 'guest' })).body.data;
  await api.post('/v1/roles/assign', { user_id: ada.user.id, role_id: role.id });
  const id = await createObject(api, {});
  await createPolicy(api, { role: 'guest', effect: 'deny', condition_json: null });
  expect(await statusOf(id)).toBe(404);
  expect((await api.patch(`/v1/roles/${role.id}`, { name: 'visitor' })).status).toBe(200);
  expect(await statusOf(id)).toBe(404);
  const { body } = await api.get(policiesOf('notes'));
  expect(body.data).toMatchObject([{ role: 'visitor' }]);
  expect((await api.delete(`/v1/roles/${role.id}`)).status).toBe(409);
  expect(await statusOf(id)).toBe(404);
});

it('rows hidden by the policies of a deleted type stay hidden in the feed', async () => {
  const reader = await api.withKey(['read']);
  await api.post('/v1/object-types', { name: 'secrets' });
  await createPolicy(api, { condition_json: { id: 'none' } }, 'secrets');
  await createObject(api, { word: 'hush' }, 'secrets');
  const { body } = await api.delete('/v1/object-types/secrets');
  const query = `force=true&confirm_token=${body.error.confirm_token}`;
  await api.delete(`/v1/object-types/secrets?${query}`);
  await settle(server.db);
  for (const client of [reader, ada.client]) {
    const changes = await client.get('/v1/changes?limit=1000');
    expect(JSON.stringify(changes.body)).not.toContain('hush');
  }
  expect(JSON.stringify((await api.get('/v1/changes?limit=1000')).body)).toContain('hush');
});

it('the feed shows the visible state after a change, not the hidden one before', async () => {
  await createPolicy(api, { condition_json: { owner: 'all' } });
  const id = await createObject(api, { owner: 'me', title: 'diary' });
  const since = (await api.get('/v1/changes?since=now')).body.data.next_since;
  await api.patch(`${notes}/${id}`, { properties: { owner: 'all', title: 'published' } });
  await api.patch(`${notes}/${id}`, { properties: { title: 'edited' } });
  await api.patch(`${notes}/${id}`, { properties: { owner: 'me', title: 'withdrawn' } });
  await settle(server.db);
  const { body } = await ada.client.get(`/v1/changes?since=${since}`);
  expect(body.data.results).toMatchObject([
    { data: { properties: { title: 'published' } }, previous: null, changed: null },
    {
      data: { properties: { title: 'edited' } },
      previous: { properties: { title: 'published' } },
      changed: ['title'],
    },
  ]);
  expect(await statusOf(id)).toBe(404);
});

it('the export of a user’s own data respects policies, deleting the account does not', async () => {
  const bob = await signUp(api);
  const [taken, kept] = [
    await createObject(bob.client, { title: 'taken away' }),
    await createObject(bob.client, { title: 'still there' }),
  ];
  await api.patch(`${notes}/${taken}`, { properties: { title: 'now secret', owner: 'boss' } });
  await createPolicy(api, { action: 'all', condition_json: { owner: { neq: 'boss' } } });
  const { body } = await bob.client.get('/v1/auth/me/export');
  expect(JSON.stringify(body)).toContain('still there');
  expect(JSON.stringify(body)).not.toContain('now secret');
  const path = '/v1/auth/user';
  const first = await bob.client.delete(path, { password: bob.password });
  const confirm_token = first.body.error.confirm_token;
  const { status } = await bob.client.delete(`${path}?force=true&confirm_token=${confirm_token}`, {
    password: bob.password,
  });
  expect(status).toBe(200);
  for (const id of [taken, kept]) expect((await api.get(`${notes}/${id}`)).status).toBe(404);
});

it('versions and moments that policies hide are left out of a visible object', async () => {
  await createPolicy(api, { condition_json: { owner: 'all' } });
  const id = await createObject(api, { owner: 'me', title: 'diary' });
  const hidden = new Date().toISOString();
  await api.patch(`${notes}/${id}`, { properties: { owner: 'all', title: 'published' } });
  await api.patch(`${notes}/${id}`, { properties: { title: 'edited' } });
  const versions = await ada.client.get(`${notes}/${id}/versions`);
  expect(versions.headers.get('x-total-count')).toBe('1');
  expect(versions.body.data).toMatchObject([{ version: 2, properties: { title: 'published' } }]);
  expect((await ada.client.get(`${notes}/${id}?at=${hidden}`)).status).toBe(404);
  expect((await ada.client.post(`${notes}/${id}/versions/1/restore`)).status).toBe(404);
  expect((await ada.client.post(`${notes}/${id}/versions/2/restore`)).status).toBe(200);
});

it('a policy that changes during a hundred reads applies from the next one on', async () => {
  const id = await createObject(api, { owner: 'x' });
  const policy = `${policiesOf('notes')}/${await createPolicy(api, { effect: 'deny', condition_json: null })}`;
  let changes = 0;
  let isOver = false;
  const reads = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 25 || !isOver; i++) {
        const before = changes;
        const status = await statusOf(id);
        expect([200, 404]).toContain(status);
        // No change began, and none was under way, while it was read.
        if (before === changes && before % 2 === 0)
          expect(status).toBe((before / 2) % 2 === 0 ? 404 : 200);
      }
    }),
  );
  for (let i = 0; i < 10; i++) {
    changes++;
    await api.patch(policy, { enabled: i % 2 === 1 });
    changes++;
  }
  isOver = true;
  await reads;
});

it('a write that blocks a policy change is checked against the policies it began with', async () => {
  const id = await createObject(api, { owner: 'x', size: -1 });
  const writes = Array.from({ length: 20 }, (_, size) =>
    ada.client.patch(`${notes}/${id}`, { properties: { size } }),
  );
  const denied = createPolicy(api, { action: 'update', effect: 'deny', condition_json: null });
  await denied;
  const { version } = (await api.get(`${notes}/${id}`)).body.data;
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  const after = (await api.get(`${notes}/${id}`)).body.data.version;
  // Once the policy is there nothing that began before it is still under way.
  expect(after).toBe(version);
  expect(statuses.filter((status) => status === 200)).toHaveLength(version - 1);
});
