import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type InteractionResults } from 'oidc-provider';
import type { TestServer } from './server.ts';

type Claims = Record<string, unknown>;

/** An OpenID Connect provider on loopback, whose users sign in by asking. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The user who signs in next; null refuses. */
  signsIn: string | null;
  /** The data of each user, by its id there. */
  accounts: Record<string, Claims>;
  /** An id_token of this provider for our client, with any claims and header. */
  idToken(claims: JWTPayload, header?: { alg?: string }): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts a provider that knows a server as its client.
 * @param names of the providers that it is in auth-config, which its redirects are allowed for
 */
export async function startIdentityProvider(
  server: TestServer,
  names: string[],
): Promise<IdentityProvider> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'key-1' };
  const client = { clientId: 'insula', clientSecret: 'a secret of the client: + & %' };
  const idp: IdentityProvider = {
    issuer,
    ...client,
    signsIn: null,
    accounts: {},
    idToken: (claims, header) =>
      new SignJWT({ iss: issuer, aud: client.clientId, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'key-1', ...header })
        .sign(header?.alg === 'HS256' ? Buffer.from(client.clientSecret) : privateKey),
    async close() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: names.map((name) => `${server.url}/v1/auth/oauth/${name}/callback`),
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key for cookies'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...idp.accounts[id] }) }),
    ttl: { Grant: 3600, Session: 3600, Interaction: 3600, AccessToken: 3600, IdToken: 3600 },
  });
  http.on('request', (req, res) => {
    if (req.url?.startsWith('/interaction/')) void interact(provider, idp, req, res);
    else void provider.callback()(req, res);
  });
  return idp;
}

/** The user signs in and agrees, or does not. */
async function interact(
  provider: Provider,
  idp: IdentityProvider,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(req, res);
  const finish = (result: InteractionResults) =>
    provider.interactionFinished(req, res, result, { mergeWithLastSubmission: true });
  if (idp.signsIn === null)
    return finish({ error: 'access_denied', error_description: 'not today' });
  if (prompt.name === 'login') return finish({ login: { accountId: idp.signsIn } });
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ||
    new provider.Grant({
      accountId: session?.accountId as string,
      clientId: params.client_id as string,
    });
  grant.addOIDCScope('openid email profile');
  return finish({ consent: { grantId: await grant.save() } });
}
