import { z } from 'zod';
import { RefreshTokens } from '../../../credentials/refresh-token.ts';
import { tenantOfSecret } from '../../../credentials/tenant-of-secret.ts';
import { handled, type Route } from '../../../http/route.ts';
import { openMap } from '../../../http/schemas.ts';
import { refresh } from '../handlers/refresh.ts';
import { signin } from '../handlers/signin.ts';
import { signup } from '../handlers/signup.ts';
import { grantTypes, token } from '../handlers/token.ts';
import {
  AuthSession,
  AuthUser,
  codeChallenge,
  codeChallengeMethod,
  email,
  newPassword,
  oneAddress,
  oneAddressFault,
  password,
  phone,
  redirectTo,
  signInErrors,
  signInLimit,
  tenantId,
  turnstileToken,
} from '../shapes.ts';

const pending = z.object({
  user: AuthUser,
  confirmation_required: z.literal(true),
  message: z.string(),
});

const refreshLimit = { name: 'refresh', points: 150, seconds: 300 };

export const signinRoutes: Route[] = [
  handled({
    id: 'auth.signup',
    method: 'POST',
    path: '/v1/auth/signup',
    scope: 'public',
    status: 201,
    limit: signInLimit,
    summary: 'Sign up with an email or phone, and a password',
    description:
      'If the tenant requires confirmation, the answer is the same whether or not the address is taken.',
    body: z
      .object({
        tenant_id: tenantId.optional(),
        email: email.optional(),
        phone: phone.optional(),
        password: newPassword,
        user_metadata: openMap.optional(),
        data: openMap.optional().meta({ description: 'Alias of user_metadata' }),
        redirect_to: redirectTo.optional(),
        turnstile_token: turnstileToken.optional(),
        code_challenge: codeChallenge.optional(),
        code_challenge_method: codeChallengeMethod.optional(),
      })
      .refine(oneAddress, oneAddressFault),
    returns: z.union([AuthSession, pending]),
    handler: signup,
    operations: ['auth_password_rules', 'auth_captcha'],
    errors: [
      'WEAK_PASSWORD',
      'SIGNUP_DISABLED',
      'ALREADY_EXISTS',
      'CAPTCHA_FAILED',
      'UPSTREAM_ERROR',
      'INVALID_REDIRECT',
      'CONCURRENCY_LIMITED',
    ],
    example: { body: { email: 'ada@example.com', password: 'correct horse' } },
  }),
  handled({
    id: 'auth.signin',
    method: 'POST',
    path: '/v1/auth/signin',
    scope: 'public',
    limit: signInLimit,
    summary: 'Sign in with an email or phone, and a password',
    body: z
      .object({
        tenant_id: tenantId.optional(),
        email: email.optional(),
        phone: phone.optional(),
        password,
        turnstile_token: turnstileToken.optional(),
      })
      .refine(oneAddress, oneAddressFault),
    returns: AuthSession,
    handler: signin,
    operations: ['auth_signin_begin'],
    errors: [
      ...signInErrors,
      'INVALID_CREDENTIALS',
      'EMAIL_NOT_VERIFIED',
      'ACCOUNT_LOCKED',
      'PROVIDER_DISABLED',
      'CAPTCHA_FAILED',
      'UPSTREAM_ERROR',
      'CONCURRENCY_LIMITED',
    ],
    example: { body: { email: 'ada@example.com', password: 'correct horse' } },
  }),
  handled({
    id: 'auth.token',
    method: 'POST',
    path: '/v1/auth/token',
    scope: 'public',
    limit: refreshLimit,
    summary: 'Get an AuthSession with an OAuth grant',
    query: z.object({ grant_type: z.enum(grantTypes), tenant_id: tenantId.optional() }),
    body: z.object({
      tenant_id: tenantId.optional(),
      email: email.optional(),
      phone: phone.optional(),
      password: password.optional(),
      turnstile_token: turnstileToken.optional(),
      refresh_token: z.string().max(200).optional(),
      auth_code: z.string().max(200).optional(),
      code_verifier: z.string().max(128).optional(),
      provider: z.string().max(100).optional(),
      id_token: z.string().max(16_000).optional(),
      nonce: z.string().max(500).optional(),
      access_token: z.string().max(8000).optional(),
    }),
    returns: AuthSession,
    tenantFrom: ({ refresh_token, auth_code }) =>
      RefreshTokens.tenantOf(refresh_token) ?? tenantOfSecret(auth_code),
    handler: token,
    isComposed: true,
    operations: ['oauth_provider', 'oauth_id_token'],
    errors: [
      ...signInErrors,
      'OTP_EXPIRED',
      'TOKEN_EXPIRED',
      'NOT_FOUND',
      'PROVIDER_DISABLED',
      'UPSTREAM_ERROR',
      'SIGNUP_DISABLED',
      'ALREADY_EXISTS',
      'FORBIDDEN',
      'CONFLICT',
      'INVALID_CREDENTIALS',
      'EMAIL_NOT_VERIFIED',
      'ACCOUNT_LOCKED',
      'PROVIDER_DISABLED',
      'CAPTCHA_FAILED',
      'UPSTREAM_ERROR',
      'CONCURRENCY_LIMITED',
      'REFRESH_TOKEN_INVALID',
      'REFRESH_TOKEN_REUSED',
      'SESSION_REVOKED',
    ],
    example: { body: { email: 'ada@example.com', password: 'correct horse' } },
  }),
  handled({
    id: 'auth.refresh',
    method: 'POST',
    path: '/v1/auth/refresh',
    scope: 'public',
    limit: refreshLimit,
    summary: 'Exchange a refresh token for new tokens',
    description:
      'The refresh token is used up. For 10 seconds it gets the same answer again, in case that was lost; later, using it again ends the session.',
    body: z.object({ tenant_id: tenantId.optional(), refresh_token: z.string().max(200) }),
    returns: AuthSession,
    tenantFrom: ({ refresh_token }) => RefreshTokens.tenantOf(refresh_token),
    handler: refresh,
    errors: ['REFRESH_TOKEN_INVALID', 'REFRESH_TOKEN_REUSED', 'SESSION_REVOKED', 'USER_BANNED'],
    example: { body: { refresh_token: 'rt_…' } },
  }),
  {
    id: 'auth.signout',
    method: 'POST',
    path: '/v1/auth/signout',
    scope: 'user',
    summary: 'Sign out of this session, all sessions or all others',
    body: z.object({ scope: z.enum(['local', 'global', 'others']).default('local') }),
    returns: z.object({ revoked: z.number().int() }),
    example: { body: { scope: 'local' } },
  },
  {
    id: 'auth.user',
    method: 'GET',
    path: '/v1/auth/user',
    scope: 'user',
    summary: 'Get the signed-in user',
    isVersioned: true,
    returns: AuthUser,
  },
];
