import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { functionsEntered } from '../support/functions-entered.ts';
import { lastMessage, messagesTo } from '../support/mailbox.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress, createUser } from '../support/users.ts';
import { addContact, openPortal, type Portal, signedIn, site } from './support.ts';

const server = useServer();
let api: TenantClient;
let portal: Portal;
beforeEach(async () => {
  api = await createTenant(server);
  portal = await openPortal(api);
});

const anybody = (path: string, body: object) =>
  api.as(undefined).post(`/v1/portal/auth/${path}`, body, {
    ...anotherAddress(),
    'x-tenant-id': api.tenant.id,
  });
const request = (email: string, more: object = {}) => anybody('request', { email, ...more });
const verify = (token: string) => anybody('verify', { token });
const me = '/v1/portal/me';

describe('a contact', () => {
  it('signs in with the link of a mail, once', async () => {
    const { contact } = portal;
    expect((await request(contact.email.toUpperCase())).status).toBe(200);
    const { template, token, variables } = await lastMessage(server, contact.email);
    expect([template, variables.redirect_to]).toEqual(['portal', site]);
    const { status, body } = await verify(token);
    expect([status, body.data.contact, body.data.expires_in]).toEqual([200, contact, 3600]);
    const { role, roles, sub, exp, iat } = decodeJwt(body.data.access_token);
    expect([role, roles, sub, (exp ?? 0) - (iat ?? 0)]).toEqual([
      'portal',
      ['portal'],
      contact.object_id,
      3600,
    ]);
    const shown = await api.as(body.data.access_token).get(me);
    expect(shown.body.data).toEqual({
      ...contact,
      role: 'portal',
      capabilities: [],
      expires_at: expect.any(String),
    });
    expect((await verify(token)).body.error.code).toBe('OTP_EXPIRED');
  });

  it('signs out, which ends only this session', async () => {
    const [one, other] = [await signedIn(api, portal.contact), await signedIn(api, portal.contact)];
    const out = await one.post('/v1/portal/auth/logout');
    expect([out.status, out.body.data]).toEqual([200, { revoked: true }]);
    expect((await one.get(me)).body.error.code).toBe('SESSION_REVOKED');
    expect((await other.get(me)).status).toBe(200);
  });

  it('is signed out by the trash, at once', async () => {
    const client = await signedIn(api, portal.contact);
    await api.delete(`${portal.type.path}/${portal.contact.object_id}`);
    expect((await client.get(me)).body.error.code).toBe('SESSION_REVOKED');
  });

  it('in the trash can use no link that is on its way', async () => {
    const { object_id } = portal.contact;
    const { body } = await api.post('/v1/portal/access', { object_id });
    await api.delete(`${portal.type.path}/${object_id}`);
    expect((await verify(body.data.token)).body.error.code).toBe('OTP_EXPIRED');
    expect((await api.post('/v1/portal/access', { object_id })).status).toBe(404);
  });

  it('is signed out with the portal that is switched off', async () => {
    const client = await signedIn(api, portal.contact);
    await api.post('/v1/auth-config', { portal: { enabled: false } });
    expect((await client.get(me)).body.error.code).toBe('SESSION_REVOKED');
    expect((await request(portal.contact.email)).body.error.code).toBe('PROVIDER_DISABLED');
  });

  it('is of one tenant: its token names that tenant, and no other takes its link', async () => {
    const other = await createTenant(server);
    await openPortal(other);
    const { object_id } = portal.contact;
    const { token } = (await api.post('/v1/portal/access', { object_id })).body.data;
    const elsewhere = await other.post('/v1/portal/auth/verify', { token }, anotherAddress());
    expect(elsewhere.body.error.code).toBe('OTP_EXPIRED');
    const client = await signedIn(api, portal.contact);
    const named = await client.get(me, undefined, { 'x-tenant-id': other.tenant.id });
    expect(named.body.error.code).toBe('TENANT_MISMATCH');
  });
});

describe('a request for a link', () => {
  it('answers the same, and causes the same work, whether the address is known or not', async () => {
    const unknown = 'nobody@portal.example';
    const answers = [await request(portal.contact.email), await request(unknown)];
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
      [200, answers[0]?.body.data],
      [200, answers[0]?.body.data],
    ]);
    expect(await messagesTo(server, unknown)).toEqual([]);
    const fresh = await addContact(api, portal.type);
    const work = async (email: string) =>
      (await functionsEntered(server, api.tenant.id, 'portal_auth_request', { email })).filter(
        (entry) => !/^app\.(message_send|new_id) /.test(entry),
      );
    const known = await work(fresh.email);
    expect(known).toContain('app.portal_contact 1');
    expect(await work('another@portal.example')).toEqual(known);
  });

  it('sends one mail in a minute, and answers the same beyond', async () => {
    const { email } = portal.contact;
    const [one, two] = [await request(email), await request(email)];
    expect([two.status, two.body.data]).toEqual([200, one.body.data]);
    expect(await messagesTo(server, email)).toHaveLength(1);
  });

  it('leads only where auth-config allows it', async () => {
    const { email } = portal.contact;
    const refused = await request(email, { redirect_to: 'https://evil.example/' });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_REDIRECT']);
    expect((await request(email, { redirect_to: `${site}/orders` })).status).toBe(200);
    expect((await lastMessage(server, email)).variables.redirect_to).toBe(`${site}/orders`);
    await api.post('/v1/auth-config', { site_url: null });
    expect((await request(email)).body.error.param).toBe('redirect_to');
  });
});

describe('access that a server hands out', () => {
  it('carries capabilities to the application, and is only for servers', async () => {
    const { object_id } = portal.contact;
    const capabilities = ['orders:read', 'invoices'];
    const { status, body } = await api.post('/v1/portal/access', { object_id, capabilities });
    expect([status, body.data.url]).toEqual([201, `${site}?token=${body.data.token}`]);
    const { access_token } = (await verify(body.data.token)).body.data;
    expect((await api.as(access_token).get(me)).body.data.capabilities).toEqual(capabilities);
    const reader = await api.withKey(['read', 'write']);
    expect((await reader.post('/v1/portal/access', { object_id })).status).toBe(403);
  });

  it('finds the contact of a user by the address, and refuses what leads to none', async () => {
    const { email } = await addContact(api, portal.type);
    const { user } = await createUser(api, { email });
    const { status } = await api.post('/v1/portal/access', { user_id: user.id });
    expect(status).toBe(201);
    const other = await createUser(api);
    for (const [body, expected] of [
      [{ user_id: other.user.id }, 404],
      [{ object_id: 'obj_0' }, 404],
      [{}, 400],
      [{ object_id: 'obj_0', user_id: user.id }, 400],
      [{ object_id: portal.contact.object_id, expires_in: 604_801 }, 400],
    ] as const)
      expect((await api.post('/v1/portal/access', body)).status).toBe(expected);
  });
});

describe('auth-config', () => {
  it('opens a portal only for a type with a unique property of the type email', async () => {
    const { body } = await api.post('/v1/object-types', { name: 'guests' });
    for (const object_type_id of ['ot_0', body.data.id, null]) {
      const refused = await api.post('/v1/auth-config', {
        portal: { enabled: true, object_type_id },
      });
      expect([refused.status, refused.body.error.param]).toEqual([400, 'portal.object_type_id']);
    }
  });
});

describe('$auth.contact_id', () => {
  it('stands in conditions of policies, and equals nothing for a user', async () => {
    const policy = await api.post(`/v1/object-types/${portal.type.id}/policies`, {
      name: 'own orders',
      action: 'select',
      effect: 'allow',
      condition_json: { property: 'name', operator: 'eq', value: '$auth.contact_id' },
    });
    expect(policy.status).toBe(201);
    const { client } = await createUser(api);
    expect((await client.get(`${portal.type.path}/list`)).body.data.results).toEqual([]);
  });
});
