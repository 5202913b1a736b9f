import { z } from 'zod';
import { emailAddress, openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { mayBeBlank } from '../../ground/shapes/strict.ts';

/** Shapes of users and sign-ins that several groups share. */

export const email = emailAddress.meta({ example: 'ada@example.com' });
export const phone = z.string().min(3).max(60).meta({
  description:
    'With its country code, such as +14155550100, or as it is dialled in the default_country of the tenant; kept in E.164',
  example: '+14155550100',
});
export const newPassword = z.string().min(8).max(1024).meta({ format: 'password' });
/** One to be compared: any length that cannot hurt. */
export const password = mayBeBlank(z.string().min(1).max(1024).meta({ format: 'password' }));
export const redirectTo = z.string().max(2000).meta({
  description: 'Where to send the browser; must match site_url or redirect_allow_list',
});
export const turnstileToken = z
  .string()
  .max(4000)
  .meta({ description: 'The response of the captcha' });
export const codeChallenge = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the base64url of a SHA-256 hash')
  .meta({ description: 'PKCE (RFC 7636)' });
export const codeChallengeMethod = z
  .enum(['s256', 'S256'])
  .meta({ description: 'Only S256 is supported' });
/** Which tenant a public call is for, if no header, host or query names it. */
export const tenantId = z.string().max(100).meta({ description: 'Id or slug of the tenant' });

export const oneAddress = (fields: { email?: unknown; phone?: unknown }): boolean =>
  (fields.email === undefined) !== (fields.phone === undefined);
export const oneAddressFault = {
  message: 'must be given, or phone instead, but not both',
  path: ['email'],
};

/** The proof that a message was read: its token or 6-digit code. */
export const proof = {
  token: z.string().min(1).max(200).optional().meta({
    description:
      'The token of the link, or the 6-digit code together with the address it was sent to',
  }),
  token_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits')
    .optional()
    .meta({ description: 'Instead of token: its SHA-256, as generate-link shows it' }),
  email: email.optional(),
};
export const oneProof = (fields: { token?: unknown; token_hash?: unknown }): boolean =>
  (fields.token === undefined) !== (fields.token_hash === undefined);
export const oneProofFault = { message: 'must be given, or token_hash instead', path: ['token'] };

export const AuthUser = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    role: z.string(),
    email_verified: z.boolean(),
    phone_verified: z.boolean(),
    pending_email: z.string().nullable().meta({ description: 'Not confirmed yet' }),
    pending_phone: z.string().nullable(),
    is_anonymous: z.boolean(),
    user_metadata: openMap,
    created_at: timestamp,
    updated_at: timestamp,
    last_sign_in_at: timestamp.nullable(),
  })
  .meta({ id: 'AuthUser' });

export const AuthSession = z
  .object({
    access_token: z.string().meta({ description: 'A JWT; send it as Authorization: Bearer' }),
    refresh_token: z.string().meta({ description: 'For a single use at /v1/auth/refresh' }),
    token_type: z.literal('bearer'),
    expires_in: z.number().int().meta({ description: 'Seconds until the access token expires' }),
    expires_at: timestamp,
    user: AuthUser,
  })
  .meta({ id: 'AuthSession' });

export const Session = z
  .object({
    id: z.string(),
    user_id: z.string(),
    ip: z.string(),
    user_agent: z.string(),
    created_at: timestamp,
    last_active_at: timestamp,
    current: z.boolean(),
    aal: z.enum(['aal1', 'aal2']),
    expires_at: timestamp.nullable(),
    country: z.string().nullable(),
    impersonated: z.boolean().meta({
      description: 'Whether the operator acts as you in it. You may end it',
    }),
  })
  .meta({ id: 'Session' });

/** Of an operator who impersonates a user. */
export const ImpersonatedSession = AuthSession.extend({
  refresh_token: z.null().meta({ description: 'Always null: the session ends by itself' }),
  expires_in: z.number().int().meta({ description: '900: seconds until the session ends' }),
}).meta({ id: 'ImpersonatedSession' });

/** The errors that any way to sign in may answer instead of a session. */
export const signInErrors = ['MFA_REQUIRED', 'USER_BANNED'] as const;
/** Calls per address and five minutes, of sign-up and sign-in. */
export const signInLimit = { name: 'sign-in', points: 30, seconds: 300 };
export const verifyLimit = { name: 'verify', points: 30, seconds: 300 };
export const sendLimit = { name: 'otp', points: 30, seconds: 300 };
export const federationLimit = { name: 'sso', points: 30, seconds: 300 };
export const mfaLimit = { name: 'mfa', points: 30, seconds: 60 };
