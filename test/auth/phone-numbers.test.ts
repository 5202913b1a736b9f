import { beforeEach, expect, it } from 'vitest';
import { forgetLimits, lastMessage, messagesTo } from '../support/mailbox.ts';
import { useServer } from '../support/use-server.ts';
import { createPlace, type Place } from './signin-support.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
let at: Place;
let count = 0;
/** A number in Berlin, as it is written there and as it is kept. */
let local: string;
let phone: string;
const password = 'correct horse battery';
beforeEach(async () => {
  at = await createPlace(server);
  const digits = `1234${String(++count).padStart(3, '0')}`;
  [local, phone] = [`030 ${digits}`, `+4930${digits}`];
  await at.configure({ phone: { confirm: false } });
});

const setCountry = (default_country: string | null) =>
  at.api.patch('/v1/governance', { default_country });

it('a code goes to the number that is meant, however it is written', async () => {
  await setCountry('DE');
  for (const written of [local, `+49 (0)${local.slice(1)}`, `0049 ${local.slice(1)}`]) {
    expect((await at.post('otp', { phone: written })).status).toBe(200);
    await forgetLimits(server);
  }
  expect(await messagesTo(server, phone)).toHaveLength(3);
  const { otp } = await lastMessage(server, phone);
  const { body } = await at.post('otp/verify', { type: 'sms', phone: `(${local})`, token: otp });
  expect(body.data.user).toMatchObject({ phone, phone_verified: true });
});

it('without a default country a national number is 400 that names it, for every door', async () => {
  const doors: [string, object][] = [
    ['signup', { password }],
    ['signin', { password }],
    ['otp', {}],
    ['resend', { type: 'sms' }],
    ['otp/verify', { type: 'sms', token: '123456' }],
  ];
  for (const [path, more] of doors) {
    const { status, body } = await at.post(path, { phone: local, ...more });
    expect([path, status, body.error?.param]).toEqual([path, 400, 'phone']);
    expect(body.error.message).toContain('default_country');
  }
  const made = await at.api.post('/v1/users', { phone: local });
  expect([made.status, made.body.error.param]).toEqual([400, 'phone']);
});

it.each(['+1 123 456 7890', '+49', '+999123456789', 'call me', '+4930123456 ext. 7'])(
  'no account gets %s, which cannot be dialled',
  async (number) => {
    await setCountry('DE');
    for (const [path, more] of [
      ['signup', { password }],
      ['otp', {}],
    ] as const)
      expect((await at.post(path, { phone: number, ...more })).status).toBe(400);
    expect((await at.api.post('/v1/users', { phone: number })).status).toBe(400);
  },
);

it('signs up and in with a password, one account for all ways to write it', async () => {
  await setCountry('DE');
  const { status, body } = await at.post('signup', { phone: local, password });
  expect([status, body.data.user.phone]).toEqual([201, phone]);
  const taken = await at.post('signup', { phone: `+49 (0)${local.slice(1)}`, password });
  expect(taken.body.error).toMatchObject({ code: 'ALREADY_EXISTS' });
  for (const written of [phone, local, `0049${local.slice(1)}`]) {
    const signed = await at.post('signin', { phone: written, password });
    expect([written, signed.body.data?.user.id]).toEqual([written, body.data.user.id]);
  }
});

it('counts failed sign-ins of an account together, however its number is written', async () => {
  await setCountry('DE');
  await at.post('signup', { phone: local, password });
  const from = { 'x-forwarded-for': '198.51.100.7' };
  const spellings = [phone, local, `0049${local.slice(1)}`, `${local} `];
  for (let n = 0; n < 10; n++)
    await at.post('signin', { phone: spellings[n % 4], password: 'wrong wrong wrong' }, from);
  const { body } = await at.post('signin', { phone, password }, from);
  expect(body.error.code).toBe('ACCOUNT_LOCKED');
});

it('administrators and users set a number in its one form', async () => {
  await setCountry('DE');
  const made = await at.api.post('/v1/users', { phone: local });
  expect(made.body.data.phone).toBe(phone);
  const path = `/v1/users/${made.body.data.id}`;
  const changed = await at.api.patch(path, { phone: `${local}9` });
  expect(changed.body.data.phone).toBe(`${phone}9`);
  expect((await at.api.patch(path, { phone: '+49' })).status).toBe(400);

  const { body } = await at.post('signup', { email: `u${count}@example.com`, password });
  const own = at.api.as(body.data.access_token);
  const asked = await own.patch('/v1/auth/user', { phone: `${local}8` });
  expect(asked.status).toBe(200);
  expect([asked.body.data.phone, asked.body.data.pending_phone]).toContain(`${phone}8`);
});

it('an account of before keeps its number, and signs in with it', async () => {
  const { body } = await at.post('signup', { phone, password });
  const old = `+1234567${String(count).padStart(3, '0')}`;
  const { id } = body.data.user;
  await server.db.query('update app.users set phone = $1 where id = $2', [old, id]);
  const signed = await at.post('signin', { phone: old, password });
  expect(signed.body.data.user).toMatchObject({ id, phone: old });
  const named = await at.api.patch(`/v1/users/${id}`, { phone: old, user_metadata: { a: 1 } });
  expect(named.body.data).toMatchObject({ phone: old, user_metadata: { a: 1 } });
});

it('an anonymous user takes a number however it is written', async () => {
  await setCountry('DE');
  const { body } = await at.post('anonymous', {});
  const own = at.api.as(body.data.access_token);
  const linked = await own.post('/v1/auth/anonymous/link', { phone: local, password });
  expect(linked.body.data.user).toMatchObject({ phone, is_anonymous: false });
  const again = at.api.as((await at.post('anonymous', {})).body.data.access_token);
  const taken = await again.post('/v1/auth/anonymous/link', { phone: ` ${local}`, password });
  expect(taken.status).toBe(409);
  expect((await again.post('/v1/auth/anonymous/link', { phone: '+49', password })).status).toBe(
    400,
  );
});
