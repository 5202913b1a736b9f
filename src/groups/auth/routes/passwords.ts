import { z } from 'zod';
import { tenantOfSecret } from '../../../credentials/tenant-of-secret.ts';
import { openMap } from '../../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../../operations/route.ts';
import { requireOn } from '../../../tools/messages/require-on.ts';
import {
  AuthSession,
  AuthUser,
  codeChallenge,
  codeChallengeMethod,
  email,
  newPassword,
  oneProof,
  oneProofFault,
  password,
  phone,
  proof,
  redirectTo,
  sendLimit,
  signInErrors,
  tenantId,
  turnstileToken,
  verifyLimit,
} from '../../../tools/sign-in/shapes.ts';
import { changePassword } from '../handlers/change-password.ts';
import { resetPassword } from '../handlers/reset-password.ts';
import { send } from '../handlers/send.ts';
import { userUpdate } from '../handlers/user-update.ts';

/** Passwords and addresses of users, and how they are changed. */
export const passwordRoutes: Route[] = [
  handled({
    id: 'auth.forgot_password',
    method: 'POST',
    path: '/v1/auth/forgot-password',
    scope: 'public',
    limit: sendLimit,
    summary: 'Mail a link to set a new password',
    description: 'The answer is the same whether or not the address is known.',
    body: z.object({
      tenant_id: tenantId.optional(),
      email,
      redirect_to: redirectTo.optional(),
      turnstile_token: turnstileToken.optional(),
      code_challenge: codeChallenge.optional(),
      code_challenge_method: codeChallengeMethod.optional(),
    }),
    mayRefuse: true,
    returns: z.object({ message: z.string() }),
    handler: send('auth_forgot_password'),
    errors: ['PROVIDER_DISABLED', 'INVALID_REDIRECT', 'CAPTCHA_FAILED', 'UPSTREAM_ERROR'],
    example: { body: { email: 'ada@example.com' } },
  }),
  handled({
    id: 'auth.reset_password',
    method: 'POST',
    path: '/v1/auth/reset-password',
    scope: 'public',
    limit: verifyLimit,
    summary: 'Set a new password with the token of a link',
    description: 'All sessions end, and a new one begins.',
    body: z
      .object({ tenant_id: tenantId.optional(), ...proof, password: newPassword })
      .refine(oneProof, oneProofFault),
    makesSession: true,
    mayRefuse: true,
    returns: AuthSession,
    tenant: { from: ({ token }) => tenantOfSecret(token) },
    handler: resetPassword,
    errors: ['OTP_EXPIRED', 'WEAK_PASSWORD', 'CONCURRENCY_LIMITED', ...signInErrors],
    example: { body: { token: '0192f7c1….…', password: 'correct horse battery' } },
  }),
  {
    id: 'auth.reauthenticate',
    notImpersonated: true,
    method: 'POST',
    path: '/v1/auth/reauthenticate',
    scope: 'user',
    limit: sendLimit,
    summary: 'Send a nonce for changes that need a recent sign-in',
    description: 'PATCH /v1/auth/user needs one when the session is older than 24 hours.',
    mayRefuse: true,
    returns: z.object({ message_id: z.string(), expires_in: z.number().int() }),
    before: requireOn,
    errors: ['INVALID_STATE'],
  },
  handled({
    id: 'auth.change_password',
    notImpersonated: true,
    method: 'POST',
    path: '/v1/auth/change-password',
    scope: 'user',
    summary: 'Change your password',
    description: 'Your other sessions end.',
    body: z.object({ current_password: password, new_password: newPassword }),
    mayRefuse: true,
    returns: z.object({ updated: z.literal(true) }),
    handler: changePassword,
    provesSecret: true,
    operations: ['auth_password_begin'],
    errors: [
      'INVALID_CREDENTIALS',
      'ACCOUNT_LOCKED',
      'WEAK_PASSWORD',
      'INVALID_STATE',
      'INSUFFICIENT_AAL',
      'CONCURRENCY_LIMITED',
    ],
    example: { body: { current_password: 'correct horse', new_password: 'battery staple' } },
  }),
  handled({
    id: 'auth.user_update',
    notImpersonated: true,
    method: 'PATCH',
    path: '/v1/auth/user',
    scope: 'user',
    summary: 'Change your email, phone, password or metadata',
    description:
      'A new email or phone is pending until its link or code is used; the old one is then notified and can undo the change for 7 days. user_metadata is merged; null removes a member. A new password ends your other sessions. A new email, phone or password needs a nonce when this session is older than 24 hours.',
    body: z.object({
      email: email.optional(),
      phone: phone.optional(),
      password: newPassword.optional(),
      nonce: z
        .string()
        .max(20)
        .optional()
        .meta({ description: 'The code that /v1/auth/reauthenticate sent' }),
      user_metadata: openMap.optional(),
      data: openMap.optional().meta({ description: 'Alias of user_metadata' }),
      redirect_to: redirectTo.optional(),
      code_challenge: codeChallenge.optional(),
      code_challenge_method: codeChallengeMethod.optional(),
    }),
    isVersioned: true,
    mayRefuse: true,
    returns: AuthUser,
    handler: userUpdate,
    provesSecret: true,
    errors: [
      'PROVIDER_DISABLED',
      'ALREADY_EXISTS',
      'INVALID_STATE',
      'INVALID_REDIRECT',
      'OTP_EXPIRED',
      'WEAK_PASSWORD',
      'INSUFFICIENT_AAL',
      'CONCURRENCY_LIMITED',
    ],
    example: { body: { user_metadata: { name: 'Ada' } } },
  }),
];
