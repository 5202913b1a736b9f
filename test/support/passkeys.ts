import type { Answer, Client, TenantClient } from './api.ts';
import { Authenticator, type Twist } from './authenticator.ts';
import type { TestServer } from './server.ts';
import { anotherAddress } from './users.ts';

const path = '/v1/auth/passkeys';
export const pageOrigin = 'https://app.example.com';

/** Says which pages the passkeys of a tenant are for, as POST /v1/auth-config would. */
export async function setPasskeys({ db }: TestServer, tenant: TenantClient, passkeys: object) {
  await db.query(
    `insert into app.tenant_settings (tenant_id, auth) values ($1, $2)
     on conflict (tenant_id) do update set auth = excluded.auth`,
    [tenant.tenant.id, { passkeys }],
  );
}

/** Registers a passkey, or tries to. */
export async function register(
  user: Client,
  authenticator = new Authenticator(pageOrigin),
  twist: Twist = {},
  fields: object = {},
): Promise<Answer & { authenticator: Authenticator }> {
  const { body } = await user.post(`${path}/register/options`, {});
  if (!body.success) throw new Error(JSON.stringify(body));
  const credential = authenticator.create(body.data.options, twist);
  const { challenge_id } = body.data;
  const answer = await user.post(`${path}/register/verify`, {
    challenge_id,
    credential,
    ...fields,
  });
  return { ...answer, authenticator };
}

/** Signs in with a passkey, or tries to. */
export async function authenticate(
  anybody: Client,
  authenticator: Authenticator,
  twist: Twist = {},
  email?: string,
): Promise<Answer> {
  const { body } = await anybody.post(`${path}/authenticate/options`, { email }, anotherAddress());
  if (!body.success) throw new Error(JSON.stringify(body));
  const credential = authenticator.get(body.data.options, twist);
  const { challenge_id } = body.data;
  return anybody.post(
    `${path}/authenticate/verify`,
    { challenge_id, credential },
    anotherAddress(),
  );
}
