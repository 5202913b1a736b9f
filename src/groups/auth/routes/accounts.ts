import { z } from 'zod';
import { confirmQuery, openMap } from '../../../ground/shapes/schemas.ts';
import { mayBeBlank } from '../../../ground/shapes/strict.ts';
import { handled, type Route } from '../../../operations/route.ts';
import {
  AuthSession,
  email,
  newPassword,
  phone,
  redirectTo,
  signInErrors,
  signInLimit,
  tenantId,
  turnstileToken,
} from '../../../tools/sign-in/shapes.ts';
import { authInvite } from '../../users/shapes.ts';
import { accountExport } from '../export-shape.ts';
import { anonymous, deleteAccount, exportAccount } from '../handlers/account.ts';
import { anonymousLink } from '../handlers/anonymous-link.ts';

const otp = z
  .string()
  .regex(/^\d{6}$/, 'must be 6 digits')
  .meta({ description: 'The code from the message' });

interface LinkFields {
  email?: unknown;
  phone?: unknown;
  provider?: unknown;
  password?: unknown;
  otp?: unknown;
  id_token?: unknown;
}

const oneWay = ({ email, phone, provider }: LinkFields) =>
  [email, phone, provider].filter((way) => way !== undefined).length === 1;
const isWhole = (fields: LinkFields) =>
  (fields.email === undefined || fields.password !== undefined || fields.otp !== undefined) &&
  (fields.provider === undefined || fields.id_token !== undefined);

/** How accounts begin without one, and how they end: routes of the group auth. */
export const accounts: Route[] = [
  handled({
    id: 'auth.anonymous',
    method: 'POST',
    path: '/v1/auth/anonymous',
    scope: 'public',
    limit: { name: 'anonymous', points: 30, seconds: 3600 },
    summary: 'Sign in without an account, as an anonymous user',
    description:
      'The user has the role anonymous. /v1/auth/anonymous/link turns it into a real account later.',
    body: z.object({
      tenant_id: tenantId.optional(),
      user_metadata: openMap.optional(),
      turnstile_token: turnstileToken.optional(),
    }),
    makesSession: true,
    mayRefuse: true,
    returns: AuthSession,
    handler: anonymous,
    errors: [
      'PLAN_LIMIT_EXCEEDED',
      'PROVIDER_DISABLED',
      'SIGNUP_DISABLED',
      'CAPTCHA_FAILED',
      'UPSTREAM_ERROR',
    ],
    example: { body: { user_metadata: { locale: 'en' } } },
  }),
  handled({
    id: 'auth.anonymous_link',
    notImpersonated: true,
    method: 'POST',
    path: '/v1/auth/anonymous/link',
    scope: 'user',
    limit: signInLimit,
    summary: 'Turn an anonymous user into a real account',
    description:
      'With an email and a new password, a phone and the code sent to it (without otp, the code is sent), or a ' +
      'provider and its id_token. If the address already belongs to an account, on_conflict decides: error refuses, ' +
      'merge moves what the anonymous user made to that account, discard leaves it in the trash. Both continue as that account, and need its ' +
      'password or a code that /v1/auth/otp sent to it.',
    body: z
      .object({
        email: email.optional(),
        phone: phone.optional(),
        password: newPassword.optional(),
        otp: otp.optional(),
        provider: z.string().min(1).max(100).optional(),
        id_token: z.string().max(16_000).optional(),
        nonce: z.string().max(500).optional().meta({ description: 'The nonce in the id_token' }),
        access_token: z.string().max(8000).optional(),
        on_conflict: z.enum(['error', 'merge', 'discard']).default('error'),
        user_metadata: openMap.optional(),
        redirect_to: redirectTo.optional(),
      })
      .refine(oneWay, {
        message: 'must be given, or phone or provider instead; exactly one of them',
        path: ['email'],
      })
      .refine(isWhole, { message: 'is required, or otp or id_token instead', path: ['password'] }),
    makesSession: true,
    mayRefuse: true,
    returns: AuthSession,
    handler: anonymousLink,
    provesSecret: true,
    operations: ['auth_anonymous_link_begin'],
    isPatient: true,
    errors: [
      ...signInErrors,
      'ALREADY_EXISTS',
      'INVALID_STATE',
      'INVALID_CREDENTIALS',
      'OTP_EXPIRED',
      'ACCOUNT_LOCKED',
      'EMAIL_NOT_VERIFIED',
      'SIGNUP_DISABLED',
      'PROVIDER_DISABLED',
      'UPSTREAM_ERROR',
      'INVALID_TOKEN',
      'TOKEN_EXPIRED',
      'FORBIDDEN',
      'CONFLICT',
      'NOT_FOUND',
      'WEAK_PASSWORD',
      'INVALID_REDIRECT',
      'IDENTITY_ALREADY_LINKED',
      'CONCURRENCY_LIMITED',
    ],
    example: { body: { email: 'ada@example.com', password: 'correct horse' } },
  }),
  authInvite,
  handled({
    id: 'auth.export',
    notImpersonated: true,
    method: 'GET',
    path: '/v1/auth/me/export',
    scope: 'user',
    summary: 'Export everything stored about you',
    description: 'At most once an hour, with up to 10,000 records of each kind.',
    isPatient: true,
    handler: exportAccount,
    operations: ['auth_export_begin'],
    mayRefuse: true,
    get returns() {
      return accountExport();
    },
  }),
  handled({
    id: 'auth.user_delete',
    notImpersonated: true,
    method: 'DELETE',
    path: '/v1/auth/user',
    scope: 'user',
    summary: 'Delete your account',
    description:
      'Needs the password, or a nonce from /v1/auth/reauthenticate; an anonymous user needs neither. What you created ' +
      'stays, or goes to the trash with force=true; both need the confirm_token of the preceding 409.',
    query: confirmQuery,
    body: z.object({
      password: mayBeBlank(z.string().min(1).max(1024)).optional(),
      nonce: otp.optional(),
      confirm_token: z.string().max(200).optional(),
    }),
    isConditional: true,
    mayRefuse: true,
    returns: z.object({ user_id: z.string(), deleted: z.literal(true) }),
    handler: deleteAccount,
    provesSecret: true,
    isPatient: true,
    errors: [
      'NOT_FOUND',
      'DEPENDENCY_EXISTS',
      'INVALID_STATE',
      'INVARIANT_VIOLATED',
      'INVALID_CREDENTIALS',
      'INSUFFICIENT_AAL',
      'OTP_EXPIRED',
      'ACCOUNT_LOCKED',
      'CONCURRENCY_LIMITED',
    ],
    example: { body: { password: 'correct horse' } },
  }),
];
