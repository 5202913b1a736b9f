import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { foreign } from '../../ground/shapes/strict.ts';

/** Authenticators choose the ids of passkeys: up to 1023 bytes (WebAuthn), in base64url. */
export const maxCredentialId = 1364;

export const friendlyName = z.string().min(1).max(100).nullable();
export const challengeId = z
  .string()
  .max(200)
  .meta({ description: 'For one attempt, within 5 minutes' });
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url');

/** The output of PublicKeyCredential.toJSON() in browsers. Unverified members are not read. */
const credential = {
  id: base64url(maxCredentialId),
  rawId: base64url(maxCredentialId),
  type: z.literal('public-key'),
  clientExtensionResults: openMap.default({}),
};
const clientDataJSON = base64url(16_384);

export const creation = foreign(
  z
    .object({
      ...credential,
      response: z.object({
        clientDataJSON,
        attestationObject: base64url(65_536),
        transports: z.array(z.string().max(32)).max(10).optional(),
      }),
    })
    .meta({ description: 'The answer of navigator.credentials.create, as JSON' }),
);

export const assertion = foreign(
  z
    .object({
      ...credential,
      response: z.object({
        clientDataJSON,
        authenticatorData: base64url(16_384),
        signature: base64url(16_384),
        userHandle: base64url(200).nullish(),
      }),
    })
    .meta({ description: 'The answer of navigator.credentials.get, as JSON' }),
);

export const beginning = z
  .object({
    challenge_id: challengeId,
    options: openMap.meta({ description: 'For navigator.credentials, as JSON' }),
    expires_at: timestamp,
  })
  .meta({ id: 'PasskeyChallenge' });

export const Passkey = z
  .object({
    id: z.string(),
    user_id: z.string(),
    credential_id: z.string(),
    friendly_name: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });
