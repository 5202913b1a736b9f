import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { signUp } from '../support/users.ts';

let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  // One address for all processes: tokens name it.
  server = await startTestServer({ BASE_URL: 'https://api.example.com' });
  api = await createTenant(server);
});
afterAll(() => server.close());

const phone = '+14155550100';

it('sign-in by phone is on when nothing is configured, off with only mail, on with text messages', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9' };
  const sms = { SMS_WEBHOOK_URL: 'https://sms.example.com/send' };
  const { client } = await signUp(api);
  const outcomes = async (env: Record<string, string>) => {
    const sibling = await server.sibling({ TRUSTED_PROXIES: 'loopback', ...env });
    const call = (method: string, path: string, body: object, token = api.token) =>
      fetch(`${sibling.url}/v1/auth/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const answers = [
      await call('POST', 'signup', { phone, password: 'correct horse battery' }),
      await call('POST', 'otp', { phone }),
      await call('POST', 'resend', { type: 'sms', phone }),
      await call('PATCH', 'user', { phone: '+14155550199' }, client.token),
    ];
    const codes = await Promise.all(
      answers.map(async (answer) => {
        const { error } = (await answer.json()) as { error?: { code: string } };
        return error?.code ?? answer.status;
      }),
    );
    await sibling.close();
    await server.db.query('delete from app.users where phone is not null');
    await server.db.query('delete from app.auth_counters');
    return codes;
  };
  const disabled = 'PROVIDER_DISABLED';
  expect(await outcomes(mail)).toEqual(['SIGNUP_DISABLED', disabled, disabled, disabled]);
  for (const env of [{}, { ...mail, ...sms }])
    expect(await outcomes(env)).toEqual([201, 200, 200, 200]);
  const byMail = await api.post('/v1/auth/otp', { email: 'ada@example.com' });
  expect(byMail.status).toBe(200);
});
