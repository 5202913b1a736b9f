import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create as createAutomation, eventsOf, trigger } from '../automations/support.ts';
import { createForm, send } from '../forms/support.ts';
import { createPolicy, defineNotes } from '../policies/support.ts';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Listener, listen } from '../support/listen.ts';
import { lastMessage } from '../support/mailbox.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { enroll, freshCode } from '../support/totp.ts';
import { until } from '../support/until.ts';
import { createUser } from '../support/users.ts';
import { deliveriesOf } from '../webhooks/support.ts';
import { onlyWith } from './support.ts';

/** Attacks on what guards secrets, links, merges and data, each of which once succeeded. */

let server: TestServer;
let receiver: Listener;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer({
    WORKER: 'on',
    TRUSTED_PROXIES: 'loopback',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
  });
  const bare = () => String(receiver.requests.at(-1)?.headers.authorization).split(' ')[1];
  receiver = await listen({
    'POST /echo': () => ({ token: bare() }),
    'POST /basic': () => ({
      user: Buffer.from(bare() as string, 'base64')
        .toString()
        .split(':'),
    }),
    'POST /long': () => ({ filler: 'x'.repeat(16_350), token: bare() }),
    'POST /hook': () => ({}),
  });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(async () => {
  api = await createTenant(server);
});

const secret = 'Bearer canary-of-the-owner-4711';
const shown = { Authorization: '••••' };
const webhook = (config: object) => ({ type: 'webhook', config });
const variable = (name: string, value: unknown) => ({
  type: 'set_variable',
  config: { name, value },
});
const header = (index: number) => `actions[${index}].config.headers.Authorization`;
const make = (...actions: object[]) =>
  api.post('/v1/automations', { name: 'A', trigger_event: 'manual', actions });

describe('a secret header', () => {
  it('goes to no host that something else names when it is called', async () => {
    const host = new URL(receiver.url).host;
    for (const url of [
      '{{variables.base}}/echo',
      'http://{{trigger.data.host}}/echo',
      'http:/{{trigger.data.host}}/echo',
      `http://${host}{{trigger.data.more}}`,
    ])
      expect(
        await refusal(
          make(
            variable('base', receiver.url),
            webhook({ url, headers: { Authorization: secret } }),
          ),
        ),
      ).toEqual([400, header(1)]);
    await good(
      make(
        webhook({ url: `${receiver.url}/{{trigger.data.a}}`, headers: { Authorization: secret } }),
      ),
    );
  });

  it('is not sent beside another secret one, which may decide what the call does', async () => {
    const call = { url: `${receiver.url}/echo`, headers: { Authorization: secret } };
    const id = await createAutomation(api, { actions: [webhook(call)] });
    const small = await api.withKey(['write']);
    const headers = { ...shown, 'X-HTTP-Method-Override': { secret: 'DELETE' } };
    const change = small.patch(`/v1/automations/${id}`, {
      actions: [webhook({ ...call, headers })],
    });
    expect(await refusal(change)).toEqual([400, header(0)]);
  });

  // Open: the call is sealed, what fills its templates is not.
  it('goes to no path that another user has set in an action before it', async () => {
    const call = { url: `${receiver.url}/{{variables.path}}`, headers: { Authorization: secret } };
    const id = await createAutomation(api, { actions: [variable('path', 'hook'), webhook(call)] });
    const small = await api.withKey(['write']);
    const actions = [variable('path', 'echo'), webhook({ ...call, headers: shown })];
    expect(await refusal(small.patch(`/v1/automations/${id}`, { actions }))).toEqual([
      400,
      header(1),
    ]);
    const record = await good(api.get(`/v1/automations/${id}`));
    await good(small.patch(`/v1/automations/${id}`, { actions: record.actions }));
  });

  it('of a workflow goes to no path that another part of it sets', async () => {
    const call = { url: `${receiver.url}/{{variables.path}}`, headers: { Authorization: secret } };
    const workflow = (path: string) => ({
      name: 'Calls',
      trigger: 'manual',
      initial_state: 'a',
      states: [
        { name: 'a', type: 'task', on_exit: [webhook(call)] },
        { name: 'b', type: 'end' },
      ],
      transitions: [{ name: 'go', from: 'a', to: 'b', actions: [variable('path', path)] }],
    });
    const { id } = await good(api.post('/v1/workflows', workflow('hook')));
    const { transitions } = workflow('echo');
    const small = await api.withKey(['write']);
    expect(await refusal(small.patch(`/v1/workflows/${id}`, { transitions }))).toEqual([
      400,
      'states[0].on_exit[0].config.headers.Authorization',
    ]);
    const { states } = await good(api.get(`/v1/workflows/${id}`));
    await good(small.patch(`/v1/workflows/${id}`, { states }));
  });

  it('hides in no default of a template', async () => {
    const with_ = (Authorization: string) =>
      make(webhook({ url: `${receiver.url}/echo`, headers: { Authorization } }));
    expect(await refusal(with_('{{trigger.data.t | default: "Bearer canary"}}'))).toEqual([
      400,
      header(0),
    ]);
    await good(with_('{{trigger.data.t | default: ""}}'));
  });

  it.each([
    ['echo', secret],
    ['basic', `Basic ${Buffer.from('ada:canary-password').toString('base64')}`],
    ['long', secret],
  ])('is in no log as a receiver says it (%s)', async (path, Authorization) => {
    const url = `${receiver.url}/${path}`;
    const id = await createAutomation(api, {
      actions: [webhook({ url, headers: { Authorization } })],
    });
    expect(JSON.stringify(await trigger(api, id))).not.toContain('canar');
  });
});

describe('a manifest of a plugin', () => {
  const install = (action: object) =>
    api.post('/v1/plugins', {
      manifest_json: {
        name: 'calls',
        version: '1.0.0',
        permissions: ['automations:manage', 'events:read', 'objects:read', 'objects:write'],
        settings_schema: {
          type: 'object',
          properties: { token: { type: 'string', writeOnly: true } },
        },
        automations: [{ name: 'A', trigger_event: 'manual', actions: [action] }],
      },
      config_json: { token: 'canary' },
    });
  const place = 'manifest_json.automations[0]';

  it('holds no secret of a header, for it is shown as it is', async () => {
    const url = `${receiver.url}/echo`;
    expect(await refusal(install(webhook({ url, headers: { Authorization: secret } })))).toEqual([
      400,
      place,
    ]);
    expect(await refusal(install(webhook({ url, headers: { 'X-A': { secret } } })))).toEqual([
      400,
      place,
    ]);
    await good(install(webhook({ url, headers: { Authorization: { $setting: 'token' } } })));
  });

  it('puts a secret setting into no headers but those of a call', async () => {
    const value = { headers: { a: { $setting: 'token' } } };
    expect(await refusal(install(variable('v', value)))).toEqual([400, place]);
  });
});

describe('an anonymous user who goes on as an account with a second factor', () => {
  it('is joined to it once that factor was shown', async () => {
    await defineNotes(api);
    const ada = await createUser(api);
    const factor = await enroll(ada.client);
    const { data: guest } = (
      await api.as(undefined).post('/v1/auth/anonymous', {}, { 'x-tenant-id': api.tenant.id })
    ).body;
    const role = await good(
      api.post('/v1/roles', { name: 'writer', permissions: ['objects:read', 'objects:write'] }),
    );
    await good(api.post('/v1/roles/assign', { user_id: guest.user.id, role_id: role.id }));
    const client = api.as(guest.access_token);
    const { id } = await good(client.post('/v1/objects/notes', { properties: { title: 'a' } }));
    const author = async () => (await good(api.get(`/v1/objects/notes/${id}`))).created_by;
    const { email, password } = ada;
    const { body } = await client.post('/v1/auth/anonymous/link', {
      ...{ email, password, on_conflict: 'merge' },
    });
    expect([body.error.code, await author()]).toEqual(['MFA_REQUIRED', guest.user.id]);
    const { mfa_token } = body.error.details;
    const code = await freshCode(server, factor);
    const session = await good(
      api
        .as(undefined)
        .post(
          '/v1/auth/mfa/verify',
          { mfa_token, factor_id: factor.id, code },
          { 'x-tenant-id': api.tenant.id },
        ),
    );
    expect([session.user.id, await author()]).toEqual([ada.user.id, ada.user.id]);
    expect((await api.get(`/v1/users/${guest.user.id}`)).status).toBe(404);
  });
});

it('a new password of an account with a second factor is set, and its page confirms that', async () => {
  const ada = await createUser(api);
  await enroll(ada.client);
  await server.db.query('update app.users set email_verified_at = now() where id = $1', [
    ada.user.id,
  ]);
  const tenant = { 'x-tenant-id': api.tenant.id };
  await api.as(undefined).post('/v1/auth/forgot-password', { email: ada.email }, tenant);
  const { token } = await lastMessage(server, ada.email);
  const password = 'another horse battery';
  const answer = await fetch(`${server.url}/v1/auth/verify/page`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
    body: new URLSearchParams({ token, type: 'recovery', password }),
  });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('Your new password is set'),
  ]);
  const signin = api.as(undefined).post('/v1/auth/signin', { email: ada.email, password }, tenant);
  expect(await refusal(signin)).toEqual([401, 'MFA_REQUIRED']);
});

describe('the export of a user’s data', () => {
  it.each(['policy', 'role'])('holds no data of others once a %s hides it', async (how) => {
    await defineNotes(api);
    const { client, role_id } = await onlyWith(api, [
      'objects:read',
      'objects:write',
      'reports:manage',
    ]);
    const { id } = await good(
      api.post('/v1/objects/notes', { properties: { title: 'canary', owner: 'all' } }),
    );
    const config_json = { object_type_id: 'notes' };
    await good(client.post('/v1/reports/run', { type: 'table', config_json }));
    await good(client.patch(`/v1/objects/notes/${id}`, { properties: { title: 'x' } }));
    if (how === 'role')
      await good(api.put(`/v1/roles/${role_id}/permissions`, { permissions: [] }));
    else
      await createPolicy(api, {
        action: 'select',
        condition_json: { property: 'owner', operator: 'eq', value: 'nobody' },
      });
    expect(JSON.stringify(await good(client.get('/v1/auth/me/export')))).not.toContain('canary');
  });
});

describe('submissions that make objects', () => {
  const fields = [{ name: 'title', label: 'Title', property: 'title' }];
  const events = (path: string) =>
    receiver.requests
      .filter((request) => request.path === path)
      .map(({ body }) => JSON.parse(body).type);
  const hook = { url: '', events: ['form.submitted', 'custom.*'] };

  beforeEach(async () => {
    await defineNotes(api);
    hook.url = `${receiver.url}/hook`;
    receiver.requests.length = 0;
  });
  /** Sends a form, and waits until what hears has heard it. */
  async function submitted(form: { id: string }): Promise<string[]> {
    expect((await send(api, form.id, { title: 'canary' })).status).toBe(201);
    await good(api.post('/v1/events', { event_type: 'end' }));
    await until(
      async () => events('/hook'),
      (all) => all.includes('custom.end'),
    );
    // Earlier work waits or was sent.
    await until(
      () => deliveriesOf(api, '&status=pending'),
      ({ length }) => length === 0,
    );
    return events('/hook');
  }

  it('are told to no key that may not read any more', async () => {
    const form = await createForm(api, { object_type_id: 'notes', fields });
    const client = await api.withKey(['write']);
    await good(client.post('/v1/webhooks', hook));
    await good(api.post('/v1/webhooks', { ...hook, events: ['custom.end'] }));
    await good(api.patch(`/v1/keys/${client.keyId}`, { scopes: ['ai'] }));
    expect(await submitted(form)).not.toContain('form.submitted');
  });

  it('are told to no role that may not read objects, others are', async () => {
    const client = (await onlyWith(api, ['webhooks:manage', 'forms:manage', 'events:read'])).client;
    await good(client.post('/v1/webhooks', { ...hook, events: ['form.*', 'custom.*'] }));
    const form = await createForm(api, { object_type_id: 'notes', fields });
    expect(await submitted(form)).not.toContain('form.submitted');
    await eventsOf(client, 'custom.end', 1);
    expect(JSON.stringify(await good(client.get('/v1/changes?limit=100')))).not.toContain('canary');
    receiver.requests.length = 0;
    const plain = await createForm(api, { fields: [{ name: 'title', label: 'Title' }] });
    expect(await submitted(plain)).toContain('form.submitted');
  });
});
