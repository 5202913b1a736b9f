import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../support/api.ts';
import { earlier } from '../support/earlier.ts';
import { forgetLimits, lastMessage, messagesTo } from '../support/mailbox.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { createPlace, expired, outcome, type Place, wrong } from './signin-support.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' }, { hasRealPasswords: true });
let at: Place;
beforeEach(async () => {
  at = await createPlace(server);
});

const user = '/v1/auth/user';
const old = 'correct horse battery';
const next = 'staple of the battery';
const signin = (email: string, password: string) => at.post('signin', { email, password });
const templates = async (email: string) =>
  (await messagesTo(server, email)).map(({ template }) => template);
const forgot = async (email: string) => {
  await forgetLimits(server);
  await at.post('forgot-password', { email });
  return lastMessage(server, email);
};
const isOver = async (client: Client) => expect((await client.get(user)).status).toBe(401);
const makeOld = (someone: SignedUp) =>
  server.db.query(
    `update app.sessions set created_at = ${earlier('created_at', "interval '25 hours'")} where user_id = $1`,
    [someone.user.id],
  );

describe('a forgotten password', () => {
  it('is replaced with the link’s token: sessions end, a new one begins, the user is notified', async () => {
    const someone = await signUp(at.api);
    const { email, client } = someone;
    const { token, template } = await forgot(email);
    expect(template).toBe('recovery');
    const answer = await at.post('reset-password', { token, password: next });
    expect([answer.status, answer.body.data.user]).toMatchObject([
      200,
      { id: someone.user.id, email_verified: true },
    ]);
    await isOver(client);
    expect(await at.whoIs(answer.body.data)).toMatchObject({ email });
    expect((await signin(email, old)).status).toBe(401);
    expect((await signin(email, next)).status).toBe(200);
    expect(await templates(email)).toEqual(['recovery', 'password_changed']);
    const again = await at.post('reset-password', { token, password: 'a third password' });
    expect(outcome(again)).toEqual(expired);
    const { rows } = await server.db.query(
      `select type from app.journal where tenant_id = $1 and request_id = $2 order by id`,
      [at.api.tenant.id, answer.body.request_id],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'session.revoked',
      'user.email_verified',
      'user.password_changed',
      'user.signed_in',
    ]);
  });

  it('is replaced with the code, or by signing in with it', async () => {
    const { email } = await signUp(at.api);
    const { otp } = await forgot(email);
    const body = { email, token: otp, password: next };
    expect((await at.post('reset-password', body)).status).toBe(200);
    const { otp: second } = await forgot(email);
    const verified = await at.post('otp/verify', { type: 'recovery', email, token: second });
    const client = at.api.as(verified.body.data.access_token);
    expect((await client.patch(user, { password: old })).status).toBe(200);
    expect((await signin(email, old)).status).toBe(200);
  });

  it('is not replaced for a banned user', async () => {
    const someone = await signUp(at.api);
    const { token } = await forgot(someone.email);
    await server.db.query('update app.users set banned_at = now() where id = $1', [
      someone.user.id,
    ]);
    const answer = await at.post('reset-password', { token, password: next });
    expect(outcome(answer)).toEqual([403, 'USER_BANNED']);
    expect(await templates(someone.email)).toEqual(['recovery']);
  });

  it('is replaced before the second factor is requested', async () => {
    const someone = await signUp(at.api);
    await server.db.query('update app.users set email_verified_at = now() where id = $1', [
      someone.user.id,
    ]);
    const { token } = await forgot(someone.email);
    await withFactor(someone);
    const answer = await at.post('reset-password', { token, password: next });
    expect(outcome(answer)).toEqual([401, 'MFA_REQUIRED']);
    expect(await templates(someone.email)).toEqual(['recovery', 'password_changed']);
  });
});

const withFactor = ({ user: { id } }: SignedUp) =>
  server.db.query(
    `insert into app.mfa_factors (tenant_id, id, user_id, secret, verified_at)
     values ($1, 'mfa_' || $2, $2, 's', now())`,
    [at.api.tenant.id, id],
  );

describe('POST /v1/auth/change-password', () => {
  const change = ({ client }: SignedUp, current: string, password = next) =>
    client.post('/v1/auth/change-password', { current_password: current, new_password: password });

  it('changes the password for users who know the current one, and ends their other sessions', async () => {
    const someone = await signUp(at.api);
    const { body } = await signin(someone.email, old);
    const other = at.api.as(body.data.access_token);
    const answer = await change(someone, old);
    expect([answer.status, answer.body.data]).toEqual([200, { updated: true }]);
    await isOver(other);
    expect((await someone.client.get(user)).status).toBe(200);
    expect(outcome(await signin(someone.email, old))[0]).toBe(401);
    expect((await signin(someone.email, next)).status).toBe(200);
    expect(await templates(someone.email)).toEqual(['password_changed']);
  });

  it('refuses ten wrong passwords, then even the right one', async () => {
    const someone = await signUp(at.api);
    expect(outcome(await change(someone, 'wrong'))).toEqual([401, 'INVALID_CREDENTIALS']);
    await server.db.query(
      `update app.auth_counters set count = 10 where tenant_id = $1 and name like 'password:%'`,
      [at.api.tenant.id],
    );
    const locked = await change(someone, old);
    expect(outcome(locked)).toEqual([429, 'ACCOUNT_LOCKED']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('requires an existing password, and the second factor if there is one', async () => {
    const someone = await signUp(at.api);
    await withFactor(someone);
    expect(outcome(await change(someone, old))).toEqual([403, 'INSUFFICIENT_AAL']);
    for (const body of [{ password: next }, { email: 'new@example.com' }])
      expect(outcome(await someone.client.patch(user, body))).toEqual([403, 'INSUFFICIENT_AAL']);
    await server.db.query('delete from app.mfa_factors');
    await server.db.query('update app.users set password_hash = null where id = $1', [
      someone.user.id,
    ]);
    expect(outcome(await change(someone, old))).toEqual([409, 'INVALID_STATE']);
    const key = await at.api.post('/v1/auth/change-password', {
      current_password: old,
      new_password: next,
    });
    expect(outcome(key)).toEqual([403, 'FORBIDDEN']);
  });
});

describe('PATCH /v1/auth/user with a password', () => {
  it('sets it in a fresh session, and ends the other sessions', async () => {
    const { client, email } = await signUp(at.api);
    const { body } = await signin(email, old);
    expect((await client.patch(user, { password: next })).status).toBe(200);
    await isOver(at.api.as(body.data.access_token));
    expect((await signin(email, next)).status).toBe(200);
    expect(await templates(email)).toEqual(['password_changed']);
  });

  it('requires a mailed nonce when the session is older than 24 hours', async () => {
    const someone = await signUp(at.api);
    const { client, email } = someone;
    await makeOld(someone);
    const missing = await client.patch(user, { password: next });
    expect(outcome(missing)).toEqual([400, 'VALIDATION_ERROR']);
    expect(missing.body.error.param).toBe('nonce');

    const asked = await client.post('/v1/auth/reauthenticate');
    expect([asked.status, asked.body.data.expires_in]).toEqual([200, 86400]);
    expect(outcome(await client.post('/v1/auth/reauthenticate'))).toEqual([429, 'RATE_LIMITED']);
    const { otp: nonce, template } = await lastMessage(server, email);
    expect(template).toBe('reauthentication');
    const stranger = await signUp(at.api);
    await makeOld(stranger);
    const stolen = await stranger.client.patch(user, { password: next, nonce });
    expect(outcome(stolen)).toEqual(expired);
    const bad = await client.patch(user, { password: next, nonce: wrong(nonce) });
    expect(outcome(bad)).toEqual(expired);
    expect((await client.patch(user, { password: next, nonce })).status).toBe(200);
    expect(outcome(await client.patch(user, { password: old, nonce }))).toEqual(expired);
    expect((await signin(email, next)).status).toBe(200);
  });

  it('invalidates the nonce after five wrong ones, and cannot be tried in a dry run', async () => {
    const { client, email } = await signUp(at.api);
    await client.post('/v1/auth/reauthenticate');
    const { otp: nonce } = await lastMessage(server, email);
    const set = (code: string, headers = {}) =>
      client.patch(user, { password: next, nonce: code }, headers);
    const dry = await set(nonce, { prefer: 'handling=dry-run' });
    expect(outcome(dry)).toEqual([400, 'VALIDATION_ERROR']);
    for (let i = 0; i < 5; i++) expect(outcome(await set(wrong(nonce)))).toEqual(expired);
    expect(outcome(await set(nonce))).toEqual(expired);
  });
});

describe('a new password', () => {
  const places: [string, (password: string) => Promise<Answer>][] = [
    ['of a sign-up', (password) => at.post('signup', { email: 'a27@example.com', password })],
    ['of a reset', (password) => at.post('reset-password', { token: 'x', password })],
  ];

  it.each(places)(
    '%s has 8 to 1024 characters, or is refused before it is hashed',
    async (_, set) => {
      for (const bad of [
        '1234567',
        'x'.repeat(1025),
        'x'.repeat(1_000_000),
        '1234567\0',
        '',
        'a',
      ]) {
        const answer = await set(bad);
        expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR']);
        expect(JSON.stringify(answer.body)).not.toContain('x'.repeat(50));
      }
      for (const good of ['12345678', 'x'.repeat(1024)])
        expect([200, 201, 401, 409]).toContain((await set(good)).status);
    },
  );

  it('is the same in every Unicode composition of its letters', async () => {
    const email = 'nfc@example.com';
    await signUp(at.api, { email, password: 'caf\u00e9 au lait' });
    expect((await signin(email, 'cafe\u0301 au lait')).status).toBe(200);
    expect((await signin(email, 'cafe au lait')).status).toBe(401);
  });

  it('meets the requirements of the tenant', async () => {
    const { client } = await signUp(at.api);
    await at.configure({ password: { min_length: 12, require: ['number'] } });
    const answer = await client.patch(user, { password: 'short enough'.slice(1) });
    expect([...outcome(answer), answer.body.error.details.reasons]).toEqual([
      400,
      'WEAK_PASSWORD',
      ['length', 'characters'],
    ]);
    expect((await client.patch(user, { password: 'long enough 1' })).status).toBe(200);
  });
});
