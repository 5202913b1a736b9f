import { describe, expect, it } from 'vitest';
import { type Client, createTenant } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, signUp } from '../support/users.ts';

/** Linking an anonymous user by codes, and what it refuses. */

const server = useServer();
const api = useTenant(server);

const link = '/v1/auth/anonymous/link';

async function begin(): Promise<{ id: string; client: Client }> {
  const { body } = await api.post('/v1/auth/anonymous', {}, anotherAddress());
  return { id: body.data.user.id, client: api.as(body.data.access_token) };
}

/** The code that was sent to an address. */
async function codeFor(type: string, userId: string, recipient: string): Promise<string> {
  const { rows } = await server.db.query(
    `select otp from app.auth_token_create($1, $2, $3, $4, '1 min')`,
    [api.tenant.id, type, userId, recipient],
  );
  return rows[0].otp;
}

/** The code of the last message to an address. */
async function sentTo(recipient: string): Promise<string> {
  const { rows } = await server.db.query(
    `select variables->>'otp' as otp from app.messages where recipient = $1 order by id desc limit 1`,
    [recipient],
  );
  return rows[0].otp;
}
const wrongOf = (otp: string) => (otp === '000000' ? '000001' : '000000');

describe('a phone linked to an anonymous account', () => {
  it('is pending first, and belongs to the account once its code is verified', async () => {
    const { id, client } = await begin();
    const phone = '+14155550141';
    const first = await client.post(link, { phone });
    expect(first.body.data.user).toMatchObject({ id, phone: null, pending_phone: phone });
    const otp = await sentTo(phone);
    const wrong = await client.post(link, { phone, otp: wrongOf(otp) });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'OTP_EXPIRED']);
    const { body } = await client.post(link, { phone, otp });
    expect(body.data.user).toMatchObject({
      id,
      phone,
      pending_phone: null,
      phone_verified: true,
      role: 'user',
      is_anonymous: false,
    });
  });

  it('of another account needs a code that was sent for that account', async () => {
    const phone = '+14155550142';
    const existing = (await api.post('/v1/users', { phone })).body.data;
    const { id, client } = await begin();
    const mine = await codeFor('phone_change', id, phone);
    const body = { phone, on_conflict: 'merge' };
    expect((await client.post(link, { ...body, otp: mine })).status).toBe(401);
    expect((await client.post(link, body)).body.error.code).toBe('ALREADY_EXISTS');
    const otp = await codeFor('sms', existing.id, phone);
    const merged = await client.post(link, { ...body, otp });
    expect([merged.status, merged.body.data.user.id]).toEqual([200, existing.id]);
  });
});

describe('an email linked to an anonymous account', () => {
  it('that needs confirmation is verified by the mailed code', async () => {
    const tenant = await createTenant(server);
    await server.db.query(
      `insert into app.tenant_settings (tenant_id, auth) values ($1, '{"email": {"confirm": true}}')`,
      [tenant.tenant.id],
    );
    const begun = (await tenant.post('/v1/auth/anonymous', {}, anotherAddress())).body.data;
    const client = tenant.as(begun.access_token);
    const [email, password] = ['coded@example.com', 'correct horse'];
    await client.post(link, { email: 'Coded@Example.com', password });
    const { body } = await client.post(link, { email, otp: await sentTo(email) });
    expect(body.data.user).toMatchObject({
      id: begun.user.id,
      email,
      email_verified: true,
      is_anonymous: false,
      role: 'user',
    });
    const signin = await tenant.post('/v1/auth/signin', { email, password }, anotherAddress());
    expect(signin.body.data.user.id).toBe(begun.user.id);
  });

  it('of another account needs a code mailed there, with five attempts', async () => {
    const existing = await signUp(api);
    const { client } = await begin();
    const { email } = existing;
    const otp = await codeFor('magiclink', existing.user.id, email);
    const tries = Array.from({ length: 6 }, () =>
      client.post(link, { email, otp: wrongOf(otp), on_conflict: 'discard' }),
    );
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
    expect((await client.post(link, { email, otp, on_conflict: 'discard' })).status).toBe(401);
    const fresh = await codeFor('magiclink', existing.user.id, email);
    const { body } = await client.post(link, { email, otp: fresh, on_conflict: 'discard' });
    expect(body.data.user.id).toBe(existing.user.id);
  });

  it('goes to only one of two users who claim it at the same moment', async () => {
    const [one, two] = [await begin(), await begin()];
    const body = { email: 'race@example.com', password: 'correct horse' };
    const answers = await Promise.all([one.client.post(link, body), two.client.post(link, body)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('linking an address is refused', () => {
  it.each([
    ['nothing to link', {}, 'email'],
    [
      'two accounts to link at once',
      { email: 'a@b.test', phone: '+14155550143', password: 'correct horse' },
      'email',
    ],
    ['an email without a password', { email: 'a@b.test' }, 'password'],
    ['a short password', { email: 'a@b.test', password: '1234567' }, 'password'],
    ['a provider without a token', { provider: 'google' }, 'password'],
    ['an unknown on_conflict', { phone: '+14155550143', on_conflict: 'x' }, 'on_conflict'],
    ['a malformed code', { phone: '+14155550143', otp: 'abc' }, 'otp'],
  ])('%s', async (_, body, param) => {
    const { client } = await begin();
    const answer = await client.post(link, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  it('for callers who are not anonymous users: a key, no token, a real account', async () => {
    const body = { email: 'real@example.com', password: 'correct horse' };
    expect((await api.post(link, body)).status).toBe(403);
    expect((await api.as(undefined).post(link, body)).status).toBe(401);
    const { client } = await signUp(api);
    expect((await client.post(link, body)).body.error.code).toBe('INVALID_STATE');
  });

  it('where sign-up is switched off', async () => {
    const { client } = await begin();
    await server.db.query(
      `insert into app.tenant_settings (tenant_id, auth) values ($1, '{"disable_signup": true}')`,
      [api.tenant.id],
    );
    const answer = await client.post(link, {
      email: 'late@example.com',
      password: 'correct horse',
    });
    expect(answer.body.error.code).toBe('SIGNUP_DISABLED');
  });
});
