import { z } from 'zod';
import { tenantOfSecret } from '../../credentials/tenant-of-secret.ts';
import { deleted } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import {
  AuthSession,
  email,
  mfaLimit,
  signInErrors,
  tenantId,
} from '../../tools/sign-in/shapes.ts';
import {
  assertion,
  beginning,
  challengeId,
  creation,
  friendlyName,
  maxCredentialId,
  Passkey,
} from './shapes.ts';

const options = () => import('./handlers/options.ts');
const verify = () => import('./handlers/verify.ts');

const bytes = 'AAAA';
const exampleId = { id: bytes, rawId: bytes, type: 'public-key' };

export const routes: Route[] = notImpersonated([
  handled({
    id: 'passkey.register_options',
    method: 'POST',
    path: '/v1/auth/passkeys/register/options',
    scope: 'user',
    summary: 'Start registering a passkey',
    description: 'Answers the options for navigator.credentials.create.',
    body: z.object({ friendly_name: friendlyName.optional() }),
    returns: beginning,
    handler: lazy(options, 'passkeyRegisterOptions'),
    errors: ['PROVIDER_DISABLED', 'INSUFFICIENT_AAL', 'INVALID_STATE'],
    example: { body: { friendly_name: 'Laptop' } },
  }),
  handled({
    id: 'passkey.register_verify',
    method: 'POST',
    path: '/v1/auth/passkeys/register/verify',
    scope: 'user',
    status: 201,
    summary: 'Register a passkey',
    description: 'Send the answer of navigator.credentials.create.',
    body: z.object({
      challenge_id: challengeId,
      credential: creation,
      friendly_name: friendlyName.optional(),
    }),
    returns: Passkey,
    handler: lazy(verify, 'passkeyRegisterVerify'),
    looks: ['passkey_register_begin'],
    errors: [
      'OTP_EXPIRED',
      'PROVIDER_DISABLED',
      'INSUFFICIENT_AAL',
      'INVALID_STATE',
      'ALREADY_EXISTS',
    ],
    example: {
      body: {
        challenge_id: '…',
        credential: {
          ...exampleId,
          response: { clientDataJSON: bytes, attestationObject: bytes },
        },
      },
    },
  }),
  handled({
    id: 'passkey.authenticate_options',
    method: 'POST',
    path: '/v1/auth/passkeys/authenticate/options',
    scope: 'public',
    limit: mfaLimit,
    summary: 'Start a sign-in with a passkey',
    description:
      'Answers the options for navigator.credentials.get. Without an email, the browser offers every passkey that it has for the page.',
    body: z.object({ tenant_id: tenantId.optional(), email: email.optional() }),
    returns: beginning,
    handler: lazy(options, 'passkeyAuthenticateOptions'),
    errors: ['PROVIDER_DISABLED'],
    example: { body: {} },
  }),
  handled({
    id: 'passkey.authenticate_verify',
    method: 'POST',
    path: '/v1/auth/passkeys/authenticate/verify',
    scope: 'public',
    tenant: { from: ({ challenge_id }) => tenantOfSecret(challenge_id) },
    limit: mfaLimit,
    summary: 'Sign in with a passkey',
    description:
      'Send the answer of navigator.credentials.get. The session is at aal2 if the authenticator has verified the user (PIN, finger, face); otherwise a second factor may be required.',
    body: z.object({
      tenant_id: tenantId.optional(),
      challenge_id: challengeId,
      credential: assertion,
    }),
    makesSession: true,
    mayRefuse: true,
    returns: AuthSession,
    handler: lazy(verify, 'passkeyAuthenticateVerify'),
    operations: ['passkey_attempt'],
    errors: [
      ...signInErrors,
      'INVALID_CREDENTIALS',
      'OTP_EXPIRED',
      'PROVIDER_DISABLED',
      'FORBIDDEN',
    ],
    example: {
      body: {
        challenge_id: '…',
        credential: {
          ...exampleId,
          response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
        },
      },
    },
  }),
  {
    id: 'passkey.list',
    method: 'GET',
    path: '/v1/auth/passkeys',
    scope: 'user',
    summary: 'List your passkeys',
    returns: z.array(Passkey),
  },
  {
    id: 'passkey.update',
    method: 'PATCH',
    path: '/v1/auth/passkeys/:credential_id',
    scope: 'user',
    pathRules: { credential_id: { longest: maxCredentialId } },
    summary: 'Rename one of your passkeys',
    body: z.object({ friendly_name: friendlyName.optional() }),
    returns: Passkey,
    example: { body: { friendly_name: 'Laptop' } },
  },
  {
    id: 'passkey.delete',
    method: 'DELETE',
    path: '/v1/auth/passkeys/:credential_id',
    scope: 'user',
    pathRules: { credential_id: { longest: maxCredentialId } },
    summary: 'Delete one of your passkeys',
    returns: deleted,
  },
]);
