import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { ApiError } from '../../ground/errors.ts';
import type { OAuthProvider } from './provider.ts';

/** Longer than a client is kept (clients.ts). */
const lifetime = '2h';

/**
 * Apple's client secrets are tokens that the developer signs with a key of Apple's
 * (developer.apple.com, "Creating a client secret").
 * @param privateKey PKCS #8 in PEM, as Apple hands it out
 */
export async function appleSecret(provider: OAuthProvider, privateKey: string): Promise<string> {
  const { team_id, key_id, client_id } = provider;
  if (!team_id || !key_id) {
    throw new ApiError(
      'PROVIDER_DISABLED',
      `oauth.${provider.provider} of /v1/auth-config needs team_id and key_id as well as the private key.`,
    );
  }
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: key_id })
    .setIssuer(team_id)
    .setSubject(client_id)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(createPrivateKey(privateKey));
}
