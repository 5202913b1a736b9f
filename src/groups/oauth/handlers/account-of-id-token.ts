import { hash } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { fetchUserInfo } from 'openid-client';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { OutboundError } from '../../../outbound/safe-fetch.ts';
import { type Account, accountOf } from '../account.ts';
import type { OAuthClient } from '../clients.ts';
import type { OAuthProvider } from '../provider.ts';
import { upstreamError } from '../upstream.ts';

/** The token of an application that has talked to a provider itself. */
export interface BroughtToken {
  provider: string;
  id_token: string;
  nonce?: string;
  access_token?: string;
}

const toleranceSeconds = 30;
/** Signed with a key that only the provider has: not HS…, whose key the application also has. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
];
const asymmetric = new Set([...algorithms, 'EdDSA', 'Ed25519']);

/**
 * Verifies an id_token (OpenID Connect Core, 3.1.3.7): from the provider as the tenant has set it up, for its client,
 * not expired, and with the nonce that the application has sent.
 * @throws 401 INVALID_TOKEN or TOKEN_EXPIRED, 400 for a provider without id_tokens, 404, 403 PROVIDER_DISABLED, 502
 */
export async function accountOfIdToken(
  call: Pick<HandlerCall, 'ask' | 'services' | 'caller'>,
  brought: BroughtToken,
): Promise<Account> {
  const asked = { provider: brought.provider };
  const provider = await call.ask<OAuthProvider>('oauth_provider', asked);
  const client = await call.services.oauthClients
    .of(call.caller.tenant, provider)
    .catch((error) => Promise.reject(upstreamError(provider, error)));
  if (!provider.issuer || !client.keys)
    throw ApiError.invalid(
      'provider',
      'no_id_token',
      'does not issue an id_token; use its redirect',
    );
  const claims = await verify(provider, client, brought);
  const all = await withUserInfo(provider, client, claims, brought.access_token);
  const account = accountOf(provider, all);
  if (!account) throw invalid('names no user');
  return account;
}

async function verify(
  provider: OAuthProvider,
  { config, keys }: OAuthClient,
  { id_token, nonce }: BroughtToken,
): Promise<JWTPayload> {
  const metadata = config.serverMetadata();
  const supported = metadata.id_token_signing_alg_values_supported as string[] | undefined;
  const clientIds = [provider.client_id, ...(provider.client_ids ?? [])];
  try {
    const { payload } = await jwtVerify(id_token, keys as NonNullable<typeof keys>, {
      algorithms: (supported ?? ['RS256']).filter((name) => asymmetric.has(name)),
      issuer: issuerOf(metadata.issuer, id_token),
      audience: clientIds,
      clockTolerance: toleranceSeconds,
      requiredClaims: ['sub', 'aud', 'exp', 'iat'],
    });
    if ((payload.iat ?? 0) > Date.now() / 1000 + toleranceSeconds)
      throw invalid('was issued in the future');
    const isForUs = !Array.isArray(payload.aud) || payload.aud.length === 1;
    if (!isForUs && !clientIds.includes(payload.azp as string))
      throw invalid('is for another application');
    checkNonce(payload.nonce, nonce);
    return payload;
  } catch (error) {
    throw fromJose(provider, error);
  }
}

/** Microsoft has an issuer for each of its tenants. */
const issuerOf = (issuer: string, token: string): string =>
  issuer.includes('{tenantid}') ? issuer.replace('{tenantid}', tenantIdOf(token)) : issuer;

function tenantIdOf(token: string): string {
  const { tid } = decodeJwt(token);
  return typeof tid === 'string' && /^[0-9a-f-]{36}$/.test(tid) ? tid : '';
}

/** Some libraries for telephones send the provider the sha256 of the nonce. */
function checkNonce(claimed: unknown, given: string | undefined): void {
  if (claimed === undefined && given === undefined) return;
  if (given !== undefined && (claimed === given || claimed === hash('sha256', given))) return;
  throw invalid(
    given === undefined ? 'contains a nonce: also send the nonce' : 'contains a different nonce',
  );
}

function fromJose(provider: OAuthProvider, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof errors.JWTExpired)
    return new ApiError('TOKEN_EXPIRED', 'This id_token has expired. Get a new one.');
  if (error instanceof OutboundError || error instanceof errors.JWKSTimeout)
    return upstreamError(provider, error);
  if (error instanceof errors.JWTClaimValidationFailed)
    return invalid(`does not match: ${error.claim} is different`);
  return invalid(`was not signed by ${provider.name}`);
}

/** The email is not always in the token. */
async function withUserInfo(
  provider: OAuthProvider,
  { config }: OAuthClient,
  claims: JWTPayload,
  accessToken: string | undefined,
): Promise<Record<string, unknown>> {
  const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
  if (claims.email !== undefined || accessToken === undefined || !hasMore) return claims;
  try {
    const info = await fetchUserInfo(config, accessToken, claims.sub as string);
    return { ...info, ...claims };
  } catch (error) {
    throw upstreamError(provider, error);
  }
}

const invalid = (why: string) => new ApiError('INVALID_TOKEN', `This id_token ${why}.`);
