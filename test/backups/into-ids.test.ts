import { beforeAll, expect, it } from 'vitest';
import { sent } from '../diffs/scene.ts';
import { createForm, getPage, send } from '../forms/support.ts';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { backupOf, remove, restoredInto } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

it('configuration that was deleted comes back under its id, so that what refers to it still does', async () => {
  const api = await createTenant(server);
  const role = await sent(api, 'post', '/v1/roles', {
    name: 'clerks',
    permissions: ['files:read'],
  });
  const user = await createUser(api);
  await sent(api, 'post', '/v1/roles/assign', { user_id: user.user.id, role_id: role.id });
  const form = await createForm(api, { fields: [{ name: 'answer', label: 'Answer' }] });
  await send(api, form.id, { answer: 'yes' });
  const webhook = await sent(api, 'post', '/v1/webhooks', {
    url: 'https://example.com/hook',
    events: ['file.created'],
  });
  const dashboard = await sent(api, 'post', '/v1/dashboards', { name: 'Sales' });
  const type = await sent(api, 'post', '/v1/object-types', {
    name: 'secrets',
    user_access: 'private',
  });
  const paths = [
    `/v1/roles/${role.id}`,
    `/v1/forms/${form.id}`,
    `/v1/webhooks/${webhook.id}`,
    `/v1/dashboards/${dashboard.id}`,
  ];
  const backup = await backupOf(operator, api.tenant.id);
  for (const path of paths) await remove(api, path);
  await remove(api, `/v1/object-types/${type.id}`, 'force=true');

  const restored = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(restored).toMatchObject({
    ...{ status: 'completed', error: null },
    report: {
      created: {
        roles: 1,
        forms: 1,
        webhooks: 1,
        dashboards: 1,
        object_types: 1,
        form_submissions: 1,
      },
      ...{ updated: { users: 1 }, deleted: {}, conflict_count: 0 },
    },
  });
  for (const path of paths) expect([path, (await api.get(path)).status]).toEqual([path, 200]);
  const roles = await api.get(`/v1/users/${user.user.id}/roles`);
  expect(JSON.stringify(roles.body.data)).toContain(role.id);
  // Its address leads to it again.
  expect((await getPage(api, form.id)).status).toBe(200);
  const submissions = await api.get(`/v1/forms/${form.id}/submissions`);
  expect(JSON.stringify(submissions.body.data)).toContain('yes');
  // The journal hides the objects of the private type from users by its old id, so this one has another.
  expect((await api.get('/v1/object-types/secrets')).body.data.id).not.toBe(type.id);
});
