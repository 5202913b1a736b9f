import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, type SignedUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await server.db.query(
    `insert into app.tenant_settings (tenant_id, auth) values ($1, '{"site_url": "https://app.test"}')`,
    [api.tenant.id],
  );
});

const path = ({ user }: Pick<SignedUp, 'user'>) => `/v1/users/${user.id}`;

describe.each(['/v1/users/invite', '/v1/auth/invite'])('POST %s', (invite) => {
  const email = `${invite.split('/')[2]}-invited@example.com`;

  it('creates a user who is expected, and repeats it for one who has not come', async () => {
    const redirect_to = 'https://app.test/welcome';
    const first = await api.post(invite, { email, role: 'admin', redirect_to });
    expect(first.status).toBe(201);
    expect(first.body.data).toMatchObject({
      email,
      role: 'admin',
      status: 'invited',
      email_verified: false,
    });
    const mailed = await server.db.query(
      `select template, variables from app.messages where recipient = $1`,
      [email],
    );
    expect(mailed.rows).toMatchObject([{ template: 'invite', variables: { redirect_to } }]);
    const again = await api.post(invite, { email, role: 'user', user_metadata: { a: 1 } });
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect(again.body.data).toMatchObject({ role: 'user', user_metadata: { a: 1 } });
    // Less than a minute later there is no second mail: the first one still holds.
    const { otp } = mailed.rows[0].variables;
    const verify = { type: 'invite', email, token: otp };
    const come = await api.post('/v1/auth/otp/verify', verify, anotherAddress());
    expect(come.body.data.user).toMatchObject({ email, email_verified: true });
    const { id } = first.body.data;
    expect((await api.get(`/v1/users/${id}`)).body.data.status).toBe('active');
    expect((await api.post(invite, { email })).body.error.code).toBe('ALREADY_EXISTS');
  });

  it('refuses existing users, redirects to other sites, and invalid addresses', async () => {
    const user = await createUser(api);
    const taken = await api.post(invite, { email: user.email });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    const away = await api.post(invite, { email: 'a@b.test', redirect_to: 'https://evil.test' });
    expect([away.status, away.body.error.code]).toEqual([400, 'INVALID_REDIRECT']);
    for (const body of [{}, { email: 'x' }, { email: null }, { email: 'a@b.test', role: 'x' }])
      expect((await api.post(invite, body)).status).toBe(400);
    expect((await api.get('/v1/users?search=a@b.test')).body.data.total).toBe(0);
  });
});

describe('POST /v1/users/:user_id/generate-link', () => {
  it.each(['signup', 'invite', 'magiclink', 'recovery'])(
    'makes a link of type %s',
    async (type) => {
      const user = await createUser(api);
      const redirect_to = 'https://app.test/a?b=c';
      const { status, body } = await api.post(`${path(user)}/generate-link`, { type, redirect_to });
      expect(status).toBe(200);
      const { action_link, email_otp, hashed_token, verification_type } = body.data;
      const link = new URL(action_link);
      expect(link.origin + link.pathname).toBe(`${server.url}/v1/auth/verify`);
      expect(Object.fromEntries(link.searchParams)).toMatchObject({ type, redirect_to });
      const token = link.searchParams.get('token') as string;
      expect(hashed_token).toBe(createHash('sha256').update(token).digest('hex'));
      expect([verification_type, body.data.redirect_to]).toEqual([type, redirect_to]);
      const { rows } = await server.db.query(
        `select (t).user_id, (t).recipient, (t).type from app.auth_otp_take($1, array[$2], $3, $4) t`,
        [api.tenant.id, type, user.email, email_otp],
      );
      expect(rows[0]).toEqual({ user_id: user.user.id, recipient: user.email, type });
    },
  );

  it('for a change of email goes to the new address, which is pending until then', async () => {
    const user = await createUser(api);
    const at = `${path(user)}/generate-link`;
    const none = await api.post(at, { type: 'email_change' });
    expect([none.status, none.body.error.code]).toEqual([409, 'INVALID_STATE']);
    const new_email = 'Next@Example.com';
    const { body } = await api.post(at, { type: 'email_change', new_email });
    expect(body.data.redirect_to).toBe('https://app.test');
    expect((await api.get(path(user))).body.data).toMatchObject({
      email: user.email,
      pending_email: 'next@example.com',
    });
    const token = new URL(body.data.action_link).searchParams.get('token');
    const done = await api.post(
      '/v1/auth/otp/verify',
      { type: 'email_change', token },
      anotherAddress(),
    );
    expect(done.body.data.user).toMatchObject({ email: 'next@example.com', pending_email: null });
    const taken = (await createUser(api)).email;
    const refused = await api.post(at, { type: 'email_change', new_email: taken });
    expect(refused.body.error.code).toBe('ALREADY_EXISTS');
  });

  it('replaces the previous link, and records who made it, without the secret', async () => {
    const user = await createUser(api);
    const at = `${path(user)}/generate-link`;
    await api.post(at, { type: 'recovery' });
    const { body } = await api.post(at, { type: 'recovery' });
    const { rows } = await server.db.query(
      `select encode(token_hash, 'hex') as hash from app.auth_tokens where user_id = $1`,
      [user.user.id],
    );
    expect(rows).toEqual([{ hash: body.data.hashed_token }]);
    const logs = await api.get(
      `/v1/audit-logs?resource_id=${user.user.id}&action=user.link_generated`,
    );
    expect(logs.body.data.total).toBe(2);
    const text = JSON.stringify(logs.body.data);
    for (const secret of [
      body.data.hashed_token,
      body.data.action_link.split('token=')[1].slice(0, 40),
    ])
      expect(text).not.toContain(secret);
  });

  it('refuses unknown types, redirects to other sites, and users without an email', async () => {
    const user = await createUser(api);
    const at = `${path(user)}/generate-link`;
    for (const body of [{}, { type: 'sms' }, { type: 'recovery', redirect_to: '//evil.test' }])
      expect((await api.post(at, body)).status).toBe(400);
    const phone = await api.post('/v1/users', { phone: '+14155550131' });
    const answer = await api.post(`/v1/users/${phone.body.data.id}/generate-link`, {
      type: 'recovery',
    });
    expect(answer.body.error.code).toBe('INVALID_STATE');
  });
});

describe('second factors of a user', () => {
  async function withFactor(isVerified = true) {
    const user = await createUser(api);
    const { rows } = await server.db.query(
      `with s as (update app.sessions set aal = 2 where user_id = $2)
       insert into app.mfa_factors (tenant_id, id, user_id, friendly_name, secret, verified_at)
       values ($1, app.new_id('mfa'), $2, 'Phone', 'enc:v1:secret', case when $3 then now() end) returning id`,
      [api.tenant.id, user.user.id, isVerified],
    );
    return { ...user, factor: rows[0].id as string };
  }

  it('are listed without their secret', async () => {
    const { user, factor } = await withFactor();
    const { body } = await api.get(`/v1/users/${user.id}/mfa`);
    expect(body.data).toMatchObject([{ id: factor, type: 'totp', friendly_name: 'Phone' }]);
    expect(JSON.stringify(body)).not.toContain('enc:v1');
    expect((await api.get(`/v1/users/${user.id}`)).body.data.mfa_enabled).toBe(true);
  });

  it('can be removed, and the user’s sessions fall to aal1', async () => {
    const { user, client, factor } = await withFactor();
    const at = `/v1/users/${user.id}/mfa/${factor}`;
    expect((await client.get('/v1/auth/sessions')).body.data[0].aal).toBe('aal2');
    expect((await api.delete(at)).body.data).toMatchObject({ deleted: true });
    expect((await api.delete(at)).status).toBe(404);
    expect((await client.get('/v1/auth/sessions')).body.data[0].aal).toBe('aal1');
    expect((await api.get(`/v1/users/${user.id}`)).body.data.mfa_enabled).toBe(false);
  });

  it('are only visible for their own user', async () => {
    const [one, two] = [await withFactor(), await withFactor()];
    expect((await api.delete(`/v1/users/${one.user.id}/mfa/${two.factor}`)).status).toBe(404);
    expect((await api.get(`/v1/users/${two.user.id}/mfa`)).body.data).toHaveLength(1);
  });
});
