import { type Client, createClient, type TenantClient } from './api.ts';

/** A user of a tenant, and a caller with the access token of the session that signing up gave. */
export interface SignedUp {
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
  user: any;
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
  session: any;
  email: string;
  password: string;
  client: Client;
}

let count = 0;

/** Signs a new user up, from an address of its own where the server trusts its proxy. */
export async function signUp(
  api: TenantClient,
  fields: { email?: string; password?: string; user_metadata?: object } = {},
): Promise<SignedUp> {
  count++;
  const email = fields.email ?? `user${count}@example.com`;
  const password = fields.password ?? 'correct horse battery';
  const { body } = await api.post(
    '/v1/auth/signup',
    { ...fields, email, password },
    anotherAddress(),
  );
  if (!body.success) throw new Error(JSON.stringify(body));
  const session = body.data;
  return { user: session.user, session, email, password, client: api.as(session.access_token) };
}

/** A caller without a token, for public calls of a tenant. */
export const anybodyAt = (server: { url: string }): Client => createClient(server);

/** A further session of a user. */
export async function signIn(
  api: TenantClient,
  { email, password }: SignedUp,
): Promise<SignedUp['session']> {
  const { body } = await api.post('/v1/auth/signin', { email, password }, anotherAddress());
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data;
}

/** An address that no other call had, where the server trusts its proxy. */
export function anotherAddress(): Record<string, string> {
  count++;
  return { 'x-forwarded-for': `198.51.${count >> 8}.${count & 255}` };
}

/** A user created by an administrator, signed in. */
export async function createUser(
  api: TenantClient,
  fields: { role?: string; email?: string; user_metadata?: object } = {},
): Promise<SignedUp> {
  count++;
  const email = fields.email ?? `made${count}@example.com`;
  const password = 'correct horse battery';
  const { body } = await api.post('/v1/users', { ...fields, email, password });
  if (!body.success) throw new Error(JSON.stringify(body));
  const known = { user: body.data, session: undefined, email, password, client: api };
  const session = await signIn(api, known);
  return { ...known, session, client: api.as(session.access_token) };
}
