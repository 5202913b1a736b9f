import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetLimits, lastMessage, messagesTo } from '../support/mailbox.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { createPlace, expired, outcome, type Place } from './signin-support.ts';

const server = useServer();
let at: Place;
const site = 'https://app.example.com';
beforeEach(async () => {
  at = await createPlace(server);
});

let count = 0;
const newEmail = () => `link${++count}@example.com`;
const password = 'correct horse battery';
const path = (token: string, type: string, redirectTo?: string) =>
  `verify?${new URLSearchParams({ token, type, ...(redirectTo ? { redirect_to: redirectTo } : {}) })}`;
/** Follows a link without saying the tenant: it is in the token. */
const follow = (...link: Parameters<typeof path>) =>
  at.get(path(...link), { 'x-tenant-id': undefined as unknown as string });
const location = (answer: Awaited<ReturnType<typeof follow>>) => {
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') as string);
};
const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
const magicLink = async (body: object = {}) => {
  const email = newEmail();
  const { status } = await at.post('magic-link', { email, ...body });
  expect(status).toBe(200);
  return { email, ...(await lastMessage(server, email)) };
};

describe('a magic link', () => {
  it('signs in with its token', async () => {
    const { email, token, template } = await magicLink({ user_metadata: { a: 1 } });
    expect(template).toBe('magiclink');
    const { status, body } = await at.post('magic-link/verify', { token });
    expect([status, body.data.user]).toMatchObject([200, { email, user_metadata: { a: 1 } }]);
    expect(outcome(await at.post('magic-link/verify', { token }))).toEqual(expired);
  });

  it('signs in with its code, and with its hash', async () => {
    const { email, otp } = await magicLink();
    const body = { type: 'magiclink', email, token: otp };
    expect((await at.post('otp/verify', body)).status).toBe(200);
    const { token } = await magicLink();
    const token_hash = createHash('sha256').update(token).digest('hex');
    expect((await at.post('otp/verify', { type: 'magiclink', token_hash })).status).toBe(200);
  });

  it('is refused as another type and in another tenant', async () => {
    const { token } = await magicLink();
    for (const type of ['signup', 'recovery', 'invite', 'email_change'])
      expect(outcome(await follow(token, type))).toEqual(expired);
    expect(outcome(await at.post('reset-password', { token, password }))).toEqual(expired);
    expect(outcome(await at.post('verify-email', { token }))).toEqual(expired);
    const elsewhere = await createPlace(server);
    expect(outcome(await elsewhere.get(path(token, 'magiclink')))).toEqual([
      403,
      'TENANT_MISMATCH',
    ]);
    const foreign = `${elsewhere.api.tenant.id.slice(4)}.${token.split('.')[1]}`;
    expect(outcome(await follow(foreign, 'magiclink'))).toEqual(expired);
    expect((await follow(token, 'magiclink')).status).toBe(200);
  });
});

describe('GET /v1/auth/verify', () => {
  it('answers with a session where the tenant has no page to redirect to', async () => {
    const { token, email } = await magicLink();
    const { status, body } = await follow(token, 'magiclink');
    expect([status, body.data.user]).toMatchObject([200, { email }]);
    expect(outcome(await follow(token, 'magiclink'))).toEqual(expired);
  });

  it('carries tokens to site_url in the fragment, and errors in the query', async () => {
    await at.configure({ site_url: site });
    const { token, email } = await magicLink();
    const url = location(await follow(token, 'magiclink'));
    expect([url.origin + url.pathname, url.search]).toEqual([`${site}/`, '']);
    const fragment = fragmentOf(url);
    expect(fragment).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^rt_/),
      token_type: 'bearer',
      expires_in: '3600',
      expires_at: expect.any(String),
      type: 'magiclink',
    });
    expect(await at.whoIs(fragment)).toMatchObject({ email });
    const again = location(await follow(token, 'magiclink'));
    expect(Object.fromEntries(again.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'OTP_EXPIRED',
      error_description: expect.any(String),
    });
    expect(again.hash).toBe('');
  });

  it('carries a code for callers who gave a challenge (PKCE)', async () => {
    await at.configure({ site_url: site, redirect_allow_list: ['my-app://callback'] });
    const verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const redirect_to = 'my-app://callback';
    const { token, variables } = await magicLink({ code_challenge, redirect_to });
    expect(variables.redirect_to).toBe(redirect_to);
    const url = location(await follow(token, 'magiclink', redirect_to));
    expect(url.href).toMatch(/^my-app:\/\/callback\?code=[0-9a-f]{32}\.\w{43}$/);
  });

  it('reports a banned user, or that a second factor is required', async () => {
    await at.configure({ site_url: site });
    const { user, email } = await signUp(at.api);
    await server.db.query('update app.users set email_verified_at = now() where id = $1', [
      user.id,
    ]);
    const link = async () => {
      await forgetLimits(server);
      await at.post('magic-link', { email });
      return location(await follow((await lastMessage(server, email)).token, 'magiclink'));
    };
    await server.db.query(
      `insert into app.mfa_factors (tenant_id, id, user_id, secret, verified_at)
       values ($1, 'mfa_1', $2, 's', now())`,
      [at.api.tenant.id, user.id],
    );
    const factor = await link();
    expect(factor.searchParams.get('error_code')).toBe('MFA_REQUIRED');
    expect(fragmentOf(factor)).toEqual({ mfa_token: expect.stringMatching(/^[0-9a-f]{32}\./) });
    await server.db.query('update app.users set banned_at = now() where id = $1', [user.id]);
    expect((await link()).searchParams.get('error_code')).toBe('USER_BANNED');
  });

  it('does nothing on HEAD, which clients use to preview links', async () => {
    const { token } = await magicLink();
    const looked = await fetch(`${server.url}/v1/auth/${path(token, 'magiclink')}`, {
      method: 'HEAD',
      redirect: 'manual',
    });
    expect(looked.status).toBe(200);
    expect((await follow(token, 'magiclink')).status).toBe(200);
  });

  it.each([
    ['no token', 'verify?type=signup'],
    ['no type', 'verify?token=a'],
    ['another type', 'verify?token=a&type=sms'],
    ['a code', 'verify?token=123456&type=signup'],
  ])('answers 400 with %s', async (_, query) => {
    expect(outcome(await at.get(query))).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('redirect_to', () => {
  const evil = [
    'https://evil.example',
    '//evil.example',
    'https://app.example.com@evil.example',
    'https://app.example.com.evil.example',
    'https://app.example.com:8443/',
    'http://app.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://app.example.com/\r\nSet-Cookie: a=b',
    'https://app.example.com\\@evil.example',
    'https://app.example.com/../evil',
    '/relative',
    '',
  ];

  it('leads only where the tenant allows: otherwise 400, and no email', async () => {
    await at.configure({ site_url: site, redirect_allow_list: [`${site}/**`] });
    const email = newEmail();
    const { client } = await signUp(at.api);
    for (const redirect_to of evil) {
      for (const operation of ['otp', 'magic-link', 'forgot-password'])
        expect([redirect_to, ...outcome(await at.post(operation, { email, redirect_to }))]).toEqual(
          [redirect_to, 400, 'INVALID_REDIRECT'],
        );
      const change = await client.patch('/v1/auth/user', { email: newEmail(), redirect_to });
      expect(outcome(change)).toEqual([400, 'INVALID_REDIRECT']);
    }
    const signup = await at.post('signup', { email, password, redirect_to: evil[0] });
    expect(outcome(signup)).toEqual([400, 'INVALID_REDIRECT']);
    expect(await messagesTo(server, email)).toEqual([]);
    const { token } = await magicLink({ redirect_to: `${site}/welcome` });
    for (const redirect_to of evil.filter((one) => one !== ''))
      expect(outcome(await follow(token, 'magiclink', redirect_to))).toEqual([
        400,
        'INVALID_REDIRECT',
      ]);
    expect(location(await follow(token, 'magiclink', `${site}/welcome`)).pathname).toBe('/welcome');
  });
});

describe('a sign-up that needs confirmation', () => {
  beforeEach(() => at.configure({ email: { confirm: true } }));
  const signup = async (email: string, secret = password) => {
    const answer = await at.post('signup', { email, password: secret });
    expect([answer.status, answer.body.data.confirmation_required]).toEqual([201, true]);
    return answer;
  };
  const signin = (email: string, secret = password) =>
    at.post('signin', { email, password: secret });

  it.each(['link', 'code', 'token'])('is confirmed by its %s', async (by) => {
    const email = newEmail();
    await signup(email);
    expect(outcome(await signin(email))).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    const { token, otp, template } = await lastMessage(server, email);
    expect(template).toBe('signup');
    const answer =
      by === 'link'
        ? await follow(token, 'signup')
        : by === 'code'
          ? await at.post('otp/verify', { type: 'signup', email, token: otp })
          : await at.post('verify-email', { token });
    expect(answer.status).toBe(200);
    if (by === 'token') expect(answer.body.data).toEqual({ email_verified: true });
    expect((await signin(email)).body.data.user).toMatchObject({ email_verified: true });
    expect(outcome(await at.post('verify-email', { token }))).toEqual(expired);
  });

  it('with a taken address gets the same answer, and sends nothing', async () => {
    const email = newEmail();
    const first = await signup(email);
    await at.post('verify-email', { token: (await lastMessage(server, email)).token });
    await forgetLimits(server);
    const second = await signup(email, 'another password');
    const shape = ({ user, ...rest }: { user: object }) => ({ ...rest, keys: Object.keys(user) });
    expect(shape(second.body.data)).toEqual(shape(first.body.data));
    expect(second.body.data.user.id).not.toBe(first.body.data.user.id);
    expect(await messagesTo(server, email)).toHaveLength(1);
    expect((await signin(email)).status).toBe(200);
    expect(outcome(await signin(email, 'another password'))[0]).toBe(401);
  });

  it('gets the password of the sign-up whose message is followed', async () => {
    const email = newEmail();
    await signup(email, 'of a stranger');
    await forgetLimits(server);
    await signup(email);
    await at.post('verify-email', { token: (await lastMessage(server, email)).token });
    expect((await signin(email)).status).toBe(200);
    expect((await signin(email, 'of a stranger')).status).toBe(401);
  });

  it('leaves a stranger no password when the owner signs in by code', async () => {
    const email = newEmail();
    await signup(email, 'of a stranger');
    await forgetLimits(server);
    await at.post('otp', { email });
    const { otp } = await lastMessage(server, email);
    expect((await at.post('otp/verify', { type: 'email', email, token: otp })).status).toBe(200);
    expect((await signin(email, 'of a stranger')).status).toBe(401);
  });

  it('is sent again only while it waits, with the same answer in all cases', async () => {
    const email = newEmail();
    await signup(email);
    const { token } = await lastMessage(server, email);
    const answers = [];
    for (const to of [email, newEmail()]) {
      await forgetLimits(server);
      answers.push(await at.post('resend', { type: 'signup', email: to }));
    }
    const shape = { message_id: expect.stringMatching(/^msg_/), expires_in: 86400 };
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual(
      Array(2).fill([200, shape]),
    );
    expect(await messagesTo(server, email)).toHaveLength(2);
    expect(outcome(await at.post('verify-email', { token }))).toEqual(expired);
    await at.post('verify-email', { token: (await lastMessage(server, email)).token });
    await forgetLimits(server);
    await at.post('resend', { type: 'signup', email });
    expect(await messagesTo(server, email)).toHaveLength(2);
    expect((await signin(email)).status).toBe(200);
    expect(outcome(await at.post('resend', { type: 'sms', email }))[0]).toBe(400);
    expect(outcome(await at.post('resend', { type: 'signup' }))[0]).toBe(400);
  });
});
