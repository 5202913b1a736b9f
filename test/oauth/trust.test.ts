import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress, createUser, type SignedUp } from '../support/users.ts';
import { application, startUrl } from './support.ts';

/** A key with the scope auth sets providers up, and wants to sign in as a user with more rights. */

const server = useServer({
  TRUSTED_PROXIES: 'loopback',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
});
let good: IdentityProvider;
let evil: IdentityProvider;
let tenant: TenantClient;
let small: Client;
let owner: SignedUp;
beforeAll(async () => {
  good = await startIdentityProvider(server, ['acme']);
  evil = await startIdentityProvider(server, ['acme', 'evil']);
});
beforeEach(async () => {
  tenant = await createTenant(server);
  small = await tenant.withKey(['auth']);
  owner = await person('owner');
  for (const idp of [good, evil]) {
    idp.accounts = { root: { email: owner.email, email_verified: true } };
    idp.signsIn = 'root';
  }
});
afterAll(async () => {
  await good.close();
  await evil.close();
});

async function person(role: string): Promise<SignedUp> {
  const user = await createUser(tenant, { role });
  await tenant.patch(`/v1/users/${user.user.id}`, { email_verified: true });
  return user;
}
const settings = ({ issuer, clientId, clientSecret }: IdentityProvider) => ({
  enabled: true,
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
});
const configure = async (by: Client, oauth: object, more: object = {}) => {
  const { status, body } = await by.post('/v1/auth-config', { oauth, ...more });
  expect([status, body.error]).toEqual([200, undefined]);
};
const allowed = { redirect_allow_list: ['https://app.example/**'] };
const claims = (sub = 'root', more: JWTPayload = {}): JWTPayload => {
  const iat = Math.floor(Date.now() / 1000);
  return { sub, iat, exp: iat + 300, email: owner.email, email_verified: true, ...more };
};
/** Signs in with an id_token. */
const come = async (idp: IdentityProvider, provider: string, token = claims()) =>
  tenant.as(undefined).post(
    '/v1/auth/token?grant_type=id_token',
    {
      provider,
      id_token: await idp.idToken(token),
      tenant_id: tenant.tenant.id,
    },
    anotherAddress(),
  );
const outcome = (answer: Awaited<ReturnType<typeof come>>) => [
  answer.status,
  answer.body.error?.code ?? answer.body.data.user.id,
];
const forbidden = [403, 'FORBIDDEN'];
const asOwner = () => [200, owner.user.id];
const link = async (idp: IdentityProvider, provider: string, who = owner) =>
  who.client.post('/v1/auth/identities/link', { provider, id_token: await idp.idToken(claims()) });
const identities = async () =>
  (await server.db.query('select * from app.identities where tenant_id = $1', [tenant.tenant.id]))
    .rows;

describe('a provider that a key with the scope auth has set up', () => {
  beforeEach(() => configure(small, { evil: settings(evil) }, allowed));

  it('signs in no owner by the verified email, neither by id_token nor by redirect', async () => {
    expect(outcome(await come(evil, 'evil'))).toEqual(forbidden);
    const back = await new Browser(server).follow(startUrl(server, tenant, 'evil'), application);
    expect([back.searchParams.get('error_code'), back.hash]).toEqual(['FORBIDDEN', '']);
    expect(await identities()).toEqual([]);
  });

  it.each(['admin', 'keymaster'])('signs in nobody with the role %s either', async (role) => {
    const made = await tenant.post('/v1/roles', { name: 'keymaster' });
    const at = `/v1/roles/${made.body.data.id}/permissions`;
    await tenant.put(at, { permissions: ['policies:manage'] });
    const { email } = await person(role);
    expect(outcome(await come(evil, 'evil', claims('x', { email })))).toEqual(forbidden);
  });

  it('takes over no owner through on_conflict of an anonymous user', async () => {
    const begun = await tenant.post('/v1/auth/anonymous', {}, anotherAddress());
    const answer = await tenant.as(begun.body.data.access_token).post('/v1/auth/anonymous/link', {
      provider: 'evil',
      id_token: await evil.idToken(claims()),
      on_conflict: 'merge',
    });
    expect(outcome(answer)).toEqual(forbidden);
  });

  it('signs in plain users as usual, until they may do more', async () => {
    const plain = await person('user');
    const token = claims('plain', { email: plain.email });
    expect(outcome(await come(evil, 'evil', token))).toEqual([200, plain.user.id]);
    await tenant.patch(`/v1/users/${plain.user.id}`, { role: 'admin' });
    expect(outcome(await come(evil, 'evil', token))).toEqual(forbidden);
  });

  it('signs in an owner who linked it while signed in, until it is changed', async () => {
    expect((await link(evil, 'evil')).status).toBe(200);
    expect(outcome(await come(evil, 'evil'))).toEqual(asOwner());
    await configure(small, { evil: { scopes: ['openid'] } });
    expect(outcome(await come(evil, 'evil'))).toEqual(asOwner());
    await configure(small, { evil: { client_ids: ['another'] } });
    expect(outcome(await come(evil, 'evil'))).toEqual(forbidden);
    expect((await link(evil, 'evil')).status).toBe(200);
    expect(outcome(await come(evil, 'evil'))).toEqual(asOwner());
  });

  it('signs in owners once a holder of * has sent all of its settings', async () => {
    await configure(tenant, { evil: { enabled: true, client_id: evil.clientId } });
    const refused = await come(evil, 'evil');
    expect(refused.body.error.details.setting).toMatch(/^oauth\.evil\.(issuer|client_secret)$/);
    await configure(tenant, { evil: settings(evil) });
    expect(outcome(await come(evil, 'evil'))).toEqual(asOwner());
  });
});

describe('a provider that a holder of * has set up', () => {
  beforeEach(() => configure(tenant, { acme: settings(good) }, allowed));

  it('signs in an owner by the verified email', async () => {
    expect(outcome(await come(good, 'acme'))).toEqual(asOwner());
  });

  it.each<[string, object, JWTPayload]>([
    ['admits unverified emails', { email_verified: true }, { email_verified: false }],
    ['reads another email field', { profile: { email: 'nickname' } }, { email: 'x@y.example' }],
    ['admits id_tokens of another app', { client_ids: ['theirs'] }, { aud: 'theirs' }],
  ])('signs in no owner any more once a lesser key %s', async (_, change, more) => {
    await configure(small, { acme: change });
    const token = claims('else', { ...more, nickname: owner.email });
    expect(outcome(await come(good, 'acme', token))).toEqual(forbidden);
    expect(outcome(await come(good, 'acme'))[1]).not.toBe(owner.user.id);
  });

  it('keeps its trust when a lesser key changes nothing, or only its label', async () => {
    const { client_secret: _, ...same } = settings(good);
    await configure(small, { acme: { ...same, name: 'Acme', scopes: ['openid', 'email'] } });
    expect(outcome(await come(good, 'acme'))).toEqual(asOwner());
  });

  it('recognises no one by a stored subject once its issuer has changed', async () => {
    expect(outcome(await come(good, 'acme'))).toEqual(asOwner());
    const hidden = claims('root', { email: undefined });
    await configure(small, { acme: settings(evil) });
    expect(outcome(await come(evil, 'acme', hidden))[1]).not.toBe(owner.user.id);
    await configure(tenant, { acme: settings(evil) });
    expect(outcome(await come(evil, 'acme', hidden))[1]).not.toBe(owner.user.id);
    await configure(tenant, { acme: settings(good) });
    expect(outcome(await come(good, 'acme', hidden))).toEqual(asOwner());
  });

  it('recognises no one by a subject read from another field', async () => {
    expect((await link(good, 'acme')).status).toBe(200);
    await configure(small, { acme: { profile: { subject: 'nickname' } } });
    const token = claims('attacker', { nickname: 'root', email: undefined });
    expect(outcome(await come(good, 'acme', token))[1]).not.toBe(owner.user.id);
  });

  it('keeps identities linked before issuers were recorded, under the issuer of that time', async () => {
    expect(outcome(await come(good, 'acme'))).toEqual(asOwner());
    await server.db.query('update app.identities set issuer = null where tenant_id = $1', [
      tenant.tenant.id,
    ]);
    expect(outcome(await come(good, 'acme'))).toEqual(asOwner());
    await configure(small, { acme: null });
    await configure(small, { acme: settings(evil) });
    const hidden = claims('root', { email: undefined });
    expect(outcome(await come(evil, 'acme', hidden))[1]).not.toBe(owner.user.id);
  });

  it('counts as set up by a holder of * when its author is unknown, as before an upgrade', async () => {
    await server.db.query(`update app.tenant_settings set authors = '{}' where tenant_id = $1`, [
      tenant.tenant.id,
    ]);
    expect(outcome(await come(good, 'acme'))).toEqual(asOwner());
  });

  it('drops a sign-in that was verified with settings that have changed since', async () => {
    const browser = new Browser(server);
    const callback = `${server.url}/v1/auth/oauth/acme/callback`;
    const back = await browser.follow(startUrl(server, tenant, 'acme'), callback);
    const { rows } = await server.db.query(
      `select app.oauth_provider($1, 'acme')->>'fingerprint' as before`,
      [tenant.tenant.id],
    );
    await configure(tenant, { acme: { client_ids: ['more'] } });
    const account = {
      subject: 'root',
      email_verified: false,
      data: {},
      fingerprint: rows[0].before,
    };
    const args = { provider: 'acme', account };
    const late = server.db.query('select api.oauth_id_token($1, $2)', [tenant.tenant.id, args]);
    await expect(late).rejects.toThrow(/changed during this sign-in/);
    expect((await browser.open(back.href)).headers.get('location')).toContain('access_token=');
  });
});

describe('the rights of a provider’s author', () => {
  it('count as they are now: a demoted admin’s provider no longer reaches admins', async () => {
    const [admin, other] = [await person('admin'), await person('admin')];
    await configure(admin.client, { acme: settings(good) }, allowed);
    const token = claims('other', { email: other.email });
    expect(outcome(await come(good, 'acme', token))).toEqual([200, other.user.id]);
    expect(outcome(await come(good, 'acme'))).toEqual(forbidden); // an owner, of an admin’s
    await tenant.patch(`/v1/users/${admin.user.id}`, { role: 'user' });
    expect(outcome(await come(good, 'acme', token))).toEqual(forbidden);
  });

  it('count as those of the key that replaced theirs, and end with it', async () => {
    const made = (await tenant.post('/v1/keys', { label: 'one', scopes: ['*'] })).body.data;
    await configure(tenant.as(made.token), { acme: settings(good) }, allowed);
    const rotated = (await tenant.post(`/v1/keys/${made.key.id}/rotate`, {})).body.data;
    expect(outcome(await come(good, 'acme'))).toEqual(asOwner());
    await tenant.delete(`/v1/keys/${rotated.new_key.id}`);
    expect(outcome(await come(good, 'acme'))).toEqual(forbidden);
  });
});
