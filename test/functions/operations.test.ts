import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { opened } from '../webhooks/support.ts';
import { define, execute } from './support.ts';

const server = useServer(opened);
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const code = `export default async (input, { api }) => {
  const url = 'http://127.0.0.1:9/hook';
  const made = {};
  const note = async (name, work) => {
    try { made[name] = await work; } catch (error) { made[name] = [error.status, error.code]; }
  };
  await note('type', api.post('/v1/object-types', { name: 'leads' }));
  await note('webhook', api.post('/v1/webhooks', { url, events: ['object.created'] }));
  const actions = [{ type: 'webhook', config: { url } }];
  await note('automation', api.post('/v1/automations', { name: 'a', trigger_event: 'object.created', actions }));
  const fields = [{ name: 'email', label: 'Email', type: 'email', required: true }];
  await note('form', api.post('/v1/forms', { name: 'Contact', object_type_id: null, fields }));
  await note('read', api.get('/v1/forms/' + made.form.id));
  await note('inner', api.post('/v1/webhooks', { url: 'http://10.0.0.1/', events: ['*'] }));
  await note('broken', api.post('/v1/functions', { name: 'b', code: 'export default (' }));
  await note('mail', api.post('/v1/email/send', { to: 'ada@example.com', subject: 'x', text: 'x' }));
  return made;
}`;

describe('ctx.api', () => {
  it('makes an object type, a webhook, an automation and a form, as single requests would', async () => {
    const { status, body } = await execute(api, code, {}, { timeout_ms: 30_000 });
    expect([status, body.error]).toEqual([200, undefined]);
    const { type, webhook, automation, form, read, ...refused } = body.data.output;
    expect(webhook.secret).toMatch(/^whsec_/);
    expect(read).toEqual(form);
    expect(form.share_url).toContain('/f/');
    for (const path of [
      `/v1/object-types/${type.id}`,
      `/v1/webhooks/${webhook.id}`,
      `/v1/automations/${automation.id}`,
      `/v1/forms/${form.id}`,
    ])
      expect([path, (await api.get(path)).status]).toEqual([path, 200]);
    const invalid = [400, 'VALIDATION_ERROR'];
    expect(refused).toEqual({ inner: invalid, broken: invalid, mail: invalid });
  });

  it('refuses them to a user of small rights', async () => {
    const role = { name: 'runner', permissions: ['functions:manage', 'objects:read'] };
    const { body: made } = await api.post('/v1/roles', role);
    const { user, client } = await createUser(api);
    const assigned = { user_id: user.id, role_id: made.data.id };
    expect((await api.post('/v1/roles/assign', assigned)).status).toBe(200);
    const path = await define(api, code, { timeout_ms: 30_000 });
    const { body } = await client.post(`${path}/execute`, { input: {} });
    const { webhook, automation, form, type } = body.data.output;
    for (const one of [webhook, automation, form, type]) expect(one[0]).toBe(403);
    expect((await api.get('/v1/webhooks')).body.data).toEqual([]);
  });
});
