import { z } from 'zod';
import { tenantOfSecret } from '../../credentials/tenant-of-secret.ts';
import { deleted, timestamp } from '../../ground/shapes/schemas.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { AuthSession, mfaLimit, tenantId } from '../../tools/sign-in/shapes.ts';
import { mfaEnroll, mfaRemove, mfaVerify, recoveryCodesVerify } from './handlers.ts';
import { aal, code, factorId, friendlyName, MfaFactor, mfaToken, recoveryCodes } from './shapes.ts';

const tenantOfToken = ({ mfa_token }: Record<string, unknown>) => tenantOfSecret(mfa_token);
const verifyErrors = ['INVALID_CREDENTIALS', 'MFA_LOCKED', 'USER_BANNED'] as const;

export const routes: Route[] = notImpersonated([
  {
    id: 'mfa.get',
    method: 'GET',
    path: '/v1/auth/mfa',
    scope: 'user',
    summary: 'Get your second factors and this session’s assurance level',
    returns: z.object({
      factors: z.array(MfaFactor),
      aal: z.object({ current: aal, next: aal }),
      recovery_codes_remaining: z.number().int(),
    }),
  },
  handled({
    id: 'mfa.enroll',
    method: 'POST',
    path: '/v1/auth/mfa/enroll',
    scope: 'user',
    status: 201,
    summary: 'Enroll an authenticator app',
    description: 'It counts as a second factor once one of its codes is verified.',
    body: z.object({
      type: z.literal('totp').default('totp'),
      friendly_name: friendlyName.nullish(),
      issuer: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'The name the app shows; default: the brand name' }),
    }),
    returns: z.object({
      id: z.string(),
      type: z.literal('totp'),
      friendly_name: z.string().nullable(),
      totp: z.object({
        secret: z.string().meta({ description: 'Base32, to type in' }),
        uri: z.string().meta({ description: 'otpauth://…, to open on the device' }),
        qr_code: z.string().meta({ description: 'A data URL (SVG), to scan' }),
      }),
    }),
    handler: mfaEnroll,
    errors: ['PROVIDER_DISABLED', 'INSUFFICIENT_AAL', 'INVALID_STATE'],
    example: { body: { type: 'totp', friendly_name: 'Phone' } },
  }),
  {
    id: 'mfa.challenge',
    method: 'POST',
    path: '/v1/auth/mfa/challenge',
    scope: 'public',
    takesToken: true,
    tenant: { from: tenantOfToken },
    limit: mfaLimit,
    summary: 'Start verifying a second factor',
    description: 'Not needed for authenticator apps: their codes can be sent directly.',
    body: z.object({
      tenant_id: tenantId.optional(),
      factor_id: factorId,
      mfa_token: mfaToken.optional(),
    }),
    returns: z.object({ id: z.string(), type: z.literal('totp'), expires_at: timestamp }),
    errors: ['NOT_FOUND'],
    example: { body: { factor_id: 'mfa_…' } },
  },
  handled({
    id: 'mfa.verify',
    method: 'POST',
    path: '/v1/auth/mfa/verify',
    scope: 'public',
    takesToken: true,
    tenant: { from: tenantOfToken },
    limit: mfaLimit,
    summary: 'Verify a code of a second factor',
    description:
      'The first verified code activates the factor. With mfa_token the sign-in continues: a new session at aal2. With an access token, that session rises to aal2. Five wrong codes lock the second factor for 15 minutes.',
    body: z.object({
      tenant_id: tenantId.optional(),
      factor_id: factorId,
      code,
      challenge_id: z.string().max(200).optional(),
      mfa_token: mfaToken.optional(),
    }),
    makesSession: true,
    mayRefuse: true,
    returns: AuthSession.extend({ recovery_codes: recoveryCodes.optional() }),
    handler: mfaVerify,
    operations: ['mfa_attempt'],
    errors: [...verifyErrors, 'OTP_EXPIRED', 'NOT_FOUND', 'INSUFFICIENT_AAL'],
    example: { body: { factor_id: 'mfa_…', code: '123456' } },
  }),
  handled({
    id: 'mfa.remove',
    method: 'DELETE',
    path: '/v1/auth/mfa/:factor_id',
    scope: 'user',
    summary: 'Remove a second factor',
    description:
      'Needs one of its codes, or a session at aal2. Your other sessions fall to aal1. Removing the last factor removes the recovery codes too.',
    body: z.object({ code: code.optional() }),
    mayRefuse: true,
    returns: deleted,
    handler: mfaRemove,
    errors: ['INVALID_CREDENTIALS', 'MFA_LOCKED', 'INSUFFICIENT_AAL'],
    example: { body: {} },
  }),
  {
    id: 'recovery_codes.get',
    method: 'GET',
    path: '/v1/auth/mfa/recovery-codes',
    scope: 'user',
    summary: 'Get the number of recovery codes left',
    returns: z.object({ total: z.number().int(), remaining: z.number().int() }),
  },
  {
    id: 'recovery_codes.create',
    method: 'POST',
    path: '/v1/auth/mfa/recovery-codes',
    scope: 'user',
    summary: 'Replace your recovery codes',
    description: 'Ten new codes replace the previous ones. They are shown only once.',
    returns: z.object({ codes: recoveryCodes, total: z.number().int() }),
    hasSecret: true,
    errors: ['INSUFFICIENT_AAL', 'INVALID_STATE'],
  },
  handled({
    id: 'recovery_codes.verify',
    method: 'POST',
    path: '/v1/auth/mfa/recovery-codes/verify',
    scope: 'public',
    takesToken: true,
    tenant: { from: tenantOfToken },
    limit: mfaLimit,
    summary: 'Verify a recovery code',
    description: 'It takes the place of the second factor. Each code works once.',
    body: z.object({
      tenant_id: tenantId.optional(),
      code: z.string().min(1).max(100).meta({ example: '1a2b-3c4d-5e6f-7a8b' }),
      mfa_token: mfaToken.optional(),
    }),
    makesSession: true,
    mayRefuse: true,
    returns: AuthSession,
    handler: recoveryCodesVerify,
    errors: [...verifyErrors],
    example: { body: { code: '1a2b-3c4d-5e6f-7a8b' } },
  }),
]);
