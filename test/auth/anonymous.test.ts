import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { anotherAddress, signIn, signUp } from '../support/users.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server);
beforeAll(async () => {
  await defineType(
    api,
    { n: { data_type: 'integer', is_indexed: true } },
    { name: 'notes', user_access: 'open' },
  );
});

const anonymous = '/v1/auth/anonymous';
const link = `${anonymous}/link`;
const password = 'correct horse battery';
let count = 0;
const newEmail = () => `linked${++count}@example.com`;

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
async function begin(tenant = api): Promise<{ user: any; session: any; client: Client }> {
  const { status, body } = await tenant.post(anonymous, {}, anotherAddress());
  expect(status).toBe(200);
  const session = body.data;
  return { user: session.user, session, client: api.as(session.access_token) };
}
const settings = (tenant: TenantClient, auth: object) =>
  server.db.query(
    `insert into app.tenant_settings (tenant_id, auth) values ($1, $2)
     on conflict (tenant_id) do update set auth = excluded.auth`,
    [tenant.tenant.id, JSON.stringify(auth)],
  );
const createNote = async (client: Client, n: number) => {
  const { body } = await client.post('/v1/objects/notes', { properties: { n } });
  return `/v1/objects/notes/${body.data.id}`;
};

describe('POST /v1/auth/anonymous', () => {
  it('signs in without an account, with the role anonymous', async () => {
    const user_metadata = { role: 'admin', locale: 'en' };
    const { body } = await api.post(anonymous, { user_metadata }, anotherAddress());
    expect(body.data.user).toMatchObject({
      email: null,
      phone: null,
      role: 'anonymous',
      is_anonymous: true,
      user_metadata,
    });
    const claims = decodeJwt(body.data.access_token);
    expect(claims).toMatchObject({ role: 'anonymous', roles: ['anonymous'], is_anonymous: true });
    const client = api.as(body.data.access_token);
    expect((await client.get('/v1/auth/user')).body.data.id).toBe(body.data.user.id);
    expect((await client.get('/v1/objects/notes/list')).status).toBe(200);
    for (const forbidden of ['/v1/users', '/v1/keys', '/v1/audit-logs'])
      expect((await client.get(forbidden)).status).toBe(403);
    const { refresh_token } = body.data;
    const refreshed = await api.post('/v1/auth/refresh', { refresh_token });
    expect(refreshed.body.data.user.id).toBe(body.data.user.id);
  });

  it('refuses a role and an identity in the body', async () => {
    const sent = { role: 'owner', is_anonymous: false, email: 'x@example.com', id: 'usr_1' };
    const { status, body } = await api.post(anonymous, sent, anotherAddress());
    expect([status, body.error.details.length]).toEqual([400, 4]);
  });

  it('allows 30 sign-ins an hour per IP address', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => api.post(anonymous, {}, from)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('can be switched off by auth-config, alone or with all sign-ups', async () => {
    const tenant = await createTenant(server);
    await settings(tenant, { anonymous: { enabled: false } });
    const off = await tenant.post(anonymous, {}, anotherAddress());
    expect([off.status, off.body.error.code]).toEqual([403, 'PROVIDER_DISABLED']);
    await settings(tenant, { disable_signup: true });
    const closed = await tenant.post(anonymous, {}, anotherAddress());
    expect([closed.status, closed.body.error.code]).toEqual([403, 'SIGNUP_DISABLED']);
  });
});

describe('POST /v1/auth/anonymous/link', () => {
  it('turns the anonymous account into a real one: the same user, the same rows', async () => {
    const { user, client } = await begin();
    const note = await createNote(client, 1);
    const email = newEmail();
    const { status, body } = await client.post(link, { email, password });
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({ id: user.id, email, role: 'user', is_anonymous: false });
    expect(decodeJwt(body.data.access_token)).toMatchObject({ role: 'user', is_anonymous: false });
    const signedIn = await signIn(api, { email, password, user, session: null, client });
    expect(signedIn.user.id).toBe(user.id);
    expect((await api.get(note)).body.data.created_by).toBe(user.id);
    const again = await client.post(link, { email: newEmail(), password });
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('answers 409 for an address that is taken, and changes nothing', async () => {
    const existing = await signUp(api);
    const { user, client } = await begin();
    const answer = await client.post(link, { email: existing.email, password: 'another one' });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect(answer.body.error.message).toContain('on_conflict merge or discard');
    expect((await client.get('/v1/auth/user')).body.data).toEqual(user);
  });

  it('merges into the existing account once its password is right', async () => {
    const existing = await signUp(api, { user_metadata: { name: 'Ada' } });
    const { user, client } = await begin();
    const [live, trashed] = [await createNote(client, 2), await createNote(client, 3)];
    await client.delete(trashed);
    await client.post('/v1/object-types/notes/views', { name: 'Mine', visibility: 'private' });
    const body = { email: existing.email, on_conflict: 'merge' };
    const wrong = await client.post(link, { ...body, password: 'not the one' });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await api.get(live)).body.data.created_by).toBe(user.id);

    const merged = await client.post(link, { ...body, password: existing.password });
    expect([merged.status, merged.body.data.user.id]).toEqual([200, existing.user.id]);
    expect(merged.body.data.user.user_metadata).toEqual({ name: 'Ada' });
    expect((await api.get(live)).body.data).toMatchObject({
      created_by: existing.user.id,
      version: 2,
    });
    const inTrash = await api.get(`${trashed}?include_deleted=true`);
    expect(inTrash.body.data.created_by).toBe(existing.user.id);
    const views = await existing.client.get('/v1/object-types/notes/views');
    expect(views.body.data.map((view: { name: string }) => view.name)).toContain('Mine');
    expect((await client.get('/v1/auth/user')).status).toBe(401);
    expect((await api.get(`/v1/users/${user.id}`)).status).toBe(404);
    expect(await checkIndex(server.db)).toEqual([]);
  });

  it('merges objects that a policy no longer lets the anonymous user change', async () => {
    await api.post('/v1/object-types', { name: 'signed', user_access: 'open' });
    const existing = await signUp(api);
    const { client } = await begin();
    const { id } = (await client.post('/v1/objects/signed', {})).body.data;
    const policy = { name: 'Signed is signed', action: 'update', effect: 'deny' };
    await api.post('/v1/object-types/signed/policies', policy);
    expect((await client.patch(`/v1/objects/signed/${id}`, { properties: {} })).status).toBe(403);
    const { email, password } = existing;
    const merged = await client.post(link, { email, password, on_conflict: 'merge' });
    expect(merged.status).toBe(200);
    const { data } = (await api.get(`/v1/objects/signed/${id}`)).body;
    expect(data.created_by).toBe(existing.user.id);
  });

  it('moves what the anonymous user made to the trash with discard', async () => {
    const existing = await signUp(api);
    const { user, client } = await begin();
    const note = await createNote(client, 4);
    const { email } = existing;
    const body = { email, password: existing.password, on_conflict: 'discard' };
    expect((await client.post(link, body)).body.data.user.id).toBe(existing.user.id);
    const { data } = (await api.get(`${note}?include_deleted=true`)).body;
    expect([data.is_deleted, data.created_by]).toEqual([true, user.id]);
  });

  it('refuses banned accounts, and limits attempts to guess a password', async () => {
    const existing = await signUp(api);
    const { user, client } = await begin();
    const note = await createNote(client, 5);
    const body = { email: existing.email, password: existing.password, on_conflict: 'merge' };
    await api.patch(`/v1/users/${existing.user.id}`, { banned: true });
    expect((await client.post(link, body)).body.error.code).toBe('USER_BANNED');
    await api.patch(`/v1/users/${existing.user.id}`, { banned: false });
    await server.db.query(
      `insert into app.auth_counters (tenant_id, name, count, started_at) values ($1, $2, 10, now())`,
      [api.tenant.id, `signin:${existing.email}:127.0.0.1`],
    );
    const locked = await client.post(link, body);
    expect([locked.status, locked.body.error.code]).toEqual([429, 'ACCOUNT_LOCKED']);
    expect((await api.get(note)).body.data.created_by).toBe(user.id);
  });

  it('requires the second factor of the account', async () => {
    const existing = await signUp(api);
    await server.db.query(
      `insert into app.mfa_factors (tenant_id, id, user_id, secret, verified_at)
       values ($1, app.new_id('mfa'), $2, 's', now())`,
      [api.tenant.id, existing.user.id],
    );
    const { client } = await begin();
    const body = { email: existing.email, password: existing.password, on_conflict: 'merge' };
    const answer = await client.post(link, body);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'MFA_REQUIRED']);
    expect(answer.body.error.details.mfa_token).toEqual(expect.any(String));
  });

  it('waits for confirmation where the tenant requires it, taken address or not', async () => {
    const tenant = await createTenant(server);
    const taken = await signUp(tenant);
    await settings(tenant, { email: { confirm: true } });
    for (const email of [taken.email, newEmail()]) {
      const { user, session } = await begin(tenant);
      const client = tenant.as(session.access_token);
      const { status, body } = await client.post(link, { email, password });
      expect(status).toBe(200);
      expect(body.data.user).toMatchObject({
        id: user.id,
        email: null,
        pending_email: email,
        is_anonymous: true,
      });
    }
    // Not confirmed, it is no account that one could sign in to or go on as.
    const { session } = await begin(tenant);
    const body = { email: taken.email, password: taken.password, on_conflict: 'merge' };
    const refused = await tenant.as(session.access_token).post(link, body);
    expect(refused.body.error.code).toBe('EMAIL_NOT_VERIFIED');
  });
});
