import type pg from 'pg';
import type { Answer, TenantClient } from '../support/api.ts';
import { type Begun, type IdentityProvider, readLogin } from '../support/saml-idp.ts';

const base = '/v1/auth/saml';
export const providers = `${base}/providers`;
export const back = 'https://app.example/welcome';

let address = 0;
/** Each call from an address of its own, where the server trusts its proxy. */
export const elsewhere = () => ({ 'x-forwarded-for': `203.0.${++address >> 8}.${address & 255}` });

/** Enters an identity provider. @returns its record */
export async function enter(
  api: TenantClient,
  idp: IdentityProvider,
  fields: object = { domains: ['corp.example'] },
) {
  const body = { name: 'Corp', metadata_xml: await idp.metadata(), ...fields };
  const answer = await api.post(providers, body);
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** Lets a tenant send browsers to `back`. */
export const allowBack = async (
  db: { query(text: string, values: unknown[]): Promise<unknown> },
  api: TenantClient,
  more: object = {},
) =>
  db.query(
    `insert into app.tenant_settings (tenant_id, auth) values ($1, $2)
     on conflict (tenant_id) do update set auth = excluded.auth`,
    [api.tenant.id, { site_url: 'https://app.example', ...more }],
  );

/** Begins a sign-in, as an application does. */
export async function begin(
  api: TenantClient,
  fields: object = { domain: 'corp.example' },
): Promise<Begun & { url: string; request: string }> {
  const body = { redirect_to: back, skip_http_redirect: true, ...fields };
  const answer = await api
    .as(undefined)
    .post(`${base}/login?tenant_id=${api.tenant.id}`, body, elsewhere());
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  const { url } = answer.body.data;
  return { url, ...readLogin(url) };
}

/** Posts a response, as a browser does. */
export const post = (api: TenantClient, xml: string, relayState: string): Promise<Answer> =>
  api.as(undefined).send('POST', `${base}/acs`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...elsewhere() },
    body: new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: relayState,
    }).toString(),
  });

/** Where an answer sends the browser: with its query. */
export function landed({ status, headers }: Answer): Record<string, string> {
  const url = new URL(headers.get('location') ?? '');
  if (status !== 302 || url.origin + url.pathname !== back) throw new Error(`${status} ${url}`);
  return Object.fromEntries(url.searchParams);
}

/** Signs a user in and exchanges nothing yet. @returns the query that the application gets */
export async function signInWith(
  api: TenantClient,
  idp: IdentityProvider,
  changes: Parameters<IdentityProvider['respond']>[1] = {},
  fields?: object,
): Promise<Record<string, string>> {
  const begun = await begin(api, fields);
  return landed(await post(api, await idp.respond(begun, changes), begun.relayState));
}

/** The session behind a one-time code. */
export async function codeOf(db: pg.Pool, code: string | undefined) {
  const { rows } = await db.query(
    `select c.data, to_jsonb(u) as user,
       (select jsonb_agg(to_jsonb(i) order by i.id) from app.identities i
        where i.tenant_id = u.tenant_id and i.user_id = u.id) as identities
     from app.auth_challenges c join app.users u using (tenant_id)
     where c.kind = 'code' and c.secret_hash = sha256(convert_to($1, 'UTF8')) and u.id = c.user_id`,
    [code],
  );
  return rows[0];
}

/** Exchanges a one-time code, as an application does. */
export const exchange = (api: TenantClient, code: string | undefined, code_verifier?: string) =>
  api.as(undefined).post('/v1/auth/oauth/token', { code, code_verifier }, elsewhere());
