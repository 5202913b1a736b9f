import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { forgetLimits, lastMessage, messagesTo, setAuthConfig } from '../support/mailbox.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { signUp } from '../support/users.ts';

let server: TestServer;
let api: TenantClient;
let anybody: Client;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: 'loopback' });
});
beforeEach(async () => {
  await forgetLimits(server);
  api = await createTenant(server);
  anybody = api.as(undefined);
});
afterAll(() => server.close());

let calls = 0;
/** From another address each time. */
const from = () => ({
  'x-tenant-id': api.tenant.id,
  'x-forwarded-for': `203.0.${calls >> 8}.${calls++ & 255}`,
});
const post = (path: string, body: object, headers: object = {}) =>
  anybody.post(`/v1/auth/${path}`, body, { ...from(), ...headers });
const whoIs = async (session: { access_token: string }) =>
  (await api.as(session.access_token).get('/v1/auth/user')).body.data;
const email = 'ada@example.com';
const wrong = (otp: string) => String((Number(otp) + 1) % 1_000_000).padStart(6, '0');

describe('POST /v1/auth/otp and /otp/verify', () => {
  it('make a user of a new address, once the code has come back', async () => {
    const sent = await post('otp', { email: 'Ada@Example.com', user_metadata: { name: 'Ada' } });
    expect(sent.status).toBe(200);
    expect(sent.body.data).toEqual({
      message_id: expect.stringMatching(/^msg_/),
      expires_in: 86400,
    });
    expect((await server.db.query('select from app.users')).rowCount).toBe(0);
    const { otp, template } = await lastMessage(server, email);
    expect([template, otp]).toEqual(['email', expect.stringMatching(/^\d{6}$/)]);
    const { status, body } = await post('otp/verify', { type: 'email', email, token: otp });
    expect([status, body.data.user]).toMatchObject([
      200,
      { email, email_verified: true, role: 'user', user_metadata: { name: 'Ada' } },
    ]);
    expect(await whoIs(body.data)).toMatchObject({ email });
    expect((await post('otp/verify', { type: 'email', email, token: otp })).status).toBe(401);
  });
});
