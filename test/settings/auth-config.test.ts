import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const path = '/v1/auth-config';

const server = useServer();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

/** As the database keeps them. */
async function kept(tenant = api) {
  const { rows } = await server.db.query(
    'select auth from app.tenant_settings where tenant_id = $1',
    [tenant.tenant.id],
  );
  return rows[0]?.auth;
}

const problem = async (body: object) => {
  const answer = await api.post(path, body);
  return [answer.status, answer.body.error?.code, answer.body.error?.param];
};

describe('an unset auth-config', () => {
  it('has defaults: every sign-in method that needs no provider is on', async () => {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      disable_signup: false,
      email: { enabled: true, confirm: false },
      phone: { enabled: true, provider: 'webhook' },
      anonymous: { enabled: true },
      magic_link: { enabled: true },
      passkeys: { enabled: true, origins: [] },
      mfa: { totp: true, required_roles: [] },
      oauth: {},
      site_url: null,
      redirect_allow_list: [],
      jwt_expiry: 3600,
      password: { min_length: 8 },
      default_role: 'user',
    });
  });
});

describe('a change of auth-config', () => {
  it('is merged at every depth, and null restores the default', async () => {
    await api.post(path, { email: { confirm: true }, oauth: { google: { enabled: true } } });
    const { body } = await api.post(path, {
      email: { otp_expiry: 600 },
      oauth: { google: { client_id: 'g' }, acme: { issuer: 'https://id.example.com' } },
      redirect_allow_list: ['https://app.example.com/**', 'myapp://callback'],
      site_url: 'https://app.example.com',
    });
    expect(body.data).toMatchObject({
      email: { enabled: true, confirm: true, otp_expiry: 600 },
      oauth: {
        google: { enabled: true, client_id: 'g' },
        acme: { issuer: 'https://id.example.com' },
      },
    });
    const back = await api.post(path, {
      email: { confirm: null },
      oauth: { acme: null },
      redirect_allow_list: null,
    });
    expect(back.body.data).toMatchObject({
      email: { confirm: false, otp_expiry: 600 },
      oauth: { google: { client_id: 'g' } },
      redirect_allow_list: [],
      site_url: 'https://app.example.com',
    });
    expect(back.body.data.oauth.acme).toBeUndefined();
    expect((await api.get(path)).body.data).toEqual(back.body.data);
    const all = await api.post(path, { email: null, oauth: null, site_url: null });
    expect(all.body.data).toEqual((await (await createTenant(server)).get(path)).body.data);
  });

  it('by two callers at once loses neither', async () => {
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) =>
        api.post(path, { oauth: { [name]: { enabled: true, client_id: name } } }),
      ),
    );
    expect(Object.keys((await api.get(path)).body.data.oauth)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('repeated with its Idempotency-Key answers the same, although secrets are sealed again', async () => {
    const change = { oauth: { google: { enabled: true, client_secret: 'once' } } };
    const headers = { 'idempotency-key': 'k1' };
    const first = await api.post(path, change, headers);
    const sealed = (await kept()).oauth.google.client_secret;
    const again = await api.post(path, change, headers);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await kept()).oauth.google.client_secret).toBe(sealed);
    const other = { oauth: { google: { enabled: true, client_secret: 'another' } } };
    expect((await api.post(path, other, headers)).status).toBe(422);
  });

  it('in a dry run changes nothing', async () => {
    const { body } = await api.post(`${path}?dry_run=true`, { jwt_expiry: 60 });
    expect(body).toMatchObject({ dry_run: true, data: { jwt_expiry: 60 } });
    expect((await api.get(path)).body.data.jwt_expiry).toBe(3600);
  });

  it('refuses unknown settings, and unusual names in every map', async () => {
    const { status, body } = await api.send('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: '{"scopes":["*"],"email":{"is_admin":true},"__proto__":{"disable_signup":true}}',
    });
    expect([status, body.error.details.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['email.is_admin', 'scopes', '__proto__'],
    ]);
    expect(await kept()).toBeUndefined();
  });

  it.each([
    [{ jwt_expiry: 59 }, 'jwt_expiry'],
    [{ jwt_expiry: 86_401 }, 'jwt_expiry'],
    [{ jwt_expiry: 1.5 }, 'jwt_expiry'],
    [{ email: { enabled: 'yes' } }, 'email.enabled'],
    [{ email: 'on' }, 'email'],
    [{ password: { min_length: 7 } }, 'password.min_length'],
    [{ password: { require: ['emoji'] } }, 'password.require[0]'],
    [{ oauth: { 'No Good': {} } }, 'oauth.No Good'],
    [{ oauth: { google: { issuer: 'ftp://x' } } }, 'oauth.google.issuer'],
    [{ site_url: 'javascript:alert(1)' }, 'site_url'],
    [{ site_url: 'https://user:pass@example.com' }, 'site_url'],
    [{ redirect_allow_list: ['https://**'] }, 'redirect_allow_list[0]'],
    [{ redirect_allow_list: ['https://*.example.com/'] }, 'redirect_allow_list[0]'],
    [{ redirect_allow_list: ['javascript:alert(1)//**'] }, 'redirect_allow_list[0]'],
    [{ captcha: { provider: 'mine' } }, 'captcha.provider'],
    [{ passkeys: { rp_id: 'https://example.com' } }, 'passkeys.rp_id'],
    [{ default_role: 'owner' }, 'default_role'],
    [{ default_role: 'admin' }, 'default_role'],
    [{ default_role: 'nobody' }, 'default_role'],
  ])('is refused with %j, naming the place', async (change, param) => {
    expect(await problem(change)).toEqual([400, 'VALIDATION_ERROR', param]);
    expect(await kept()).toBeUndefined();
  });

  it('requires the scope auth, or of a user the permission', async () => {
    const reader = await api.withKey(['read', 'write', 'schema']);
    for (const answer of [await reader.get(path), await reader.post(path, {})])
      expect([answer.status, answer.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const { client } = await signUp(api);
    for (const answer of [await client.get(path), await client.post(path, {})])
      expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
    const manager = await api.withKey(['auth']);
    expect((await manager.post(path, { jwt_expiry: 600 })).status).toBe(200);
  });
});

describe('a setting of auth-config', () => {
  it('takes effect at once: expiry of tokens, length of passwords, sign-ups', async () => {
    await api.post(path, { jwt_expiry: 60, password: { min_length: 12, require: ['number'] } });
    const { session } = await signUp(api, { password: 'long enough 1' });
    expect(session.expires_in).toBe(60);
    const weak = await api.post('/v1/auth/signup', {
      email: 'a@example.com',
      password: 'short 123',
    });
    expect([weak.body.error.code, weak.body.error.details.reasons]).toEqual([
      'WEAK_PASSWORD',
      ['length'],
    ]);
    await api.post(path, { disable_signup: true });
    const off = await api.post('/v1/auth/signup', {
      email: 'b@example.com',
      password: 'long enough 1',
    });
    expect([off.status, off.body.error.code]).toEqual([403, 'SIGNUP_DISABLED']);
  });

  it('required_roles names roles that there are', async () => {
    const { status, body } = await api.post(path, { mfa: { required_roles: ['user', 'usr'] } });
    expect([status, body.error.details]).toEqual([
      400,
      [
        {
          path: 'mfa.required_roles[1]',
          code: 'unknown_role',
          message: 'there is no role usr; did you mean `user`?',
        },
      ],
    ]);
  });

  it('required_roles makes users of those roles need a second factor from the next call on', async () => {
    const { client } = await signUp(api);
    expect((await client.get('/v1/object-types')).status).toBe(200);
    await api.post(path, { mfa: { required_roles: ['user'] } });
    const { status, body } = await client.get('/v1/object-types');
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_AAL']);
    await api.post(path, { mfa: { required_roles: [] } });
    expect((await client.get('/v1/object-types')).status).toBe(200);
  });

  it('default_role applies to new users, and only * can set one that manages', async () => {
    const role = async (name: string, permissions: string[]) =>
      server.db.query(
        `insert into app.roles (tenant_id, id, name, permissions, inherited_names, inherited_permissions)
         values ($1, $2, $3, $4, array[$3], $4)`,
        [api.tenant.id, `role_${name}`, name, permissions],
      );
    await role('reader', ['objects:read']);
    await role('boss', ['users:manage']);
    const auth = await api.withKey(['auth']);
    expect((await auth.post(path, { default_role: 'reader' })).status).toBe(200);
    expect((await signUp(api)).user.role).toBe('reader');
    const refused = await auth.post(path, { default_role: 'boss' });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await api.post(path, { default_role: 'boss' })).status).toBe(200);
  });
});
