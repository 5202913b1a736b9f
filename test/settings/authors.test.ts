import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { forgetLimits, lastMessage } from '../support/mailbox.ts';
import { authenticate, pageOrigin, register } from '../support/passkeys.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress, createUser, type SignedUp } from '../support/users.ts';

/** Settings of a key with the scope auth that would lead the sign-ins of an owner elsewhere. */

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
let tenant: TenantClient;
let small: Client;
let owner: SignedUp;
let plain: SignedUp;
beforeEach(async () => {
  tenant = await createTenant(server);
  small = await tenant.withKey(['auth']);
  owner = await verified('owner');
  plain = await verified('user');
});

async function verified(role: string): Promise<SignedUp> {
  const user = await createUser(tenant, { role });
  await tenant.patch(`/v1/users/${user.user.id}`, { email_verified: true });
  return user;
}
const configure = async (by: Client, config: object) => {
  const { status, body } = await by.post('/v1/auth-config', config);
  expect([status, body.error]).toEqual([200, undefined]);
};

describe('a redirect allowed by a key with the scope auth', () => {
  const evil = 'https://evil.example/collect';
  /** Where a magic link to an email carries what it proves. */
  async function followed(email: string, redirect_to = evil, more: object = {}) {
    await forgetLimits(server);
    const asked = await tenant.post('/v1/auth/magic-link', { email, redirect_to, ...more });
    expect(asked.status).toBe(200);
    const { token } = await lastMessage(server, email);
    const query = new URLSearchParams({ token, type: 'magiclink', redirect_to });
    const answer = await tenant
      .as(undefined)
      .get(`/v1/auth/verify?${query}`, undefined, anotherAddress());
    return { location: answer.headers.get('location') ?? '', ...answer };
  }

  it.each<[string, object]>([
    ['redirect_allow_list', { redirect_allow_list: ['https://evil.example/**'] }],
    ['site_url', { site_url: 'https://evil.example' }],
  ])('in %s receives no session of an owner, with or without a challenge', async (_, config) => {
    await configure(small, config);
    const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    for (const more of [{}, { code_challenge, code_challenge_method: 'S256' }]) {
      const { status, body, location } = await followed(owner.email, evil, more);
      expect([status, body.error?.code, location]).toEqual([403, 'FORBIDDEN', '']);
    }
    expect((await followed(plain.email)).location).toContain(`${evil}#access_token=`);
  });

  it('receives one once a holder of * has allowed it, or allowed it again', async () => {
    const app = 'https://app.example/';
    await configure(tenant, { redirect_allow_list: [app] });
    await configure(small, { redirect_allow_list: [app, evil] });
    expect((await followed(owner.email, app)).location).toContain(`${app}#access_token=`);
    expect((await followed(owner.email)).status).toBe(403);
    await configure(tenant, { redirect_allow_list: [app, evil] });
    expect((await followed(owner.email)).location).toContain(`${evil}#access_token=`);
  });

  it('still works if it was allowed before authors were recorded', async () => {
    await configure(small, { redirect_allow_list: [evil] });
    await server.db.query(`update app.tenant_settings set authors = '{}' where tenant_id = $1`, [
      tenant.tenant.id,
    ]);
    expect((await followed(owner.email)).location).toContain('#access_token=');
  });
});

describe('a message text written by a key with the scope auth', () => {
  const texts = { html: '<a href="https://evil.example/?t={{token}}">Sign in</a>' };
  const claimed = async () => {
    const { rows } = await asWorker(
      server,
      `select worker.messages_claim($1, 'email', 10) as list`,
      [tenant.tenant.id],
    );
    return Object.fromEntries(
      rows[0].list.map((one: { recipient: string; texts: unknown }) => [one.recipient, one.texts]),
    );
  };
  const send = async () => {
    await forgetLimits(server);
    for (const { email } of [owner, plain]) await tenant.post('/v1/auth/magic-link', { email });
  };

  it('is never sent to an owner, even when it is written while the message waits', async () => {
    await send();
    await configure(small, { templates: { magiclink: texts } });
    expect(await claimed()).toEqual({ [owner.email]: null, [plain.email]: texts });
  });

  it('is sent once a holder of * has written it', async () => {
    await configure(small, { templates: { magiclink: texts } });
    await configure(tenant, { templates: { magiclink: texts } });
    await send();
    expect(await claimed()).toEqual({ [owner.email]: texts, [plain.email]: texts });
  });
});

describe('passkey settings written by a key with the scope auth', () => {
  it('sign in no owner, but plain users as before', async () => {
    const passkeys = { rp_id: 'example.com', origins: [pageOrigin] };
    await configure(tenant, { passkeys });
    const [owners, plains] = [await register(owner.client), await register(plain.client)];
    const anybody = tenant.as(undefined);
    const come = (of: typeof owners) =>
      authenticate(
        {
          ...anybody,
          post: (path, body, headers) =>
            anybody.post(path, body, { 'x-tenant-id': tenant.tenant.id, ...headers }),
        },
        of.authenticator,
      );
    expect((await come(owners)).status).toBe(200);
    await configure(small, { passkeys: { origins: [pageOrigin, 'https://evil.example.com'] } });
    const refused = await come(owners);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(refused.body.error.details.setting).toBe('passkeys.origins');
    expect((await come(plains)).status).toBe(200);
  });
});

describe('a key with the scope auth cannot change owners directly,', () => {
  it('as before: links, addresses, passwords, factors and removal are refused', async () => {
    const path = `/v1/users/${owner.user.id}`;
    const tries = [
      await small.post(`${path}/generate-link`, { type: 'magiclink' }),
      await small.post(`${path}/generate-link`, {
        type: 'email_change',
        new_email: 'e@evil.example',
      }),
      await small.patch(path, { email: 'e@evil.example', email_verified: true }),
      await small.patch(path, { phone: '+14155550177' }),
      await small.delete(path),
      await small.post('/v1/users/invite', { email: 'new@evil.example', role: 'admin' }),
    ];
    expect(tries.map(({ status }) => status)).toEqual(Array(6).fill(403));
  });
});
