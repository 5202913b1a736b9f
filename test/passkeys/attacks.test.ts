import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { Authenticator, cbor, type Twist } from '../support/authenticator.ts';
import { authenticate, pageOrigin, register, setPasskeys } from '../support/passkeys.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, type SignedUp, signUp } from '../support/users.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server);
let ada: SignedUp;
let authenticator: Authenticator;
beforeAll(async () => {
  await setPasskeys(server, tenant, { rp_id: 'example.com', origins: [pageOrigin] });
});
beforeEach(async () => {
  ada = await signUp(tenant);
  ({ authenticator } = await register(ada.client));
});

const path = '/v1/auth/passkeys';

/** Possible lies of a browser, a page or an authenticator. */
const lies: Record<string, Twist> = {
  'another origin': { origin: 'https://evil.example' },
  'an origin that only begins like ours': { origin: `${pageOrigin}.evil.example` },
  'another port': { origin: `${pageOrigin}:8443` },
  'http in place of https': { origin: pageOrigin.replace('https', 'http') },
  'another relying party': { rpId: 'evil.example' },
  'a page in a frame of another origin': { crossOrigin: true },
  'another challenge': { challenge: Buffer.from('made up').toString('base64url') },
  'the other ceremony': { type: 'payment.get' },
  'an absent user': { isPresent: false, isVerified: false },
};

describe('a passkey sign-in', () => {
  it.each(Object.entries(lies))('is refused with %s', async (_, twist) => {
    const { status, body } = await authenticate(tenant, authenticator, twist);
    expect([status, body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await authenticate(tenant, authenticator)).status).toBe(200);
  });

  it('is refused with another key’s signature, or none', async () => {
    const mallory = new Authenticator(pageOrigin);
    for (const twist of [{ as: authenticator }, { signature: Buffer.alloc(70, 1) }]) {
      const answer = await authenticate(tenant, 'as' in twist ? mallory : authenticator, twist);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    }
    const unknown = await authenticate(tenant, mallory);
    expect([unknown.status, unknown.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('uses up its challenge: not valid again, not after a failure, not twice at the same time', async () => {
    const begin = async () =>
      (await tenant.post(`${path}/authenticate/options`, {}, anotherAddress())).body.data;
    const end = (challenge_id: string, credential: object) =>
      tenant.post(`${path}/authenticate/verify`, { challenge_id, credential }, anotherAddress());
    const first = await begin();
    const signed = authenticator.get(first.options);
    expect((await end(first.challenge_id, signed)).status).toBe(200);
    const replayed = await end(first.challenge_id, signed);
    expect([replayed.status, replayed.body.error.code]).toEqual([401, 'OTP_EXPIRED']);

    const second = await begin();
    const bad = authenticator.get(second.options, { origin: 'https://evil.example' });
    expect((await end(second.challenge_id, bad)).status).toBe(401);
    const good = await end(second.challenge_id, authenticator.get(second.options));
    expect(good.body.error.code).toBe('OTP_EXPIRED');

    const third = await begin();
    const raced = authenticator.get(third.options);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => end(third.challenge_id, raced)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);

    const fourth = await begin();
    await server.db.query(`update app.auth_challenges set expires_at = now()`);
    const late = await end(fourth.challenge_id, authenticator.get(fourth.options));
    expect(late.body.error.code).toBe('OTP_EXPIRED');
  });

  it('is refused when the counter stays the same or falls', async () => {
    expect((await authenticate(tenant, authenticator, { counter: 9 })).status).toBe(200);
    for (const counter of [9, 8, 0]) {
      const { status, body } = await authenticate(tenant, authenticator, { counter });
      expect([status, body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    }
    expect((await authenticate(tenant, authenticator, { counter: 10 })).status).toBe(200);
  });

  it('is refused for an account to which the passkey does not belong', async () => {
    const eve = await signUp(tenant);
    const own = (await register(eve.client)).authenticator;
    const bound = await authenticate(tenant, own, {}, ada.email);
    expect([bound.status, bound.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    const nobody = await authenticate(tenant, own, {}, 'nobody@example.com');
    expect(nobody.body.error).toEqual(bound.body.error);
    const userHandle = Buffer.from(ada.user.id).toString('base64url');
    const handled = await authenticate(tenant, own, { userHandle });
    expect([handled.status, handled.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('is refused in another tenant, with the challenge of either tenant', async () => {
    const other = await createTenant(server);
    await setPasskeys(server, other, { rp_id: 'example.com', origins: [pageOrigin] });
    expect((await authenticate(other, authenticator)).body.error.code).toBe('INVALID_CREDENTIALS');
    const { body } = await tenant.post(`${path}/authenticate/options`, {}, anotherAddress());
    const credential = authenticator.get(body.data.options);
    const fields = { challenge_id: body.data.challenge_id, credential };
    const answer = await other.post(`${path}/authenticate/verify`, fields, anotherAddress());
    expect([answer.status, answer.body.error.code]).toEqual([401, 'OTP_EXPIRED']);
    // The challenge says its tenant, so the same is right where nothing else says one.
    const anybody = tenant.as(undefined);
    expect(
      (await anybody.post(`${path}/authenticate/verify`, fields, anotherAddress())).status,
    ).toBe(200);
  });
});

describe('a passkey registration', () => {
  it.each(Object.entries(lies))('is refused with %s', async (_, twist) => {
    const { status, body } = await register(ada.client, undefined, twist);
    expect([status, body.error.details[0].path]).toEqual([400, 'credential']);
    expect((await ada.client.get(path)).body.data).toHaveLength(1);
  });

  /** `depth` arrays in one another. */
  const deep = Buffer.concat([Buffer.alloc(48_000, 0x81), Buffer.from([0])]);
  it.each([
    ['nothing', Buffer.from([0])],
    ['a string that declares 4 GB', Buffer.from([0x7b, 0, 0, 0, 1, 0, 0, 0, 0])],
    ['a list that declares 2^53 members', Buffer.from([0x9b, 0, 0x20, 0, 0, 0, 0, 0, 0])],
    ['48,000 nested lists', deep],
    ['no authenticator data', cbor(new Map([['fmt', 'none']]))],
    ['bytes that are not CBOR', Buffer.alloc(1000, 0xff)],
  ])('is refused with CBOR that contains %s', async (_, attestationObject) => {
    const { status, body } = await register(ada.client, undefined, { attestationObject });
    expect([status, body.error.details[0].path]).toEqual([400, 'credential']);
  });

  it('is refused before it is parsed when it is huge', async () => {
    const attestationObject = Buffer.alloc(3_000_000, 0x81);
    const { status, body } = await register(ada.client, undefined, { attestationObject });
    expect([status, body.error.details[0].path]).toEqual([
      400,
      'credential.response.attestationObject',
    ]);
  });

  it('uses up its challenge, which belongs to one user and to this ceremony', async () => {
    const { body } = await ada.client.post(`${path}/register/options`, {});
    const { challenge_id, options } = body.data;
    const credential = new Authenticator(pageOrigin).create(options);
    const eve = await signUp(tenant);
    const stolen = await eve.client.post(`${path}/register/verify`, { challenge_id, credential });
    expect([stolen.status, stolen.body.error.code]).toEqual([401, 'OTP_EXPIRED']);
    const once = await Promise.all(
      [1, 2, 3].map(() => ada.client.post(`${path}/register/verify`, { challenge_id, credential })),
    );
    expect(once.map(({ status }) => status).toSorted()).toEqual([201, 401, 401]);
    const late = await ada.client.post(`${path}/register/verify`, { challenge_id, credential });
    expect([late.status, late.body.error.code]).toEqual([401, 'OTP_EXPIRED']);

    const begun = (await ada.client.post(`${path}/register/options`, {})).body.data;
    const mixed = {
      challenge_id: begun.challenge_id,
      credential: authenticator.get(begun.options),
    };
    const { status } = await tenant.post(`${path}/authenticate/verify`, mixed, anotherAddress());
    expect(status).toBe(401);
  });

  it('is refused with an id other than the one the authenticator names', async () => {
    const { challenge_id, options } = (await ada.client.post(`${path}/register/options`, {})).body
      .data;
    const { id, rawId } = new Authenticator(pageOrigin).create(options);
    const credential = { ...new Authenticator(pageOrigin).create(options), id, rawId };
    const answer = await ada.client.post(`${path}/register/verify`, { challenge_id, credential });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'credential']);
  });

  it('cannot take over another user’s passkey', async () => {
    const eve = await signUp(tenant);
    const { status, body } = await register(eve.client, authenticator);
    expect([status, body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    const answer = await authenticate(tenant, authenticator);
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });
});

describe('the passkey of another user of the tenant', () => {
  it('is not found, and stays unchanged', async () => {
    const eve = await signUp(tenant);
    const stranger = await signUp(await createTenant(server));
    const theirs = `${path}/${authenticator.credentialId}`;
    for (const { client } of [eve, stranger]) {
      const calls = [
        await client.patch(theirs, { friendly_name: 'x' }),
        await client.delete(theirs),
      ];
      for (const { status, body } of calls)
        expect([status, body.error.details]).toEqual([404, { resource: 'passkey' }]);
      expect((await client.get(path)).body.data).toEqual([]);
    }
    expect((await ada.client.get(path)).body.data).toHaveLength(1);
    expect((await tenant.get(path)).body.error.code).toBe('FORBIDDEN');
  });
});

it.each([
  {},
  { challenge_id: 'x', credential: 'x' },
  { challenge_id: 7, credential: {} },
  { challenge_id: 'x', credential: { id: '<', rawId: '<', type: 'public-key', response: {} } },
])('an invalid passkey request is refused: %j', async (fields) => {
  expect((await ada.client.post(`${path}/register/verify`, fields)).status).toBe(400);
  expect((await tenant.post(`${path}/authenticate/verify`, fields, anotherAddress())).status).toBe(
    400,
  );
});
