import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { Authenticator } from '../support/authenticator.ts';
import { authenticate, pageOrigin, register, setPasskeys } from '../support/passkeys.ts';
import { enroll } from '../support/totp.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, type SignedUp, signUp } from '../support/users.ts';

const server = useServer();
const tenant = useTenant(server, { name: 'Acme' });
let ada: SignedUp;
beforeAll(async () => {
  await setPasskeys(server, tenant, { rp_id: 'example.com', origins: [pageOrigin] });
});
beforeEach(async () => {
  ada = await signUp(tenant);
});

const path = '/v1/auth/passkeys';

const journal = async (id: string) =>
  (
    await server.db.query('select type from app.journal where resource_id = $1 order by id', [id])
  ).rows.map(({ type }) => type);

describe('registering a passkey', () => {
  it('begins with options for the browser', async () => {
    const { status, body } = await ada.client.post(`${path}/register/options`, {});
    expect(status).toBe(200);
    const { options, challenge_id, expires_at } = body.data;
    expect(options).toMatchObject({
      rp: { id: 'example.com', name: 'Acme' },
      user: {
        id: Buffer.from(ada.user.id).toString('base64url'),
        name: ada.email,
        displayName: ada.email,
      },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.challenge, 'base64url').toString()).toBe(challenge_id);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(4 * 60_000);
  });

  it('ends with a passkey that can be listed, renamed and deleted', async () => {
    const made = await register(ada.client, undefined, {}, { friendly_name: 'Laptop' });
    expect(made.status).toBe(201);
    const passkey = {
      id: expect.stringMatching(/^pk_/),
      user_id: ada.user.id,
      credential_id: made.authenticator.credentialId,
      friendly_name: 'Laptop',
      created_at: expect.any(String),
      last_used_at: null,
    };
    expect(made.body.data).toEqual(passkey);
    expect((await ada.client.get(path)).body.data).toEqual([passkey]);
    const own = `${path}/${made.authenticator.credentialId}`;
    const renamed = await ada.client.patch(own, { friendly_name: 'Old laptop' });
    expect(renamed.body.data).toEqual({ ...passkey, friendly_name: 'Old laptop' });
    expect((await ada.client.patch(own, {})).body.data.friendly_name).toBe('Old laptop');
    expect((await ada.client.patch(own, { friendly_name: '' })).status).toBe(400);
    const nameless = await ada.client.patch(own, { friendly_name: null });
    expect(nameless.body.data.friendly_name).toBeNull();
    const { id } = made.body.data;
    expect((await ada.client.delete(own)).body.data).toEqual({ id, deleted: true });
    expect((await ada.client.delete(own)).status).toBe(404);
    expect((await ada.client.patch(own, { friendly_name: 'x' })).status).toBe(404);
    expect((await ada.client.get(path)).body.data).toEqual([]);
    const names = ['created', 'updated', 'updated', 'deleted'];
    expect(await journal(id)).toEqual(names.map((name) => `passkey.${name}`));
  });

  it('accepts the name given with the options, and ids as long as WebAuthn allows', async () => {
    const begun = await ada.client.post(`${path}/register/options`, { friendly_name: 'Key' });
    const { authenticator } = await register(ada.client);
    const credential = authenticator.create(begun.body.data.options);
    const { challenge_id } = begun.body.data;
    const fields = { challenge_id, credential };
    const { status, body } = await ada.client.post(`${path}/register/verify`, fields);
    // The same passkey, again.
    expect([status, body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await ada.client.get(path)).body.data).toMatchObject([{ friendly_name: null }]);
    expect((await ada.client.delete(`${path}/${'a'.repeat(1364)}`)).status).toBe(404);
    expect((await ada.client.delete(`${path}/${'a'.repeat(1365)}`)).status).toBe(400);
  });

  it('is possible 10 times per account, even with simultaneous requests', async () => {
    const nine = await Promise.all(Array.from({ length: 9 }, () => register(ada.client)));
    expect(nine.map(({ status }) => status)).toEqual(Array(9).fill(201));
    const begun = [];
    for (let n = 0; n < 3; n++)
      begun.push((await ada.client.post(`${path}/register/options`, {})).body.data);
    const last = await Promise.all(
      begun.map(({ challenge_id, options }) => {
        const credential = new Authenticator(pageOrigin).create(options);
        return ada.client.post(`${path}/register/verify`, { challenge_id, credential });
      }),
    );
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { status, body } = await ada.client.post(`${path}/register/options`, {});
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await ada.client.get(path)).body.data).toHaveLength(10);
  });
});

describe('signing in with a passkey', () => {
  it('needs no email, and reaches aal2 when the user was verified', async () => {
    const { authenticator, body } = await register(ada.client);
    const options = await tenant.post(`${path}/authenticate/options`, {}, anotherAddress());
    expect(options.body.data.options).toMatchObject({
      rpId: 'example.com',
      userVerification: 'preferred',
    });
    expect(options.body.data.options.allowCredentials ?? []).toEqual([]);
    const answer = await authenticate(tenant, authenticator);
    expect([answer.status, answer.body.data.user.id]).toEqual([200, ada.user.id]);
    const client = tenant.as(answer.body.data.access_token);
    expect((await client.get('/v1/auth/sessions/current')).body.data.aal).toBe('aal2');
    const [passkey] = (await ada.client.get(path)).body.data;
    expect(passkey).toEqual({ ...body.data, last_used_at: expect.any(String) });
    const claims = JSON.parse(
      Buffer.from(answer.body.data.access_token.split('.')[1], 'base64url').toString(),
    );
    expect(claims.amr).toMatchObject([{ method: 'webauthn' }]);
  });

  it('reaches aal1 without user verification, and requires the second factor if there is one', async () => {
    const { authenticator } = await register(ada.client, undefined, { isVerified: false });
    const once = await authenticate(tenant, authenticator, { isVerified: false });
    const client = tenant.as(once.body.data.access_token);
    expect((await client.get('/v1/auth/sessions/current')).body.data.aal).toBe('aal1');
    await enroll(ada.client);
    const { status, body } = await authenticate(tenant, authenticator, { isVerified: false });
    expect([status, body.error.code]).toEqual([401, 'MFA_REQUIRED']);
    expect((await authenticate(tenant, authenticator)).status).toBe(200);
  });

  it('accepts authenticators without a counter', async () => {
    const { authenticator } = await register(ada.client, undefined, { counter: 0 });
    for (let n = 0; n < 2; n++)
      expect((await authenticate(tenant, authenticator, { counter: 0 })).status).toBe(200);
  });

  it('names the passkeys of an email, and looks the same for an email without any', async () => {
    const { authenticator } = await register(ada.client);
    const ask = async (email: string) => {
      const { body } = await tenant.post(
        `${path}/authenticate/options`,
        { email },
        anotherAddress(),
      );
      return body.data.options;
    };
    const known = await ask(ada.email.toUpperCase());
    expect(known.allowCredentials).toEqual([
      { id: authenticator.credentialId, type: 'public-key', transports: ['internal'] },
    ]);
    const unknown = await ask('nobody@example.com');
    expect(Object.keys(unknown).toSorted()).toEqual(Object.keys(known).toSorted());
    expect(unknown.allowCredentials).toHaveLength(1);
    expect(unknown.allowCredentials[0].id).toHaveLength(43);
    // The same each time: a new one would give it away.
    const again = await ask('Nobody@example.com');
    expect(again.allowCredentials).toEqual(unknown.allowCredentials);
    expect((await authenticate(tenant, authenticator, {}, ada.email)).status).toBe(200);
    expect((await tenant.post(`${path}/authenticate/options`, { email: 'no' })).status).toBe(400);
  });

  it('is refused to a banned user', async () => {
    const { authenticator } = await register(ada.client);
    await server.db.query('update app.users set banned_at = now() where id = $1', [ada.user.id]);
    const { body } = await authenticate(tenant, authenticator);
    expect(body.error.code).toBe('USER_BANNED');
  });
});

describe('the passkey settings of a tenant', () => {
  const rpOf = async (user: SignedUp, origin?: string) =>
    (await user.client.post(`${path}/register/options`, {}, { origin })).body.data.options.rp;

  it('default to passkeys for this API and for the site', async () => {
    const other = await createTenant(server, { name: 'Other' });
    const user = await signUp(other);
    expect(await rpOf(user)).toEqual({ id: '127.0.0.1', name: 'Other' });
    await server.db.query(
      'insert into app.tenant_settings (tenant_id, auth, branding) values ($1, $2, $3)',
      [other.tenant.id, { site_url: 'https://shop.example.org/start' }, { brand_name: 'Shop' }],
    );
    expect(await rpOf(user)).toEqual({ id: 'shop.example.org', name: 'Shop' });
    expect((await rpOf(user, server.url)).id).toBe('127.0.0.1');
    expect((await rpOf(user, 'https://evil.example')).id).toBe('shop.example.org');
  });

  it('can switch passkeys off, while existing ones can still be deleted', async () => {
    const other = await createTenant(server);
    await setPasskeys(server, other, { origins: [pageOrigin] });
    const user = await signUp(other);
    const { authenticator } = await register(user.client);
    const { body } = await other.post(`${path}/authenticate/options`, {}, anotherAddress());
    await setPasskeys(server, other, { enabled: false });
    const credential = authenticator.get(body.data.options);
    const { challenge_id } = body.data;
    const calls = [
      await user.client.post(`${path}/register/options`, {}),
      await other.post(`${path}/authenticate/options`, {}, anotherAddress()),
      await other.post(
        `${path}/authenticate/verify`,
        { challenge_id, credential },
        anotherAddress(),
      ),
    ];
    for (const { status, body } of calls)
      expect([status, body.error.code]).toEqual([403, 'PROVIDER_DISABLED']);
    expect((await user.client.delete(`${path}/${authenticator.credentialId}`)).status).toBe(200);
  });
});
