import { parse } from 'lossless-json';
import {
  fetchProtectedResource,
  fetchUserInfo,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { ApiError } from '../../ground/errors.ts';
import type { OAuthClient } from './clients.ts';
import type { OAuthProvider } from './provider.ts';

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;
type Claims = Record<string, unknown>;

/** Returns the provider's profile of the user who has signed in: by OpenID Connect, or by an API of its own. */
export async function profileOf(
  client: OAuthClient,
  provider: OAuthProvider,
  tokens: Tokens,
): Promise<Claims> {
  return provider.issuer === undefined
    ? ownProfile(client, provider, tokens.access_token)
    : claimsOf(client, tokens);
}

async function claimsOf({ config }: OAuthClient, tokens: Tokens): Promise<Claims> {
  const claims = tokens.claims() as Claims;
  const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
  if (claims.email !== undefined || !hasMore) return claims;
  // Of the same subject: openid-client holds them against each other.
  const info = await fetchUserInfo(config, tokens.access_token, claims.sub as string);
  return { ...info, ...claims };
}

async function ownProfile(
  { config }: OAuthClient,
  { name, userinfo_endpoint, emails_endpoint }: OAuthProvider,
  accessToken: string,
): Promise<Claims> {
  const get = async (address: string) => {
    const headers = new Headers({ accept: 'application/json', 'user-agent': 'insula' });
    const url = new URL(address);
    const answer = await fetchProtectedResource(config, accessToken, url, 'GET', null, headers);
    if (!answer.ok) throw new ApiError('UPSTREAM_ERROR', `${name} did not return the profile.`);
    return parseProfile(await answer.text()).catch(() => {
      throw new ApiError('UPSTREAM_ERROR', `The profile that ${name} returned is not JSON.`);
    });
  };
  const profile = (await get(userinfo_endpoint as string)) as Claims;
  if (!emails_endpoint) return profile;
  return { ...profile, ...primaryEmail(await get(emails_endpoint)) };
}

/** Reads a profile; a number that JavaScript would round stays the text that it was, for an id is every digit of it. */
export async function parseProfile(json: string): Promise<Claims> {
  return parse(json, undefined, { parseNumber }) as Claims;
}

function parseNumber(digits: string): number | string {
  const value = Number(digits);
  const isExact = String(value) === digits && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return isExact ? value : digits;
}

/** As GitHub lists them (docs.github.com, "List email addresses for the authenticated user"). */
function primaryEmail(list: unknown): Claims {
  const emails = (Array.isArray(list) ? list : []) as Array<{
    email?: unknown;
    primary?: unknown;
    verified?: unknown;
  }>;
  const primary = emails.find((one) => one?.primary === true);
  return { email: primary?.email, email_verified: primary?.verified === true };
}
