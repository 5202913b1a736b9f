import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { signUp } from '../support/users.ts';

let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'trace', SELF_SERVE: 'on' });
  api = await createTenant(server);
});
afterAll(() => server.close());

it('no table and no log line holds a secret in the clear', async () => {
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
  // What is no secret is there, so that silence means something.
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
