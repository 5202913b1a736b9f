import { beforeEach, describe, expect, it } from 'vitest';
import { Box } from '../../src/credentials/box.ts';
import { captchaSecret } from '../../src/credentials/places.ts';
import { secretPlace } from '../../src/groups/oauth/provider.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const path = '/v1/auth-config';
const dots = '••••••••';

const server = useOwnDatabase({ LOG_LEVEL: 'trace', SELF_SERVE: 'on' });
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

it('no table and no log line contains a secret in plain text', async () => {
  const config = {
    oauth: { google: { enabled: true, client_id: 'public-id', client_secret: 'google-hush' } },
    captcha: { site_key: 'public-key', secret: 'captcha-hush' },
  };
  const headers = { 'idempotency-key': 'secrets' };
  expect((await api.post('/v1/auth-config', config, headers)).status).toBe(200);
  expect((await api.post('/v1/auth-config?dry_run=true', config)).status).toBe(200);
  const { session, password } = await signUp(api, { password: 'password-hush' });
  const refreshed = await api.post('/v1/auth/refresh', { refresh_token: session.refresh_token });
  const own = await api
    .as(undefined)
    .post(
      '/v1/tenants',
      { name: 'Own', owner: { email: 'ada@example.com', password: 'owner-hush' } },
      { 'idempotency-key': 'own' },
    );
  expect([refreshed.status, own.status]).toEqual([200, 201]);

  const text = await dumpTables(server.db);
  // Other values are there, so that absence means something.
  for (const shown of ['public-id', 'public-key', 'ada@example.com', 'enc:v1:', '$argon2id$'])
    expect(text).toContain(shown);
  const tokens = [session, refreshed.body.data, own.body.data.session].flatMap((one) => [
    one.access_token,
    one.refresh_token,
  ]);
  const everything = text + server.logLines.join('');
  for (const secret of [
    'google-hush',
    'captcha-hush',
    'owner-hush',
    password,
    own.body.data.token,
    ...tokens,
    // The private part of a key that signs: a JWK, or PKCS #8.
    '"d":',
    'PRIVATE KEY',
  ])
    expect(everything).not.toContain(secret);
});

describe('a secret setting', () => {
  const google = (fields: object) => ({ oauth: { google: fields } });
  const open = (sealed: string, tenant = api.tenant.id) =>
    new Box(server.config.encryptionKey).open(tenant, secretPlace('google'), sealed);

  it('is encrypted for its place, shown as dots, and kept when the dots are sent back', async () => {
    const change = {
      ...google({ enabled: true, client_id: 'g', client_secret: 'hush-hush' }),
      captcha: { provider: 'turnstile', site_key: 's', secret: 'captcha-hush' },
    };
    const { body } = await api.post(path, change);
    expect(body.data.oauth.google).toEqual({ enabled: true, client_id: 'g', client_secret: dots });
    expect(body.data.captcha).toEqual({ provider: 'turnstile', site_key: 's', secret: dots });
    const { oauth, captcha } = await kept();
    expect(open(oauth.google.client_secret)).toBe('hush-hush');
    expect(captcha.secret).toMatch(/^enc:v1:/);

    const { data } = (await api.get(path)).body;
    const again = await api.post(path, data);
    expect(again.body.data).toEqual(data);
    expect((await kept()).oauth.google.client_secret).toBe(oauth.google.client_secret);
    expect((await kept()).captcha.secret).toBe(captcha.secret);

    await api.post(path, google({ client_secret: 'another' }));
    expect(open((await kept()).oauth.google.client_secret)).toBe('another');
    const removed = await api.post(path, google({ client_secret: null }));
    expect(removed.body.data.oauth.google).toEqual({ enabled: true, client_id: 'g' });
    expect((await kept()).oauth.google).toEqual({ enabled: true, client_id: 'g' });
  });

  it('cannot be decrypted for another tenant or another place', async () => {
    await api.post(path, google({ client_secret: 'hush' }));
    const sealed = (await kept()).oauth.google.client_secret;
    const other = await createTenant(server);
    expect(() => open(sealed, other.tenant.id)).toThrow();
    expect(() =>
      new Box(server.config.encryptionKey).open(api.tenant.id, captchaSecret, sealed),
    ).toThrow();
    // Moved by hand, it is of no use and breaks nothing.
    await other.post(path, google({ enabled: true, client_secret: 'own' }));
    await server.db.query('update app.tenant_settings set auth = $1 where tenant_id = $2', [
      await kept(),
      other.tenant.id,
    ]);
    expect((await other.get(path)).body.data.oauth.google.client_secret).toBe(dots);
  });

  it('is never opened by a tag that was cut, and so can be guessed', () => {
    const box = new Box(server.config.encryptionKey);
    for (const length of [4, 8, 12, 13, 14, 15]) {
      const cut = `enc:v1:${Buffer.alloc(length).toString('base64url')}`;
      expect(() => box.open(api.tenant.id, captchaSecret, cut)).toThrow(
        expect.objectContaining({
          code: 'SECRET_LOST',
          cause: expect.objectContaining({ message: expect.stringContaining('tag length') }),
        }),
      );
    }
  });

  it('cannot be obtained by naming another issuer as its recipient', async () => {
    const issuer = 'https://id.example.com';
    await api.post(path, { oauth: { acme: { issuer, client_secret: 'hush' } } });
    const moved = { issuer: 'https://evil.example.com' };
    const param = 'oauth.acme.client_secret';
    expect(await problem({ oauth: { acme: moved } })).toEqual([400, 'VALIDATION_ERROR', param]);
    expect(await problem({ oauth: { acme: { ...moved, client_secret: dots } } })).toEqual([
      400,
      'VALIDATION_ERROR',
      param,
    ]);
    expect(await problem({ oauth: { acme: { ...moved, client_secret: 'new' } } })).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });

  it('of a captcha is not sent to another address either', async () => {
    const captcha = { provider: 'turnstile', site_key: 's', secret: 'hush' };
    await api.post(path, { captcha });
    const moved = { verify_url: 'https://evil.example.com' };
    expect(await problem({ captcha: moved })).toEqual([400, 'VALIDATION_ERROR', 'captcha.secret']);
    expect((await api.post(path, { captcha: { ...moved, secret: 'new' } })).status).toBe(200);
  });

  it('appears neither in the journal nor in events', async () => {
    await api.post(path, google({ enabled: true, client_secret: 'first-hush' }));
    await api.post(path, google({ client_secret: 'second-hush' }));
    const { body } = await api.get('/v1/audit-logs?resource_type=auth_config');
    expect(body.data.logs).toHaveLength(2);
    expect(body.data.logs[0]).toMatchObject({ action: 'auth_config.updated' });
    const text = JSON.stringify(body.data);
    expect(text).not.toMatch(/hush|enc:v1:/);
    await settle(server.db);
    const reader = await api.withKey(['read']);
    const seen = await reader.get('/v1/changes?types=auth_config.updated');
    expect(seen.body.data.results).toEqual([]);
    expect((await api.get('/v1/changes?types=auth_config.updated')).body.data.results).toHaveLength(
      2,
    );
  });
});
