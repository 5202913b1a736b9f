import { beforeEach, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const server = useServer();
let api: TenantClient;
let user: SignedUp;
let role: { id: string };
beforeEach(async () => {
  api = await createTenant(server);
  user = await signUp(api);
  const permissions = ['users:manage', 'objects:read'];
  role = (await api.post('/v1/roles', { name: 'teller', permissions })).body.data;
  await api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id });
});
const rename = () => api.patch(`/v1/roles/${role.id}`, { name: 'cashier' });

it.each([
  ['governance', () => api.patch('/v1/governance', { require_mfa_roles: ['admin', 'teller'] })],
  [
    'auth-config',
    () => api.post('/v1/auth-config', { mfa: { required_roles: ['admin', 'teller'] } }),
  ],
])('a role with a new name needs a second factor as before, as %s says', async (name, require) => {
  expect((await require()).status).toBeLessThan(300);
  const code = async () => (await user.client.get('/v1/users')).body.error?.code;
  expect(await code()).toBe('INSUFFICIENT_AAL');
  expect((await rename()).status).toBe(200);
  expect(await code()).toBe('INSUFFICIENT_AAL');
  const { data } = (await api.get(`/v1/${name}`)).body;
  expect(data.require_mfa_roles ?? data.mfa.required_roles).toEqual(['admin', 'cashier']);
});

it('a role with a new name is still that of new users, and cannot be deleted as long as it is', async () => {
  expect((await api.post('/v1/auth-config', { default_role: 'teller' })).status).toBe(200);
  expect((await rename()).status).toBe(200);
  const { user: another } = await signUp(api);
  const { body } = await api.get(`/v1/users/${another.id}`);
  expect(body.data.role).toBe('cashier');
  expect((await api.get('/v1/auth-config')).body.data.default_role).toBe('cashier');
  await api.patch(`/v1/users/${another.id}`, { role: 'user' });
  const refused = await api.delete(`/v1/roles/${role.id}`);
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: 'INVALID_STATE', message: expect.stringContaining('default_role') },
  ]);
  await api.post('/v1/auth-config', { default_role: 'user' });
  expect((await api.delete(`/v1/roles/${role.id}`)).status).toBe(200);
});

it('a role with a new name sees the announcements that were made to it', async () => {
  const made = await api.post('/v1/user-announcements', {
    title: 'New tills',
    roles: ['teller', 'admin'],
  });
  expect((await rename()).status).toBe(200);
  const seen = await user.client.get('/v1/auth/announcements');
  expect(seen.body.data).toMatchObject([{ id: made.body.data.id }]);
  const shown = await api.get(`/v1/user-announcements/${made.body.data.id}`);
  expect(shown.body.data.roles).toEqual(['admin', 'cashier']);
});

it('a role with a new name keeps its tasks and transitions in workflows, of runs under way as well', async () => {
  const { id } = await defineType(api, {});
  await api.patch(`/v1/object-types/${id}`, { user_access: 'open' });
  const flow = (
    await api.post('/v1/workflows', {
      name: 'Paying',
      object_type_id: id,
      initial_state: 'open',
      states: [
        { name: 'open', type: 'task', assignee_role: 'teller' },
        { name: 'checked', type: 'task' },
        { name: 'done', type: 'end' },
      ],
      transitions: [
        { name: 'check', from: 'open', to: 'checked' },
        { name: 'pay', from: 'checked', to: 'done', required_role: 'teller' },
      ],
    })
  ).body.data;
  expect((await api.post(`/v1/workflows/${flow.id}/publish`, {})).status).toBe(200);
  const object = (await api.post(`/v1/objects/${id}`, {})).body.data;
  const run = (await api.post(`/v1/workflows/${flow.id}/runs`, { object_id: object.id })).body.data;
  expect((await rename()).status).toBe(200);

  const path = `/v1/workflow-runs/${run.id}`;
  expect((await user.client.get(path)).body.data).toMatchObject({
    assignee_role: 'cashier',
    available_transitions: ['check'],
  });
  for (const transition of ['check', 'pay']) {
    const { status, body } = await user.client.post(`${path}/transition`, { transition });
    expect([status, body.error?.message]).toEqual([200, undefined]);
  }
  for (const query of ['', '?version=1']) {
    const { data } = (await api.get(`/v1/workflows/${flow.id}${query}`)).body;
    expect([data.states[0].assignee_role, data.transitions[1].required_role]).toEqual([
      'cashier',
      'cashier',
    ]);
  }
});
