import { beforeEach, describe, expect, it } from 'vitest';
import { forgetLimits, lastMessage, messagesTo } from '../support/mailbox.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { createPlace, expired, outcome, type Place, wrong } from './signin-support.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
let at: Place;
beforeEach(async () => {
  at = await createPlace(server);
});

let count = 0;
/** An address without an account yet. */
const newEmail = () => `otp${++count}@example.com`;
const newPhone = () => `+1415555${String(++count).padStart(4, '0')}`;
const usersOf = async (place: Place) =>
  (await server.db.query('select * from app.users where tenant_id = $1', [place.api.tenant.id]))
    .rows;
const verify = (type: string, email: string, token: string, headers = {}) =>
  at.post('otp/verify', { type, email, token }, headers);
/** A code that was sent to an address. */
const sent = async (email: string) => {
  await at.post('otp', { email });
  return lastMessage(server, email);
};
const makeOld = (email: string) =>
  server.db.query(`update app.auth_tokens set expires_at = now() where recipient = $1`, [email]);

describe('a code by email', () => {
  it('creates a user for a new address once it is verified', async () => {
    const email = newEmail();
    const asked = { email: email.toUpperCase(), user_metadata: { name: 'Ada', deep: { a: null } } };
    const { status, body } = await at.post('otp', asked);
    expect([status, body.data]).toEqual([
      200,
      { message_id: expect.stringMatching(/^msg_/), expires_in: 86400 },
    ]);
    expect(await usersOf(at)).toEqual([]);
    const { otp, template, channel } = await lastMessage(server, email);
    expect([channel, template, otp]).toEqual(['email', 'email', expect.stringMatching(/^\d{6}$/)]);

    const verified = await verify('email', email, otp);
    expect(verified.status).toBe(200);
    expect(verified.body.data.user).toMatchObject({
      email,
      email_verified: true,
      role: 'user',
      user_metadata: asked.user_metadata,
    });
    expect(await at.whoIs(verified.body.data)).toMatchObject({ email });
    expect(outcome(await verify('email', email, otp))).toEqual(expired);
  });

  it('signs in a known user, and verifies the address', async () => {
    const { user, email } = await signUp(at.api);
    const { otp } = await sent(email);
    const { body } = await verify('email', email, otp);
    expect(body.data.user).toMatchObject({ id: user.id, email_verified: true });
    const { rows } = await server.db.query(
      `select type from app.journal where tenant_id = $1 and resource_id = $2 order by id`,
      [at.api.tenant.id, user.id],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'user.created',
      'user.signed_in',
      'user.email_verified',
      'user.signed_in',
    ]);
  });

  it('creates no user with create_user false or disable_signup, and answers the same', async () => {
    const email = newEmail();
    const known = await at.post('otp', { email: (await signUp(at.api)).email, create_user: false });
    const unknown = await at.post('otp', { email, create_user: false });
    const shape = { message_id: expect.any(String), expires_in: 86400 };
    expect([known.body.data, unknown.body.data]).toEqual([shape, shape]);
    expect(await messagesTo(server, email)).toEqual([]);

    await at.configure({ disable_signup: true });
    expect((await at.post('otp', { email: newEmail() })).status).toBe(200);
    for (const to of [newEmail(), (await usersOf(at))[0].email])
      expect(outcome(await at.post('otp', { email: to, create_user: true }))).toEqual([
        403,
        'SIGNUP_DISABLED',
      ]);
    expect(await usersOf(at)).toHaveLength(1);
  });

  it('creates no user when sign-up was switched off in between', async () => {
    const email = newEmail();
    const { otp } = await sent(email);
    await at.configure({ disable_signup: true });
    expect(outcome(await verify('email', email, otp))).toEqual(expired);
    expect(await usersOf(at)).toEqual([]);
  });

  it('is not sent where email is switched off', async () => {
    await at.configure({ email: { enabled: false } });
    const body = { email: newEmail() };
    for (const path of ['otp', 'magic-link', 'forgot-password'])
      expect(outcome(await at.post(path, body))).toEqual([403, 'PROVIDER_DISABLED']);
    expect(outcome(await at.post('signin', { ...body, password: 'x' }))[1]).toBe(
      'PROVIDER_DISABLED',
    );
    await at.configure({ magic_link: { enabled: false } });
    expect(outcome(await at.post('magic-link', body))).toEqual([403, 'PROVIDER_DISABLED']);
    expect((await at.post('otp', body)).status).toBe(200);
  });

  it.each([
    ['no address', {}],
    ['both addresses', { email: 'a@b.example', phone: '+14155550100' }],
    ['no email', { email: 'nobody' }],
    ['a phone without a country code', { phone: '4155550100' }],
    ['another channel', { phone: '+14155550100', channel: 'pigeon' }],
    ['a short challenge', { email: 'a@b.example', code_challenge: 'x' }],
  ])('answers 400 with %s', async (_, body) => {
    expect(outcome(await at.post('otp', body))).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('a code by text message', () => {
  it('signs in with a phone number, for 60 seconds', async () => {
    const phone = newPhone();
    const { body } = await at.post('otp', { phone, channel: 'sms' });
    expect(body.data.expires_in).toBe(60);
    const { otp, channel, template } = await lastMessage(server, phone);
    expect([channel, template]).toEqual(['sms', 'sms']);
    const { body: verified } = await at.post('otp/verify', { type: 'sms', phone, token: otp });
    expect(verified.data.user).toMatchObject({ phone, phone_verified: true, email: null });

    await forgetLimits(server);
    await at.post('otp', { phone });
    const late = await lastMessage(server, phone);
    await makeOld(phone);
    expect(outcome(await at.post('otp/verify', { type: 'sms', phone, token: late.otp }))).toEqual(
      expired,
    );
  });

  it('confirms a sign-up by phone, whose password does not sign in before', async () => {
    const phone = newPhone();
    const password = 'correct horse battery';
    const { status, body } = await at.post('signup', { phone, password });
    expect([status, body.data.confirmation_required]).toEqual([201, true]);
    expect(outcome(await at.post('signin', { phone, password }))).toEqual([
      403,
      'EMAIL_NOT_VERIFIED',
    ]);
    const { otp } = await lastMessage(server, phone);
    expect((await at.post('otp/verify', { type: 'sms', phone, token: otp })).status).toBe(200);
    expect((await at.post('signin', { phone, password })).status).toBe(200);
  });
});

describe('housekeeping', () => {
  it('removes tokens that expired a day ago, and nothing else', async () => {
    const [over, late, live] = [newEmail(), newEmail(), newEmail()];
    for (const email of [over, late, live]) await sent(email);
    const age = (email: string, hours: number) =>
      server.db.query(
        `update app.auth_tokens set expires_at = now() - make_interval(hours => $2) where recipient = $1`,
        [email, hours],
      );
    await age(over, 25);
    await age(late, 23);
    await server.db.query(
      `update app.auth_counters set started_at = now() - interval '25 h' where name = $1`,
      [`message:${over}`],
    );
    await server.db.query('select worker.housekeeping()');
    const column = async (sql: string) =>
      (await server.db.query({ text: sql, values: [[over, late, live]], rowMode: 'array' })).rows
        .flat()
        .toSorted();
    const tokens = 'select recipient from app.auth_tokens where recipient = any ($1)';
    expect(await column(tokens)).toEqual([late, live].toSorted());
    const counters = `select substr(name, 9) from app.auth_counters where substr(name, 9) = any ($1)`;
    expect(await column(counters)).toEqual([late, live].toSorted());
  });
});

describe('a one-time code', () => {
  it('works only for its own address, type and tenant', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const { otp, token } = await sent(email);
    await sent(other);
    expect(outcome(await verify('email', other, otp))).toEqual(expired);
    for (const type of ['recovery', 'signup', 'invite', 'email_change'])
      expect(outcome(await verify(type, email, otp))).toEqual(expired);
    const elsewhere = await createPlace(server);
    for (const body of [{ email, token: otp }, { token: `${token}` }]) {
      const answer = await elsewhere.post('otp/verify', { type: 'email', ...body });
      expect(answer.status).toBeGreaterThanOrEqual(401);
      expect(answer.body.data).toBe(undefined);
    }
    expect((await verify('email', email, otp)).status).toBe(200);
  });

  it('is invalid once a newer one is sent', async () => {
    const email = newEmail();
    const first = await sent(email);
    await forgetLimits(server);
    const second = await sent(email);
    expect(outcome(await at.post('otp/verify', { type: 'email', token: first.token }))).toEqual(
      expired,
    );
    expect((await verify('email', email, second.otp)).status).toBe(200);
  });

  it('expires', async () => {
    const email = newEmail();
    const { otp, token } = await sent(email);
    await makeOld(email);
    expect(outcome(await verify('email', email, otp))).toEqual(expired);
    expect(outcome(await at.post('otp/verify', { type: 'email', token }))).toEqual(expired);
  });

  it('is invalid after five wrong attempts', async () => {
    const email = newEmail();
    const { otp } = await sent(email);
    for (let i = 0; i < 5; i++)
      expect(outcome(await verify('email', email, wrong(otp)))).toEqual(expired);
    expect(outcome(await verify('email', email, otp))).toEqual(expired);
  });

  it('cannot be tried in a dry run, which would allow uncounted guesses', async () => {
    const email = newEmail();
    const { otp } = await sent(email);
    const prefer = { prefer: 'handling=dry-run' };
    expect(outcome(await verify('email', email, otp, prefer))[0]).toBe(400);
    expect((await verify('email', email, otp)).status).toBe(200);
  });

  it('is compared at most five times, however many attempts come at once', async () => {
    const email = newEmail();
    const { otp } = await sent(email);
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => verify('email', email, wrong(otp))),
    );
    expect(tries.map(outcome)).toEqual(Array(20).fill(expired));
    const { rows } = await server.db.query(
      'select attempts from app.auth_tokens where recipient = $1',
      [email],
    );
    expect(rows).toEqual([{ attempts: 5 }]);
    expect(outcome(await verify('email', email, otp))).toEqual(expired);
  });

  it('and its link work for only one of 20 simultaneous attempts', async () => {
    for (const proof of ['otp', 'token'] as const) {
      const email = newEmail();
      const message = await sent(email);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => verify('email', email, message[proof])),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
    }
  });

  it('cannot be told from one that was never sent', async () => {
    const never = await verify('email', newEmail(), '123456');
    const email = newEmail();
    const { otp } = await sent(email);
    const bad = await verify('email', email, wrong(otp));
    expect(bad.body.error).toEqual(never.body.error);
    expect(outcome(await at.post('otp/verify', { type: 'email', token: 'junk' }))).toEqual(expired);
    for (const body of [
      {},
      { type: 'email' },
      { type: 'x', token: '1' },
      { type: 'email', token: otp },
    ])
      expect(outcome(await at.post('otp/verify', body))).toEqual([400, 'VALIDATION_ERROR']);
  });
});
