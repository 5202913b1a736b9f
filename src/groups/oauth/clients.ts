import { hash } from 'node:crypto';
import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from 'jose';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import { Box } from '../../credentials/box.ts';
import type { Outbound, TenantOutbound } from '../../outbound/safe-fetch.ts';
import { appleSecret } from './apple-secret.ts';
import { type OAuthProvider, secretPlace } from './provider.ts';

declare module '../../operations/services.ts' {
  interface GroupServices {
    oauthClients: OAuthClients;
  }
}

/** A provider that we can talk to. */
export interface OAuthClient {
  config: oidc.Configuration;
  /** The keys of its id_tokens, where it has some. */
  keys: JWTVerifyGetKey | undefined;
}

const ttl = 3_600_000;
const request = { isTrusted: true, maxBytes: 512 * 1024, timeoutMs: 10_000 };

/** The providers of all tenants: what their discovery said, and their keys, are known for an hour. */
export class OAuthClients {
  private readonly outbound: Outbound;
  private readonly box: Box;
  private readonly clients = new LRUCache<string, Promise<OAuthClient>>({ max: 1000, ttl });

  constructor(outbound: Outbound, box: Box) {
    this.outbound = outbound;
    this.box = box;
  }

  /** @throws what openid-client throws; see upstreamError */
  async of(tenant: string, provider: OAuthProvider): Promise<OAuthClient> {
    // With all its settings: a change of them makes another client.
    const key = hash('sha256', JSON.stringify([tenant, provider]));
    const known = this.clients.get(key);
    if (known) return known;
    const client = this.connect(tenant, provider);
    this.clients.set(key, client);
    client.catch(() => this.clients.delete(key));
    return client;
  }

  private async connect(tenant: string, provider: OAuthProvider): Promise<OAuthClient> {
    const authentication = authenticationOf(provider, await this.secretOf(tenant, provider));
    const { issuer, client_id } = provider;
    const { fetch, fetchKeys } = fetchesBy(this.outbound.of(tenant, 'oauth'));
    const config = issuer
      ? await oidc.discovery(new URL(issuer), client_id, undefined, authentication, {
          [oidc.customFetch]: fetch,
          // Whether http will do is decided for each address, by the way out.
          execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
        })
      : new oidc.Configuration(endpointsOf(provider), client_id, undefined, authentication);
    if (!issuer) {
      oidc.allowInsecureRequests(config);
      config[oidc.customFetch] = fetch;
    }
    const { jwks_uri } = config.serverMetadata();
    const keys = jwks_uri
      ? createRemoteJWKSet(new URL(jwks_uri), { [joseFetch]: fetchKeys })
      : undefined;
    return { config, keys };
  }

  private async secretOf(tenant: string, provider: OAuthProvider): Promise<string | undefined> {
    const { client_secret } = provider;
    if (!client_secret) return undefined;
    const secret = Box.isSealed(client_secret)
      ? this.box.open(tenant, secretPlace(provider.provider), client_secret)
      : client_secret;
    return secret.includes('PRIVATE KEY') ? appleSecret(provider, secret) : secret;
  }
}

/** The requests of the libraries, by the way out of a tenant. */
function fetchesBy(outbound: TenantOutbound) {
  const send = async (
    url: string,
    method: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Response> => {
    const answer = await outbound.fetch(url, {
      ...request,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    });
  };
  const fetch: oidc.CustomFetch = (url, { method, headers, body }) =>
    send(url, method, headers, body ? String(body) : undefined);
  const fetchKeys = (url: string, { headers }: { headers: Headers }) =>
    send(url, 'GET', Object.fromEntries(headers));
  return { fetch, fetchKeys };
}

/** Of a provider without discovery. Its issuer is only a name then. */
const endpointsOf = (provider: OAuthProvider): oidc.ServerMetadata => ({
  issuer: new URL(provider.authorization_endpoint as string).origin,
  authorization_endpoint: provider.authorization_endpoint as string,
  token_endpoint: provider.token_endpoint as string,
});

/** How we prove to be the client: as it is set, else HTTP Basic unless only the body will do. */
function authenticationOf(provider: OAuthProvider, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported;
    const fallback = supported?.includes('client_secret_basic') === false ? 'post' : 'basic';
    const method = provider.token_endpoint_auth_method ?? `client_secret_${fallback}`;
    const authenticate =
      method === 'client_secret_post'
        ? oidc.ClientSecretPost(secret)
        : oidc.ClientSecretBasic(secret);
    authenticate(server, ...rest);
  };
}
