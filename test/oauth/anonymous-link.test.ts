import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';
import { offer } from './support.ts';

/** POST /v1/auth/anonymous/link with the id_token of a provider. */

const server = useServer({
  TRUSTED_PROXIES: 'loopback',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
});
let idp: IdentityProvider;
let tenant: TenantClient;
beforeAll(async () => {
  idp = await startIdentityProvider(server, ['acme']);
  tenant = await createTenant(server);
  await offer(tenant, idp, ['acme']);
  await defineType(tenant, {}, { name: 'notes', user_access: 'open' });
});
afterAll(async () => {
  await idp.close();
});

async function begin(): Promise<{ id: string; client: Client }> {
  const { body } = await tenant.post('/v1/auth/anonymous', {}, anotherAddress());
  return { id: body.data.user.id, client: tenant.as(body.data.access_token) };
}
const tokenOf = (sub: string, claims: JWTPayload = {}) => {
  const iat = Math.floor(Date.now() / 1000);
  return idp.idToken({ sub, iat, exp: iat + 300, ...claims });
};
const link = async (client: Client, id_token: string, more: object = {}) =>
  client.post('/v1/auth/anonymous/link', { provider: 'acme', id_token, ...more }, anotherAddress());
const signIn = async (id_token: string) =>
  tenant.post(
    '/v1/auth/token?grant_type=id_token',
    { provider: 'acme', id_token },
    anotherAddress(),
  );

it('linking turns an anonymous account into a real one, which the provider account then signs in to', async () => {
  const { id, client } = await begin();
  const id_token = await tokenOf('ada', { email: 'Ada@example.com', email_verified: true });
  const { status, body } = await link(client, id_token);
  expect(status).toBe(200);
  expect(body.data.user).toMatchObject({
    id,
    email: 'ada@example.com',
    email_verified: true,
    is_anonymous: false,
    role: 'user',
  });
  expect((await signIn(id_token)).body.data.user.id).toBe(id);
});

it('linking an anonymous account works without an email that the provider has verified', async () => {
  const { id, client } = await begin();
  const id_token = await tokenOf('bob', { email: 'bob@example.com', email_verified: false });
  const { body } = await link(client, id_token);
  expect(body.data.user).toMatchObject({
    id,
    email: null,
    pending_email: 'bob@example.com',
    is_anonymous: false,
    role: 'user',
  });
  expect((await signIn(id_token)).body.data.user.id).toBe(id);
});

it('linking continues as the user who already has that provider account, on request', async () => {
  const id_token = await tokenOf('eve', { email: 'eve@example.com', email_verified: true });
  const known = (await signIn(id_token)).body.data.user;
  const { id, client } = await begin();
  const note = (await client.post('/v1/objects/notes', {})).body.data.id;
  const refused = await link(client, id_token);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'IDENTITY_ALREADY_LINKED']);
  const merged = await link(client, id_token, { on_conflict: 'merge' });
  expect([merged.status, merged.body.data.user.id]).toEqual([200, known.id]);
  expect((await tenant.get(`/v1/objects/notes/${note}`)).body.data.created_by).toBe(known.id);
  expect((await tenant.get(`/v1/users/${id}`)).status).toBe(404);
});

it('linking continues as the account with the email that the provider has verified, on request', async () => {
  const email = 'kim@example.com';
  const made = await tenant.post('/v1/users', { email });
  const { client } = await begin();
  const id_token = await tokenOf('kim', { email, email_verified: true });
  const refused = await link(client, id_token);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
  const { body } = await link(client, id_token, { on_conflict: 'discard' });
  expect(body.data.user).toMatchObject({ id: made.body.data.id, email_verified: true });
});

it('linking does not merge away a user who has linked the account in another way', async () => {
  const { id, client } = await begin();
  const id_token = await tokenOf('pat');
  await client.post('/v1/auth/identities/link', { provider: 'acme', id_token }, anotherAddress());
  // Which has made him a real one.
  const { status, body } = await link(client, id_token, { on_conflict: 'merge' });
  expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
  const user = (await tenant.get(`/v1/users/${id}`)).body.data;
  expect([user.identities.length, user.is_anonymous]).toEqual([1, false]);
});

it('linking refuses tokens for other users, and providers that are not offered', async () => {
  const { client } = await begin();
  expect((await link(client, 'no.token.atall')).status).toBe(401);
  const other = await link(client, await tokenOf('x'), { provider: 'google' });
  expect(other.status).toBeGreaterThanOrEqual(400);
  expect(other.status).toBeLessThan(500);
});
