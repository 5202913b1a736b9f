import { beforeEach, describe, expect, it } from 'vitest';
import { forgetLimits, lastMessage } from '../support/mailbox.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useServer } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { createPlace, expired, outcome, type Place } from './signin-support.ts';

/** A stranger signs up with an address and sets the account up; then its owner proves the address. */

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
let at: Place;
let stranger: SignedUp;
beforeEach(async () => {
  at = await createPlace(server);
  await forgetLimits(server);
  stranger = await signUp(at.api);
});

const next = 'staple of the battery';
const own = '/v1/auth/user';
/** A second factor, a recovery code, a passkey and an account elsewhere, as each would be made. */
const plant = (user = stranger.user.id) =>
  server.db.query(
    `with f as (insert into app.mfa_factors (tenant_id, id, user_id, secret, verified_at)
       values ($1, app.new_id('mfa'), $2, 's', now())),
     r as (insert into app.recovery_codes (tenant_id, user_id, code_hash) values ($1, $2, '\\x00')),
     p as (insert into app.passkeys (tenant_id, id, user_id, credential_id, public_key)
       values ($1, app.new_id('pk'), $2, app.new_id('cred'), '\\x00'))
     insert into app.identities (tenant_id, id, user_id, provider, subject)
     values ($1, app.new_id('idn'), $2, 'google', app.new_id('sub'))`,
    [at.api.tenant.id, user],
  );
const left = async (user = stranger.user.id) => {
  const tables = ['mfa_factors', 'recovery_codes', 'passkeys', 'identities', 'auth_challenges'];
  const counts = tables.map(
    (table) => `(select count(*)::int from app.${table} where user_id = $1)`,
  );
  const { rows } = await server.db.query(`select ${counts.join(' + ')} as things`, [user]);
  return rows[0].things;
};
const link = async (path: string, email: string) => {
  await forgetLimits(server);
  await at.post(path, { email });
  return lastMessage(server, email);
};
const ways: [string, (email: string) => Promise<{ status: number }>][] = [
  [
    'a code',
    async (email) => {
      const { otp } = await link('otp', email);
      return at.post('otp/verify', { type: 'email', email, token: otp });
    },
  ],
  [
    'a magic link',
    async (email) =>
      at.get(`verify?token=${(await link('magic-link', email)).token}&type=magiclink`),
  ],
  [
    'the link of a forgotten password',
    async (email) => {
      const { token } = await link('forgot-password', email);
      return at.post('reset-password', { token, password: next });
    },
  ],
  [
    'a confirmation that somebody asked for later',
    async (email) => {
      await forgetLimits(server);
      await at.post('resend', { type: 'signup', email });
      return at.post('verify-email', { token: (await lastMessage(server, email)).token });
    },
  ],
];

describe('the first verification of an email', () => {
  it.each(ways)('by %s removes all that a stranger set up before it', async (_, prove) => {
    await plant();
    const { refresh_token } = stranger.session;
    expect((await prove(stranger.email)).status).toBe(200);
    expect(await left()).toBe(0);
    expect(outcome(await stranger.client.get(own))).toEqual([401, 'SESSION_REVOKED']);
    expect((await at.post('refresh', { refresh_token })).status).toBe(401);
    const { email, password } = stranger;
    expect(outcome(await at.post('signin', { email, password }))).toEqual([
      401,
      'INVALID_CREDENTIALS',
    ]);
  });

  it('removes a phone that a stranger added and verified, which could sign in again', async () => {
    const phone = '+14155559001';
    await stranger.client.patch(own, { phone });
    const { otp: token } = await lastMessage(server, phone);
    const proved = await at.post('otp/verify', { type: 'phone_change', phone, token });
    expect(proved.body.data.user).toMatchObject({ id: stranger.user.id, phone });
    const { otp } = await link('otp', stranger.email);
    const { body } = await at.post('otp/verify', {
      type: 'email',
      email: stranger.email,
      token: otp,
    });
    expect(body.data.user).toMatchObject({ id: stranger.user.id, phone: null });
    expect(await at.whoIs(body.data)).toMatchObject({ email_verified: true });
  });

  it('ends what a stranger has started: a pending change and a sign-in by code', async () => {
    const phone = '+14155559002';
    await stranger.client.patch(own, { phone });
    const { otp: pending } = await lastMessage(server, phone);
    await (ways[0] as (typeof ways)[0])[1](stranger.email);
    const answer = await at.post('otp/verify', { type: 'phone_change', phone, token: pending });
    expect(outcome(answer)).toEqual(expired);
  });

  it('also applies to accounts that are already verified, which lose nothing afterwards', async () => {
    const prove = (ways[0] as (typeof ways)[0])[1];
    await prove(stranger.email);
    await plant();
    const before = await left();
    await forgetLimits(server);
    await at.post('otp', { email: stranger.email });
    const { otp } = await lastMessage(server, stranger.email);
    const body = { type: 'email', email: stranger.email, token: otp };
    expect(outcome(await at.post('otp/verify', body))).toEqual([401, 'MFA_REQUIRED']);
    expect(await left()).toBeGreaterThanOrEqual(before);
  });

  it('removes the password that an administrator gave an account, but not its other address', async () => {
    const password = 'known to the administrator';
    const given = { email: 'given@example.com', phone: '+14155559003', password };
    const made = (await at.api.post('/v1/users', given)).body.data;
    await (ways[0] as (typeof ways)[0])[1](given.email);
    expect((await at.post('signin', { email: given.email, password })).status).toBe(401);
    const { body } = await at.api.get(`/v1/users/${made.id}`);
    expect(body.data).toMatchObject({ email_verified: true, phone: given.phone });
  });

  it('keeps a verified account whole when an administrator added the email', async () => {
    const phone = '+14155559004';
    await at.post('otp', { phone });
    const { otp: sms } = await lastMessage(server, phone);
    const { body } = await at.post('otp/verify', { type: 'sms', phone, token: sms });
    const { user } = body.data;
    const email = 'added@example.com';
    await at.api.patch(`/v1/users/${user.id}`, { email });
    await plant(user.id);
    const { otp } = await link('otp', email);
    const proved = await at.post('otp/verify', { type: 'email', email, token: otp });
    expect(outcome(proved)).toEqual([401, 'MFA_REQUIRED']);
    expect(await left(user.id)).toBeGreaterThanOrEqual(4);
    expect((await at.api.get(`/v1/users/${user.id}`)).body.data).toMatchObject({
      phone,
      email_verified: true,
    });
  });
});

describe('the first verification of a phone', () => {
  it('removes the password and the sessions of a stranger', async () => {
    await at.configure({ phone: { confirm: false } });
    const [phone, password] = ['+14155559005', 'of a stranger'];
    const { body } = await at.post('signup', { phone, password });
    await plant(body.data.user.id);
    await at.post('otp', { phone });
    const { otp } = await lastMessage(server, phone);
    expect((await at.post('otp/verify', { type: 'sms', phone, token: otp })).status).toBe(200);
    expect((await at.api.as(body.data.access_token).get(own)).status).toBe(401);
    expect((await at.post('signin', { phone, password })).status).toBe(401);
    expect(await left(body.data.user.id)).toBe(0);
  });
});

describe('a sign-up confirmed by its own message', () => {
  beforeEach(() => at.configure({ email: { confirm: true } }));

  it('keeps its password and its metadata', async () => {
    const email = 'mine@example.com';
    const stale = { email, password: 'of a stranger', user_metadata: { name: 'Stranger' } };
    await at.post('signup', stale);
    await forgetLimits(server);
    await at.post('signup', { email, password: next, user_metadata: { name: 'Ada' } });
    const { token } = await lastMessage(server, email);
    const { body } = await at.post('otp/verify', { type: 'signup', token });
    expect(body.data.user).toMatchObject({ email_verified: true, user_metadata: { name: 'Ada' } });
    expect((await at.post('signin', { email, password: next })).status).toBe(200);
    expect((await at.post('signin', { email, password: stale.password })).status).toBe(401);
  });

  it('sets no password for an address that was verified in the meantime', async () => {
    const email = 'proved@example.com';
    await at.post('signup', { email, password: 'of a stranger' });
    const { token } = await lastMessage(server, email);
    await (ways[0] as (typeof ways)[0])[1](email);
    expect(outcome(await at.post('verify-email', { token }))).toEqual(expired);
    expect((await at.post('signin', { email, password: 'of a stranger' })).status).toBe(401);
  });

  it('sets no password for a user who was invited', async () => {
    const email = 'invited@example.com';
    await at.api.post('/v1/users/invite', { email, role: 'admin' });
    await forgetLimits(server);
    await at.post('signup', { email, password: 'of a stranger' });
    const { token, template } = await lastMessage(server, email);
    expect(template).toBe('signup');
    await at.post('verify-email', { token });
    expect((await at.post('signin', { email, password: 'of a stranger' })).status).toBe(401);
  });
});

describe('operations that a stranger started before the address was verified', () => {
  it('does not continue: a password that was right a moment ago no longer signs in', async () => {
    const { rows } = await server.db.query('select password_hash from app.users where id = $1', [
      stranger.user.id,
    ]);
    await (ways[0] as (typeof ways)[0])[1](stranger.email);
    const { email } = stranger;
    const args = { email, user_id: stranger.user.id, compared_hash: rows[0].password_hash };
    const finish = server.db.query(`select api.auth_signin($1, $2)`, [at.api.tenant.id, args]);
    await expect(finish).rejects.toThrow(/password has just been changed/);
  });

  it('is taken over from an anonymous account that was given the email, as from any sign-up', async () => {
    const begun = (await at.post('anonymous', {})).body.data;
    const client = at.api.as(begun.access_token);
    const body = { email: 'anonymous@example.com', password: 'of a stranger' };
    expect((await client.post('/v1/auth/anonymous/link', body)).status).toBe(200);
    await plant(begun.user.id);
    await (ways[0] as (typeof ways)[0])[1](body.email);
    expect(await left(begun.user.id)).toBe(0);
    expect((await at.post('signin', body)).status).toBe(401);
    expect((await client.get(own)).status).toBe(401);
  });
});

describe('a change that waits for the account while its session ends', () => {
  it('is refused and leaves nothing behind', async () => {
    const holder = await server.db.connect();
    try {
      const { id } = stranger.user;
      await holder.query('begin');
      const held = [at.api.tenant.id, id];
      await holder.query('select from app.users where tenant_id = $1 and id = $2 for update', held);
      const change = stranger.client.patch(own, { user_metadata: { planted: true } });
      await untilBlocked(server.db, holder);
      await holder.query('update app.sessions set revoked_at = now() where user_id = $1', [id]);
      await holder.query('commit');
      const { status, body } = await change;
      expect([status, body.error.code]).toEqual([401, 'SESSION_REVOKED']);
      const user = await at.api.get(`/v1/users/${id}`);
      expect(user.body.data.user_metadata).not.toHaveProperty('planted');
    } finally {
      holder.release();
    }
  });
});
