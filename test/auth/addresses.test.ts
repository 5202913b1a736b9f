import { beforeEach, describe, expect, it } from 'vitest';
import { forgetLimits, lastMessage, messagesTo } from '../support/mailbox.ts';
import { useServer } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { createPlace, expired, outcome, type Place } from './signin-support.ts';

const server = useServer();
let at: Place;
let ada: SignedUp;
beforeEach(async () => {
  at = await createPlace(server);
  ada = await signUp(at.api);
});

const user = '/v1/auth/user';
let count = 0;
const newEmail = () => `new${++count}@example.com`;
const newPhone = () => `+1415556${String(++count).padStart(4, '0')}`;
const change = (body: object) => ada.client.patch(user, body);
const me = async () => (await ada.client.get(user)).body.data;
const confirm = (token: string) => at.post('otp/verify', { type: 'email_change', token });
const tokenTo = async (email: string) => (await lastMessage(server, email)).token;

describe('PATCH /v1/auth/user', () => {
  it('merges user_metadata; null removes a member', async () => {
    await change({ user_metadata: { a: 1, b: { c: null } } });
    const { status, body } = await change({ user_metadata: { a: null, d: [null] } });
    expect([status, body.data]).toEqual([200, await me()]);
    expect(body.data.user_metadata).toEqual({ b: { c: null }, d: [null] });
    expect((await change({})).body.data).toEqual(body.data);
  });

  it('refuses all other fields and changes nothing: role, verification, ban, tenant, id', async () => {
    const before = await me();
    const other = await signUp(at.api);
    const { status, body } = await change({
      id: other.user.id,
      user_id: other.user.id,
      tenant_id: 'ten_00000000000000000000000000000000',
      role: 'admin',
      roles: ['owner'],
      email_verified: true,
      email_verified_at: new Date().toISOString(),
      phone_verified: true,
      banned: false,
      is_anonymous: true,
      is_invited: true,
      password_hash: 'x',
      made: { password_hash: 'x' },
      created_at: '2020-01-01T00:00:00Z',
      app_metadata: { role: 'admin' },
    });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await me()).toEqual(before);
    expect((await other.client.get(user)).body.data).toEqual(other.user);
    expect((await at.post('signin', { email: ada.email, password: ada.password })).status).toBe(
      200,
    );
    expect((await ada.client.get('/v1/keys')).status).toBe(403);
  });

  it.each([
    [{ email: 'no' }],
    [{ email: null }],
    [{ phone: '123' }],
    [{ user_metadata: [] }],
    [{ user_metadata: 'x' }],
    [{ nonce: 1 }],
  ])('refuses %j with 400', async (body) => {
    expect(outcome(await change(body))).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('refuses an anonymous user’s address: linking is for that', async () => {
    await server.db.query('update app.users set is_anonymous = true where id = $1', [ada.user.id]);
    for (const body of [{ email: newEmail() }, { phone: newPhone() }, { password: '12345678' }])
      expect(outcome(await change(body))).toEqual([409, 'INVALID_STATE']);
    expect((await change({ user_metadata: { a: 1 } })).status).toBe(200);
  });
});

describe('a change of email where sign-ups need no confirmation', () => {
  it('is still pending first, and once it is done the old address verifies nothing any more', async () => {
    await forgetLimits(server);
    await at.post('forgot-password', { email: ada.email });
    const reset = await tokenTo(ada.email);
    const email = newEmail();
    const { body } = await change({ email: email.toUpperCase() });
    expect(body.data).toMatchObject({ email: ada.email, pending_email: email });
    expect((await confirm(await tokenTo(email))).status).toBe(200);
    expect(await me()).toMatchObject({ email, email_verified: true, pending_email: null });
    const { template, variables } = await lastMessage(server, ada.email);
    expect([template, variables]).toEqual([
      'email_changed',
      {
        old_email: ada.email,
        new_email: email,
        type: 'email_change_undo',
        token: expect.any(String),
      },
    ]);
    const answer = await at.post('reset-password', { token: reset, password: 'of a stranger' });
    expect(outcome(answer)).toEqual(expired);
    expect((await at.post('signin', { email, password: ada.password })).status).toBe(200);
  });

  it('to a taken one is refused with 409', async () => {
    const { email } = await signUp(at.api);
    expect(outcome(await change({ email }))).toEqual([409, 'ALREADY_EXISTS']);
    expect(await me()).toEqual(ada.user);
  });
});

describe('a change of email with confirmation', () => {
  beforeEach(() => at.configure({ email: { confirm: true } }));

  it.each(['otp/verify', 'verify-email', 'verify'])('is pending until %s', async (by) => {
    const email = newEmail();
    const { body } = await change({ email });
    expect(body.data).toMatchObject({ email: ada.email, pending_email: email });
    expect(await messagesTo(server, ada.email)).toEqual([]);
    const { token, otp } = await lastMessage(server, email);
    const answer =
      by === 'verify'
        ? await at.get(`verify?token=${token}&type=email_change`)
        : by === 'verify-email'
          ? await at.post(by, { token })
          : await at.post(by, { type: 'email_change', email, token: otp });
    expect(answer.status).toBe(200);
    expect(await me()).toMatchObject({ email, email_verified: true, pending_email: null });
    expect((await lastMessage(server, ada.email)).template).toBe('email_changed');
    expect(outcome(await confirm(token))).toEqual(expired);
  });

  it('counts only for the last address requested, and not at all when it is withdrawn', async () => {
    const [first, second] = [newEmail(), newEmail()];
    await change({ email: first });
    await change({ email: second });
    expect(outcome(await confirm(await tokenTo(first)))).toEqual(expired);
    const { body } = await change({ email: ada.email });
    expect(body.data).toMatchObject({ email: ada.email, pending_email: null });
    expect(outcome(await confirm(await tokenTo(second)))).toEqual(expired);
    expect(await me()).toMatchObject({ email: ada.email });
  });

  it('to a taken address looks the same, and sends nothing', async () => {
    await at.configure({});
    const taken = (await signUp(at.api)).email;
    await at.configure({ email: { confirm: true } });
    const { status, body } = await change({ email: taken });
    expect([status, body.data]).toMatchObject([200, { email: ada.email, pending_email: taken }]);
    expect(await messagesTo(server, taken)).toEqual([]);
  });

  it('is refused when the address was taken in the meantime', async () => {
    const email = newEmail();
    await change({ email });
    const token = await tokenTo(email);
    await at.configure({});
    await signUp(at.api, { email });
    expect(outcome(await confirm(token))).toEqual([409, 'ALREADY_EXISTS']);
    expect(await me()).toMatchObject({ email: ada.email });
  });

  it('sends either all of its messages or none', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await at.post('otp', { phone });
    const answer = await change({ email, phone });
    expect(outcome(answer)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await messagesTo(server, email)).toEqual([]);
    expect(await me()).toEqual(ada.user);
  });

  it('is sent again to either address, or refused as sent within the last minute', async () => {
    const email = newEmail();
    await change({ email });
    expect(outcome(await change({ email }))).toEqual([429, 'RATE_LIMITED']);
    for (const [n, known] of [ada.email, email].entries()) {
      await forgetLimits(server);
      await at.post('resend', { type: 'email_change', email: known });
      expect(await messagesTo(server, email)).toHaveLength(n + 2);
    }
    expect((await confirm(await tokenTo(email))).status).toBe(200);
    expect(await me()).toMatchObject({ email });
  });
});

describe('with double_confirm_changes,', () => {
  beforeEach(() => at.configure({ email: { confirm: true, double_confirm_changes: true } }));

  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ])('an email changes when both have confirmed: first the %s, then the %s one', async (first) => {
    const email = newEmail();
    await change({ email });
    const tokens = [await tokenTo(ada.email), await tokenTo(email)];
    const [one, two] = (first === 'old' ? tokens : tokens.toReversed()) as [string, string];
    expect((await lastMessage(server, ada.email)).variables.new_address).toBe(email);
    const half = await confirm(one);
    expect(half.body.data).toEqual({ confirmation_required: true, message: expect.any(String) });
    expect(await me()).toMatchObject({ email: ada.email, pending_email: email });
    expect(outcome(await confirm(one))).toEqual(expired);
    expect((await confirm(two)).status).toBe(200);
    expect(await me()).toMatchObject({ email, pending_email: null });
  });

  it('verify-email shows what is left to do, and the first link carries a message', async () => {
    const email = newEmail();
    await change({ email });
    const half = await at.post('verify-email', { token: await tokenTo(email) });
    expect(half.body.data).toEqual({ email_verified: false });
    await forgetLimits(server);
    await change({ email });
    await at.configure({
      site_url: 'https://app.example.com',
      email: { confirm: true, double_confirm_changes: true },
    });
    const link = await at.get(`verify?token=${await tokenTo(email)}&type=email_change`);
    expect(link.headers.get('location')).toContain('https://app.example.com/?message=');
  });
});

describe('an address requested by someone else', () => {
  it('belongs to an anonymous user once the linked address is confirmed', async () => {
    await at.configure({ email: { confirm: true } });
    const { body } = await at.post('anonymous', {});
    const email = newEmail();
    const client = at.api.as(body.data.access_token);
    await client.post('/v1/auth/anonymous/link', { email, password: ada.password });
    const { otp: token, template } = await lastMessage(server, email);
    expect(template).toBe('email_change');
    const answer = await at.post('otp/verify', { type: 'email_change', email, token });
    expect(answer.body.data.user).toMatchObject({
      id: body.data.user.id,
      email,
      email_verified: true,
      is_anonymous: false,
    });
    expect((await at.post('signin', { email, password: ada.password })).status).toBe(200);
  });

  it('is confirmed by a link that an administrator makes as by a mailed one', async () => {
    const email = newEmail();
    const asked: [string, object][] = [
      ['magiclink', {}],
      ['recovery', {}],
      ['signup', {}],
      ['email_change', { new_email: email }],
    ];
    for (const [type, body] of asked) {
      const path = `/v1/users/${ada.user.id}/generate-link`;
      const { data } = (await at.api.post(path, { type, ...body })).body;
      const answer =
        type === 'magiclink'
          ? await fetch(data.action_link.replace('/page?', '?'))
          : await at.post('otp/verify', { type, token_hash: data.hashed_token });
      expect([type, answer.status]).toEqual([type, 200]);
    }
    const { body } = await at.api.get(`/v1/users/${ada.user.id}`);
    expect(body.data).toMatchObject({ email, email_verified: true });
  });
});

describe('a change of phone', () => {
  it('is pending until its code is verified', async () => {
    const phone = newPhone();
    const { body } = await change({ phone });
    expect(body.data).toMatchObject({ phone: null, pending_phone: phone });
    const { otp: token, template } = await lastMessage(server, phone);
    expect(template).toBe('phone_change');
    const answer = await at.post('otp/verify', { type: 'phone_change', phone, token });
    expect(answer.body.data.user).toMatchObject({
      phone,
      phone_verified: true,
      pending_phone: null,
    });
    const { rows } = await server.db.query(
      'select j.after from app.journal j where j.resource_id = $1 and j.type = $2',
      [ada.user.id, 'user.phone_verified'],
    );
    expect(rows).toMatchObject([{ after: { phone } }]);
  });

  it('is pending even where sign-ups by phone need no confirmation', async () => {
    await at.configure({ phone: { confirm: false } });
    const phone = newPhone();
    const { body } = await change({ phone });
    expect(body.data).toMatchObject({ phone: null, pending_phone: phone });
    const { body: made } = await at.api.post('/v1/users', { phone: newPhone() });
    expect(outcome(await change({ phone: made.data.phone }))).toEqual([409, 'ALREADY_EXISTS']);
  });
});
