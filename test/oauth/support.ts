import { createHash, randomBytes } from 'node:crypto';
import type { TenantClient } from '../support/api.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import type { TestServer } from '../support/server.ts';

export const application = 'https://app.example/welcome';

/** Puts settings into a tenant's auth-config as they are stored, also such as the API does not take. */
export async function configure(server: TestServer, tenant: string, auth: object): Promise<void> {
  await server.db.query(
    `insert into app.tenant_settings as s (tenant_id, auth) values ($1, $2)
     on conflict (tenant_id) do update set auth = app.jsonb_merge(s.auth, excluded.auth)`,
    [tenant, { redirect_allow_list: ['https://app.example/**'], ...auth }],
  );
}

/** A tenant whose users sign in with `idp` under these names. */
export async function offer(
  tenant: TenantClient,
  { issuer, clientId: client_id, clientSecret: client_secret }: IdentityProvider,
  names: string[],
): Promise<void> {
  const settings = { enabled: true, issuer, client_id, client_secret };
  const { body } = await tenant.post('/v1/auth-config', {
    redirect_allow_list: ['https://app.example/**'],
    oauth: Object.fromEntries(names.map((name) => [name, settings])),
  });
  if (!body.success) throw new Error(JSON.stringify(body));
}

/** PKCE of an application. */
export function pkce(): { code_verifier: string; code_challenge: string } {
  const code_verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  return { code_verifier, code_challenge };
}

/** Where a sign-in begins. */
export function startUrl(
  server: TestServer,
  { tenant }: TenantClient,
  name: string,
  query: Record<string, string> = {},
): string {
  const search = new URLSearchParams({ tenant_id: tenant.id, redirect_to: application, ...query });
  return `${server.url}/v1/auth/oauth/${name}?${search}`;
}
